package access

import "github.com/mdmp-fortran/mdmp/fortran/scope"

// At returns what the path of o is after so many components; nil if that is not known.
func (o *Object) At(depth int) *scope.Symbol {
	if depth > len(o.Path) {
		return nil
	}
	v := o.Root.Symbol
	for _, name := range o.Path[:depth] {
		v, _ = component(v, name)
	}
	return v
}

// component returns what name means behind v and %: a component, or something of class
// Procedure for what is bound to the type. A component of which nothing is certain, as of
// the one that holds all that the type inherits, is of class Unknown. It returns nil if there
// is none, or if that is not known; all is set if it would have been seen.
func component(v *scope.Symbol, name string) (c *scope.Symbol, all bool) {
	if v == nil {
		return nil, false
	}
	switch c, kind := v.Type.Definition().Part(name); kind {
	case scope.Component:
		return certain(c, name), true
	case scope.Binding:
		return &scope.Symbol{Name: name, Class: scope.Procedure}, true
	case scope.Inherited:
		return scope.NotKnown(name), true
	case scope.NoPart:
		return nil, true
	}
	return nil, false
}

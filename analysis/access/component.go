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
// is none, or if that is not known.
func component(v *scope.Symbol, name string) (*scope.Symbol, scope.PartKind) {
	if v == nil {
		return nil, scope.Unseen
	}
	c, kind := v.Type.Part(name)
	switch kind {
	case scope.Component:
		c = certain(c, name)
	case scope.Binding:
		c = &scope.Symbol{Name: name, Class: scope.Procedure}
	case scope.Inherited:
		c = scope.NotKnown(name)
	}
	return c, kind
}

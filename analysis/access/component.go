package access

import "github.com/mdmp-fortran/mdmp/fortran/scope"

// At returns what the path of o is after so many components; nil if that is not known.
func (o *Object) At(depth int) *scope.Symbol {
	if depth > len(o.Path) {
		return nil
	}
	v := o.Root.Symbol
	for _, name := range o.Path[:depth] {
		v = component(v, name)
	}
	return v
}

// component returns what name means behind v and %: see stored.
func component(v *scope.Symbol, name string) *scope.Symbol {
	st := scope.Step{Symbol: v}.Behind(name)
	return stored(&st)
}

// stored returns the symbol of a component, one of class Unknown where nothing is certain of
// it; nil if there is none, or if that is not known. Of the component that holds all that a
// type inherits nothing is certain, and nothing is known behind it: what is there has another
// path, too, and a symbol would make two objects of one storage.
func stored(st *scope.Step) *scope.Symbol {
	switch {
	case st.Shared:
		return nil
	case st.Kind == scope.Inherited:
		return scope.NotKnown(st.Name)
	case st.Kind == scope.Component:
		return certain(st.Symbol, st.Name)
	}
	return nil
}

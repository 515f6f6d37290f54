package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Components of objects that no call of the run time can be given: polymorphic ones, and those to whose
// types procedures are bound. Their arrays can be given, wherever the text may name them.

// visible reports whether a unit may name all components on the way to an object: what is PRIVATE is known
// in the module that defines the type, and in nothing that uses it. (What is not known is named by the text itself.)
func visible(u *access.Unit, o *access.Object) bool {
	for depth := 1; depth <= len(o.Path); depth++ {
		if c := variableAt(o, depth); c != nil && c.Has(scope.Private) && !within(u.AST, c) {
			return false
		}
	}
	return true
}

// within reports whether a unit stands in the module that declares a component.
func within(u *ast.Unit, c *scope.Symbol) bool {
	for ; u != nil; u = u.Parent {
		if c.Scope != nil && c.Scope.Unit == u {
			return true
		}
	}
	return false
}

// keptParts lists what a procedure touches of a variable that cannot be handed over itself. A completion that
// names nothing changes memory through no other name of the variable, so these are all that the compiler may
// hold in registers. False: some of it cannot be named.
func (w *cover) keptParts(k kept, name string, u *access.Unit) ([]Guarded, bool) {
	var list []Guarded
	for _, o := range k.parts {
		if len(o.Path) == 0 || !visible(u, o) || o.Last == nil || !handable(o.Last) {
			return nil, false
		}
		x := ast.Expr(ast.Named(name))
		for depth, part := range o.Path {
			if v := variableAt(o, depth); v == nil || v.Rank != 0 {
				return nil, false // which elements is another question
			}
			if v := variableAt(o, depth+1); v == nil || v.Has(scope.Pointer) {
				return nil, false // it may not be defined yet whether it is associated
			}
			x = &ast.Member{X: x, Name: part}
		}
		list = append(list, Guarded{X: x, Guards: guards(u, nests.Touch{Ref: access.Ref{Obj: o, Base: x}})})
	}
	return list, true
}

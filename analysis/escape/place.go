package escape

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// maxSelectors bounds names of ASSOCIATE that stand for others.
const maxSelectors = 100

// begins returns what a name stands for and in which scope: of a name of ASSOCIATE or SELECT the variable with which its selector begins, nil if
// that is none.
func (w *walker) begins(id *ast.Ident) (*scope.Symbol, *scope.Scope) {
	s := w.sc
	for range maxSelectors {
		if id == nil {
			return nil, nil
		}
		y := s.Lookup(id.Name)
		if y == nil || y.Class != scope.Associate { // that of SELECT RANK is unsure as to what it is like
			return y, s
		}
		if y.Outer == nil {
			return nil, nil
		}
		id, s = ast.Root(y.Target), y.Outer
	}
	w.unseen()
	return nil, nil
}

// placeOf returns where x stands. Of what is no variable there is nothing to be noted but that a pointer may lead to it.
func (w *walker) placeOf(x ast.Expr) place {
	root := ast.Root(x)
	if root == nil {
		return place{}
	}
	y, s := w.begins(root)
	if y == nil || y.Unsure != "" {
		return place{pointed: true}
	}
	switch y.Class {
	case scope.Variable, scope.Unknown, scope.Associate:
	case scope.Procedure, scope.Generic, scope.StatementFunc:
		_, isName := x.(*ast.Ident)
		return place{pointed: !isName, group: ""} // what a function returns
	default:
		return place{}
	}
	if p := w.f.variable(y); s != w.sc {
		return place{v: p, pointed: true} // what the selector is is not looked at
	} else if t := scope.Walk(x, y.Root(), nil); t == nil {
		return place{v: p, pointed: true}
	} else {
		group, pointed := pointsTo(t)
		return place{v: p, part: ownPart(t), pointed: pointed, group: group}
	}
}

// ownPart names the component, allocatable or a pointer, that holds what t leads to; "" if that may lie in the variable itself: what MPI
// is told to use goes on behind it, then (its type may be that of all of the variable).
func ownPart(t *scope.Path) string {
	part := ""
	for _, step := range t.Steps[1:] {
		if step.Symbol == nil {
			return ""
		}
		if step.Symbol.Has(scope.Allocatable) || step.Symbol.Has(scope.Pointer) {
			part = step.Name
		}
	}
	return part
}

// pointsTo returns the type of what t leads to, and whether a pointer may lead there, too.
func pointsTo(t *scope.Path) (group string, pointed bool) {
	for _, step := range t.Steps {
		pointed = pointed || step.Symbol == nil || step.Symbol.Has(scope.Pointer) || !step.Symbol.Known()
	}
	return Group(t.Steps[len(t.Steps)-1].Symbol), pointed
}

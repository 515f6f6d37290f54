package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Evaluated lists the elements and sections of variables that a statement certainly evaluates, once, each behind those
// in its subscripts; only those that can be evaluated twice.
func (u *Unit) Evaluated(m *Node) []*ast.Apply {
	if m.Kind == Loop && !m.Loop.Counted || m.Stmt == nil {
		return nil
	}
	var list []*ast.Apply
	var look func(x ast.Expr)
	args := func(x *ast.Apply) {
		for _, arg := range x.Args {
			if r, ok := arg.X.(*ast.Range); ok {
				look(r.Lo)
				look(r.Hi)
				look(r.Step)
				continue
			}
			look(arg.X)
		}
	}
	look = func(x ast.Expr) {
		switch x := x.(type) {
		case *ast.Paren:
			look(x.X)
		case *ast.Unary:
			look(x.X)
		case *ast.Binary:
			look(x.X)
			if x.Op != ".and." && x.Op != ".or." { // the right one may be left out
				look(x.Y)
			}
		case *ast.Apply:
			id, ok := x.X.(*ast.Ident)
			if !ok {
				if u.partOf(x) {
					args(x)
					list = append(list, x)
				}
				return
			}
			v := u.Lookup(id.Name)
			switch {
			case v.Class == scope.Variable && v.Rank > 0:
				args(x)
				if u.Twice(x) {
					list = append(list, x)
				}
			case v.Class == scope.Intrinsic && id.Name != "merge": // of which one may be left out
				args(x)
			}
		default: // may have none, or leave some of its parts out
		}
	}
	switch b := m.Stmt.Body.(type) {
	case *ast.Assign:
		if m.Stmt.Kind == ast.KAssign {
			look(b.X)
			look(b.Y)
		}
	case *ast.Cond:
		look(b.X)
	case *ast.Do:
		look(b.Lo)
		look(b.Hi)
		look(b.Step)
	default: // not known to evaluate anything each time
	}
	return list
}

// partOf reports whether x is certainly an element or a section of a component, and can be evaluated twice.
func (u *Unit) partOf(x *ast.Apply) bool {
	return u.Twice(x) && slices.ContainsFunc(u.Expr(x).Refs, func(r Ref) bool {
		return r.At == x.Span() && !r.Status && r.Obj.Last != nil && r.Obj.Last.Rank > 0
	})
}

// Twice reports whether the subscripts of x can be evaluated once more: no function that could notice, no list of them.
func (u *Unit) Twice(x *ast.Apply) bool {
	if u.Vectors(x) > 0 {
		return false
	}
	e := u.Expr(x)
	return e.Reach == ReachNamed && !e.May(Impure|Blocks|MPI|Stops|IO|Outside) &&
		!slices.ContainsFunc(e.Refs, func(r Ref) bool { return r.Write })
}

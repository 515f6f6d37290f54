package audit

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// aims finds what pointers may lead to though it is not declared so: what a procedure gets if it sets a pointer to a dummy argument
// with TARGET or POINTER. That is undefined when the procedure is over, but compilers leave it where it leads, and programs use it.
func (a *auditor) aims(units []*ast.Unit) {
	to := map[*scope.Symbol][]*scope.Symbol{} // from a dummy argument, or a generic name, to what it gets; from nil to what is certain
	for _, u := range units {
		u.Statements(func(s *ast.Stmt) bool {
			r := a.reader(s)
			if r.sc == nil {
				return true
			}
			for in := s; in != nil; in = in.Inner {
				switch b := in.Body.(type) {
				case *ast.Assign:
					if in.Kind == ast.KPointerAssign {
						to[nil] = append(to[nil], r.owner(b.Y))
					}
				case *ast.Call:
					r.given(b.X, b.Args, to)
				default: // names no procedure but in its expressions
				}
			}
			ast.InspectStmt(s, func(x ast.Expr) bool {
				if f, ok := x.(*ast.Apply); ok && r.isCall(f) {
					r.given(f.X, f.Args, to)
				}
				return true
			})
			return true
		})
	}
	found := to[nil]
	for len(found) > 0 {
		v := found[0]
		if found = found[1:]; v != nil && !a.aimed[v] {
			a.aimed[v] = true
			found = append(found, to[v]...)
		}
	}
}

// given notes what a procedure gets for its dummy arguments. Where nobody sees what it does with them a pointer may be set.
func (r *reader) given(x ast.Expr, args []ast.Arg, to map[*scope.Symbol][]*scope.Symbol) {
	id, ok := x.(*ast.Ident)
	if !ok {
		return
	}
	y := r.sc.Lookup(id.Name)
	if y == nil || r.scopes.MPIName(y, id.Name) != "" {
		return
	}
	dummies := r.sc.Dummies(y)
	if to[y] == nil {
		to[y] = append(to[y], nil)
		r.dummies(y, to)
	}
	for i, a := range args {
		in := y
		if k := a.Place(i, len(dummies), func(k int) string { return nameOf(dummies[k]) }); k >= 0 && dummies[k] != nil {
			in = dummies[k].Root()
		}
		to[in] = append(to[in], r.owner(a.X))
	}
}

// dummies notes those of a procedure, or of all that have a generic name, which stands for them.
func (r *reader) dummies(y *scope.Symbol, to map[*scope.Symbol][]*scope.Symbol) {
	if y.Class == scope.Type || y.Class == scope.Intrinsic && scope.BuiltinOf(y.Name).Does == scope.Addresses {
		to[nil] = append(to[nil], y)
	}
	list := []*scope.Symbol{y}
	for _, name := range y.Specifics {
		list = append(list, r.sc.Lookup(name))
	}
	for _, one := range list {
		if one == nil {
			continue
		}
		for _, d := range r.sc.Dummies(one) {
			if d == nil {
				continue
			}
			to[d.Root()] = append(to[d.Root()], y)
			if pointedAt(d) && r.scopes.Body(one) == nil {
				to[nil] = append(to[nil], d.Root())
			}
		}
	}
}

// owner is the variable in which a designator's memory lies, nil if a pointer leads there.
func (r *reader) owner(x ast.Expr) *scope.Symbol {
	root := ast.Root(x)
	if root == nil || slices.ContainsFunc(scope.Walk(x, r.sc.Standing(root.Name), nil).Steps[1:], func(st scope.Step) bool { return st.Symbol != nil && st.Symbol.Has(scope.Pointer) }) {
		return nil
	}
	return r.meant(x).v
}

func nameOf(d *scope.Symbol) string {
	if d == nil {
		return ""
	}
	return d.Name
}

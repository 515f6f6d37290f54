package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// kept is a variable through which the procedure reaches memory that a receive may
// go into, and where.
type kept struct {
	v     *access.Entity
	at    *access.Node
	parts []*access.Object // what is touched of it
}

// keeps lists the variables through which the procedure reaches memory that a
// receive may go into, by their names at n: a completion that names nothing must not
// leave elements of them in registers.
func (w *cover) keeps(n *access.Node) []Guarded {
	if w.kept == nil {
		w.kept = []kept{}
		seen := map[*access.Entity]int{}
		w.a.f.Tree.Walk(func(n *access.Node) bool {
			for _, r := range n.E.Refs {
				v := r.Obj.Root
				if v.Shadows() || v.Class != scope.Variable || w.named(r.Obj) != access.Pendable || undefined(v) {
					continue
				}
				if _, old := seen[v]; !old {
					seen[v] = len(w.kept)
					w.kept = append(w.kept, kept{v: v, at: n})
				}
				if k := &w.kept[seen[v]]; !slices.Contains(k.parts, r.Obj) {
					k.parts = append(k.parts, r.Obj)
				}
			}
			return true
		})
	}
	var list []Guarded
	u := w.a.u.At(n)
	for _, k := range w.kept {
		name, ok := u.Called(k.v)
		if !ok {
			continue
		}
		if handable(k.v.Symbol) {
			list = append(list, Guarded{X: ast.Named(name), Guards: rootGuards(name, k.v.Symbol)})
			continue
		}
		parts, ok := w.keptParts(k, name, u)
		switch {
		case ok:
			list = append(list, parts...)
		case object(k.v.Symbol):
			list = append(list, Guarded{X: ast.Named(name), Guards: rootGuards(name, k.v.Symbol), Object: true})
		default:
			w.why = unhandable(reason.Name(name), k.at)
		}
	}
	if w.count += len(list); w.count > maxNamed {
		w.why = reason.TooManyTouched.At(w.a.f.Tree.Nodes[0].Stmt.Span())
	}
	return list
}

// object reports whether a variable may be an argument of CLASS(*): a scalar of derived type.
func object(v *scope.Symbol) bool {
	word := v.Type.Word()
	return (word == "type" || word == "class") && v.Known() && v.Rank == 0 && !v.IsArray() && v.Corank == 0 && !v.Has(scope.Volatile)
}

// unhandable says why a procedure is not managed that would have to hand over what it cannot.
func unhandable(name reason.Arg, at *access.Node) reason.Reason {
	return reason.TypeUnhandable.At(at.Stmt.Span(), name)
}

// handable reports whether a variable may be an argument of assumed type: it is
// not polymorphic, as components of unknown type may be, and no procedures are bound
// to its type.
func handable(v *scope.Symbol) bool {
	switch word := v.Type.Word(); {
	case word == "" || word == "class":
		return false
	case word != "type":
		return true
	}
	def := v.Type.Definition()
	if def == nil {
		return false
	}
	for d := range def.Lineage() {
		if d == nil || len(d.Bindings) > 0 || slices.ContainsFunc(d.Components, func(c *scope.Symbol) bool { return c.Class == scope.Procedure }) {
			return false
		}
	}
	return true
}

// enter adds what stands at the beginning: the scalars are complete from there on.
func (w *cover) enter(tree *access.Tree) {
	enter := &Enter{Before: Before{Item: w.out.Unit.Exec[0]}}
	w.out.add(enter)
	seen := map[string]bool{}
	tree.Walk(func(n *access.Node) bool {
		for _, r := range n.E.Refs {
			if w.standing(r, w.a.u) != access.AtEntry || seen[r.Obj.Key] {
				continue
			}
			seen[r.Obj.Key] = true
			if v := r.Obj.Last; v != nil && !handable(v) {
				w.why = unhandable(r.Obj.As(), n)
			}
			enter.Scalars = append(enter.Scalars, Guarded{X: r.Obj.Expr(), Guards: rootGuards(r.Obj.Name, r.Obj.Root.Symbol)})
		}
		return true
	})
}

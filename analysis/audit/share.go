package audit

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// mayShare reports whether two variables may have storage in common, subscripts left out.
func (a *auditor) mayShare(v, w *scope.Symbol) bool {
	switch {
	case v == w:
		return true
	case !v.Known() || !w.Known():
		return true
	case v.Has(scope.Equivalenced) && equivalent(v, w), w.Has(scope.Equivalenced) && equivalent(w, v):
		return true
	case v.Storage == scope.CommonStorage && w.Storage == scope.CommonStorage && v.Common == w.Common && v.Scope != w.Scope:
		return true
	case v.Storage == scope.Result && w.Storage == scope.Result && v.Scope == w.Scope: // of entries
		return true
	}
	if x, y := v.Type.Basic(), w.Type.Basic(); x != "" && y != "" && x != y && !(x == "real" && y == "complex" || x == "complex" && y == "real") {
		return false
	}
	return points(v) && (points(w) || a.pointedAt(w)) || points(w) && a.pointedAt(v) ||
		pointedAt(v) && pointedAt(w) && (v.Storage == scope.Dummy || w.Storage == scope.Dummy)
}

// loose reports whether a variable may share storage with another one.
func (a *auditor) loose(v *scope.Symbol) bool {
	return !v.Known() || points(v) || a.pointedAt(v) || v.Has(scope.Equivalenced) || v.Storage == scope.CommonStorage || v.Storage == scope.Result
}

// equivalent reports whether EQUIVALENCE statements lead from a variable to another one of its scope, or to one of the same block.
func equivalent(a, b *scope.Symbol) bool {
	if a.Scope == nil {
		return true
	}
	found := map[string]bool{a.Name: true}
	for more := true; more; {
		more = false
		for _, set := range a.Scope.Equivalences() {
			if !slices.ContainsFunc(set, func(x ast.Expr) bool { r := ast.Root(x); return r == nil || found[r.Name] }) {
				continue
			}
			for _, x := range set {
				if r := ast.Root(x); r != nil && !found[r.Name] {
					found[r.Name], more = true, true
				}
			}
		}
	}
	for name := range found {
		y := a.Scope.Declared(name)
		if y == nil || y.Root() == b || y != a && y.Storage == scope.CommonStorage && b.Storage == scope.CommonStorage && y.Common == b.Common {
			return true
		}
	}
	return false
}

// points reports whether memory is reached through a pointer under the name of a variable.
func points(v *scope.Symbol) bool {
	return v.Has(scope.Pointer) || v.Class == scope.Unknown || some(v.Type, leads, map[*scope.DerivedType]bool{})
}

// some reports whether something holds of a type, or of one that a component has which is no pointer; yes if a type is not known.
func some(t *scope.DataType, of func(*scope.DerivedType) bool, seen map[*scope.DerivedType]bool) bool {
	if t.Basic() != "" {
		return false
	}
	def := t.Definition()
	if def == nil || t.Name == "class" {
		return true
	}
	for d := range def.Lineage() {
		if d == nil || of(d) {
			return true
		}
		if seen[d] {
			continue
		}
		seen[d] = true
		for _, c := range d.Components {
			if !c.Known() || c.Class == scope.Variable && !c.Has(scope.Pointer) && some(c.Type, of, seen) {
				return true
			}
		}
	}
	return false
}

// leads: pointers stand in a type. final: it has a final procedure.
func leads(d *scope.DerivedType) bool {
	return slices.ContainsFunc(d.Components, func(c *scope.Symbol) bool { return c.Has(scope.Pointer) })
}

func final(d *scope.DerivedType) bool { return slices.Contains(d.Bindings, scope.FinalBinding) }

// pointedAt reports whether a pointer may lead to a variable.
func pointedAt(v *scope.Symbol) bool { return v.Has(scope.Target) || v.Has(scope.Pointer) }

func (a *auditor) pointedAt(v *scope.Symbol) bool { return pointedAt(v) || a.aimed[v] }

// meets reports whether two designators may name the same memory.
func (a *auditor) meets(m, o mention) bool {
	return a.mayShare(m.v, o.v) && !(m.v == o.v && diverge(m.parts, o.parts))
}

// single reports whether a variable is certainly one number, character or logical.
func single(v *scope.Symbol) bool {
	return v.Known() && v.Rank == 0 && !v.IsArray() && v.Type.Basic() != ""
}

// reached reports whether what a unit calls may touch a variable that it does not get.
func (a *auditor) reached(v *scope.Symbol, u *ast.Unit) bool {
	if !within(v, u) && !(v.Storage == scope.Dummy && v.Scope != nil && v.Scope.Unit == u) {
		return true
	}
	return v.Has(scope.Equivalenced) || a.pointedAt(v) || points(v) || v.Saved() && u.Kind != ast.KProgram || a.named(v, u)
}

// named reports whether an internal procedure names a variable of the unit that holds it.
func (a *auditor) named(v *scope.Symbol, u *ast.Unit) bool {
	if a.inner[u] == nil {
		names := map[string]bool{}
		for _, sub := range u.Subs {
			sub.Statements(func(s *ast.Stmt) bool {
				for id := range ast.StmtIdents(s) {
					names[id.Name] = true
				}
				if x := a.set.Of(s); x != nil {
					for _, c := range x.All {
						for _, e := range c.Expressions() {
							for id := range ast.Idents(e) {
								names[id.Name] = true
							}
						}
					}
				}
				return true
			})
		}
		a.inner[u] = names
	}
	return a.inner[u][v.Name]
}

// private reports whether nobody but the unit itself, in this execution of it, has the memory of a variable.
func (a *auditor) private(v *scope.Symbol, u *ast.Unit) bool {
	if v.Storage == scope.Dummy {
		return v.Has(scope.Value) && !points(v) && v.Scope != nil && v.Scope.Unit == u
	}
	return within(v, u) && !a.reached(v, u)
}

// part is a component on the way of a designator.
type part struct {
	name   string
	points bool // a pointer, or it is not known that it is none
}

// partsOf takes a designator apart into components; nothing if an inherited part is among them, which has other names.
func (r *reader) partsOf(x ast.Expr) []part {
	root := ast.Root(x)
	if root == nil {
		return nil
	}
	var list []part
	for _, st := range scope.Walk(x, r.sc.Standing(root.Name), nil).Steps[1:] {
		if st.Shared || st.Kind == scope.Inherited || st.Kind == scope.Binding {
			return nil
		}
		list = append(list, part{st.Name, st.Symbol == nil || st.Symbol.Has(scope.Pointer)})
	}
	return list
}

// diverge reports whether two designators of one variable certainly name different components of it.
func diverge(a, b []part) bool {
	led := func(list []part) bool { return slices.ContainsFunc(list, func(p part) bool { return p.points }) }
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i].name != b[i].name {
			return !led(a) || !led(b)
		}
	}
	return false
}

// number reports whether a designator is certainly one number of its own: it and all that holds it has no subscripts.
func (a *auditor) number(x ast.Expr, sc *scope.Scope) bool {
	if x == nil || sc == nil {
		return false
	}
	for y := x; ; {
		m, ok := y.(*ast.Member)
		if !ok {
			break
		}
		y = m.X
		if _, name := y.(*ast.Ident); name {
			in := sc.Designator(x)
			return in.Known && in.Rank == 0 && in.Type.Basic() != "" && !in.Last.Has(scope.Pointer) && !in.Base.IsArray() && !in.Indirect
		}
	}
	return false
}

package nests

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// flags finds scalars that the nest assigns nothing but one literal, at least
// once under a condition, and does not read: "converged = .false.". The order
// of equal assignments does not matter.
func (b *builder) flags() {
	b.constants = map[*access.Object]string{}
	bad := map[*access.Object]bool{}
	conditional := map[*access.Object]bool{}
	b.nest.Node.Walk(func(m *access.Node) bool {
		for _, r := range m.E.Refs {
			if !r.Obj.Scalar || b.nest.named(m, r) {
				continue
			}
			text, ok := literalAssign(m, r)
			if old, seen := b.constants[r.Obj]; !ok || seen && old != text {
				bad[r.Obj] = true
				continue
			}
			b.constants[r.Obj] = text
			for p := m.Parent; p != nil && p != b.nest.Node.Parent; p = p.Parent {
				conditional[r.Obj] = conditional[r.Obj] || p.Kind == access.Branch
			}
		}
		return true
	})
	for o := range b.constants {
		if bad[o] || !conditional[o] {
			delete(b.constants, o)
		}
	}
}

// literalAssign returns the literal if m assigns one to r.
func literalAssign(m *access.Node, r access.Ref) (string, bool) {
	a, ok := m.Stmt.Body.(*ast.Assign)
	if !ok || m.Kind != access.Simple || !r.Write || !r.Sure {
		return "", false
	}
	l, ok := a.Y.(*ast.Literal)
	if !ok || l.Kind == ast.StringLit {
		return "", false
	}
	return access.Text(l)
}

// reduction returns the reduction that statement n is, if it is one.
func (b *builder) reduction(n *access.Node) *access.Reduction {
	if n.E.Reduction != nil {
		return n.E.Reduction
	}
	for _, r := range n.E.Refs {
		if text, ok := b.constants[r.Obj]; ok && r.Write {
			return &access.Reduction{Obj: r.Obj, Op: "=" + text}
		}
	}
	return nil
}

// others returns the references without those to the variable of a reduction, which is
// touched, although it is no access of the model.
func (b *builder) others(refs []access.Ref, o *access.Object) []access.Ref {
	var out []access.Ref
	for _, r := range refs {
		if r.Obj != o {
			out = append(out, r)
			continue
		}
		b.touched = append(b.touched, b.touch(r))
	}
	return out
}

// selection recognises "if (x > v) v = x", the maximum written out.
func (b *builder) selection(n *access.Node) depend.Node {
	if n.Stmt == nil || len(n.Arms) != 1 || len(n.Arms[0]) != 1 || n.Else {
		return nil
	}
	cond, ok1 := n.Stmt.Body.(*ast.Cond)
	m := n.Arms[0][0]
	set, ok2 := m.Stmt.Body.(*ast.Assign)
	if !ok1 || !ok2 || m.Kind != access.Simple || m.Stmt.Kind != ast.KAssign || m.E.Reach != access.ReachNamed || n.E.May(access.Impure) {
		return nil
	}
	cmp, ok := cond.X.(*ast.Binary)
	v, isName := set.X.(*ast.Ident)
	if !ok || !isName {
		return nil
	}
	left, ok1 := access.Text(cmp.X)
	right, ok2 := access.Text(cmp.Y)
	value, ok3 := access.Text(set.Y)
	if !ok1 || !ok2 || !ok3 {
		return nil
	}
	up := cmp.Op == ">" || cmp.Op == ">="
	if !up && cmp.Op != "<" && cmp.Op != "<=" {
		return nil
	}
	var other ast.Expr
	switch {
	case right == v.Name && left == value:
		other = cmp.X
	case left == v.Name && right == value:
		other, up = cmp.Y, !up
	default:
		return nil
	}
	var o *access.Object
	for _, r := range m.E.Refs {
		if r.Write {
			o = r.Obj
		}
	}
	if o == nil || !o.Scalar || !o.Root.Known() || !b.u.Order(o.Root.Type.Word(), other) {
		return nil
	}
	e := b.u.Expr(other)
	if e.May(access.Impure) {
		return nil
	}
	for _, r := range e.Refs {
		if access.Relate(r.Obj, o) != access.Distinct {
			return nil
		}
	}
	op := "min"
	if up {
		op = "max"
	}
	s := &depend.Stmt{Reduction: &depend.Reduction{Obj: b.id(o), Op: op, At: m.Stmt.Span()}}
	b.cond++
	b.others(n.E.Refs, o)
	b.others(m.E.Refs, o)
	s.Acc = b.accesses(e.Refs)
	b.cond--
	b.forgetWrites(m.E.Refs)
	return s
}

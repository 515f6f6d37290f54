package overlap

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// lastValues lists the scalars that need the values that the last iteration gives them; false if one has no name
// or no type of which a variable can be declared, or need not be there.
func (f *finder) lastValues(cut *Cut) bool {
	for _, i := range cut.Nest.Result.LastValues {
		o := cut.Nest.Objects[i]
		v := o.Root
		if cut.Ordered || f.flow.Dead(cut.Node, o) {
			continue
		}
		if v.Shadows() || f.u.At(cut.Node).Lookup(o.Name) != v || !o.Savable() {
			return false
		}
		inner := cut.Nest.Cut[cut.Rank()-1]
		certain := cut.Nest.OMP == nil && f.assigned(inner.Arms[0], o)
		if !certain && (v.Has(scope.Optional) || v.Has(scope.Pointer)) {
			return false
		}
		cut.LastValues = append(cut.LastValues, o)
		if certain {
			cut.Certain = append(cut.Certain, o)
		}
	}
	return true
}

// assigned reports whether statements certainly assign a scalar.
func (f *finder) assigned(list []*access.Node, o *access.Object) bool {
	for _, n := range list {
		jumps := false
		n.Walk(func(m *access.Node) bool {
			jumps = jumps || m.Jump != access.Falls
			return !jumps
		})
		switch {
		case jumps || len(n.OMP) > 0:
			return false
		case n.Kind == access.Simple && slices.ContainsFunc(n.E.Refs, func(r access.Ref) bool { return r.Obj == o && r.Write && r.Sure }):
			return true
		case n.Kind == access.Loop && n.Loop != nil && n.Loop.Counted && !n.Loop.Concurrent:
			in := f.scopeOf(n)
			lo, ok1 := in.Int(n.Loop.LoX)
			hi, ok2 := in.Int(n.Loop.HiX)
			if n.Loop.Obj == o || ok1 && ok2 && n.Loop.Step == 1 && lo <= hi && f.assigned(n.Arms[0], o) {
				return true
			}
		}
	}
	return false
}

// apart collects what iterations of a nest must not touch while its calls are under way; false if that is
// not known.
func (f *finder) apart(cut *Cut) bool {
	boxed := cut.Nest.Dep.Boxed(cut.Rank())
	var messages []*Message
	received := access.Touching()
	for _, stage := range cut.Stages {
		for _, c := range stage {
			for _, m := range c.Messages {
				messages = append(messages, m)
				if !m.Send {
					r := m.Ref
					r.Sub, r.Write = nil, true
					received.Refs = append(received.Refs, r)
				}
			}
		}
	}
	for _, x := range cut.limits() { // evaluated before anything is complete
		for _, r := range f.u.At(cut.Node).Expr(x).Refs {
			if _, hit := f.u.Alters(received, r); hit {
				return false
			}
		}
	}
	if slices.ContainsFunc(cut.Loops, func(l *access.LoopInfo) bool { return l.Step != 1 || !l.IntVar }) {
		return false
	}
	var pairs pairs
	for _, m := range messages {
		section, ok := f.section(cut, m)
		if !ok {
			return false
		}
		for _, t := range cut.Nest.Touched {
			if m.Send && !t.Write || t.Status && !t.Write {
				continue
			}
			inBlock := m.block != "" && t.Obj.Root.Block == m.block
			if !inBlock && !access.Overlaps(t.Ref, section, f.u.Facts) {
				continue
			}
			if t.Obj != m.Ref.Obj || t.Obj.Scalar || t.Status {
				return false
			}
			if m.Box == nil {
				m.Box = f.box(m)
			}
			if m.Box == nil || !f.kept(m, cut) || !f.known(m.Box, received) {
				return false
			}
			p, ok := rungs.Footprint(f.u.At(cut.Node), t, boxed)
			if !ok || len(p.Dims) != len(m.Box.First) {
				return false
			}
			if cut.Nest.Array != nil && len(p.Dims) == 1 {
				return false // a buffer that is packed or unpacked: no element of it is left
			}
			pairs.add(p, m)
		}
	}
	cut.Apart = pairs.list
	return true
}

// Rank is the number of loops, or dimensions of an array assignment, of which boxes are made.
func (cut *Cut) Rank() int { return max(1, len(cut.Loops)) }

// limits are the bounds between which boxes lie.
func (cut *Cut) limits() []ast.Expr {
	var out []ast.Expr
	add := func(x ast.Expr) {
		if x != nil {
			out = append(out, x)
		}
	}
	for _, l := range cut.Loops {
		add(l.LoX)
		add(l.HiX)
	}
	if a := cut.Nest.Array; a != nil {
		for _, c := range a.Cuts {
			if c.Part.Args != nil {
				r := c.Part.Args[c.Dim].X.(*ast.Range)
				add(r.Lo)
				add(r.Hi)
			}
		}
	}
	return out
}

// known reports whether a box is not computed from what is received.
func (f *finder) known(b *Box, received *access.Effects) bool {
	return !slices.ContainsFunc(b.syms, func(s affine.Sym) bool {
		_, changed := f.u.Changes(received, s)
		return changed
	})
}

// section is what a message touches, in terms of what means the same all through a nest; false if the nest touches the
// variable in a way of which its references do not tell.
func (f *finder) section(cut *Cut, m *Message) (access.Ref, bool) {
	whole := f.u.Whole(cut.Node)
	if !m.Send && f.u.Looks(whole, m.Ref.Obj) {
		return m.Ref, false
	}
	near := func(o *access.Object) bool {
		return access.Relate(o, m.Ref.Obj) != access.Distinct || m.block != "" && o.Root.Block == m.block
	}
	reduced := false // references of x = x + y are not among those of the nest
	cut.Node.Walk(func(n *access.Node) bool {
		reduced = reduced || n.E.Reduction != nil && near(n.E.Reduction.Obj)
		return !reduced
	})
	for _, r := range whole.Refs {
		if near(r.Obj) && !slices.ContainsFunc(cut.Nest.Touched, func(t nests.Touch) bool { return t.Obj == r.Obj && t.Write == r.Write }) && !(r.Status && !r.Write) {
			return m.Ref, false
		}
	}
	section := m.Ref
	if _, changed := f.changes(whole, section); changed {
		section.Sub = nil
	}
	return section, !reduced
}

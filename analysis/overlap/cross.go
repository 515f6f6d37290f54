package overlap

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
)

// watch is memory that is not to be touched while something is crossed.
type watch struct {
	ref    access.Ref
	writes bool // only writing to it matters
	block  string
}

// watches are what a call's messages depend on between start and wait.
func (f *finder) watches(c *Call) []watch { return append(memory(c), f.outcome(c)...) }

// memory is what the messages of a call lie in.
func memory(c *Call) []watch {
	var out []watch
	for _, m := range c.Messages {
		out = append(out, watch{m.Ref, m.Send, m.block})
	}
	return out
}

// outcome is what tells of a call's messages, and for a wait of the program what it needs.
func (f *finder) outcome(c *Call) []watch {
	var out []watch
	u := f.u.At(c.Node)
	if c.Kind == mpi.Wait {
		for name, x := range c.Parts() {
			out = append(out, all(u, x, name == "count")...)
		}
		for _, x := range c.conditions() {
			out = append(out, all(f.u.At(c.place()), x, true)...)
		}
		return out
	}
	if c.Status != nil {
		out = append(out, all(u, c.Status, false)...)
	}
	if c.Error != nil && c.ErrorKept {
		out = append(out, all(u, c.Error, false)...)
	}
	return out
}

// inputs are what is read when a call begins, besides what it sends.
func (f *finder) inputs(c *Call) []watch {
	var out []watch
	u := f.u.At(c.Node)
	for name, x := range c.Parts() {
		switch name {
		case "status", "ierror": // a call that is made as it was writes them
			out = append(out, all(u, x, false)...)
		case "buf", "sendbuf", "recvbuf":
			for _, r := range beside(u, x) {
				out = append(out, watch{ref: r, writes: true})
			}
		default:
			out = append(out, all(u, x, true)...)
		}
	}
	return out
}

// beside is what is read to find a variable, its subscripts, and not the variable.
func beside(u *access.Unit, x ast.Expr) []access.Ref {
	return slices.DeleteFunc(u.Expr(x).Refs, func(r access.Ref) bool { return r.X == x })
}

func all(u *access.Unit, x ast.Expr, writes bool) []watch {
	var out []watch
	for _, r := range u.Expr(x).Refs {
		out = append(out, watch{ref: r, writes: writes})
	}
	return out
}

// obstacle says why n cannot be executed between two places that a message is moved
// over, nothing if it can. post: it may be a call that sends or receives, too.
func (f *finder) obstacle(n *access.Node, list []watch, post bool) reason.Reason {
	at := n.Stmt.Span()
	if n.Kind == access.Exchange || n.Kind == access.Mark || n.Kind == access.Opaque || n.Wait() {
		return reason.CallDirective.At(at)
	}
	if l := f.entered(n); l != "" {
		return reason.FixedLabel.At(at, reason.Name(l))
	}
	if len(f.teams) > 0 && f.invokes(n) {
		return reason.InTeam.At(at)
	}
	e := f.effects(n, post)
	switch {
	case e.May(access.Blocks|access.MPI|access.Outside|access.IO) || e.Reach.Beyond(access.ReachLook):
		return reason.Blocks.At(at, reason.Because(e.Why))
	case e.May(access.Stops|access.Finalises) || f.leaves(n, e):
		return reason.CallLeaves.At(at)
	}
	for _, w := range list {
		if r, hit := f.touches(e, w); hit {
			return reason.Touched.At(at, reason.Because(reason.TouchedThere.At(at, r.As())))
		}
	}
	if post {
		return f.overrun(n, list)
	}
	return reason.Reason{}
}

// entered is the label of a statement to which something jumps: n, or one inside of it, as FORTRAN 66 allowed.
func (f *finder) entered(n *access.Node) (label string) {
	if len(f.tree.Labels) == 0 {
		return ""
	}
	n.Walk(func(m *access.Node) bool {
		if l := m.Stmt.Label(); l != "" && f.tree.Labels[l] {
			label = l
		}
		return label == ""
	})
	return label
}

// leaves reports whether control may leave a node elsewhere than at its end.
func (f *finder) leaves(n *access.Node, e *access.Effects) bool {
	jumps := len(e.Jumps) > 0
	n.Walk(func(m *access.Node) bool {
		jumps = jumps || m.Jump != access.Falls && (m.Target == nil || !n.Holds(m.Target))
		return !jumps
	})
	return jumps
}

// touches reports whether a statement may touch what is watched, and by which reference.
// That a procedure is said to be harmless is about directives.
func (f *finder) touches(e *access.Effects, w watch) (access.Ref, bool) {
	for _, r := range e.Refs {
		switch {
		case r.Status && !r.Write, w.writes && !r.Write:
		case access.Overlaps(r, w.ref, f.u.Facts), w.block != "" && r.Obj.Root.Block == w.block:
			return r, true
		}
	}
	if !w.writes && f.u.Looks(e, w.ref.Obj) {
		return e.Seen(w.ref.Obj), true
	}
	return f.changes(e, w.ref)
}

// changes reports whether a statement changes what a section is computed from, and by which
// reference.
func (f *finder) changes(e *access.Effects, r access.Ref) (access.Ref, bool) {
	for _, d := range r.Sub {
		for _, form := range []affine.Form{d.Lo, d.Hi} {
			for _, t := range form.Terms {
				if w, changed := f.u.Changes(e, t.Sym); changed {
					return w, true
				}
			}
		}
	}
	return access.Ref{}, false
}

// effects are what a node does. If post is set, what calls from point to point do
// besides waiting for other ranks.
func (f *finder) effects(n *access.Node, post bool) *access.Effects {
	if !post || !f.posts(n) {
		return f.u.Whole(n)
	}
	if n.Kind == access.Simple {
		return f.moves(f.callAt(n), f.u.At(n))
	}
	e := n.E
	for _, arm := range n.Arms {
		for _, m := range arm {
			e.Merge(f.effects(m, true))
		}
	}
	return &e
}

// posts reports whether a node is a call from point to point, or an IF that holds one.
func (f *finder) posts(n *access.Node) bool {
	switch n.Kind {
	case access.Simple:
		c := f.callAt(n)
		return c != nil && c.Complete() && (c.Kind == mpi.Blocking || c.Kind == mpi.Post || c.Kind == mpi.Both || c.Kind == mpi.Wait)
	case access.Branch:
		for _, arm := range n.Arms {
			for _, m := range arm {
				if f.posts(m) {
					return true
				}
			}
		}
	}
	return false
}

// moves are the effects of a call from point to point on memory.
func (f *finder) moves(c *mpicall.Call, u *access.Unit) *access.Effects {
	out := access.Touching()
	out.Does(access.Impure)
	for name, x := range c.Parts() {
		e := u.Expr(x)
		written := *e
		written.Refs = nil
		own := slices.ContainsFunc(e.Refs, func(r access.Ref) bool { return r.X == x })
		for _, r := range e.Refs {
			out.Refs = append(out.Refs, r)
			if own && r.X != x {
				continue // a subscript
			}
			switch name {
			case "buf", "recvbuf":
				if name == "buf" && sides(c)[0].send {
					continue
				}
				r.Sub = nil // and what follows
			case "status", "array_of_statuses", "request", "array_of_requests", "ierror":
			default:
				continue
			}
			r.Write = true
			written.Refs = append(written.Refs, r)
		}
		out.Merge(&written)
	}
	return out
}

// overrun says that a call may receive over what is watched: what comes goes on behind its variable, in a common block or a derived type.
func (f *finder) overrun(n *access.Node, list []watch) (why reason.Reason) {
	n.Walk(func(m *access.Node) bool {
		if m.Kind != access.Simple || !f.posts(m) || f.callAt(m).Kind == mpi.Wait {
			return !why.Stands()
		}
		for _, s := range sides(f.callAt(m)) {
			if s.send {
				continue
			}
			over, x := f.over(s, m)
			if slices.ContainsFunc(list, over) {
				at := m.Stmt.Span()
				why = reason.Touched.At(at, reason.Because(reason.TouchedThere.At(at, reason.Expr(x))))
			}
		}
		return !why.Stands()
	})
	return why
}

// over says of what is watched whether a message may go over it behind its variable; its buffer is returned, too.
func (f *finder) over(s side, n *access.Node) (func(watch) bool, ast.Expr) {
	m := &Message{Send: s.send, From: n}
	for _, name := range s.names {
		m.Args = append(m.Args, ast.Arg{X: f.callAt(n).Arg(name)})
	}
	x := m.Args[0].X
	if f.buffer(m, n).Stands() { // how long it is is not known
		for _, r := range f.u.At(n).Expr(x).Refs {
			if r.X == x {
				m.Ref, m.block = r, r.Obj.Root.Block
				m.Ref.Sub = nil
			}
		}
	}
	return func(w watch) bool {
		return m.block != "" && w.ref.Obj.Root.Block == m.block || m.Ref.Obj != nil && access.Overlaps(m.Ref, w.ref, f.u.Facts)
	}, x
}

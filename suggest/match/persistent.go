package match

import (
	"cmp"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// persistent are the calls that make persistent requests. A start posts the message that such a call
// describes; so what it is made of must be the same at every start as when the request was made.
type persistent struct {
	inits []*calls.Call
}

func newPersistent(index *calls.Index) *persistent {
	p := &persistent{}
	for _, c := range index.Calls {
		if c.Kind == calls.Init {
			p.inits = append(p.inits, directions(index, c)...)
		}
	}
	return p
}

// directions are the calls that one in a loop with constant bounds is, with the values of its variable; the
// call itself where it is not in such a loop.
func directions(index *calls.Index, c *calls.Call) []*calls.Call {
	loop := program.Loop(c.Unit.Exec, c.Stmt)
	if loop == nil {
		return []*calls.Call{c}
	}
	id, list := values(index, c.File.Scope(loop.Begin), loop, nil)
	var out []*calls.Call
	for _, v := range list {
		d, ok := c.With(func(x ast.Expr) (ast.Expr, bool) {
			return program.Substitute(x, map[string]ast.Expr{id.Name: ast.Int(v)})
		})
		if !ok {
			return []*calls.Call{c}
		}
		out = append(out, d)
	}
	if out == nil || ast.String(out[0].Arg("request")) == ast.String(c.Arg("request")) {
		return []*calls.Call{c} // one request, whatever the variable is
	}
	return out
}

// made is a call that makes a request, and which one.
type made struct {
	call *calls.Call
	pended
}

// initsOf returns the calls that make the requests which a start names, in the order of the requests.
func (w *walker) initsOf(c *calls.Call) ([]made, *program.Refusal) {
	r := newRequests(w, nil)
	var is func(pended) bool
	n := int64(1)
	if c.Name == "mpi_start" {
		p, why := r.named(c, c.Arg("request"))
		if why != nil {
			return nil, why
		}
		is = func(o pended) bool { return o.key == p.key && o.slot == p.slot && (o.fixed || o.slot == "") }
	} else {
		l, why := r.listed(c)
		if why != nil {
			return nil, why
		}
		if !l.fixed {
			return nil, program.Refuse("use a constant", "how many requests %s starts is not known", c.Spoken())
		}
		is, n = l.has, l.n
	}
	var out []made
	for _, i := range w.starts.inits {
		p, why := r.named(i, i.Arg("request"))
		switch {
		case why != nil:
			return nil, why
		case p.slot != "" && !p.fixed:
			return nil, program.Refuse("use constant subscripts", "the request of %s at line %d has a subscript whose value is not followed", i.Spoken(), i.File.At(i.Stmt).Line)
		case is(p):
			out = append(out, made{i, p})
		}
	}
	slices.SortStableFunc(out, func(a, b made) int { return cmp.Compare(a.n, b.n) })
	for i := range out[:max(len(out)-1, 0)] {
		if out[i].n == out[i+1].n {
			return nil, program.Refuse("", "the request that %s starts is made at several places", c.Spoken())
		}
	}
	if int64(len(out)) != n {
		return nil, program.Refuse("", "not all requests that %s starts are made in these files", c.Spoken())
	}
	return out, nil
}

// started returns the events of a start: one for each message.
func (w *walker) started(c *calls.Call, e event) ([]event, *program.Refusal) {
	inits, why := w.initsOf(c)
	if why != nil {
		return nil, why
	}
	defer func() { w.lasting = false }()
	var out []event
	for _, i := range inits {
		w.lasting = !w.passing(i.call, c)
		if why := w.lasts(i.call, c); why != nil {
			return nil, why
		}
		as := "mpi_isend"
		if i.call.Name == "mpi_recv_init" {
			as = "mpi_irecv"
		}
		msgs, why := w.messages(i.call.As(as, calls.Post, c), e.guard, w.access)
		if why != nil {
			w.refuse(i.call, why)
			return nil, why
		}
		one := e
		one.what, one.call, one.msgs, one.init = post, c, msgs, i.call
		out = append(out, one)
	}
	return out, nil
}

// lasts says why a message may be another one when it is started than it was when its request was
// made, nil if it is the same.
func (w *walker) lasts(i, c *calls.Call) *program.Refusal {
	from, to := i.File.Scope(i.Stmt), c.File.Scope(c.Stmt)
	changed := func(name string) *program.Refusal {
		return program.Refuse("write MPI_Isend and MPI_Irecv at the place of MPI_Start", "%s may be another one at the start than at %s at line %d", name, i.Spoken(), i.File.At(i.Stmt).Line)
	}
	if i.Stmt.IsInner || i.Stmt.Label() != "" || i.Stmt.Line.Shared {
		return program.Refuse("", "%s at line %d cannot be taken away", i.Spoken(), i.File.At(i.Stmt).Line)
	}
	buf := ast.Root(i.Arg("buf"))
	if buf == nil {
		return changed(ast.String(i.Arg("buf")))
	}
	for _, arg := range []string{"buf", "count", "datatype", "dest", "source", "tag", "comm"} {
		for id := range ast.Idents(i.Arg(arg)) {
			if mpicall.MPIName(i.File.Table, from, id.Name) != "" && mpicall.MPIName(c.File.Table, to, id.Name) != "" {
				continue
			}
			if calls.Key(from, id.Name) != calls.Key(to, id.Name) {
				return changed(id.Name)
			}
			y := from.Lookup(id.Name)
			if id == buf {
				if y == nil || w.lasting && (y.Storage == scope.Dummy || calls.Passing(y.Root())) || y.Has(scope.Pointer) || w.moved(from, id.Name) {
					return changed(id.Name)
				}
				continue
			}
			if arg != "datatype" && !w.index.Steady(from, id.Name, w.lasting) && !w.index.Settled(i, id.Name) {
				return changed(id.Name)
			}
		}
	}
	x := i.Arg("buf")
	if a, ok := x.(*ast.Apply); ok {
		x = a.X
	}
	if _, plain := x.(*ast.Ident); !plain {
		return changed(ast.String(i.Arg("buf")))
	}
	return nil
}

// passing reports whether a request lives no longer than the execution of the procedure in which it
// is both made and started.
func (w *walker) passing(i, c *calls.Call) bool {
	id := ast.Root(i.Arg("request"))
	if i.Unit != c.Unit || id == nil {
		return false
	}
	y := i.File.Scope(i.Stmt).Lookup(id.Name)
	return y != nil && calls.Passing(y) && y.Scope.Unit == i.Unit
}

// moved reports whether an array may become another piece of memory: it is allocated at several
// places, or passed to move_alloc.
func (w *walker) moved(s *scope.Scope, name string) bool {
	n := 0
	for _, m := range w.index.Of(s, name) {
		switch {
		case m.Via == "move_alloc":
			return true
		case m.Stmt.Kind == ast.KAllocate:
			n++
		}
		if m.Set != nil && s.Lookup(name).Has(scope.Allocatable) {
			if rank, ok := m.File.Scope(m.Stmt).Rank(m.Set); !ok || rank != 0 {
				return true
			}
		}
	}
	return n > 1
}

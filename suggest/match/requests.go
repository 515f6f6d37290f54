package match

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// requests follows which requests are under way.
//
// A request is a variable, or an element of an array with a constant subscript, or one
// with a counter: then the counter must have gone on since the post before, so that no request is
// lost, and be zero at the first.
type requests struct {
	w       *walker
	pending []pended
	// started and fresh are of counters: it was set to 0 in this group; it has gone on
	// since the last post, under these conditions.
	started map[string]bool
	fresh   map[string][]Cond
	ready   map[string]bool
	from    *access.Node // where the group begins
}

// pended is a request under way.
type pended struct {
	call  *calls.Call
	guard []Cond
	key   string // of the variable
	slot  string // "" scalar, else the subscript
	n     int64  // the subscript if it is a number
	fixed bool
}

func newRequests(w *walker, from *access.Node) *requests {
	return &requests{w: w, from: from, started: map[string]bool{}, fresh: map[string][]Cond{}, ready: map[string]bool{}}
}

func (r *requests) any() bool { return len(r.pending) > 0 }

func (r *requests) first() *calls.Call { return r.pending[0].call }

// take goes through events.
func (r *requests) take(events []event) *program.Refusal {
	for _, e := range events {
		var why *program.Refusal
		switch e.what {
		case post:
			why = r.post(e)
		case complete:
			why = r.complete(e)
		case count:
			if e.zero {
				r.started[e.obj], r.ready[e.obj] = true, false
				break
			}
			r.fresh[e.obj], r.ready[e.obj] = e.guard, true
		}
		if why != nil {
			return why
		}
	}
	return nil
}

// named takes the variable of a request apart.
func (r *requests) named(c *calls.Call, x ast.Expr) (pended, *program.Refusal) {
	p := pended{call: c}
	x = ast.Unparen(x)
	if a, ok := x.(*ast.Apply); ok {
		if len(a.Args) != 1 || a.Args[0].X == nil {
			return p, program.Refuse("use an array of one dimension", "the request %s has several subscripts", ast.String(x))
		}
		sub := a.Args[0].X
		p.slot = ast.String(sub)
		p.n, p.fixed = r.w.index.Int(c.File.Scope(c.Stmt), sub)
		x = a.X
	}
	if ast.Root(x) == nil {
		return p, program.Refuse("", "the request %s is not understood", ast.String(x))
	}
	id, ok := x.(*ast.Ident)
	if ok {
		p.key = calls.Key(c.File.Scope(c.Stmt), id.Name)
		return p, nil
	}
	for id := range ast.Idents(x) {
		if id != ast.Root(x) {
			return p, program.Refuse("", "the request %s is not understood", ast.String(x))
		}
	}
	p.key = calls.Key(c.File.Scope(c.Stmt), ast.Root(x).Name) + ast.String(x)
	return p, nil
}

func (r *requests) post(e event) *program.Refusal {
	req := e.msgs[0].Request
	p, why := r.named(e.call, req)
	if why != nil {
		return why
	}
	p.guard = e.guard
	if p.slot != "" && !p.fixed {
		if !r.started[p.slot] && !r.startedBefore(p.slot) {
			return program.Refuse("use constant subscripts, or set the counter to 0 before the first call", "the request %s has a subscript whose value is not followed", ast.String(req))
		}
		if !r.ready[p.slot] || !sameGuard(r.fresh[p.slot], e.guard) {
			return program.Refuse("", "two messages may have the request %s", ast.String(req))
		}
		r.ready[p.slot] = false
		r.pending = append(r.pending, p)
		return nil
	}
	for _, o := range r.pending {
		if o.key == p.key && o.slot == p.slot && !exclude(o.guard, p.guard) {
			return program.Refuse("", "the request %s is under way already, from line %d", ast.String(req), o.call.File.At(o.call.Stmt).Line)
		}
	}
	r.pending = append(r.pending, p)
	return nil
}

func sameGuard(a, b []Cond) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Key() != b[i].Key() {
			return false
		}
	}
	return true
}

// startedBefore reports whether a counter is set to 0 before the group, with nothing between
// that could change it.
func (r *requests) startedBefore(counter string) bool {
	for n := r.from; n != nil; n = n.Parent {
		list, i := n.Siblings()
		for k := i - 1; k >= 0; k-- {
			zero, may := r.w.sets(list[k], counter)
			if zero {
				r.started[counter] = true
			}
			if may {
				return zero
			}
		}
		if n.Parent != nil && n.Parent.Kind != access.Branch {
			return false
		}
	}
	return false
}

// sets says whether a statement sets a counter to 0, and whether it may change it at all.
func (w *walker) sets(n *access.Node, counter string) (zero, may bool) {
	if n.Kind == access.Simple {
		e := event{what: other, node: n}
		w.bookkeeping(&e)
		if e.what == count && e.obj == counter {
			return e.zero, true
		}
	}
	f := w.access.Whole(n)
	for _, r := range w.access.Expr(&ast.Ident{Name: counter}).Refs {
		if _, hit := w.access.MayWrite(f, r); hit {
			return false, true
		}
	}
	return false, false
}

func (r *requests) complete(e event) *program.Refusal {
	c := e.call
	if c.Name == "mpi_wait" {
		p, why := r.named(c, c.Arg("request"))
		if why != nil {
			return why
		}
		return r.remove(e, func(o pended) bool { return o.key == p.key && o.slot == p.slot && (o.fixed || o.slot == "") })
	}
	l, why := r.listed(c)
	if why != nil {
		return why
	}
	return r.remove(e, l.has)
}

// several are the requests that a call names by an array and a count.
type several struct {
	key     string
	name    string
	from, n int64
	fixed   bool // n is known
	all     bool // from the first one on
	counted string
}

func (l several) has(o pended) bool {
	switch {
	case o.key != l.key:
		return false
	case o.slot == "":
		return l.fixed && l.n == 1
	case o.fixed && l.fixed:
		return l.from <= o.n && o.n < l.from+l.n
	case o.fixed:
		return l.all && l.counted == "size("+l.name+")"
	}
	return l.all && l.counted == o.slot
}

// listed says which requests a call names by an array and a count.
func (r *requests) listed(c *calls.Call) (several, *program.Refusal) {
	l := several{from: 1, all: true, counted: ast.String(c.Arg("count"))}
	x := ast.Unparen(c.Arg("requests"))
	if a, ok := x.(*ast.Apply); ok && len(a.Args) == 1 {
		lo := a.Args[0].X
		if t, ok := lo.(*ast.Range); ok {
			lo = t.Lo
			if t.Step != nil {
				return l, program.Refuse("", "the requests %s are not understood", ast.String(x))
			}
		}
		if lo != nil {
			n, ok := r.w.index.Int(c.File.Scope(c.Stmt), lo)
			if !ok {
				return l, program.Refuse("use constant subscripts", "which requests %s are is not known", ast.String(x))
			}
			l.from, l.all = n, n == 1
		}
		x = a.X
	}
	p, why := r.named(c, x)
	l.key, l.name = p.key, ast.String(x)
	l.n, l.fixed = r.w.index.Int(c.File.Scope(c.Stmt), c.Arg("count"))
	return l, why
}

// remove takes away what is complete. What is posted under conditions must be waited for
// under the same ones, or always.
func (r *requests) remove(e event, is func(pended) bool) *program.Refusal {
	var left []pended
	for _, o := range r.pending {
		switch {
		case !is(o) || exclude(o.guard, e.guard):
			left = append(left, o)
		case !covers(e.guard, o.guard):
			return program.Refuse("wait without a condition", "%s at line %d may not be waited for", o.call.Spoken(), o.call.File.At(o.call.Stmt).Line)
		}
	}
	r.pending = left
	return nil
}

// covers reports whether the conditions of a wait hold wherever those of a post do.
func covers(wait, post []Cond) bool {
	for _, c := range wait {
		if !c.In(post) {
			return false
		}
	}
	return true
}

// waitsForAll returns the wait that a loop is which waits for any of n requests, n times, and does nothing else;
// nil if something looks at which one it was.
func (w *walker) waitsForAll(n *access.Node) *calls.Call {
	loop, ok := n.Item.(*ast.Construct)
	if !ok || len(n.Arms) != 1 || len(n.Arms[0]) != 1 || n.Arms[0][0].Jump != access.Falls {
		return nil
	}
	c := w.call(n.Arms[0][0])
	d, ok := loop.Begin.Body.(*ast.Do)
	if c == nil || !ok || c.Name != "mpi_waitany" || !c.Complete() || d.Var == nil || d.Step != nil {
		return nil
	}
	sc := w.file.Scope(c.Stmt)
	lo, ok := sc.Int(d.Lo)
	index, isName := c.Arg("index").(*ast.Ident)
	if !ok || lo != 1 || !program.Same(d.Hi, c.Arg("count")) || !isName || index.Name == d.Var.Name {
		return nil
	}
	if y := sc.Lookup(index.Name); y == nil || y.Storage == scope.Dummy || y.Storage == scope.Result || y.Has(scope.Equivalenced) || y.Has(scope.Pointer) || y.Has(scope.Target) {
		return nil
	}
	for _, m := range w.index.Of(sc, index.Name) {
		if m.Call == nil || m.Call.Name != "mpi_waitany" || m.Arg != "index" || m.Inner {
			return nil
		}
	}
	return c.As(c.Name, calls.Wait, c)
}

package match

import (
	"maps"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Requests may be numbered by a counter n, which is 0 before the first: n = n + 1 and req(n), or req(n+1), req(n+2) and
// n = n + 2. No two of them are one, and the first n are all of them, if
//
//   - a request is one of those that the counter has just gone past, or one behind it;
//   - it goes on under the conditions of the posts, past all of those behind it that are in its way;
//   - nothing else is in the array, and nothing else changes counter or array.

// counter is what is known of one.
type counter struct {
	started bool           // it was 0, and all that changed it since is known
	exact   bool           // it is how many it has gone past: it was 0 whatever the conditions are
	holes   bool           // something that it has gone past is not taken
	changed bool           // something else may have changed it in the group
	past    map[int64]bool // what it has just gone past and nothing has taken, counted from it: 0, -1, ...
	ahead   map[int64]bool // what is taken behind it: 1, 2, ...
	guard   []Cond         // of past and ahead
}

func (r *requests) counter(name string) *counter {
	if r.counters[name] == nil {
		r.counters[name] = &counter{past: map[int64]bool{}, ahead: map[int64]bool{}}
	}
	return r.counters[name]
}

// more takes a sum of a variable and a constant apart; false if it is something else.
func more(sc *scope.Scope, x ast.Expr) (string, int64, bool) {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return x.Name, 0, true
	case *ast.Binary:
		l, r := x.X, x.Y
		if _, ok := sc.Int(l); ok && x.Op == "+" {
			l, r = r, l
		}
		k, known := sc.Int(r)
		name, n, ok := more(sc, l)
		switch {
		case !ok || !known:
		case x.Op == "+":
			return name, n + k, true
		case x.Op == "-":
			return name, n - k, true
		}
	default: // no counter
	}
	return "", 0, false
}

// unsettled notes that an event may change the conditions under which counters have gone on: those that read the same behind it
// are others.
func (r *requests) unsettled(e event) {
	for _, c := range r.counters {
		for _, g := range c.guard {
			c.exact = c.exact && !r.w.writesTo(e.node, g.X)
		}
	}
}

// counts takes a request that a counter numbers.
func (r *requests) counts(p *pended, req ast.Expr) *program.Refusal {
	if p.counter == "" {
		return program.Refuse("use constant subscripts", "the request %s has a subscript whose value is not followed", ast.String(req))
	}
	c := r.counter(p.counter)
	if !c.started && !c.changed && r.startedBefore(p.counter) {
		c.started, c.exact = true, true
	}
	if !c.started {
		return program.Refuse("use constant subscripts, or set the counter to 0 before the first call", "the request %s has a subscript whose value is not followed", ast.String(req))
	}
	again := program.Refuse("", "two messages may have the request %s", ast.String(req))
	switch {
	case p.more <= 0:
		if !c.past[p.more] || !sameGuard(c.guard, p.guard) {
			return again
		}
		delete(c.past, p.more)
		p.counted = true
	case c.ahead[p.more] || len(c.ahead) > 0 && !sameGuard(c.guard, p.guard):
		return again
	default:
		if len(c.ahead) == 0 && !sameGuard(c.guard, p.guard) {
			c.holes = c.holes || len(c.past) > 0
			clear(c.past)
		}
		c.ahead[p.more], c.guard = true, p.guard
	}
	return nil
}

// count goes on with a counter, or sets it to 0.
func (r *requests) count(e event) *program.Refusal {
	c := r.counter(e.obj)
	r.unsettled(e)
	if e.zero {
		if why := r.lost(e, func(p pended) bool { return p.counter == e.obj }); why != nil {
			return why
		}
		r.counters[e.obj] = &counter{started: true, exact: len(e.guard) == 0, past: map[int64]bool{}, ahead: map[int64]bool{}}
		return nil
	}
	if len(c.ahead) > 0 && !sameGuard(c.guard, e.guard) {
		return program.Refuse("let the counter go on under the condition of the posts", "whether %s goes on past all requests, at line %d, is not known", e.obj, r.w.file.At(e.node.Stmt).Line)
	}
	ahead := map[int64]bool{}
	c.holes = c.holes || len(c.past) > 0
	clear(c.past)
	for k := 1 - e.step; k <= 0; k++ {
		c.past[k] = true
	}
	for k := range maps.Keys(c.ahead) {
		if k -= e.step; k > 0 {
			ahead[k] = true
		} else {
			delete(c.past, k)
		}
	}
	c.ahead, c.guard = ahead, e.guard
	for i := range r.pending {
		if p := &r.pending[i]; p.counter == e.obj && !p.counted {
			p.more -= e.step
			p.counted = p.more <= 0
		}
	}
	return nil
}

// lost says which request under way an event takes away.
func (r *requests) lost(e event, is func(pended) bool) *program.Refusal {
	for _, p := range r.pending {
		if is(p) && !exclude(p.guard, e.guard) {
			return program.Refuse("", "the statement at line %d may change which request is that of %s at line %d, which is under way", r.w.file.At(e.node.Stmt).Line, p.call.Spoken(), p.call.File.At(p.call.Stmt).Line)
		}
	}
	return nil
}

// null looks at a request that is made a null one.
func (r *requests) null(e event) *program.Refusal {
	a := e.node.Stmt.Body.(*ast.Assign)
	return r.lost(e, func(p pended) bool { return r.w.meets(e.node, requestsOf(p.call), a.X, p) })
}

// meets reports whether what an assignment sets may be the request under way: elements with other numbers are not.
func (w *walker) meets(n *access.Node, req, x ast.Expr, p pended) bool {
	if a, ok := ast.Unparen(x).(*ast.Apply); ok && len(a.Args) == 1 && p.fixed && p.slot != "" {
		lo, hi := a.Args[0].X, a.Args[0].X
		if t, ok := lo.(*ast.Range); ok {
			lo, hi = t.Lo, t.Hi
		}
		sc := w.scopeOf(n)
		from, ok1 := sc.Int(lo)
		to, ok2 := sc.Int(hi)
		if lo != nil && ok1 && from > p.n || hi != nil && ok2 && to < p.n {
			return false
		}
	}
	return w.writesTo(n, unsubscripted(req))
}

// writesTo reports whether a node may give a variable another value.
func (w *walker) writesTo(n *access.Node, x ast.Expr) bool {
	f := w.access.Whole(n)
	for _, r := range w.access.Expr(x).Refs {
		if _, hit := w.access.MayWrite(f, r); hit {
			return !w.unnamed(n, x)
		}
	}
	return false
}

// other looks at a statement that is none of those: it must not change counters and requests.
func (r *requests) other(e event) *program.Refusal {
	r.unsettled(e)
	for name := range r.w.counters {
		if r.w.writesTo(e.node, &ast.Ident{Name: name}) {
			c := r.counter(name)
			c.started, c.changed = false, true
		}
	}
	return r.lost(e, func(p pended) bool {
		return r.w.writesTo(e.node, unsubscripted(requestsOf(p.call))) || p.counter != "" && r.w.writesTo(e.node, &ast.Ident{Name: p.counter})
	})
}

// startedBefore reports whether a counter is set to 0 before the group, with nothing between
// that could change it.
func (r *requests) startedBefore(counter string) bool {
	for n := r.from; n != nil; n = n.Parent {
		list, i := n.Siblings()
		for k := i - 1; k >= 0; k-- {
			zero, may := r.w.sets(list[k], counter)
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

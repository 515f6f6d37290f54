package match

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// requests follows which requests are under way.
//
// A request is a variable, or an element of an array with a constant subscript, or one that is
// counted: see counters.
type requests struct {
	w        *walker
	pending  []pended
	counters map[string]*counter
	from     *access.Node    // where the group begins
	waited   map[string]bool // of an array: some of them may be complete that are not seen to be
}

// pended is a request under way.
type pended struct {
	call  *calls.Call
	guard []Cond
	key   string // of the variable
	slot  string // "" scalar, else the subscript
	n     int64  // the subscript if it is a number
	fixed bool
	// Else it is that of a counter and so much more; counted: not more than the counter is by now.
	counter string
	more    int64
	counted bool
}

func newRequests(w *walker, from *access.Node) *requests {
	return &requests{w: w, from: from, counters: map[string]*counter{}, waited: map[string]bool{}}
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
			why = r.count(e)
		case null:
			why = r.null(e)
		case varies:
			c := r.counter(e.obj)
			c.started, c.changed = false, true
			why = r.lost(e, func(p pended) bool { return p.counter == e.obj })
		case other:
			why = r.other(e)
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
		if !p.fixed {
			p.counter, p.more, _ = more(c.File.Scope(c.Stmt), sub)
		}
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
	for _, o := range r.pending {
		if o.key != p.key || exclude(o.guard, p.guard) {
			continue
		}
		if o.counter != p.counter || (o.slot == "") != (p.slot == "") {
			return program.Refuse("number all requests of an array in one way", "the requests at lines %d and %d may be one", o.call.File.At(o.call.Stmt).Line, e.call.File.At(e.call.Stmt).Line)
		}
		if p.counter == "" && o.slot == p.slot || p.fixed && o.fixed && p.n == o.n {
			return program.Refuse("", "the request %s is under way already, from line %d", ast.String(req), o.call.File.At(o.call.Stmt).Line)
		}
	}
	if p.slot != "" && !p.fixed {
		if why := r.counts(&p, req); why != nil {
			return why
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

func (r *requests) complete(e event) *program.Refusal {
	c := e.call
	if c.Arg("request") != nil {
		p, why := r.named(c, c.Arg("request"))
		if why != nil {
			return why
		}
		return r.remove(e, p.key, p.slot == "" || p.fixed, func(o pended) bool { return o.key == p.key && o.slot == p.slot && (o.fixed || o.slot == "") })
	}
	l, why := r.listed(c)
	if why != nil {
		return why
	}
	if e.each && !r.each(l) {
		return program.Refuse("wait with MPI_Waitall: mode auto waits for each message where it is needed", "%s: that all requests which it counts are under way is not seen", c.Spoken())
	}
	return r.remove(e, l.key, l.fixed, l.has)
}

// each reports whether all requests that a call counts are under way.
func (r *requests) each(l several) bool {
	if r.waited[l.key] {
		return false
	}
	taken := map[int64]bool{}
	for _, p := range r.pending {
		switch {
		case p.key != l.key, p.fixed && l.fixed && !l.has(p):
		case !l.has(p), p.fixed && len(p.guard) > 0, p.slot == "":
			return false
		case p.fixed:
			taken[p.n] = true
		}
	}
	if l.fixed {
		return l.from == 1 && int64(len(taken)) == l.n
	}
	c := r.counters[l.counter]
	return l.all && len(taken) == 0 && l.more == 0 && c != nil && c.exact && !c.holes && len(c.past) == 0 && len(c.ahead) == 0
}

// several are the requests that a call names by an array and a count.
type several struct {
	key     string
	name    string
	from, n int64
	fixed   bool // n is known
	all     bool // from the first one of the array, or number 1, on
	counted string
	counter string // else n is a counter and so much more
	more    int64
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
	return l.all && l.from == 1 && l.counter != "" && l.counter == o.counter && (o.counted && l.more >= 0 || !o.counted && o.more <= l.more)
}

// listed says which requests a call names by an array and a count.
func (r *requests) listed(c *calls.Call) (several, *program.Refusal) {
	l := several{from: 1, all: true, counted: ast.String(c.Arg("count"))}
	x := ast.Unparen(c.Arg("array_of_requests"))
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
	} else if y := c.File.Scope(c.Stmt).Designator(x).Last; y != nil && y.Rank == 1 && len(y.Bounds) == 1 {
		if t, ok := y.Bounds[0].(*ast.Range); ok && t.Lo != nil {
			if l.from, ok = r.w.index.Int(c.File.Scope(c.Stmt), t.Lo); !ok {
				return l, program.Refuse("use constant bounds", "with which number the requests %s begin is not known", ast.String(x))
			}
		}
	}
	p, why := r.named(c, x)
	l.key, l.name = p.key, ast.String(x)
	l.n, l.fixed = r.w.index.Int(c.File.Scope(c.Stmt), c.Arg("count"))
	l.counter, l.more, _ = more(c.File.Scope(c.Stmt), c.Arg("count"))
	return l, why
}

// remove takes away what is complete. What is posted under conditions must be waited for
// under the same ones, or always. Of an array whose requests are numbered by a counter, or by what is not known at the wait,
// it is not followed further which ones are complete; known: the wait names numbers.
func (r *requests) remove(e event, key string, known bool, is func(pended) bool) *program.Refusal {
	var left []pended
	for _, o := range r.pending {
		r.waited[key] = r.waited[key] || o.key == key && !(known && (o.fixed || o.slot == ""))
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

package match

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// group reads the group that begins at nodes[i] and has its first call in nodes[at], as short
// as possible if it is to be alone. It returns where to go on.
func (w *walker) group(nodes []*access.Node, i, at int, alone bool) (next int, x *Exchange, why *program.Refusal) {
	var events []event
	pending := newRequests(w, nodes[i])
	for j := i; j < len(nodes); j++ {
		n := nodes[j]
		if n.Kind != access.Simple && n.Kind != access.Branch && n.Kind != access.Loop && w.holds(n) {
			return max(j, at+1), nil, w.intoLoop(n)
		}
		more, why := w.flatten(n, j, nil)
		if why == nil {
			why = pending.take(more)
		}
		if why != nil && n.Kind == access.Loop && j > at {
			return j, nil, why
		}
		if why != nil {
			return w.until(nodes, j), nil, why
		}
		events = append(events, more...)
		if j >= at && !pending.any() && (alone || !w.goesOn(events, nodes, j)) {
			x, why := w.exchange(nodes, i, j, events)
			return j + 1, x, why
		}
	}
	w.found.begun = append(w.found.begun, &begun{w: w, nodes: nodes, first: i, events: events, pending: pending.pending})
	c := pending.first()
	return len(nodes), nil, program.Refuse("wait in the same list of statements", "what %s at line %d begins is not waited for here", c.Spoken(), w.file.At(c.Stmt).Line)
}

// until returns where a group that was not understood ends: behind the last
// waiting call that follows without a post before it.
func (w *walker) until(nodes []*access.Node, j int) int {
	next := j + 1
	for k := j + 1; k < len(nodes); k++ {
		if !w.holds(nodes[k]) {
			continue
		}
		ends := false
		nodes[k].Walk(func(m *access.Node) bool {
			c := w.call(m)
			ends = ends || c != nil && (c.Kind == calls.Wait || c.Kind == calls.Foreign)
			return true
		})
		if !ends {
			break
		}
		next = k + 1
	}
	return next
}

// goesOn reports whether blocking calls that follow at once belong to the group: sends
// and receives that follow each other, and of which none hands on what came before.
func (w *walker) goesOn(events []event, nodes []*access.Node, j int) bool {
	if j+1 >= len(nodes) || !w.blockingOnly(nodes[j+1]) {
		return false
	}
	for _, e := range events {
		if e.what != varies && (e.call == nil || e.call.Kind != calls.Blocking) {
			return false
		}
	}
	more, why := w.flatten(nodes[j+1], j+1, nil)
	if why != nil {
		return true
	}
	for _, e := range more {
		for _, m := range e.msgs {
			if d := handsOn(events, m); d != nil && !mirrored(append(events[:len(events):len(events)], more...), d, m) {
				return false
			}
		}
	}
	return true
}

// blockingOnly reports whether a node is sends and receives that block, and
// conditions around them.
func (w *walker) blockingOnly(n *access.Node) bool {
	if n.Kind != access.Simple && n.Kind != access.Branch {
		return false
	}
	ok, any := true, false
	n.Walk(func(m *access.Node) bool {
		if m.Kind == access.Branch {
			return true
		}
		c := w.call(m)
		ok, any = ok && c != nil && c.Kind == calls.Blocking, true
		return ok
	})
	return ok && any
}

// exchange makes the exchange of a group, if that means the same.
func (w *walker) exchange(nodes []*access.Node, first, last int, events []event) (*Exchange, *program.Refusal) {
	x := &Exchange{File: w.file, Unit: w.unit, Nodes: nodes, Access: w.access}
	begin := -1 // the first event that completes something
	for i, e := range events {
		if begin < 0 && (e.what == complete || e.what == whole) {
			begin = i
		}
		if e.call != nil && e.what != other && !slices.ContainsFunc(x.Calls, func(c *calls.Call) bool { return c.Stmt == e.call.Stmt && c.Written().Stmt == e.call.Written().Stmt }) {
			x.Calls = append(x.Calls, e.call)
		}
		if e.init != nil && !slices.ContainsFunc(x.Inits, func(c *calls.Call) bool { return c.Stmt == e.init.Stmt }) {
			x.Inits = append(x.Inits, e.init)
		}
		if e.what == other {
			x.Between++
		}
	}
	if begin < 0 {
		return nil, program.Refuse("", "nothing is completed")
	}
	at := begin // the first event behind the directives
	x.Top = events[begin].top
	x.Before = nodes[x.Top].Item.First()
	if worksBefore(events, begin) {
		// What a message is packed by stands under one condition with the call: the directives stand behind that.
		if x.Top++; x.Top >= len(nodes) {
			return nil, program.Refuse("move it out of the condition", "work at line %d stands with a call that completes messages under one condition, and nothing follows", w.file.At(x.Before).Line)
		}
		x.Before = nodes[x.Top].Before.First()
		for at < len(events) && events[at].top < x.Top {
			at++
		}
	}
	if x.Before.Line.Shared {
		return nil, program.Refuse("write one statement on a line", "line %d, before which the directives would stand, holds more than one statement", x.Before.Line.First)
	}
	for _, why := range []*program.Refusal{w.locals(events), w.kept(x, events, at), w.later(x, events, begin), w.codes(x, events, at)} {
		if why != nil {
			return nil, why
		}
	}
	w.order(x, events)
	x.asides()
	if why := w.removable(x, nodes, first, last, events); why != nil {
		return nil, why
	}
	return x, nil
}

// worksBefore reports whether something else than calls stands before the first event that completes something in the same
// construct.
func worksBefore(events []event, begin int) bool {
	return slices.ContainsFunc(events[:begin], func(e event) bool { return e.what == other && e.top == events[begin].top })
}

// order lists the messages: those that both branches of an IF have are one without the
// condition.
func (w *walker) order(x *Exchange, events []event) {
	for _, e := range events {
		for _, m := range e.msgs {
			if !x.merge(m) {
				x.Messages = append(x.Messages, m)
			}
			x.Check(m.Section.Check)
		}
	}
}

// Check notes what the user has to look at, if there is something.
func (x *Exchange) Check(text string) {
	if text != "" && !slices.Contains(x.Checks, text) {
		x.Checks = append(x.Checks, text)
	}
}

// merge makes one message of two that are there under opposite conditions and are the
// same but for that. It must not change the order among sends (receives): all messages between
// them of the same kind have to be of one of the two branches.
func (x *Exchange) merge(m *Message) bool {
	for i, o := range x.Messages {
		if o.Send != m.Send || (o.Aside == nil) != (m.Aside == nil) || !opposite(o.Guard, m.Guard) {
			continue
		}
		bare, other := *m, *o
		bare.Guard, other.Guard = nil, nil
		if bare.Directive() != other.Directive() {
			continue
		}
		for _, between := range x.Messages[i+1:] {
			if between.Send == m.Send {
				return false
			}
		}
		o.Guard = o.Guard[:len(o.Guard)-1]
		return true
	}
	return false
}

// opposite reports whether two lists of conditions differ in the last one alone, which
// is there once as it is and once negated.
func opposite(a, b []Cond) bool {
	if len(a) == 0 || len(a) != len(b) {
		return false
	}
	n := len(a) - 1
	for i := range n {
		if a[i].Key() != b[i].Key() {
			return false
		}
	}
	return a[n].Not != b[n].Not && ast.String(ast.Unparen(a[n].X)) == ast.String(ast.Unparen(b[n].X))
}

// exclude reports whether two lists of conditions are never true together.
func exclude(a, b []Cond) bool {
	for _, c := range a {
		for _, d := range b {
			x, y := c.bare(), d.bare()
			if x.denies(y) || x.other().denies(y.other()) {
				return true
			}
		}
	}
	return false
}

// bare is a condition without what negates it.
func (c Cond) bare() Cond {
	c.X = ast.Unparen(c.X)
	for u, ok := c.X.(*ast.Unary); ok && u.Op == ".not."; u, ok = c.X.(*ast.Unary) {
		c = Cond{ast.Unparen(u.X), !c.Not}
	}
	return c
}

// denies reports whether a condition is the other one negated.
func (c Cond) denies(d Cond) bool { return c.Not != d.Not && ast.String(c.X) == ast.String(d.X) }

// other says a comparison by the opposite one. That a >= b is not true does not say that a < b is: one of them may be
// no number.
func (c Cond) other() Cond {
	b, ok := c.X.(*ast.Binary)
	if !ok {
		return c
	}
	if op := map[string]string{"/=": "==", ">=": "<", ">": "<="}[b.Op]; op != "" && (!c.Not || b.Op == "/=") {
		return Cond{&ast.Binary{Op: op, X: b.X, Y: b.Y}, !c.Not}
	}
	return c
}

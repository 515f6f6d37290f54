package match

import (
	"maps"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// One procedure posts messages and another one waits for them: begin, compute, end. What is sent and received is known in
// the first alone, so the directives stand there, at its last post, and are complete when it returns: earlier than the
// calls. No rank can tell, if
//
//   - whoever calls the first calls the second behind it, in the same list of statements, and nobody else calls it;
//   - what is executed between waits for no rank, is not seen from outside, and goes nowhere else;
//   - it does not use what is received, nor change what is sent. MPI forbids both, so that it is left to the user to
//     check where it is not proved.
//
// The requests are a component of what both get, or variables of a module; nothing else posts or waits with them.

// begun is a group whose messages are under way at the end of the procedure.
type begun struct {
	w       *walker
	nodes   []*access.Node
	first   int // the node where the group begins
	events  []event
	pending []pended
	until   []*calls.Call // the wait for each of them
}

// split makes exchanges of messages that are posted in one procedure and waited for in another.
func (f *Found) split() {
	for _, b := range f.begun {
		x, why := b.exchange()
		if why != nil {
			for _, p := range b.pending {
				f.again(p.call, why)
			}
			continue
		}
		for _, c := range x.all() {
			f.forget(c)
		}
		f.Exchanges = append(f.Exchanges, x)
	}
}

// forget takes a call from those that are refused.
func (f *Found) forget(c *calls.Call) {
	maps.DeleteFunc(f.Refused, func(o *calls.Call, _ *program.Refusal) bool { return o.Stmt == c.Stmt })
}

// again gives a call that is refused another reason.
func (f *Found) again(c *calls.Call, why *program.Refusal) {
	for o := range f.Refused {
		if o.Stmt == c.Stmt {
			f.Refused[o] = why
		}
	}
}

func apartHint(format string, args ...any) *program.Refusal {
	return program.Refuse("post and wait in one procedure, or write the directives by hand", format, args...)
}

func (b *begun) exchange() (*Exchange, *program.Refusal) {
	if len(b.w.unit.Exec) == 0 || b.nodes[0].Parent != nil || slices.ContainsFunc(b.events, func(e event) bool { return e.what == complete || e.what == whole }) {
		c := b.pending[0].call
		return nil, program.Refuse("wait in the same list of statements", "what %s at line %d begins is not waited for here", c.Spoken(), b.w.file.At(c.Stmt).Line)
	}
	if slices.ContainsFunc(b.pending, func(p pended) bool { return p.call.From != nil }) {
		return nil, apartHint("what %s posts for %s is not waited for there", b.pending[0].call.Written().Unit.Name, b.w.unit.Name)
	}
	waits, why := b.waits()
	if why != nil {
		return nil, why
	}
	end := &ending{file: waits[0].File, unit: waits[0].Unit, waits: waits}
	for _, e := range b.events {
		if e.init != nil {
			return nil, apartHint("persistent requests are started here and waited for in %s", end.unit.Name)
		}
	}
	last := 0
	for i, e := range b.events {
		if e.what == post {
			last = i
		}
	}
	e := b.events[last]
	events := slices.Insert(slices.Clone(b.events), last+1, event{what: complete, top: e.top, node: e.node})
	x, why := b.w.exchange(b.nodes, b.first, len(b.nodes)-1, events)
	if why != nil {
		return nil, why
	}
	x.Waits, x.End = waits, end.unit
	return x, b.called(x, end)
}

// waits finds the calls that wait for the requests, all in one other procedure.
func (b *begun) waits() ([]*calls.Call, *program.Refusal) {
	kept := map[string]bool{}
	for _, p := range b.pending {
		k := keptOf(p.call, p.call.Arg("request"))
		if k == "" || p.slot != "" && !p.fixed {
			return nil, apartHint("what %s at line %d begins is not waited for here, and its request is no variable or component, nor an element with a constant subscript of one, that outlives the procedure",
				p.call.Spoken(), b.w.file.At(p.call.Stmt).Line)
		}
		kept[k] = true
	}
	var out []*calls.Call
	for _, c := range b.w.index.Calls {
		x := requestsOf(c)
		if x == nil || !kept[keptOf(c, x)] {
			continue
		}
		switch {
		case c.Kind == calls.Wait && c.Unit != b.w.unit:
			out = append(out, c)
		case c.Unit == b.w.unit && c.Kind == calls.Post:
		default:
			return nil, apartHint("%s at line %d of %s uses the requests, too", c.Spoken(), c.File.At(c.Stmt).Line, c.File.Name)
		}
	}
	switch {
	case len(out) == 0:
		c := b.pending[0].call
		return nil, apartHint("what %s at line %d begins is not waited for in these files", c.Spoken(), b.w.file.At(c.Stmt).Line)
	case slices.ContainsFunc(out, func(c *calls.Call) bool { return c.Unit != out[0].Unit }):
		return nil, apartHint("several procedures wait for the requests")
	}
	return out, nil
}

// requestsOf is the argument of a call that names requests, nil if there is none.
func requestsOf(c *calls.Call) ast.Expr {
	if x := c.Arg("request"); x != nil {
		return x
	}
	return c.Arg("array_of_requests")
}

// unsubscripted is the variable or component of which requests are elements.
func unsubscripted(x ast.Expr) ast.Expr {
	x = ast.Unparen(x)
	if a, ok := x.(*ast.Apply); ok {
		return a.X
	}
	return x
}

// keptOf is one for requests in one variable that outlives a procedure: a component of a type, by the names of both, or a
// variable of a module; "" for others.
func keptOf(c *calls.Call, x ast.Expr) string {
	sc := c.File.Scope(c.Stmt)
	switch x := unsubscripted(x).(type) {
	case *ast.Member:
		if t := calls.TypeOf(sc, x.X); t != "" {
			return t + "%" + x.Name
		}
	case *ast.Ident:
		if y := sc.Lookup(x.Name); y != nil && y.Class == scope.Variable && y.Storage == scope.ModuleStorage && !y.Has(scope.Pointer) {
			return calls.Key(sc, x.Name)
		}
	default: // not kept
	}
	return ""
}

// ending is what waits: a procedure that is called, or (here) some statements of the one that calls the first procedure.
type ending struct {
	file  *program.File
	unit  *ast.Unit
	waits []*calls.Call
	here  bool
}

// is reports whether a node is one of the waits.
func (n *ending) is(m *access.Node) bool {
	return m.Kind == access.Simple && slices.ContainsFunc(n.waits, func(c *calls.Call) bool { return ast.Item(c.Stmt) == m.Item })
}

// first looks whether nodes begin with the waits, and whether these can go.
func (n *ending) first(nodes []*access.Node, index *calls.Index) *program.Refusal {
	gone := map[*ast.Stmt]bool{}
	for i := range n.waits {
		if i >= len(nodes) || !n.is(nodes[i]) {
			return apartHint("%s does more before it has waited", n.unit.Name)
		}
		gone[nodes[i].Stmt] = true
	}
	_, why := Take(n.file, n.unit, index, nodes[:len(n.waits)], gone)
	return why
}

// in is a walker for another unit, nil if that is not understood.
func (w *walker) in(f *program.File, u *ast.Unit) *walker {
	o := &walker{found: w.found, file: f, unit: u, index: w.index, types: w.types, counters: map[string]bool{}, idle: map[*ast.Stmt]bool{}, starts: w.starts, names: map[*access.Node]*names{}}
	if o.access = f.Access.Unit(u); o.access == nil || o.access.Tree(u.Exec, nil).Unclear {
		return nil
	}
	return o
}

// covers finds which wait is for which request that is under way, and says which has none.
func (b *begun) covers(end *ending) *program.Refusal {
	w := b.w.in(end.file, end.unit)
	if w == nil {
		return apartHint("%s, which waits, is not understood", end.unit.Name)
	}
	r := newRequests(w, nil)
	b.until = make([]*calls.Call, len(b.pending))
	for _, c := range end.waits {
		kept := keptOf(c, requestsOf(c))
		p, l := pended{}, several{}
		var why *program.Refusal
		if c.Name == "mpi_wait" {
			p, why = r.named(c, c.Arg("request"))
		} else {
			l, why = r.listed(c)
		}
		if why != nil {
			return why
		}
		for i, o := range b.pending {
			if keptOf(o.call, o.call.Arg("request")) != kept {
				continue
			}
			o.key = l.key // they are the same variable, by other names
			if c.Name != "mpi_wait" && l.fixed && l.has(o) || c.Name == "mpi_wait" && o.fixed == p.fixed && o.n == p.n && (o.slot == "") == (p.slot == "") {
				b.until[i] = c
			}
		}
	}
	for i, c := range b.until {
		if o := b.pending[i]; c == nil {
			return apartHint("%s does not wait for what %s at line %d begins", end.unit.Name, o.call.Spoken(), b.w.file.At(o.call.Stmt).Line)
		}
	}
	return nil
}

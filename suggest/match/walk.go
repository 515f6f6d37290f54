package match

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/lang"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
	"github.com/mdmp-fortran/mdmp/suggest/sections"
)

// Exchange is what becomes one block of directives.
type Exchange struct {
	File     *program.File
	Unit     *ast.Unit
	Messages []*Message // receives and sends, each in the order of their posts
	// Before is the statement before which the directives stand: Nodes[Top] is it, or holds it.
	Before *ast.Stmt
	Nodes  []*access.Node // the list of statements in which all calls stand
	Top    int
	Access *access.Unit
	// Calls are all calls that go, Gone all statements.
	Calls  []*calls.Call
	Gone   []*ast.Stmt
	Checks []string
	// Codes are error codes that somebody looks at: set to 0 behind the directives.
	Codes []string
	// Sure are those that are set whatever the conditions of the calls are.
	Sure []string
	// Counters are the variables that counted requests, if they go, too.
	Counters []string
	// Inits are the calls that make and free the requests of persistent messages; they go, too.
	Inits []*calls.Call
	// Waits are the calls that wait if they stand in another procedure, End; they go, too.
	Waits []*calls.Call
	End   *ast.Unit
	// Put are statements that stand in the place of others.
	Put []Put
	// Between: other statements stand between the first post and the last wait.
	Between int
	// Unpacked are packing buffers that go, and Copied the statements that fill and empty them.
	Unpacked []string
	Copied   []*ast.Stmt
}

// all are the calls that go, and those that make and free their requests, or post or wait for them elsewhere.
func (x *Exchange) all() []*calls.Call { return slices.Concat(x.Calls, x.Elsewhere()) }

// ends are the calls that go, each once, in the names of the exchange.
func (x *Exchange) ends() []*calls.Call { return slices.Concat(x.Calls, x.Waits, x.Inits) }

// Elsewhere are the calls that go from other places than that of the exchange.
func (x *Exchange) Elsewhere() []*calls.Call {
	out := slices.Concat(x.Waits, x.Inits)
	for _, c := range x.Calls {
		if o := c.From; o != nil && !slices.ContainsFunc(out, func(d *calls.Call) bool { return d.Stmt == o.Stmt }) {
			out = append(out, o)
		}
	}
	return out
}

// Posters are the procedures that posted for the one in which the exchange stands, and need not be called any more.
func (x *Exchange) Posters() []string {
	var out []string
	for _, c := range x.Calls {
		if c.From != nil && !slices.Contains(out, c.From.Unit.Name) {
			out = append(out, c.From.Unit.Name)
		}
	}
	return out
}

// Found is what was found in a program.
type Found struct {
	Exchanges []*Exchange
	Refused   map[*calls.Call]*program.Refusal
	begun     []*begun
	postings  map[*ast.Unit]*posting
	instead   map[*ast.Stmt]*program.Refusal // of posts: why the callers of their procedure do not wait for them
	wild      string                         // where a wildcard stands that is no argument of a call that receives
}

// walker goes through a unit.
type walker struct {
	found    *Found
	file     *program.File
	unit     *ast.Unit
	access   *access.Unit
	types    *sections.Types
	index    *calls.Index
	counters map[string]bool
	with     map[string]ast.Expr // in a loop that is unrolled: the value of its variable
	idle     map[*ast.Stmt]bool  // an IF that waits if there are requests
	starts   *persistent
	names    map[*access.Node]*names // see unnamed
	lasting  bool                    // the message may be older than the execution of the procedure
}

// Find finds the exchanges of a program.
func Find(p *program.Program, index *calls.Index) *Found {
	found := &Found{Refused: map[*calls.Call]*program.Refusal{}, postings: map[*ast.Unit]*posting{}, instead: map[*ast.Stmt]*program.Refusal{}}
	found.wild = wildcards(p)
	starts := newPersistent(index)
	for _, f := range p.Files {
		for _, u := range f.Units {
			w := &walker{found: found, file: f, unit: u, index: index, types: &sections.Types{Index: index}, counters: map[string]bool{}, idle: map[*ast.Stmt]bool{}, starts: starts, names: map[*access.Node]*names{}}
			w.walkUnit()
		}
	}
	found.split()
	found.handed(index)
	found.rest(index)
	return found
}

// walkUnit goes through the statements of a unit, if there are calls.
func (w *walker) walkUnit() {
	any := false
	ast.Items(w.unit.Exec, func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			c := calls.Of(w.file, w.unit, s)
			if c == nil || c.Kind == calls.Other {
				continue
			}
			any = true
			w.counter(c.File.Scope(c.Stmt), c.Arg("request"))
			if c.Kind == calls.Wait {
				w.counter(c.File.Scope(c.Stmt), c.Arg("count"))
			}
		}
		return true
	})
	if !any {
		return
	}
	if w.access = w.file.Access.Unit(w.unit); w.access == nil {
		return
	}
	tree := w.access.Tree(w.unit.Exec, nil)
	if tree.Unclear {
		return
	}
	w.list(tree.Nodes)
}

// counter notes the variable by which requests are counted.
func (w *walker) counter(sc *scope.Scope, x ast.Expr) {
	if a, ok := x.(*ast.Apply); ok && len(a.Args) == 1 {
		x = a.Args[0].X
	}
	if name, _, ok := more(sc, x); ok {
		w.counters[name] = true
	}
}

// holds reports whether a node is or holds a point-to-point call.
func (w *walker) holds(n *access.Node) bool {
	found := false
	n.Walk(func(m *access.Node) bool {
		if m.Kind == access.Simple || m.Kind == access.Opaque {
			if c := calls.Of(w.file, w.unit, m.Stmt); moves(c) || w.posting(m) != nil {
				found = true
			}
		}
		return !found
	})
	return found
}

// list finds the groups in a list of statements.
func (w *walker) list(nodes []*access.Node) {
	done := 0 // what stands before is read
	for i := 0; i < len(nodes); {
		n := nodes[i]
		switch {
		case !w.holds(n):
			i++
			continue
		case n.Parallel:
			w.refuseAll(nodes[i:i+1], program.Refuse("call MPI outside of parallel constructs", "the call stands in a parallel construct of OpenMP"))
			i++
			continue
		case n.Kind == access.Simple, n.Kind == access.Branch && w.open(n), n.Kind == access.Loop && w.unfinished(n):
			next, x, why := w.group(nodes, w.counted(nodes, done, i), i, false)
			if why != nil && w.blockingOnly(n) {
				// Calls that block one after the other are exchanges one after the other, too.
				if next, x, why = w.apart(nodes, i); x == nil && why == nil {
					i, done = next, next
					continue
				}
			}
			if why == nil {
				w.found.Exchanges = append(w.found.Exchanges, x)
			} else {
				w.refuseAll(nodes[i:next], why)
			}
			i, done = next, next
			continue
		}
		for _, arm := range n.Arms {
			w.list(arm)
		}
		i++
	}
}

// counted returns where a group begins that has its first call at nodes[i]: with the
// counting of requests that stands just before.
func (w *walker) counted(nodes []*access.Node, done, i int) int {
	for ; i > done && nodes[i-1].Kind == access.Simple; i-- {
		e := event{what: other, node: nodes[i-1]}
		if w.bookkeeping(&e); e.what != count && e.what != null {
			break
		}
	}
	return i
}

// apart makes exchanges of their own of calls that block and cannot be one exchange. Those
// in IF constructs stay there; then no exchange is returned. A logical IF has no place for a
// directive: its condition becomes a clause.
func (w *walker) apart(nodes []*access.Node, i int) (int, *Exchange, *program.Refusal) {
	n := nodes[i]
	if _, construct := n.Item.(*ast.Construct); construct && n.Kind == access.Branch {
		for _, arm := range n.Arms {
			w.list(arm)
		}
		return i + 1, nil, nil
	}
	return w.group(nodes, i, i, true)
}

// open reports whether a branch has to be read together with what stands around it: one
// of its arms posts what it does not complete, or completes what it does not post, or all
// that it does is to send and receive in another order than another one.
func (w *walker) open(n *access.Node) bool {
	only := true
	for _, arm := range n.Arms {
		posts, waits := 0, 0
		for _, m := range arm {
			m.Walk(func(k *access.Node) bool {
				c := w.call(k)
				switch {
				case w.spins(k):
					waits++
				case c == nil && w.posting(k) != nil:
					posts++
				case c == nil:
					only = only && k.Kind != access.Simple && k.Kind != access.Loop
				case c.Kind == calls.Post || c.Kind == calls.Start:
					posts++
				case c.Kind == calls.Wait || c.Name == "mpi_waitany":
					waits++
				}
				return true
			})
		}
		if (posts > 0) != (waits > 0) {
			return true
		}
		only = only && posts == 0
	}
	return only
}

// unfinished reports whether a loop posts what it does not complete, or completes what it does
// not post.
func (w *walker) unfinished(n *access.Node) bool {
	posts, waits := false, false
	n.Walk(func(m *access.Node) bool {
		if c := w.call(m); c != nil {
			posts = posts || c.Kind == calls.Post || c.Kind == calls.Start
			waits = waits || c.Kind == calls.Wait || c.Name == "mpi_waitany"
		}
		posts, waits = posts || w.posting(m) != nil, waits || w.spins(m)
		return true
	})
	return posts != waits
}

// call is the point-to-point call that a node is, nil if it is none.
func (w *walker) call(n *access.Node) *calls.Call {
	if n.Kind != access.Simple {
		return nil
	}
	if c := calls.Of(w.file, w.unit, n.Stmt); moves(c) {
		return c
	}
	return nil
}

// moves reports whether a call begins a message or waits for one; those that make and free
// persistent requests do not.
func moves(c *calls.Call) bool {
	return c != nil && c.Kind != calls.Other && !c.Makes() && c.Name != "mpi_request_free"
}

func (w *walker) refuse(c *calls.Call, why *program.Refusal) {
	c = c.Written()
	for k := range w.found.Refused {
		if k.Stmt == c.Stmt {
			return
		}
	}
	w.found.Refused[c] = why
}

// refuseAll refuses all calls in some nodes.
func (w *walker) refuseAll(nodes []*access.Node, why *program.Refusal) {
	for _, n := range nodes {
		n.Walk(func(m *access.Node) bool {
			if c := w.call(m); c != nil {
				own := why
				if c.Kind == calls.Foreign {
					own = foreign(c)
				}
				w.refuse(c, own)
			}
			w.refusePosting(m, why)
			return true
		})
	}
}

// refs are what a message reads or writes.
func (m *Message) refs() []access.Ref {
	list := []lang.Section{{X: m.Section.X, Count: m.Section.Count}}
	for i, x := range m.Instead {
		if i == 0 {
			list = nil
		}
		list = append(list, lang.Section{X: x})
	}
	return m.Unit.MessageRefs(&regions.Message{Send: m.Send, Sections: list})
}

// Unpack makes a message say the sections that are in its buffer.
func (m *Message) Unpack(list []ast.Expr) {
	m.Instead = list
	m.Refs = m.refs()
}

// rest refuses all calls that are in no exchange.
func (f *Found) rest(index *calls.Index) {
	done := map[*ast.Stmt]bool{}
	for _, x := range f.Exchanges {
		for _, c := range x.all() {
			done[c.Stmt] = true
		}
	}
	for c := range f.Refused {
		done[c.Stmt] = true
	}
	for _, c := range index.Calls {
		if c.Kind == calls.Other || done[c.Stmt] {
			continue
		}
		why := program.Refuse("", "the code around the call is not understood")
		switch c.Kind {
		case calls.Foreign:
			why = foreign(c)
		case calls.Init:
			why = program.Refuse("", "the message is started by a call that stays")
		}
		f.Refused[c] = why
	}
}

// scopeOf is where the names of a node are looked up.
func (w *walker) scopeOf(n *access.Node) *scope.Scope { return w.file.Scope(n.Stmt) }

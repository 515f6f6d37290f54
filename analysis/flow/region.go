package flow

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Region is a region with the effects of its statements.
type Region struct {
	R     *regions.Region
	Unit  *access.Unit
	Tree  *access.Tree
	Nodes []*access.Node
	// Total is all the region may do, exchanges included.
	Total *access.Effects
	// Written is an index of what Total writes.
	Written *access.Writes
	// Nests are the loop nests that can be cut, by their outermost loop.
	Nests map[*access.Node]*nests.Nest
	// Refused are outermost loops that cannot be cut, with the reason.
	Refused  map[*access.Node]reason.Reason
	Messages []*Message
	Places   []*Place

	// managed says which procedures look after pending receives themselves.
	managed  func(*ast.Unit) bool
	callees  map[*access.Node]*access.Callee
	effects  map[*access.Node]*access.Effects
	steadier access.Steadier
	at       map[*access.Node]*Place     // see byNode
	states   []state                     // for Follow: all gone between two
	here     map[*access.Node][]*Message // Messages by exchange
	parts    map[*access.Node]bool       // holds an exchange or a nest

	scans  map[spot]scanned // see Dead
	starts map[spot]started

	looked  int                           // see maxBetween
	leaves  map[*access.Node]*access.Span // see leaves
	called  map[*access.Node]bool         // see ofCalls
	calling *bool                         // see foreign
	sent    map[*access.Object]*sent      // see Packs

	classes   map[string]int // see classOf
	apartness map[[2]int]apartness
}

// Message is a send or recv of the region.
type Message struct {
	M    *regions.Message
	Node *access.Node // of the exchange
	// Refs are its sections, with subscripts forgotten that the region changes.
	Refs []access.Ref

	class int // see Region.classOf
}

// Place is where something happens: a statement, the head of a construct, a
// whole loop, a nest, an exchange.
type Place struct {
	Node *access.Node
	E    *access.Effects
	Nest *nests.Nest // the place is a nest that can be cut
	// Fixed says why no call can be put before the place, if none can.
	Fixed reason.Reason
	// Work: it takes time, so that waiting behind it may pay.
	Work bool
	// Callee is set if the place is a call of a managed procedure, or of one of
	// another file that may be managed.
	Callee *access.Callee

	number int // among the places of the region
}

// New analyses a region. tree is that of the whole execution part; managed
// tells which procedures are managed, nil for none.
func New(u *access.Unit, tree *access.Tree, r *regions.Region, managed func(*ast.Unit) bool) *Region {
	f := empty(u, tree, managed)
	f.R = r
	f.Nodes = find(tree, r)
	f.analyse()
	return f
}

// Procedure analyses the whole execution part of a procedure like a region.
func Procedure(u *access.Unit, tree *access.Tree, managed func(*ast.Unit) bool) *Region {
	f := empty(u, tree, managed)
	f.Nodes = tree.Nodes
	f.analyse()
	return f
}

func empty(u *access.Unit, tree *access.Tree, managed func(*ast.Unit) bool) *Region {
	return &Region{Unit: u, Tree: tree, Nests: map[*access.Node]*nests.Nest{}, Refused: map[*access.Node]reason.Reason{},
		effects: map[*access.Node]*access.Effects{}, parts: map[*access.Node]bool{}, Total: access.Touching(),
		here: map[*access.Node][]*Message{}, scans: map[spot]scanned{}, starts: map[spot]started{}, managed: managed, callees: map[*access.Node]*access.Callee{},
		leaves: map[*access.Node]*access.Span{}, called: map[*access.Node]bool{}, classes: map[string]int{}, apartness: map[[2]int]apartness{}}
}

func (f *Region) analyse() {
	u := f.Unit
	for _, n := range f.Nodes {
		f.Total.Merge(u.Whole(n))
	}
	f.Written = u.Writes(f.Total)
	f.steadier = f.Written.Steadier()
	walk(f.Nodes, func(n *access.Node) {
		if n.Kind == access.Exchange {
			f.part(n)
			f.comms(n)
		}
		if n.Wait() {
			f.part(n)
		}
	})
	f.findNests(f.Nodes)
	f.findCallees(f.Nodes)
	f.Places = f.places(f.Nodes, nil)
	for i, p := range f.Places {
		p.number = i
	}
}

// find returns the nodes between the region's directives.
func find(t *access.Tree, r *regions.Region) []*access.Node {
	n := t.Mark(r.Begin)
	if n == nil {
		return nil
	}
	list, i := n.Siblings()
	from := i + 1
	for i++; i < len(list) && list[i].Stmt != r.End; {
		i++
	}
	return list[from:i:i]
}

func walk(nodes []*access.Node, f func(*access.Node)) {
	for _, n := range nodes {
		n.Walk(func(m *access.Node) bool { f(m); return true })
	}
}

func (f *Region) comms(n *access.Node) {
	u := f.Unit.At(n)
	for _, c := range n.X.All {
		x := &Message{M: c, Node: n}
		for _, r := range u.MessageRefs(c) {
			x.Refs = append(x.Refs, f.steadier.Steadied(r))
		}
		f.Messages = append(f.Messages, x)
		f.here[n] = append(f.here[n], x)
	}
}

// Beside returns the messages of the exchange of c, c itself among them.
func (f *Region) Beside(c *Message) []*Message { return f.here[c.Node] }

// Effects returns what a node may do with everything in it, in terms of what
// the whole region keeps.
func (f *Region) Effects(n *access.Node) *access.Effects {
	if e := f.effects[n]; e != nil {
		return e
	}
	f.effects[n] = f.Steadied(f.Unit.Whole(n))
	return f.effects[n]
}

// Steadied returns effects in terms of what the whole region keeps.
func (f *Region) Steadied(e *access.Effects) *access.Effects {
	out := *e
	out.Refs = make([]access.Ref, len(e.Refs))
	for i, r := range e.Refs {
		out.Refs[i] = f.steadier.Steadied(r)
	}
	return &out
}

// findNests looks for loops that can be cut, outermost first.
func (f *Region) findNests(list []*access.Node) {
	for _, n := range list {
		if nests.IsArray(n) {
			f.array(n)
			continue
		}
		if n.Kind == access.Loop && !f.parts[n] {
			nest := nests.Build(f.Unit, n, f.Around(n))
			if nest.OK && f.few(nest) {
				nest.OK, nest.Refused = false, reason.Few.At(n.Stmt.Span())
			}
			if nest.OK && !f.strides(n, nest) && (nest.Spatial() || !HasLoop(n)) && (HasLoop(n) || !f.inner(n)) {
				f.Nests[n] = nest
				f.part(n)
				continue
			}
			if !nest.OK {
				f.Refused[n] = nest.Refused
			}
			if n.Loop != nil && n.Loop.Concurrent {
				continue // nothing may be called in it
			}
		}
		for _, arm := range n.Arms {
			f.findNests(arm)
		}
	}
}

// Around is what the region knows of the surroundings of n.
func (f *Region) Around(n *access.Node) nests.Around {
	return nests.Around{
		Labels:  f.Tree.Labels,
		Known:   func() []affine.Equation { return f.Known(n) },
		Dead:    func(o *access.Object) bool { return f.Dead(n, o) },
		Scratch: func(o *access.Object) bool { return f.Scratch(n, o) },
		Across:  f.across(),
	}
}

// array looks at an array assignment or a WHERE. One that runs over a single
// dimension inside a loop is better left alone.
func (f *Region) array(n *access.Node) {
	nest := nests.BuildArray(f.Unit, n, func() []affine.Equation { return f.Known(n) })
	if !nest.OK {
		if nest.Refused.Stands() {
			f.Refused[n] = nest.Refused
		}
		return
	}
	if nest.Grid64 && f.inner(n) || f.strides(n, nest) {
		return
	}
	if f.few(nest) {
		f.Refused[n] = reason.Few.At(n.Stmt.Span())
		return
	}
	f.Nests[n] = nest
	f.part(n)
}

// fewest is the number of iterations that a nest of a managed procedure makes at least, if it is known.
const fewest = 16

// few reports whether, in a managed procedure, a nest is known to make so few iterations that asking the run time takes longer:
// the procedure may be called for each element of a grid.
func (f *Region) few(nest *nests.Nest) bool { return f.R == nil && nest.Trips(fewest) < fewest }

// part notes that n is a part that is looked at, and so all around it has one.
func (f *Region) part(n *access.Node) {
	for ; n != nil && !f.parts[n]; n = n.Parent {
		f.parts[n] = true
	}
}

// strides reports whether, in a managed procedure, a loop around n runs over
// the arrays of the nest: such nests are many and small, and each would ask the
// run time.
func (f *Region) strides(n *access.Node, nest *nests.Nest) bool {
	if f.R != nil {
		return false
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Kind != access.Loop || !p.Loop.Counted {
			continue
		}
		for _, t := range nest.Touched {
			for _, d := range t.Sub {
				if !d.Whole && (d.Lo.Coef(p.Loop.Var) != 0 || d.Hi.Coef(p.Loop.Var) != 0) {
					return true
				}
			}
		}
	}
	return false
}

// inner reports whether n is the innermost loop of a nest: there is a loop
// around it that holds no exchange.
func (f *Region) inner(n *access.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Kind == access.Loop {
			return !p.Exchanges()
		}
	}
	return false
}

// HasLoop reports whether there is a loop in n besides n, or an array statement, which is one.
func HasLoop(n *access.Node) bool {
	found := false
	n.Walk(func(m *access.Node) bool {
		found = found || m != n && (m.Kind == access.Loop || nests.IsArray(m))
		return !found
	})
	return found
}

// places lists the places of a list of nodes in order.
func (f *Region) places(list []*access.Node, out []*Place) []*Place {
	for _, n := range list {
		switch {
		case n.Kind == access.Mark && !n.E.May(access.Blocks): // init is a place
			continue
		case f.Nests[n] != nil:
			out = append(out, &Place{Node: n, E: f.Effects(n), Nest: f.Nests[n], Fixed: f.Fixed(n), Work: true})
			continue
		case n.Kind == access.Loop && !f.parts[n]:
			out = append(out, &Place{Node: n, E: f.Effects(n), Fixed: f.Fixed(n), Work: true})
			continue
		case len(n.Arms) == 0:
			p := &Place{Node: n, E: f.Effects(n), Fixed: f.Fixed(n), Work: work(n)}
			if c := f.callees[n]; c != nil {
				steady := *c
				steady.Shallow = *f.Steadied(&c.Shallow)
				p.Callee = &steady
				p.Work = p.Work || c.Into != nil
			}
			out = append(out, p)
			continue
		}
		head := n.E
		p := &Place{Node: n, E: f.Steadied(&head), Fixed: f.Fixed(n)}
		if n.Kind == access.Loop && !n.Loop.Counted {
			p.Fixed = reason.FixedCondition.At(n.Stmt.Span())
		}
		out = append(out, p)
		for _, arm := range n.Arms {
			out = f.places(arm, out)
		}
	}
	return out
}

// work reports whether a node without parts takes time: a call, an array
// assignment, something that is not looked into.
func work(n *access.Node) bool {
	if n.Kind == access.Opaque {
		return true
	}
	if n.E.Reach != access.ReachNamed {
		return true
	}
	for _, r := range n.E.Refs {
		if !r.Write || r.Obj.Scalar {
			continue
		}
		if r.Sub == nil {
			return true
		}
		for _, d := range r.Sub {
			if d.Whole || !d.Lo.Equal(d.Hi) {
				return true
			}
		}
	}
	return false
}

// terminal reports whether n, a statement that does something, ends a labelled DO.
func terminal(n *access.Node) bool {
	if n.Stmt.Label() == "" && (n.If == nil || n.If.Label() == "") {
		return false // it ends at its label
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Kind == access.Loop && p.Loop.Do != nil && p.Loop.Do.End != nil && p.Loop.Do.SharedEnd &&
			(p.Loop.Do.End == n.Stmt || p.Loop.Do.End == n.If) {
			return true
		}
	}
	return false
}

// Fixed says why no statement can be put before n.
func (f *Region) Fixed(n *access.Node) reason.Reason {
	s, at := n.Stmt, n.Stmt.Span()
	switch {
	case n.Parallel:
		return reason.FixedParallel.At(at)
	case n.If == nil && s.Label() != "" && f.Tree.Labels[s.Label()]:
		return reason.FixedLabel.At(at, reason.Name(s.Label()))
	case n.If == nil && f.Tree.Labels["?"] && s.Label() != "":
		return reason.FixedMayLabel.At(at, reason.Name(s.Label()))
	case terminal(n):
		return reason.FixedDoEnd.At(at)
	}
	return reason.Reason{}
}

package flow

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// state says of what is pending for how long: fresh until something that takes time
// was met.
type state uint8

// States of a message on its way. Packed (sends): what was met does nothing but pack messages.
const (
	gone state = iota
	fresh
	packed
	worked
)

// forward follows one receive (or several alike) from its exchange. At each
// place met while it is pending, stop decides whether it ends there.
type forward struct {
	f     *Region
	at    map[*access.Node]*Place
	from  *access.Node
	stop  func(*Place) bool
	met   []state // by number of the place; gone: not met
	first int     // the first and the last that are met
	last  int
	exits map[*access.Node]state // what leaves a loop or a construct early
	next  map[*access.Node]state // what goes to the next iteration
}

// A Meeting is a place that may be met while something is pending. Worked: work may
// have been done by then.
type Meeting struct {
	*Place
	Worked bool
}

// Meetings are places as they stand in the region.
type Meetings []Meeting

// Has reports whether p is among them.
func (m Meetings) Has(p *Place) bool {
	_, ok := slices.BinarySearchFunc(m, p.number, func(x Meeting, number int) int { return x.number - number })
	return ok
}

// Follow returns the places that may be met while what is received at exchange
// from is pending.
func (f *Region) Follow(from *access.Node, stop func(*Place) bool) Meetings {
	var out Meetings
	if f.Tree.Jumps {
		for _, p := range f.Places {
			out = append(out, Meeting{p, true})
		}
		return out
	}
	met := f.states
	f.states = nil // stop may follow something itself
	if met == nil {
		met = make([]state, len(f.Places))
	}
	w := &forward{f: f, at: f.byNode(), from: from, stop: stop, met: met, first: len(met), last: -1,
		exits: map[*access.Node]state{}, next: map[*access.Node]state{}}
	w.run()
	for i := w.first; i <= w.last; i++ {
		if met[i] != gone {
			out = append(out, Meeting{f.Places[i], met[i] == worked})
			met[i] = gone
		}
	}
	f.states = met
	return out
}

// byNode returns the places by their nodes.
func (f *Region) byNode() map[*access.Node]*Place {
	if f.at == nil {
		f.at = make(map[*access.Node]*Place, len(f.Places))
		for _, p := range f.Places {
			f.at[p.Node] = p
		}
	}
	return f.at
}

// run begins at the exchange and goes outwards; before it, and in other branches
// around it, nothing is on its way.
func (w *forward) run() {
	n, s := w.from, fresh
	for {
		list, i := w.f.siblings(n)
		s = w.list(list[i+1:], s)
		if n.Parent == w.f.Nodes[0].Parent || s == gone && len(w.exits) == 0 && len(w.next) == 0 {
			return
		}
		arm := w.f.Tree.ArmTo(n.Parent, n)
		if n = n.Parent; n.Kind == access.Loop {
			s = w.rounds(n, gone, gone, s)
			continue
		}
		if n.Kind == access.Block {
			for _, a := range n.Arms[arm+1:] {
				s = w.list(a, s)
			}
		}
		s = max(s, w.take(w.exits, n))
	}
}

func (w *forward) list(nodes []*access.Node, s state) state {
	for i := 0; i < len(nodes); i++ {
		if s == gone { // nothing is on its way but behind the exchange
			next := w.f.Tree.Holder(nodes, w.from)
			if next < i {
				return s
			}
			i = next
		}
		s = w.node(nodes[i], s)
	}
	return s
}

// place records that a place is met and returns the state behind it.
func (w *forward) place(n *access.Node, s state) state {
	p := w.at[n]
	if p == nil || s == gone {
		return s
	}
	w.met[p.number] = max(w.met[p.number], s)
	w.first, w.last = min(w.first, p.number), max(w.last, p.number)
	if w.stop(p) {
		return gone
	}
	if p.Work {
		return worked
	}
	return s
}

func (w *forward) node(n *access.Node, s state) state {
	s = w.place(n, s)
	if n == w.from {
		s = max(s, fresh)
	}
	if p := w.at[n]; p != nil && (p.Nest != nil || n.Kind == access.Loop && !w.f.parts[n]) {
		return s
	}
	switch n.Kind {
	case access.Branch:
		out := s
		if n.Else {
			out = gone
		}
		for _, arm := range w.f.arms(n, w.from, s) {
			out = max(out, w.list(arm, s))
		}
		return max(out, w.take(w.exits, n))
	case access.Block:
		for _, arm := range n.Arms {
			s = w.list(arm, s)
		}
		return max(s, w.take(w.exits, n))
	case access.Loop:
		return w.loop(n, s)
	}
	switch n.Jump {
	case access.Cycles:
		w.next[n.Target] = max(w.next[n.Target], s)
		return gone
	case access.Exits:
		w.exits[n.Target] = max(w.exits[n.Target], s)
		return gone
	case access.Leaves:
		return gone
	}
	return s
}

func (w *forward) take(m map[*access.Node]state, n *access.Node) state {
	s := m[n]
	delete(m, n)
	return s
}

// loop goes round until nothing changes: states only rise.
func (w *forward) loop(n *access.Node, s state) state {
	return w.rounds(n, s, s, w.body(n, s))
}

// rounds is loop once the first iteration, begun in state in, has ended in end.
func (w *forward) rounds(n *access.Node, in, out, end state) state {
	for i := 0; ; i++ {
		end = max(end, w.take(w.next, n))
		if !n.Loop.Counted {
			end = w.place(n, end) // the condition again
		}
		out = max(out, end, w.take(w.exits, n))
		if end <= in || i == 3 {
			return out
		}
		in = end
		end = w.body(n, in)
	}
}

// body is one iteration of a loop.
func (w *forward) body(n *access.Node, s state) state {
	end := gone
	for _, arm := range n.Arms {
		end = w.list(arm, s)
	}
	return end
}

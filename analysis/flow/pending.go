package flow

import "mdmp/analysis/access"

// Visit is told about every place that is met while something is pending.
// state says for how long: Fresh until something that takes time was met.
type state uint8

// States of a receive on its way.
const (
	gone state = iota
	fresh
	worked
)

// forward follows one receive (or several alike) from its exchange. At each
// place met while it is pending, stop decides whether it ends there.
type forward struct {
	f     *Region
	at    map[*access.Node]*Place
	from  *access.Node
	way   way
	stop  func(*Place) bool
	met   map[*Place]state
	exits map[*access.Node]state // what leaves a loop or a construct early
	next  map[*access.Node]state // what goes to the next iteration
}

// Follow returns the places that may be met while what is received at exchange
// from is pending, and whether work may have been done by then.
func (f *Region) Follow(from *access.Node, stop func(*Place) bool) map[*Place]bool {
	w := &forward{f: f, at: f.byNode(), from: from, way: wayTo(from), stop: stop, met: map[*Place]state{},
		exits: map[*access.Node]state{}, next: map[*access.Node]state{}}
	out := map[*Place]bool{}
	if f.Tree.Jumps {
		for _, p := range f.Places {
			out[p] = true
		}
		return out
	}
	w.list(f.Nodes, gone)
	for p, s := range w.met {
		out[p] = s == worked
	}
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

func (w *forward) list(nodes []*access.Node, s state) state {
	for i := 0; i < len(nodes); i++ {
		if s == gone { // nothing is on its way but behind the exchange
			next := w.way.in(nodes)
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
	w.met[p] = max(w.met[p], s)
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
		for _, arm := range n.Arms {
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
	in, out := s, s
	for i := 0; i < 4; i++ {
		end := gone
		for _, arm := range n.Arms {
			end = max(w.list(arm, in), w.take(w.next, n))
		}
		if !n.Loop.Counted {
			end = w.place(n, end) // the condition again
		}
		out = max(out, end, w.take(w.exits, n))
		if end <= in {
			break
		}
		in = end
	}
	return out
}

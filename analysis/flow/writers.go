package flow

import "github.com/mdmp-fortran/mdmp/analysis/access"

// Writer is a last place before an exchange that may write what is sent, or touch what is
// received.
type Writer struct {
	Place *Place
	// Work: something that takes time lies between. Hides: and that does more than pack messages.
	Work, Hides bool
}

// backward follows a send from its exchange back to what wrote its section.
type backward struct {
	f   *Region
	at  map[*access.Node]*Place
	c   *Message
	met map[*Place]state
	// may reports whether effects are what is looked for of a section.
	may func(*access.Effects, access.Ref) (access.Ref, bool)
}

// Writers returns the last places that may write the sections of a send,
// going back and round the loops that enclose its exchange. They are only
// hints: jumps are not followed.
func (f *Region) Writers(c *Message) []Writer { return f.last(c, f.Unit.MayWrite) }

// Users is Writers for places that may read or write the sections of a receive.
func (f *Region) Users(c *Message) []Writer { return f.last(c, f.Unit.MayTouch) }

func (f *Region) last(c *Message, may func(*access.Effects, access.Ref) (access.Ref, bool)) []Writer {
	w := &backward{f: f, at: f.byNode(), c: c, met: map[*Place]state{}, may: may}
	w.run()
	var out []Writer
	for _, p := range Ordered(w.met) {
		if s := w.met[p]; s != gone {
			out = append(out, Writer{Place: p, Work: s >= packed, Hides: s == worked})
		}
	}
	return out
}

// run begins at the exchange and goes outwards; behind it, and in other branches
// around it, there is nothing to look for.
func (w *backward) run() {
	n, s := w.c.Node, fresh
	for {
		list, i := w.f.siblings(n)
		s = w.nodes(list[:i], s)
		if n.Parent == w.f.Nodes[0].Parent || s == gone {
			return
		}
		arm := w.f.Tree.ArmTo(n.Parent, n)
		n = n.Parent
		switch n.Kind {
		case access.Loop:
			s = w.rounds(n, s, 3) // one is over
		case access.Block:
			for _, a := range n.Arms[arm+1:] {
				s = w.nodes(a, s)
			}
		}
		s = w.place(n, s)
	}
}

func (w *backward) nodes(list []*access.Node, s state) state {
	for i := len(list) - 1; i >= 0; i-- {
		if s == gone { // not on the way back but before the exchange
			next := w.f.Tree.Holder(list, w.c.Node)
			if next < 0 || next > i {
				return s
			}
			i = next
		}
		s = w.node(list[i], s)
	}
	return s
}

// place asks whether a place is what is looked for.
func (w *backward) place(n *access.Node, s state) state {
	p := w.at[n]
	if p == nil || s == gone {
		return s
	}
	for _, r := range w.c.Refs {
		if _, found := w.may(p.E, r); found {
			w.met[p] = max(w.met[p], s)
			return gone
		}
	}
	switch {
	case !p.Work:
		return s
	case w.c.M.Send && w.f.Packs(p):
		return max(s, packed)
	}
	return worked
}

func (w *backward) node(n *access.Node, s state) state {
	if n == w.c.Node {
		return fresh
	}
	p := w.at[n]
	whole := n.Kind == access.Loop && !n.Holds(w.c.Node)
	if p != nil && p.Nest == nil && whole && w.f.parts[n] && s != gone {
		// A loop with nests or other exchanges in it: its last iteration counts,
		// but a hint in every iteration would be wasted. It is one writer.
		return w.wholeLoop(n, s)
	}
	if p != nil && (p.Nest != nil || whole) || len(n.Arms) == 0 {
		return w.place(n, s)
	}
	switch n.Kind {
	case access.Branch:
		in := s
		if n.Else {
			in = gone
		}
		for _, arm := range w.f.arms(n, w.c.Node, s) {
			in = max(in, w.nodes(arm, s))
		}
		return w.place(n, in)
	case access.Loop:
		return w.place(n, w.rounds(n, s, 4))
	}
	for _, arm := range n.Arms {
		s = w.nodes(arm, s)
	}
	return w.place(n, s)
}

// rounds goes back round a loop until nothing changes: states only rise.
func (w *backward) rounds(n *access.Node, s state, most int) state {
	in, back := s, s
	for range most {
		for _, arm := range n.Arms {
			in = max(in, w.nodes(arm, back))
		}
		if in <= back {
			break
		}
		back = in
	}
	return in
}

func (w *backward) wholeLoop(n *access.Node, s state) state {
	e := w.f.Effects(n)
	for _, r := range w.c.Refs {
		if _, found := w.may(e, r); found {
			p := w.at[n]
			w.met[p] = max(w.met[p], s)
			return gone
		}
	}
	return worked
}

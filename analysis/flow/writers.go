package flow

import "mdmp/analysis/access"

// Writer is a last place before an exchange that may write what is sent.
type Writer struct {
	Place *Place
	// Work: something that takes time lies between.
	Work bool
}

// backward follows a send from its exchange back to what wrote its section.
type backward struct {
	f   *Region
	at  map[*access.Node]*Place
	c   *Comm
	way way
	met map[*Place]state
}

// Writers returns the last places that may write the sections of a send,
// going back and round the loops that enclose its exchange. They are only
// hints: jumps are not followed.
func (f *Region) Writers(c *Comm) []Writer {
	w := &backward{f: f, at: f.byNode(), c: c, way: wayTo(c.Node), met: map[*Place]state{}}
	w.nodes(f.Nodes, gone)
	var out []Writer
	for _, p := range Ordered(w.met) {
		if s := w.met[p]; s != gone {
			out = append(out, Writer{p, s == worked})
		}
	}
	return out
}

func (w *backward) nodes(list []*access.Node, s state) state {
	for i := len(list) - 1; i >= 0; i-- {
		if s == gone { // not on the way back but before the exchange
			next := w.way.in(list)
			if next < 0 || next > i {
				return s
			}
			i = next
		}
		s = w.node(list[i], s)
	}
	return s
}

// place asks whether a place writes the section.
func (w *backward) place(n *access.Node, s state) state {
	p := w.at[n]
	if p == nil || s == gone {
		return s
	}
	for _, r := range w.c.Refs {
		if _, writes := w.f.Unit.MayWrite(p.E, r); writes {
			w.met[p] = max(w.met[p], s)
			return gone
		}
	}
	if p.Work {
		return worked
	}
	return s
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
		for _, arm := range n.Arms {
			in = max(in, w.nodes(arm, s))
		}
		return w.place(n, in)
	case access.Loop:
		in := s
		back := s
		for i := 0; i < 4; i++ {
			for _, arm := range n.Arms {
				in = max(in, w.nodes(arm, back))
			}
			if in <= back {
				break
			}
			back = in
		}
		return w.place(n, in)
	}
	for _, arm := range n.Arms {
		s = w.nodes(arm, s)
	}
	return w.place(n, s)
}

func (w *backward) wholeLoop(n *access.Node, s state) state {
	e := w.f.Effects(n)
	for _, r := range w.c.Refs {
		if _, writes := w.f.Unit.MayWrite(e, r); writes {
			p := w.at[n]
			w.met[p] = max(w.met[p], s)
			return gone
		}
	}
	return worked
}

package flow

import "github.com/mdmp-fortran/mdmp/analysis/access"

// What follows the nests of a region is much the same for all of them: what a
// scanner finds in a list that does not hold its own nest is kept.

// spot is where a scanner for a scalar stands, and how.
type spot struct {
	n    *access.Node
	o    *access.Object
	weak bool
}

// scanned is what was found from a spot to the end of its list.
type scanned struct {
	fate fate
	weak bool // the scanner's, then
}

// started is what was found from the start of a list: where the fate of the scalar is
// decided (behind the list if it is not), and from where on the scanner is weak.
type started struct {
	stop     int
	fate     fate
	weakFrom int
}

// rest is list for one that does not hold the node to be left out.
func (sc *scanner) rest(list []*access.Node, o *access.Object) fate {
	var passed []spot
	out := passes
	for i := sc.next(list, 0, o); i < len(list); i = sc.next(list, i+1, o) {
		n := list[i]
		at := spot{n, o, sc.weak}
		if s, known := sc.f.scans[at]; known {
			out, sc.weak = s.fate, s.weak
			break
		}
		passed = append(passed, at)
		if out = sc.after(n, sc.node(n, o)); out != passes {
			break
		}
	}
	for _, at := range passed {
		sc.f.scans[at] = scanned{out, sc.weak}
	}
	return out
}

// next returns the index, from i on, of the next node of a list that matters.
func (sc *scanner) next(list []*access.Node, i int, o *access.Object) int {
	return sc.f.Tree.Next(list, i, o, !sc.weak)
}

// after is what a list does up to one of its nodes, in which found was found.
func (sc *scanner) after(n *access.Node, found fate) fate {
	switch found {
	case reads:
		return reads
	case kills:
		if !sc.weak {
			return kills
		}
	}
	sc.weak = sc.weak || n.Jump != access.Falls
	return passes
}

// start scans a whole list, nothing left out.
func (f *Region) start(list []*access.Node, o *access.Object, weak bool) started {
	at := spot{list[0], o, weak}
	s, known := f.starts[at]
	if known {
		return s
	}
	sc := scanner{f: f, weak: weak}
	s = started{stop: len(list), weakFrom: len(list)}
	if weak {
		s.weakFrom = 0
	}
	for i := sc.next(list, 0, o); i < len(list); i = sc.next(list, i+1, o) {
		if s.fate = sc.after(list[i], sc.node(list[i], o)); s.fate != passes {
			s.stop = i
			break
		}
		if sc.weak {
			s.weakFrom = min(s.weakFrom, i+1)
		}
	}
	f.starts[at] = s
	return s
}

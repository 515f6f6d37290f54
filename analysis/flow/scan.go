package flow

import "mdmp/analysis/access"

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
	for _, n := range list {
		at := spot{n, o, sc.weak}
		if s, known := sc.f.scans[at]; known {
			out, sc.weak = s.fate, s.weak
			break
		}
		passed = append(passed, at)
		if out = sc.step(n, o); out != passes {
			break
		}
	}
	for _, at := range passed {
		sc.f.scans[at] = scanned{out, sc.weak}
	}
	return out
}

// step looks at one node of a list.
func (sc *scanner) step(n *access.Node, o *access.Object) fate {
	switch sc.node(n, o) {
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
	for i, n := range list {
		if sc.weak {
			s.weakFrom = min(s.weakFrom, i)
		}
		if s.fate = sc.step(n, o); s.fate != passes {
			s.stop = i
			break
		}
	}
	f.starts[at] = s
	return s
}

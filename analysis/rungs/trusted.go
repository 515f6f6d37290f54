package rungs

import "github.com/mdmp-fortran/mdmp/analysis/flow"

// spare marks the calls of procedures that are said to be harmless. They complete nothing; that they
// wait for nobody is the program's word, and a run that checks it has to know when one of them is at work.
func (a *analysis) spare() {
	for _, p := range a.f.Places {
		if p.Fixed.Stands() || p.Node.Parallel {
			continue
		}
		if name := a.u.TrustedCall(p.Node); name != "" && alone(p) {
			x := &Trusted{Before: before(p), Stmt: p.Node.Stmt, Name: name}
			if p.Node.If != nil {
				x.Stmt = p.Node.If
			}
			a.out.add(x)
		}
	}
}

// alone reports whether the statement of a place is no end of a loop.
func alone(p *flow.Place) bool {
	return p.Node.Stmt.Label() == "" && (p.Node.If == nil || p.Node.If.Label() == "")
}

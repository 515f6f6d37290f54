package rungs

import (
	"mdmp/analysis/access"
	"mdmp/analysis/flow"
	"mdmp/analysis/regions"
	"mdmp/fortran/ast"
	"mdmp/fortran/scope"
	"mdmp/lang"
)

// Analyse finds the evidence for all regions of a file, in their order.
func Analyse(table *scope.Table, set *regions.Set) []*Evidence {
	p := access.FromScopes(table, set)
	trees := map[*ast.Unit]*access.Tree{}
	var out []*Evidence
	for _, r := range set.Regions {
		u := p.Unit(r.Unit)
		if u == nil {
			out = append(out, refuse(r, Reason{Key: "unit", Text: "the procedure is not understood", At: r.Begin.Span()}))
			continue
		}
		if trees[r.Unit] == nil {
			trees[r.Unit] = u.Tree(r.Unit.Exec, set)
		}
		if r.Dir != nil && r.Dir.Mode == lang.ModePlain {
			out = append(out, refuse(r, Reason{Key: "mode", Text: "the region says mode(plain)", At: r.Begin.Span()}))
			continue
		}
		a := &analysis{u: u, f: flow.New(u, trees[r.Unit], r), nests: map[*access.Node]*nest{},
			comms: map[*flow.Comm]*Comm{}, needs: map[*flow.Place]map[*flow.Comm]access.Ref{}}
		out = append(out, a.run(r))
	}
	return out
}

// refuse is the evidence of a region in which everything is plain.
func refuse(r *regions.Region, why Reason) *Evidence {
	e := &Evidence{Region: r}
	for _, x := range r.Exchanges {
		for _, c := range x.All {
			e.Comms = append(e.Comms, &Comm{C: c, X: x, Why: []Reason{why}})
		}
	}
	return e
}

// analysis is the state for one region.
type analysis struct {
	u     *access.Unit
	f     *flow.Region
	out   *Evidence
	nests map[*access.Node]*nest
	comms map[*flow.Comm]*Comm
	lazy  []*flow.Comm
	// needs says for each place which receives have to be complete before it,
	// with the reference to blame.
	needs map[*flow.Place]map[*flow.Comm]access.Ref
}

func (a *analysis) run(r *regions.Region) *Evidence {
	a.out = &Evidence{Region: r}
	for _, c := range a.f.Comms {
		out := &Comm{C: c.C, X: c.Node.X}
		a.comms[c] = out
		a.out.Comms = append(a.out.Comms, out)
	}
	for _, p := range a.f.Places {
		if p.Nest != nil {
			a.nests[p.Node] = a.describe(p)
		}
	}
	for _, c := range a.f.Comms {
		if !c.C.Send {
			a.receive(c)
		}
	}
	for _, c := range a.f.Comms {
		if c.C.Send {
			a.send(c)
		}
	}
	a.swaps()
	a.lanes()
	a.emitNests()
	a.emitNeeds()
	return a.out
}

// hopeless says why nothing can be done for a directive, whatever stands
// around it.
func (a *analysis) hopeless(c *flow.Comm) (Reason, bool) {
	at := c.C.Span
	switch {
	case c.Node.Parallel:
		return Reason{Key: "parallel", At: at, Text: "it stands in a parallel region"}, true
	case len(c.Refs) == 0:
		return Reason{Key: "section", At: at, Text: "the section is not understood"}, true
	}
	for _, r := range c.Refs {
		switch {
		case r.Obj.Root.Name == "?":
			return Reason{Key: "section", At: r.At, Text: "the section is not understood"}, true
		case r.Obj.Root.Volatile:
			return Reason{Key: "volatile", At: r.At, Text: r.Obj.Key + " is VOLATILE (or a coarray)"}, true
		case r.Obj.Root.Shadows:
			return Reason{Key: "block", At: r.At, Text: r.Obj.Key + " belongs to a BLOCK construct"}, true
		}
	}
	return Reason{}, false
}

// touches returns the reference by which a place touches the sections of c.
func (a *analysis) touches(p *flow.Place, c *flow.Comm) (access.Ref, bool) {
	for _, r := range c.Refs {
		if x, ok := a.u.MayTouch(p.E, r); ok {
			return x, true
		}
	}
	return access.Ref{}, false
}

// settles reports whether everything must be complete before a place.
func settles(p *flow.Place) bool {
	return p.E.Blocks || p.E.MPI || p.E.Reach == access.ReachAll
}

// guard reports whether c must be complete before place p begins, and what is
// to blame.
func (a *analysis) guard(p *flow.Place, c *flow.Comm) (access.Ref, bool) {
	if settles(p) {
		return access.Ref{At: p.E.WhyAt, Text: p.E.Why}, true
	}
	x, ok := a.touches(p, c)
	if !ok {
		return x, false
	}
	if p.Nest != nil && a.nests[p.Node].covers(a.u, c) {
		return x, false
	}
	return x, true
}

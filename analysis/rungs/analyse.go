package rungs

import (
	"slices"

	"mdmp/analysis/access"
	"mdmp/analysis/flow"
	"mdmp/analysis/regions"
	"mdmp/fortran/ast"
	"mdmp/fortran/scope"
	"mdmp/lang"
)

// Options of an analysis.
type Options struct {
	// Managed tells which procedures the program asks to be managed; nil: none.
	Managed func(*ast.Unit) bool
	// Rounding is what the compiler may do with the expressions of the file.
	Rounding access.Rounding
}

// File is the evidence for a file: its regions and its managed procedures, in
// their order, and the procedures that were to be managed and cannot be.
type File struct {
	Regions    []*Evidence
	Procedures []*Procedure
	Refused    []*Refused
}

// Analyse finds the evidence for all regions of a file, in their order.
func Analyse(table *scope.Table, set *regions.Set) []*Evidence {
	return AnalyseFile(table, set, Options{}).Regions
}

// AnalyseFile finds the evidence for a file. Procedures that are called from a
// region of the file are managed without being asked to be, if that costs
// nothing.
func AnalyseFile(table *scope.Table, set *regions.Set, opt Options) *File {
	p := access.FromScopes(table, set)
	p.Rounding = opt.Rounding
	m := newManager(p, set)
	out := &File{}
	if opt.Managed != nil {
		eachUnit(table.File.Units, func(au *ast.Unit) {
			if opt.Managed(au) {
				m.of(au, true)
			}
		})
	}
	for _, x := range set.Exchanges {
		if x.Region == nil && m.lender(x) {
			m.of(x.Unit, false)
		}
	}
	out.Regions = m.regions(p, set)
	m.explain()
	slices.SortFunc(m.order, func(x, y *managed) int {
		return int(x.proc.Unit.Begin.Span().Start) - int(y.proc.Unit.Begin.Span().Start)
	})
	for _, g := range m.order {
		out.Procedures = append(out.Procedures, g.proc)
	}
	out.Refused = m.refused
	return out
}

// eachUnit calls f for program units and what stands in them.
func eachUnit(list []*ast.Unit, f func(*ast.Unit)) {
	for _, au := range list {
		f(au)
		eachUnit(au.Subs, f)
	}
}

// regions finds the evidence for the regions.
func (m *manager) regions(p *access.Program, set *regions.Set) []*Evidence {
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
		a := newAnalysis(u, flow.New(u, trees[r.Unit], r, m.is), m)
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

// analysis is the state for one region or procedure.
type analysis struct {
	u     *access.Unit
	f     *flow.Region
	m     *manager
	out   *Evidence
	nests map[*access.Node]*nest
	comms map[*flow.Comm]*Comm
	lazy  []*flow.Comm
	// needs says for each place which receives have to be complete before it,
	// with the reference to blame.
	needs map[*flow.Place]map[*flow.Comm]access.Ref
	calls map[*flow.Place]bool // calls of procedures of other files with something pending
	lent  []*flow.Comm         // what procedures that are called may leave pending
	// delivers are the places before which everything is completed although no
	// receive may be pending there, see deliver.
	delivers map[*flow.Place]bool
	stuck    map[*flow.Place]bool // see fixed
	managed  []*flow.Place        // see foreseen
	callees  bool                 // some place has a Callee
	order    map[*flow.Comm]int   // see inOrder
	names    []ast.Expr           // see receivedNames
	sections []*flow.Comm         // see unlike
}

func newAnalysis(u *access.Unit, f *flow.Region, m *manager) *analysis {
	return &analysis{u: u, f: f, m: m, nests: map[*access.Node]*nest{}, comms: map[*flow.Comm]*Comm{},
		needs: map[*flow.Place]map[*flow.Comm]access.Ref{}, calls: map[*flow.Place]bool{}, delivers: map[*flow.Place]bool{}}
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
		a.callees = a.callees || p.Callee != nil
		if p.Callee != nil && p.Callee.Unit != nil {
			a.managed = append(a.managed, p)
		}
	}
	for _, c := range a.f.Comms {
		if !c.C.Send {
			a.receive(c)
		}
	}
	a.grants()
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
func (a *analysis) touches(p *flow.Place, c *flow.Comm) (access.Ref, bool) { return a.touched(p.E, c) }

// touched is touches for effects of any kind.
func (a *analysis) touched(e *access.Effects, c *flow.Comm) (access.Ref, bool) {
	for _, r := range c.Refs {
		if x, ok := a.u.MayTouch(e, r); ok {
			return x, true
		}
	}
	return access.Ref{}, false
}

// settles reports whether everything must be complete before a place: it may wait
// for another rank, or messages order it although it touches nothing that is
// received. A managed procedure sees to it itself.
func settles(p *flow.Place) bool {
	e := p.E
	if p.Callee != nil {
		e = &p.Callee.Shallow
	}
	return e.Blocks || e.MPI || e.Outside || e.Reach == access.ReachAll
}

// guard reports whether c must be complete before place p begins, and what is
// to blame.
func (a *analysis) guard(p *flow.Place, c *flow.Comm) (access.Ref, bool) {
	if p.Callee != nil {
		return a.guardCall(p, c)
	}
	if settles(p) {
		return access.Ref{At: p.E.WhyAt, Text: p.E.Why}, true
	}
	x, ok := a.touches(p, c)
	if !ok {
		return x, false
	}
	if p.Nest != nil && a.nests[p.Node].covers(a.u, c) {
		if x, ok := a.touched(a.nests[p.Node].header(a.u), c); ok {
			return x, true
		}
		return a.looks(p, c)
	}
	return x, true
}

// looks reports whether a place may read the sections of c without naming them.
func (a *analysis) looks(p *flow.Place, c *flow.Comm) (access.Ref, bool) {
	for _, r := range c.Refs {
		if a.u.Looks(p.E, r.Obj) {
			return access.Ref{Obj: r.Obj, At: p.E.WhyAt, Text: p.E.Why + ": " + r.Obj.Key}, true
		}
	}
	return access.Ref{}, false
}

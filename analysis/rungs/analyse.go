package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/lang"
)

// Options of an analysis.
type Options struct {
	// Managed tells which procedures are to be managed; nil: none.
	Managed func(*ast.Unit) Wish
	// Rounding is what the compiler may do with the expressions of the file.
	Rounding access.Rounding
	// Counted: regions that say no mode have mode(counted).
	Counted bool
	// Elements: where units of work would be counted, writes of each element are, if they can be.
	Elements bool
	// Doubted is what of an earlier plan for the file was disputed.
	Doubted Doubted
}

// Doubted is what is not done although it was proved.
type Doubted struct {
	Pending map[*regions.Message]bool // receives that may be pending
	Final   map[*regions.Message]bool // sends that leave for good
	Early   map[*regions.Message]bool // receives that are posted before their exchange
	Managed map[*ast.Unit]bool        // procedures that may be entered while something is pending
	Grants  map[*regions.Region]bool  // regions in which procedures that are called may leave something pending
}

// Wish says whether a procedure is to be managed.
type Wish uint8

const (
	Unasked    Wish = iota // only if it is called from a region of its file
	WhereWorth             // if it does so much that its callers gain
	Asked                  // the program says so: in any case
)

// File is the evidence for a file: its regions, in their order, and then its
// managed procedures, in theirs; and the procedures that were to be managed and
// cannot be.
type File struct {
	Bodies  []*Body
	Refused []*Refused
	// Left are those that nobody asked for and that are not managed.
	Left []*Refused
}

// Analyse finds the evidence for a file. Procedures that are called from a
// region of the file are managed without being asked to be, if that costs
// nothing.
func Analyse(table *scope.Table, set *regions.Set, opt Options) *File {
	p := access.NewProgram(table, set)
	p.Rounding = opt.Rounding
	m := newManager(p, set)
	m.doubted = opt.Doubted
	out := &File{}
	m.wish(table.File.Units, opt.Managed, Asked)
	for _, x := range set.Exchanges {
		if x.Region == nil && m.lender(x) {
			m.ofExchange(x.Unit)
		}
	}
	out.Bodies = m.regions(p, set, opt)
	m.wish(table.File.Units, opt.Managed, WhereWorth)
	m.explain()
	slices.SortFunc(m.order, func(x, y *managed) int {
		return int(x.body.Unit.Begin.Span().Start) - int(y.body.Unit.Begin.Span().Start)
	})
	for _, g := range m.order {
		out.Bodies = append(out.Bodies, g.body)
	}
	for _, b := range out.Bodies {
		b.sort()
	}
	out.Refused = m.refused
	out.Left = slices.DeleteFunc(m.left, func(r *Refused) bool { return m.known[r.Unit] != nil && m.known[r.Unit].body != nil })
	return out
}

// wish looks at the procedures for which that wish was uttered.
func (m *manager) wish(list []*ast.Unit, uttered func(*ast.Unit) Wish, wish Wish) {
	if uttered == nil {
		return
	}
	eachUnit(list, func(au *ast.Unit) {
		if uttered(au) == wish {
			m.of(au, wish)
		}
	})
}

// eachUnit calls f for program units and what stands in them.
func eachUnit(list []*ast.Unit, f func(*ast.Unit)) {
	for _, au := range list {
		f(au)
		eachUnit(au.Subs, f)
	}
}

// regions finds the evidence for the regions.
func (m *manager) regions(p *access.Program, set *regions.Set, opt Options) []*Body {
	trees := map[*ast.Unit]*access.Tree{}
	var out []*Body
	for _, r := range set.Regions {
		u := p.Unit(r.Unit)
		if u == nil {
			out = append(out, refuse(r, reason.UnitUnknown.At(r.Begin.Span())))
			continue
		}
		if trees[r.Unit] == nil {
			trees[r.Unit] = u.Tree(r.Unit.Exec, set)
		}
		if r.Dir != nil && r.Dir.Mode == lang.ModePlain {
			out = append(out, refuse(r, reason.ModePlain.At(r.Begin.Span())))
			continue
		}
		a := newAnalysis(u, flow.New(u, trees[r.Unit], r, m.is), m)
		a.counted = inModeCounted(r, set, opt)
		a.elements = a.counted && opt.Elements
		out = append(out, a.run(r))
	}
	return out
}

// refuse is the evidence of a region in which everything is plain.
func refuse(r *regions.Region, why reason.Reason) *Body {
	b := &Body{Region: r, Unit: r.Unit}
	for _, x := range r.Exchanges {
		for _, c := range x.All {
			b.Messages = append(b.Messages, &Message{M: c, X: x, Why: []reason.Reason{why}})
		}
	}
	return b
}

// analysis is the state for one region or procedure.
type analysis struct {
	u        *access.Unit
	f        *flow.Region
	m        *manager
	out      *Body
	nests    map[*access.Node]*Nest
	messages map[*flow.Message]*Message
	lazy     []*flow.Message
	// needs says for each place which receives have to be complete before it,
	// with the reference to blame.
	needs map[*flow.Place]map[*flow.Message]access.Ref
	calls map[*flow.Place]bool // calls of procedures of other files with something pending
	fires map[ast.Item]*Fire   // by what they stand after
	units map[*access.Node]*Units
	// opened says for which receives a loop may be opened, asking for which it is.
	opened map[*access.Node]map[*flow.Message]bool
	asking map[*flow.Place][]*flow.Message
	lent   []*flow.Message // what procedures that are called may leave pending
	// delivers are the places before which everything is completed although no
	// receive may be pending there, see deliver.
	delivers map[*flow.Place]bool
	stuck    *flow.Place                     // see fixed
	managed  []*flow.Place                   // see predicted
	callees  bool                            // some place has a Callee
	order    map[*flow.Message]int           // see inOrder
	names    []Guarded                       // see receivedNames
	sections []*flow.Message                 // see unlike
	alike    map[int][]*flow.Message         // lazy, by their sections
	into     map[*access.Object][]int        // places in sections of what goes into an object, see mayTouch
	near     *access.Near                    // these objects
	ways     map[*flow.Message]flow.Meetings // see waysOf
	arrays   int                             // that are received, see crowded
	settled  int                             // places at which something is pending and everything is completed
	counted  bool                            // mode(counted)
	elements bool                            // see Options
	apart    []*Apart                        // what is claimed, see compare
}

func newAnalysis(u *access.Unit, f *flow.Region, m *manager) *analysis {
	return &analysis{u: u, f: f, m: m, nests: map[*access.Node]*Nest{}, messages: map[*flow.Message]*Message{},
		needs: map[*flow.Place]map[*flow.Message]access.Ref{}, calls: map[*flow.Place]bool{}, fires: map[ast.Item]*Fire{}, units: map[*access.Node]*Units{},
		opened: map[*access.Node]map[*flow.Message]bool{}, asking: map[*flow.Place][]*flow.Message{}, delivers: map[*flow.Place]bool{}}
}

func (a *analysis) run(r *regions.Region) *Body {
	a.out = &Body{Region: r, Unit: r.Unit}
	for _, c := range a.f.Messages {
		out := &Message{M: c.M, X: c.Node.X}
		a.messages[c] = out
		a.out.Messages = append(a.out.Messages, out)
	}
	for _, p := range a.f.Places {
		if p.Nest != nil {
			a.nests[p.Node] = a.describe(p)
		}
		if a.stuck == nil && p.Fixed.Stands() && waits(p) && p.Node.Kind != access.Exchange {
			a.stuck = p
		}
		a.callees = a.callees || p.Callee != nil
		if p.Callee != nil && p.Callee.Unit != nil {
			a.managed = append(a.managed, p)
		}
	}
	a.arrays = a.arraysReceived()
	a.openNests()
	for _, c := range a.f.Messages {
		if !c.M.Send {
			a.receive(c)
		}
	}
	a.grants()
	for _, c := range a.f.Messages {
		if c.M.Send {
			a.send(c)
		}
	}
	a.swaps()
	a.count()
	a.countElements()
	a.prepost()
	a.emitNests()
	a.emitUses()
	a.emitNeeds()
	a.emitApart()
	a.spare()
	return a.out
}

// hopeless says why nothing can be done for a directive, whatever stands
// around it.
func (a *analysis) hopeless(c *flow.Message) (reason.Reason, bool) {
	at := c.M.Span
	switch {
	case c.Node.Parallel:
		return reason.InParallel.At(at), true
	case len(c.Refs) == 0:
		return reason.SectionUnknown.At(at), true
	}
	if x, ok := a.indexed(c); ok {
		return reason.IndexedReceive.At(x.Span()), true
	}
	for _, r := range c.Refs {
		switch {
		case r.Obj.Root.Name == "?":
			return reason.SectionUnknown.At(r.At), true
		case r.Obj.Root.Volatile:
			return reason.VolatileSection.At(r.At, r.Obj.As()), true
		case r.Obj.Root.Shadows():
			return reason.InBlock.At(r.At, r.Obj.As()), true
		}
	}
	return reason.Reason{}, false
}

// indexed returns the section of a receive that goes through a copy: it has several vector subscripts.
func (a *analysis) indexed(c *flow.Message) (ast.Expr, bool) {
	if c.M.Send {
		return nil, false
	}
	u := a.u.At(c.Node)
	for _, s := range c.M.Sections {
		if s.Count == nil && u.Vectors(s.X) > 1 {
			return s.X, true
		}
	}
	return nil, false
}

// touches returns the reference by which a place touches the sections of c.
func (a *analysis) touches(p *flow.Place, c *flow.Message) (access.Ref, bool) {
	return a.touched(p.E, c)
}

// touched is touches for effects of any kind.
func (a *analysis) touched(e *access.Effects, c *flow.Message) (access.Ref, bool) {
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
	return e.May(access.Blocks|access.MPI|access.Outside) || e.Sent == access.ReachAll
}

// guard reports whether c must be complete before place p begins, and what is
// to blame.
func (a *analysis) guard(p *flow.Place, c *flow.Message) (access.Ref, bool) {
	if p.Callee != nil {
		return a.guardCall(p, c)
	}
	if settles(p) {
		return access.Blamed(nil, p.E.Why), true
	}
	x, ok := a.touches(p, c)
	if !ok || a.opens(p, c) {
		return x, false
	}
	if p.Nest != nil && a.nests[p.Node].covers(c) {
		if x, ok := a.touched(a.nests[p.Node].header(a.u), c); ok {
			return x, true
		}
		return a.looks(p, c)
	}
	return x, true
}

// looks reports whether a place may read the sections of c without naming them.
func (a *analysis) looks(p *flow.Place, c *flow.Message) (access.Ref, bool) {
	for _, r := range c.Refs {
		if a.u.LooksAt(p.E, r.Obj) {
			return p.E.Seen(r.Obj), true
		}
	}
	return access.Ref{}, false
}

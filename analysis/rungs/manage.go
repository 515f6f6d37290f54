package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Refused is a procedure that was to be managed, or has receives that could outlive
// it, and cannot be managed.
type Refused struct {
	Unit *ast.Unit
	Why  reason.Reason
	// Uncut are its loops, if it is not managed because none of them is cut.
	Uncut []Uncut
}

// manager decides which procedures of a file are managed.
type manager struct {
	program *access.Program
	set     *regions.Set
	known   map[*ast.Unit]*managed // nil while a procedure is looked at
	order   []*managed
	refused []*Refused
	left    []*Refused // see File
	visits  int        // see maxVisits
	doubted Doubted
	called  map[string]bool // see calledHere
	// noted holds what became of receives of procedures in their callers.
	noted map[*Message][]*Message
}

// managed is a procedure that was looked at; body is nil if it is not managed.
type managed struct {
	body   *Body
	why    reason.Reason
	uncut  []Uncut // see Refused
	a      *analysis
	m      *manager
	leases []*lease
	named  map[string]*lease // these by the text of the array
	shed   *bool             // see sheds
}

func newManager(p *access.Program, set *regions.Set) *manager {
	return &manager{program: p, set: set, known: map[*ast.Unit]*managed{}, noted: map[*Message][]*Message{}}
}

// is reports whether a procedure is managed. One that calls itself is not, seen
// from inside.
func (m *manager) is(au *ast.Unit) bool {
	g := m.of(au, Unasked)
	return g != nil && g.body != nil
}

// of looks at a procedure. Of those that the program asks for, even one that is not
// worth it is managed.
func (m *manager) of(au *ast.Unit, wish Wish) *managed {
	g, ok := m.known[au]
	if !ok {
		m.known[au] = nil
		g = m.look(au, wish)
		m.known[au] = g
		if g.body != nil {
			m.order = append(m.order, g)
		}
	}
	switch {
	case g == nil || g.body != nil:
	case wish == Asked:
		m.refused = append(m.refused, g.refused(au))
	case wish == WhereWorth:
		m.left = append(m.left, g.refused(au))
		delete(m.known, au) // called from a managed procedure it may be worth it
	}
	return g
}

// refused says why a procedure is not managed.
func (g *managed) refused(au *ast.Unit) *Refused { return &Refused{au, g.why, g.uncut} }

// ofExchange looks at a procedure whose receives may outlive it if it is managed.
func (m *manager) ofExchange(au *ast.Unit) {
	g := m.of(au, Unasked)
	if g.body == nil && !slices.ContainsFunc(m.refused, func(r *Refused) bool { return r.Unit == au }) {
		m.refused = append(m.refused, g.refused(au))
	}
}

func (m *manager) look(au *ast.Unit, wish Wish) *managed {
	g := &managed{m: m, named: map[string]*lease{}}
	u := m.program.Unit(au)
	if r, bad := m.unfit(au, u); bad {
		g.why = r
		return g
	}
	if m.doubted.Managed[au] {
		g.why = reason.Disputed.At(au.Begin.Span())
		return g
	}
	tree := u.Tree(au.Exec, m.set)
	if tree.Unclear {
		g.why = tree.WhyUnclear(reason.BodyUnclear)
		return g
	}
	g.a = newAnalysis(u, flow.Procedure(u, tree, m.is), m)
	if !g.worth(wish) {
		g.uncut = g.a.uncut()
		g.why = reason.Small.At(au.Begin.Span())
		return g
	}
	if at, name := u.LoopMath(); name != "" {
		g.why = reason.HoldsMath.At(at, reason.Name(name))
		return g
	}
	for _, p := range g.a.f.Places {
		if p.Nest != nil {
			g.a.nests[p.Node] = g.a.describe(p)
		}
	}
	w := &cover{a: g.a, at: map[*access.Node]*flow.Place{}, out: &Body{Unit: au, Leaf: g.leaf()}, sections: map[*regions.Exchange]map[access.Span]ast.Expr{}}
	g.lend(w.out)
	w.lends = w.out.Lends()
	for _, p := range g.a.f.Places {
		w.at[p.Node] = p
	}
	w.list(tree.Nodes, newDone())
	w.enter(tree)
	if w.why.Stands() {
		g.why = w.why
		return g
	}
	w.out.Uncut = g.a.uncut()
	g.body = w.out
	return g
}

// uncut lists the outermost loops that are not cut, in the order of the text.
func (a *analysis) uncut() []Uncut {
	var list []Uncut
	inner := func(n *access.Node) bool {
		for p := n.Parent; p != nil; p = p.Parent {
			if _, also := a.f.Refused[p]; also {
				return true
			}
		}
		return false
	}
	for n, why := range a.f.Refused {
		if inner(n) {
			continue
		}
		list = append(list, Uncut{At: n.Stmt.Span(), Why: why})
	}
	list = append(list, teams(a.f.Tree, a.u.AST.Exec)...)
	slices.SortFunc(list, func(x, y Uncut) int { return int(x.At.Start) - int(y.At.Start) })
	return list
}

// leaf reports whether nothing that the procedure calls may call it.
func (g *managed) leaf() bool {
	return !slices.ContainsFunc(g.a.f.Places, func(p *flow.Place) bool { return p.Callee != nil || p.E.Reach != access.ReachNamed })
}

// mayDefine returns the name of the statement function that an item, the first that
// seems to be executed, may define instead; "" if it certainly does not.
func mayDefine(u *access.Unit, item ast.Item) string {
	st, ok := item.(*ast.Stmt)
	if !ok || st.Kind != ast.KAssign {
		return ""
	}
	x, ok := st.Body.(*ast.Assign).X.(*ast.Apply)
	if !ok {
		return ""
	}
	id, ok := x.X.(*ast.Ident)
	if !ok {
		return ""
	}
	if v := u.Lookup(id.Name); v.Class == scope.Variable && v.Rank != 0 {
		return ""
	}
	for _, a := range x.Args {
		if _, isName := a.X.(*ast.Ident); !isName {
			return ""
		}
	}
	return id.Name
}

// unfit says why a procedure cannot be managed, whatever is in it.
func (m *manager) unfit(au *ast.Unit, u *access.Unit) (reason.Reason, bool) {
	if u == nil || au.Begin == nil || len(au.Exec) == 0 {
		return reason.Unit.At(access.Span{}), true
	}
	if name := mayDefine(u, au.Exec[0]); name != "" {
		return reason.MayBeStatement.At(au.Exec[0].First().Span(), reason.Name(name)), true
	}
	at := au.Begin.Span()
	head, ok := au.Heading()
	if au.Kind != ast.KSubroutine && au.Kind != ast.KFunction || !ok {
		return reason.NoProcedure.At(at), true
	}
	for _, p := range head.Prefixes {
		if p == "pure" || p == "elemental" || p == "simple" {
			return reason.Pure.At(at), true
		}
	}
	if au.Kind == ast.KFunction && !u.Returns() {
		return reason.Function.At(at), true
	}
	if e := entry(au); e != nil {
		return reason.Entry.At(e.Span()), true
	}
	if d := m.directive(au); d != nil {
		return reason.HoldsRegion.At(d.Span()), true
	}
	if v := u.Finalises(); v != nil {
		return reason.FinalAtEnd.At(at, reason.Name(v.Name)), true
	}
	e := u.Declares()
	if e.Reach != access.ReachNamed || e.May(access.Outside) {
		return reason.DeclaresUnknown.At(at), true
	}
	for _, r := range e.Refs {
		if (!r.Status || r.Write) && u.Standing(r.Obj) != access.Private {
			return reason.DeclaresRead.At(r.At, r.As()), true
		}
	}
	return reason.Reason{}, false
}

// entry returns an ENTRY statement of a procedure.
func entry(au *ast.Unit) *ast.Stmt {
	var found *ast.Stmt
	au.Statements(func(s *ast.Stmt) bool {
		if s.Kind == ast.KEntry {
			found = s
		}
		return found == nil
	})
	return found
}

// directive returns a directive other than send and recv that stands in a procedure.
func (m *manager) directive(au *ast.Unit) *ast.Stmt {
	for _, r := range m.set.Regions {
		if r.Unit == au {
			return r.Begin
		}
	}
	for _, i := range m.set.Inits {
		if i.Unit == au {
			return i.Stmt
		}
	}
	return nil
}

// use is where a procedure that gets pending memory touches it first.
type use struct {
	nest *Nest
	unit *ast.Unit
	at   *flow.Place
	// late: something that takes time comes before.
	late bool
	call string // it is left to this procedure of another file
}

// first finds the first place that may touch objects of which touches tells.
func (g *managed) first(touches func(*access.Object) bool) use {
	late := false
	for _, p := range g.a.f.Places {
		if p.Callee != nil && p.Callee.Unit == nil {
			return use{unit: g.body.Unit, at: p, late: late, call: p.Callee.Name}
		}
		if p.Callee != nil {
			inner := g.m.known[p.Callee.Unit]
			if inner == nil || inner.body == nil {
				continue
			}
			if v := inner.first(through(g.a.u, p, touches)); v.at != nil {
				v.late = v.late || late
				return v
			}
			late = true
			continue
		}
		for _, r := range p.E.Refs {
			if r.Status && !r.Write || !touches(r.Obj) {
				continue
			}
			v := use{unit: g.body.Unit, at: p, late: late}
			if n := g.a.nests[p.Node]; n != nil && n.used {
				v.nest = n
			}
			return v
		}
		late = late || p.Work
	}
	return use{}
}

// maxVisits bounds the calls that are followed for hints in one file: procedures
// that call each other twice have as many paths as there are subsets of them.
const maxVisits = 2000

// writers finds nests that may write objects of which touches tells. What the
// run time is told to expect is a hint: some may be missing.
func (g *managed) writers(touches func(*access.Object) bool) []*Nest {
	var list []*Nest
	if g.m.visits++; g.m.visits > maxVisits {
		return nil
	}
	for _, p := range g.a.f.Places {
		if p.Callee != nil {
			if p.Callee.Unit == nil {
				continue
			}
			if inner := g.m.known[p.Callee.Unit]; inner != nil && inner.body != nil {
				list = append(list, inner.writers(through(g.a.u, p, touches))...)
			}
			continue
		}
		n := g.a.nests[p.Node]
		if n == nil || !n.used {
			continue
		}
		for _, d := range n.described.list {
			if d.array != nil && d.array.Sent && touches(d.obj) {
				list = append(list, n)
				break
			}
		}
	}
	return list
}

// through translates a question about objects of a caller into one about those
// of the procedure called at p: dummies stand for their arguments.
func through(caller *access.Unit, p *flow.Place, touches func(*access.Object) bool) func(*access.Object) bool {
	passed := caller.Passed(p.Node)
	return func(o *access.Object) bool {
		if o.Root.Storage != scope.Dummy || !o.Root.DeclaredBy(p.Callee.Unit) {
			return touches(o)
		}
		actual := passed[o.Root.Name]
		return actual != nil && touches(actual)
	}
}

// guardCall is guard for a call of a managed procedure: only what passing the
// arguments touches counts. What goes into a scalar variable does not stay
// pending over calls.
func (a *analysis) guardCall(p *flow.Place, c *flow.Message) (access.Ref, bool) {
	e := &p.Callee.Shallow
	switch {
	case settles(p):
		return access.Blamed(nil, e.Why), true
	case p.Callee.Unit == nil && p.Fixed.Stands():
		return access.Blamed(nil, p.E.Why), true
	}
	for _, r := range c.Refs {
		if r.Obj.Scalar {
			return access.Blamed(r.Obj, reason.ScalarOverCalls.At(p.Node.Stmt.Span(), r.Obj.As())), true
		}
		if x, ok := a.u.MayTouch(e, r); ok {
			how := reason.Copied
			if x.Obj == p.Callee.Into {
				how = reason.AssignedThere
			}
			why := how.At(x.At, x.As())
			x.Why = &why
			return x, true
		}
	}
	return access.Ref{}, false
}

// objects returns the question whether an object may be one of c's.
func objects(c *flow.Message) func(*access.Object) bool {
	return func(o *access.Object) bool {
		return shared(o, c.Refs)
	}
}

package rungs

import (
	"slices"

	"mdmp/analysis/access"
	"mdmp/analysis/flow"
	"mdmp/analysis/regions"
	"mdmp/fortran/ast"
)

// Procedure is the evidence for a managed procedure: one that may be entered
// while receives are pending that it knows nothing of, because every access to
// memory into which they could go is covered.
type Procedure struct {
	Unit *ast.Unit
	Name string
	// Entry is the first executable item. Scalars are to be completed there.
	Entry   ast.Item
	Scalars []Designator
	// Nests are to be boxed; all arrays in them that a receive may go into are
	// stated. Needs stand before everything else that touches such memory, and
	// before all that may wait for another rank.
	Nests []*Nest
	Needs []*Need
	Calls []*Call
	// Grants hand on what the procedure may leave pending itself.
	Grants []*Grant
	// Comms are its receives. Those that are Lazy may outlive it.
	Comms []*Comm
}

// Lends reports whether it may leave receives pending.
func (p *Procedure) Lends() bool {
	return len(p.Grants) > 0 || slices.ContainsFunc(p.Comms, func(c *Comm) bool { return c.Lazy })
}

// Refused is a procedure that was to be managed and cannot be.
type Refused struct {
	Unit *ast.Unit
	Why  Reason
}

// manager decides which procedures of a file are managed.
type manager struct {
	program *access.Program
	set     *regions.Set
	known   map[*ast.Unit]*managed // nil while a procedure is looked at
	order   []*managed
	refused []*Refused
	visits  int // see maxVisits
	// noted holds what became of receives of procedures in their callers.
	noted map[*Comm][]*Comm
}

// managed is a procedure that was looked at; proc is nil if it is not managed.
type managed struct {
	proc   *Procedure
	why    Reason
	a      *analysis
	m      *manager
	leases []*lease
}

func newManager(p *access.Program, set *regions.Set) *manager {
	return &manager{program: p, set: set, known: map[*ast.Unit]*managed{}, noted: map[*Comm][]*Comm{}}
}

// is reports whether a procedure is managed. One that calls itself is not, seen
// from inside.
func (m *manager) is(au *ast.Unit) bool {
	g := m.of(au, false)
	return g != nil && g.proc != nil
}

// of looks at a procedure; asked: the program asks for it, so even one that is
// not worth it is managed.
func (m *manager) of(au *ast.Unit, asked bool) *managed {
	if g, ok := m.known[au]; ok {
		return g
	}
	m.known[au] = nil
	g := m.look(au, asked)
	m.known[au] = g
	if g.proc != nil {
		m.order = append(m.order, g)
	} else if asked {
		m.refused = append(m.refused, &Refused{au, g.why})
	}
	return g
}

func (m *manager) look(au *ast.Unit, asked bool) *managed {
	g := &managed{m: m}
	u := m.program.Unit(au)
	if r, bad := m.unfit(au, u); bad {
		g.why = r
		return g
	}
	tree := u.Tree(au.Exec, m.set)
	if tree.Unclear {
		g.why = Reason{Key: "not-understood", At: tree.UnclearAt, Text: "something in it is not understood"}
		return g
	}
	g.a = newAnalysis(u, flow.Procedure(u, tree, m.is), m)
	if !asked && !g.worth() {
		g.why = Reason{Key: "small", At: au.Begin.Span(), Text: "it holds no loop nest and no array statement"}
		return g
	}
	for _, p := range g.a.f.Places {
		if p.Nest != nil {
			g.a.nests[p.Node] = g.a.describe(p)
		}
	}
	w := &cover{a: g.a, at: map[*access.Node]*flow.Place{}, out: &Procedure{Unit: au, Name: au.Name, Entry: au.Exec[0]}}
	g.lend(w.out)
	w.lends = w.out.Lends()
	for _, p := range g.a.f.Places {
		w.at[p.Node] = p
	}
	w.list(tree.Nodes, newDone())
	w.scalars(tree)
	if w.why.Text != "" {
		g.why = w.why
		return g
	}
	g.proc = w.out
	return g
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
	if v := u.Lookup(id.Name); v.What == access.Variable && v.Rank != 0 {
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
func (m *manager) unfit(au *ast.Unit, u *access.Unit) (Reason, bool) {
	if u == nil || au.Begin == nil || len(au.Exec) == 0 {
		return Reason{Key: "unit", Text: "it is not understood"}, true
	}
	if name := mayDefine(u, au.Exec[0]); name != "" {
		return Reason{Key: "not-understood", At: au.Exec[0].First().Span(), Text: "'" + name + "' may be a statement function"}, true
	}
	at := au.Begin.Span()
	head, ok := au.Begin.Body.(*ast.Procedure)
	if au.Kind != ast.KSubroutine || !ok {
		return Reason{Key: "function", At: at, Text: "only subroutines are managed"}, true
	}
	for _, p := range head.Prefixes {
		if p == "pure" || p == "elemental" || p == "simple" {
			return Reason{Key: "pure", At: at, Text: "a pure procedure cannot hold calls of the run time"}, true
		}
	}
	if e := entry(au); e != nil {
		return Reason{Key: "entry", At: e.Span(), Text: "it has another entry"}, true
	}
	if d := m.directive(au); d != nil {
		return Reason{Key: "directive", At: d.Span(), Text: "it holds a region"}, true
	}
	if v := u.Finalises(); v != nil {
		return Reason{Key: "final", At: at, Text: "a final procedure of " + v.Name + " may be called at its end"}, true
	}
	e := u.Declares()
	if e.Reach != access.ReachNamed || e.Outside {
		return Reason{Key: "declares", At: at, Text: "its declarations are not understood"}, true
	}
	for _, r := range e.Refs {
		if (!r.Status || r.Write) && u.Standing(r.Obj) != access.Private {
			return Reason{Key: "declares", At: r.At, Text: r.Text + " is read in a declaration, before anything can be completed"}, true
		}
	}
	return Reason{}, false
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

// worth reports whether a procedure takes so long that looking after receives
// in it costs nothing: a nest, an array statement, a call of one that does.
func (g *managed) worth() bool {
	for _, p := range g.a.f.Places {
		if p.Nest != nil || p.Callee != nil || p.Node.Kind == access.Exchange || p.Work && p.E.Reach == access.ReachNamed {
			return true
		}
	}
	return false
}

// use is where a procedure that gets pending memory touches it first.
type use struct {
	nest *Nest
	proc *Procedure
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
			return use{proc: g.proc, at: p, late: late, call: p.Callee.Name}
		}
		if p.Callee != nil {
			inner := g.m.known[p.Callee.Unit]
			if inner == nil || inner.proc == nil {
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
			v := use{proc: g.proc, at: p, late: late}
			if n := g.a.nests[p.Node]; n != nil && n.used {
				v.nest = n.ev
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
			if inner := g.m.known[p.Callee.Unit]; inner != nil && inner.proc != nil {
				list = append(list, inner.writers(through(g.a.u, p, touches))...)
			}
			continue
		}
		n := g.a.nests[p.Node]
		if n == nil || !n.used {
			continue
		}
		for _, d := range n.arrays {
			if d.array != nil && d.array.Sent && touches(d.obj) {
				list = append(list, n.ev)
				break
			}
		}
	}
	return list
}

// through translates a question about objects of a caller into one about those
// of the procedure called at p: dummies stand for their arguments.
func through(caller *access.Unit, p *flow.Place, touches func(*access.Object) bool) func(*access.Object) bool {
	leave := caller.Enter(p.Node)
	passed := caller.Passed(p.Node)
	leave()
	return func(o *access.Object) bool {
		if o.Root.Storage != access.Dummy || o.Root.Owner != p.Callee.Unit {
			return touches(o)
		}
		actual := passed[o.Root.Name]
		return actual != nil && touches(actual)
	}
}

// guardCall is guard for a call of a managed procedure: only what passing the
// arguments touches counts. What goes into a scalar variable does not stay
// pending over calls.
func (a *analysis) guardCall(p *flow.Place, c *flow.Comm) (access.Ref, bool) {
	e := &p.Callee.Shallow
	switch {
	case settles(p):
		return access.Ref{At: e.WhyAt, Text: e.Why}, true
	case p.Callee.Unit == nil && p.Fixed != "":
		return access.Ref{At: p.E.WhyAt, Text: p.E.Why}, true
	}
	for _, r := range c.Refs {
		if r.Obj.Scalar {
			return access.Ref{Obj: r.Obj, At: p.Node.Stmt.Span(), Text: r.Obj.Key + " is a scalar: it is not left pending over calls"}, true
		}
		if x, ok := a.u.MayTouch(e, r); ok {
			x.Text += " is copied, or passed as a scalar"
			return x, true
		}
	}
	return access.Ref{}, false
}

// objects returns the question whether an object may be one of c's.
func objects(c *flow.Comm) func(*access.Object) bool {
	return func(o *access.Object) bool { return overlapsObject(o, c) }
}

package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Loops of which nobody knows which iteration uses what was received: indirect subscripts, conditions, loops that
// go on until something is so, that are left, or that call.
//
// A count of accesses says where the first one was in an earlier pass. For a send that is enough: the exchange compares.
// An access that came too early nobody can find afterwards, so for a receive a count may not decide anything. But the
// statement that makes the access knows its subscripts: it can ask right before. So in mode(counted) such a
// loop is opened: in place of a completion before all of it, one stands before each statement in it that may use what is
// received, for the element or the section that it uses. Only what the statement would evaluate itself, in any case, is evaluated
// before it; where that cannot be said, all of the array is completed there.

// Uses is a loop with such completions in it.
type Uses struct {
	Before
	Do *ast.Construct
	// Arrays are those of the receives that may be pending: while none of them is, nothing in the loop asks.
	Arrays []Guarded
	At     []Use // in the order of the text
	// Stays: the loop is not left but by its end, so it may stand twice in the text.
	Stays bool
}

// Use is a statement of the loop. Of are the elements and sections that it uses, each evaluated after those before
// are complete; Wholes are arrays of which all is to be complete before that.
type Use struct {
	Before
	Of     []ast.Expr
	Wholes []Guarded
}

func (x *Uses) place() (source.Pos, int) { return x.start(), 4 }

// opens reports whether the loop at p is opened for what c receives.
func (a *analysis) opens(p *flow.Place, c *flow.Message) bool {
	if !a.counted || p.Nest != nil || p.Callee != nil || a.messages[c] == nil || c.M.Send {
		return false
	}
	by := a.opened[p.Node]
	if by == nil {
		by = map[*flow.Message]bool{}
		a.opened[p.Node] = by
	}
	yes, known := by[c]
	if !known {
		yes = a.mayOpen(p, c)
		by[c] = yes
	}
	return yes
}

// mayOpen is opens for the first time.
func (a *analysis) mayOpen(p *flow.Place, c *flow.Message) bool {
	n := p.Node
	if p.Fixed.Stands() || settles(p) || a.displaced(c) || !a.asks(n) || len(a.arraysOf([]*flow.Message{c}, n)) == 0 {
		return false
	}
	if _, touched := a.touches(p, c); !touched || a.uses(n, &n.E, []*flow.Message{c}) {
		return false
	}
	ok := true
	n.Walk(func(m *access.Node) bool {
		if ok && m != n && a.uses(m, &m.E, []*flow.Message{c}) {
			ok = a.mayPrecede(m) && len(a.arraysOf([]*flow.Message{c}, m)) > 0
		}
		return ok
	})
	return ok
}

// asks reports whether calls may stand in a loop: it is one by its text, the compiler rounds the same, and all in
// it is understood.
func (a *analysis) asks(n *access.Node) bool {
	if n.Kind != access.Loop || a.f.Tree.Unclear || !a.ownLoop(n) || a.rounds(n) {
		return false
	}
	ok := true
	n.Walk(func(m *access.Node) bool {
		ok = ok && !m.Parallel && len(m.OMP) == 0 && (m.Kind == access.Simple || m.Kind == access.Branch || m.Kind == access.Loop && !m.Loop.Concurrent)
		return ok
	})
	return ok
}

// mayPrecede reports whether a statement may be put before m.
func (a *analysis) mayPrecede(m *access.Node) bool { return !a.f.Fixed(m).Stands() }

// uses reports whether e, of node m, may touch what some receives receive.
func (a *analysis) uses(m *access.Node, e *access.Effects, list []*flow.Message) bool {
	steady := a.f.Steadied(e)
	return slices.ContainsFunc(list, func(c *flow.Message) bool {
		_, touched := a.touched(steady, c)
		return touched
	})
}

// arraysOf names the arrays of receives at a node; none if one has no name.
func (a *analysis) arraysOf(list []*flow.Message, n *access.Node) []Guarded {
	var out []Guarded
	seen := map[string]bool{}
	for _, c := range list {
		for i, s := range c.M.Sections {
			names := a.name(s.X, c.Refs[i].Obj, &flow.Place{Node: n})
			if len(names) == 0 {
				return nil
			}
			for _, d := range names {
				if !seen[text(d)] {
					seen[text(d)] = true
					out = append(out, d)
				}
			}
		}
	}
	return out
}

// openNests gives up cutting nests that can do nothing for receives, because every box may need all: they are opened. Not those
// that write what is sent, or may be by what is called.
func (a *analysis) openNests() {
	if !a.counted || a.out.Region == nil {
		return
	}
	for _, p := range a.f.Places {
		n := a.nests[p.Node]
		if n == nil || n.Array != nil || n.Index != nil {
			continue
		}
		p.Nest = nil
		if !a.better(p, n) {
			p.Nest = n.Nest
			continue
		}
		delete(a.nests, p.Node)
	}
}

// better reports whether nest n at p is better opened than cut.
func (a *analysis) better(p *flow.Place, n *Nest) bool {
	if a.callees && slices.ContainsFunc(n.described.list, func(d *described) bool { return d.array == nil || writes(d.array) }) {
		return false // what is called may send it
	}
	found := false
	for _, c := range a.f.Messages {
		if c.M.Send {
			if slices.ContainsFunc(c.Refs, func(r access.Ref) bool { _, writes := a.u.MayWrite(p.E, r); return writes }) {
				return false
			}
			continue
		}
		if _, touched := a.touches(p, c); !touched {
			continue
		}
		if _, bad := a.hopeless(c); bad {
			continue
		}
		if n.partial(c, false) || !a.opens(p, c) {
			return false
		}
		found = true
	}
	return found
}

// emitUses lists the loops that are opened for receives that may be pending there.
func (a *analysis) emitUses() {
	for _, p := range a.f.Places {
		list := a.asking[p]
		if len(list) == 0 {
			continue
		}
		x := &Uses{Before: Before{Item: p.Node.Before}, Do: p.Node.Loop.Do, Arrays: a.arraysOf(list, p.Node), Stays: stays(p.Node)}
		p.Node.Walk(func(m *access.Node) bool {
			if m != p.Node && a.uses(m, &m.E, list) {
				x.At = append(x.At, a.use(m, list))
			}
			return true
		})
		a.out.add(x)
		for _, c := range list {
			out := a.messages[c]
			out.Opened = append(out.Opened, x)
		}
	}
}

// stays reports whether a loop is left by its end alone, or by EXIT.
func stays(n *access.Node) bool {
	ok := true
	n.Walk(func(m *access.Node) bool {
		ok = ok && m.Jump != access.Leaves && m.Jump != access.Gotos && (m.Target == nil || n.Holds(m.Target))
		return ok
	})
	return ok
}

// use says what a node uses of what is received.
func (a *analysis) use(m *access.Node, list []*flow.Message) Use {
	out := Use{Before: before(&flow.Place{Node: m})}
	u := a.u.At(m)
	named := u.Evaluated(m)
	var whole []*flow.Message
	var spans []access.Span
	for _, c := range list {
		for _, r := range a.f.Steadied(&m.E).Refs {
			if !a.uses(m, access.Touching(r), []*flow.Message{c}) {
				continue
			}
			if r.Via == "" && slices.ContainsFunc(named, func(x *ast.Apply) bool { return x.Span() == r.At && means(u, x, r) }) {
				spans = append(spans, r.At)
			} else if !slices.Contains(whole, c) {
				whole = append(whole, c)
			}
		}
		if _, looks := a.looks(&flow.Place{Node: m, E: &m.E}, c); looks && !slices.Contains(whole, c) {
			whole = append(whole, c)
		}
	}
	out.Wholes = a.arraysOf(whole, m)
	for _, x := range named {
		if slices.Contains(spans, x.Span()) {
			out.Of = append(out.Of, x)
		}
	}
	return out
}

// means reports whether x is an element or a section of the variable of r.
func means(u *access.Unit, x *ast.Apply, r access.Ref) bool {
	id, ok := x.X.(*ast.Ident)
	return ok && len(r.Obj.Path) == 0 && u.Lookup(id.Name) == r.Obj.Root
}

// inOpened notes the receives for which loops are opened that are met.
func (a *analysis) inOpened(c *flow.Message, met flow.Meetings) {
	for _, m := range met {
		if _, touched := a.touches(m.Place, c); touched && a.opens(m.Place, c) {
			a.asking[m.Place] = append(a.asking[m.Place], c)
		}
	}
}

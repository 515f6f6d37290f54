package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
)

// builder makes a Tree.
type builder struct {
	u        *Unit // as it is seen at the current place
	t        *Tree
	set      *regions.Set
	open     []*Node // constructs around the current place
	parallel bool
}

// list builds the nodes of an arm.
func (b *builder) list(items []ast.Item, parent *Node, arm int) []*Node {
	var out []*Node
	var w waiting
	for i := 0; i < len(items); i++ {
		item := items[i]
		if s, ok := item.(*ast.Stmt); ok && s.Kind == ast.KDirective && s.Line.Sentinel() != "mdmp" {
			if s.Line.Inert {
				continue
			}
			n, end := b.directive(items, i, &w)
			if n != nil {
				b.place(&out, n, parent, arm)
			}
			i = end - 1
			continue
		}
		was := b.parallel
		b.parallel = was || len(w.omp) > 0 // inside a loop that is shared out
		n := b.item(item)
		b.parallel = was
		if n == nil {
			continue
		}
		for _, d := range w.omp {
			b.u.ompClauses(d, &n.E)
		}
		w.attach(n)
		b.place(&out, n, parent, arm)
	}
	return out
}

// waiting is what holds between a directive and the statement it belongs to.
type waiting struct {
	omp      []*ast.Stmt // directives waiting for their statement
	attached *Node       // the statement before, if directives belong to it
}

// attach gives the directives that wait to n.
func (w *waiting) attach(n *Node) {
	w.attached = nil
	if len(w.omp) > 0 {
		n.OMP, n.Before = w.omp, w.omp[0]
		w.attached = n
	}
	w.omp = nil
}

// directive takes a directive of another language, with all that it holds; end
// is the index behind that.
func (b *builder) directive(items []ast.Item, i int, w *waiting) (n *Node, end int) {
	s := items[i].(*ast.Stmt)
	kind := ompKindOf(omp.Read(s.Line))
	switch kind {
	case ompIgnored:
		if w.attached != nil && slices.ContainsFunc(w.attached.OMP, func(head *ast.Stmt) bool { return ends(s, head) }) {
			w.attached.OMPEnd = s
			if !ends(s, w.attached.OMP[0]) { // that of a team is still to come
				return nil, i + 1
			}
		}
		w.attached = nil
		return nil, i + 1
	case ompBlock:
		if oneLoop(items, i) {
			break
		}
		end = ompEnd(items, i)
	case ompAtomic:
		end = atomicEnd(items, i)
	case ompUnknown:
		end = unknownEnd(items, i)
	}
	if end > 0 {
		n = b.opaque(items[i:end], s)
		w.attach(n)
		w.attached = nil // its end is in it
		return n, end
	}
	if kind == ompUnknown {
		n = &Node{Kind: Opaque, Item: s, Stmt: s, Before: s, E: Nothing()}
		b.unknownDirective(s, &n.E)
	}
	w.omp, w.attached = append(w.omp, s), nil
	return n, i + 1
}

func (b *builder) place(out *[]*Node, n *Node, parent *Node, arm int) {
	if n.E.May(Finalises) && n.Kind != Simple {
		n.E.unknown(n.Stmt.Span(), reason.FinalisedAtEnd)
		b.unclear(n.Stmt.Span())
	}
	n.Parent, n.arm, n.index, n.tree = parent, arm, len(*out), b.t
	n.Parallel = b.parallel
	n.names = b.u.here
	n.E.volatile(n.Loop)
	*out = append(*out, n)
	if n.Kind == Mark {
		b.t.marks[n.Stmt] = n
	}
	for _, l := range n.E.Jumps {
		b.t.Labels[l] = true
	}
}

func (b *builder) unclear(at Span) {
	if !b.t.Unclear {
		b.t.Unclear, b.t.UnclearAt = true, at
	}
}

// unknownDirective: a directive of another language may do anything to what stands around it.
func (b *builder) unknownDirective(s *ast.Stmt, e *Effects) {
	why := reason.UnknownDirective
	if d := omp.Read(s.Line); d.ACC || slices.Contains(d.Words, "target") {
		why = reason.DeviceDirective
	}
	e.unknown(s.Span(), why)
	if b.unclear(s.Span()); b.t.UnclearAt == s.Span() {
		b.t.device = why == reason.DeviceDirective
	}
}

// item builds a node; nil for what does nothing.
func (b *builder) item(item ast.Item) *Node {
	switch it := item.(type) {
	case *ast.Stmt:
		return b.stmt(it)
	case *ast.Construct:
		return b.construct(it)
	default:
		n := &Node{Kind: Opaque, Item: item, Stmt: item.First(), Before: item}
		n.E.unknown(item.First().Span(), reason.UnknownItem)
		b.unclear(item.First().Span())
		return n
	}
}

func (b *builder) stmt(s *ast.Stmt) *Node {
	n := &Node{Item: s, Stmt: s, Before: s, E: Nothing()}
	switch s.Kind {
	case ast.KDirective:
		x := b.set.Of(s)
		if x != nil && x.Stmts[0] != s || regions.Declares(s) || regions.Asks(s) {
			return nil
		}
		if w := b.set.WaitAt(s); w != nil {
			n.E = b.u.wait(w)
			return n
		}
		n.Kind = Mark
		if x != nil {
			n.Kind, n.X = Exchange, x
			n.E = b.exchange(x)
		} else if i := b.set.InitAt(s); i != nil {
			n.E = b.u.inits(i, b.set)
		} else if r := b.set.BeginAt(s); r != nil {
			b.u.evaluate([]ast.Expr{r.Dir.If, r.Dir.Comm, r.Dir.Delta, r.Dir.Tag}, &n.E)
		}
		return n
	case ast.KCpp:
		if !s.Line.IsMarker() {
			n.Kind = Opaque
			n.E.unknown(s.Span(), reason.CPPLine)
			b.unclear(s.Span())
			return n
		}
		return nil
	case ast.KIf, ast.KWhere, ast.KForall:
		return b.oneLine(s)
	case ast.KUnknown, ast.KInclude, ast.KEntry:
		n.E = b.u.Stmt(s)
		n.E.unknown(s.Span(), reason.UnknownStatement)
		b.unclear(s.Span())
		return n
	default: // Stmt and jump list what they understand
		n.E = b.u.Stmt(s)
		b.jump(n)
		return n
	}
}

// exchange: sends read their sections, receives write them; peers, tags and
// conditions are evaluated.
func (b *builder) exchange(x *regions.Exchange) Effects {
	e := Nothing()
	for _, c := range x.All {
		e.Refs = append(e.Refs, b.u.MessageRefs(c)...)
		for _, s := range c.Sections {
			if d, ok := b.u.designator(s.X); ok {
				b.u.subscripts(d, &e)
			}
			if s.Count != nil {
				b.u.expr(s.Count, &e)
			}
		}
		for _, y := range c.Controls() {
			b.u.expr(y, &e)
		}
	}
	return e
}

// jump finds out where a simple statement goes.
func (b *builder) jump(n *Node) {
	s := n.Stmt
	switch s.Kind {
	case ast.KReturn, ast.KStop, ast.KErrorStop:
		n.Jump = Leaves
	case ast.KCycle, ast.KExit:
		name := s.Name()
		n.Jump = Leaves // of something outside the tree
		for i := len(b.open) - 1; i >= 0; i-- {
			o := b.open[i]
			if name == "" && o.Kind == Loop || name != "" && o.Stmt.Name() == name {
				n.Target = o
				n.Jump = Exits
				if s.Kind == ast.KCycle {
					n.Jump = Cycles
				}
				break
			}
		}
	case ast.KGoto, ast.KComputedGoto, ast.KAssignedGoto, ast.KArithIf:
		n.Jump = Gotos
		if l := b.cycled(n); l != nil {
			n.Jump, n.Target, n.E.Jumps = Cycles, l, nil
			return
		}
		b.t.Jumps = true
	default:
		if len(n.E.Jumps) > 0 {
			n.Jump = Gotos
			b.t.Jumps = true
		}
	}
}

// cycled recognises a GO TO to the CONTINUE that ends a loop around it.
func (b *builder) cycled(n *Node) *Node {
	if n.Stmt.Kind != ast.KGoto || len(n.E.Jumps) != 1 {
		return nil
	}
	for i := len(b.open) - 1; i >= 0; i-- {
		o := b.open[i]
		if o.Kind != Loop || o.Loop.Do == nil || o.Loop.Do.End == nil {
			continue
		}
		end := o.Loop.Do.End
		if end.Label() == n.E.Jumps[0] && (end.Kind == ast.KContinue || end.Kind == ast.KEndDo) {
			return o
		}
	}
	return nil
}

// oneLine is a logical IF, or a one-line WHERE or FORALL.
func (b *builder) oneLine(s *ast.Stmt) *Node {
	n := &Node{Item: s, Stmt: s, Before: s, E: Nothing()}
	if s.Inner == nil {
		n.E.unknown(s.Span(), reason.UnknownStatement)
		b.unclear(s.Span())
		return n
	}
	if s.Kind == ast.KForall {
		return b.forallStmt(s, n)
	}
	n.Kind = Branch
	if b.deadLine(s) {
		n.Arms = [][]*Node{nil}
		return n
	}
	n.E = b.u.Stmt(s)
	b.open = append(b.open, n)
	inner := b.stmt(s.Inner)
	b.open = b.open[:len(b.open)-1]
	var arm []*Node
	if inner != nil {
		if s.Kind == ast.KIf {
			inner.If = s
		}
		b.place(&arm, inner, n, 0)
	}
	n.Arms = [][]*Node{arm}
	if s.Kind == ast.KWhere {
		return b.collapse(n)
	}
	return n
}

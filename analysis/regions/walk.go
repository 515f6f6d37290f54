package regions

import (
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/lang"
)

// maxNesting bounds how deep constructs may stand around a directive.
const maxNesting = 1000

// context is what the walk knows about the list it is in.
type context struct {
	unit   *ast.Unit
	pure   bool
	in     *branch        // nil in the execution part
	barred *ast.Construct // innermost construct around that cannot hold a directive
	team   parallel
}

// unit walks a program unit and those inside it.
func (s *finder) unit(u *ast.Unit, pure bool) {
	pure = pure && u.Kind != ast.KModule && u.Kind != ast.KSubmodule || isPure(u)
	ctx := context{unit: u, pure: pure}
	s.open, s.skip = nil, 0
	s.halos(u, u.Spec)
	s.spec(u, u.Spec)
	s.structure(u)
	s.list(ctx, u.Exec)
	for _, sub := range u.Subs {
		s.unit(sub, pure)
	}
}

// executable tells whether a unit has an execution part.
func executable(u *ast.Unit) bool {
	switch u.Kind {
	case ast.KModule, ast.KSubmodule, ast.KBlockData:
		return false
	default:
		return true
	}
}

// isPure reports whether the heading of u makes it pure.
func isPure(u *ast.Unit) bool {
	p, ok := u.Heading()
	if !ok {
		return false
	}
	pure := false
	for _, prefix := range p.Prefixes {
		switch prefix {
		case "impure":
			return false
		case "pure", "elemental", "simple":
			pure = true
		}
	}
	return pure
}

// list walks one list of statements.
func (s *finder) list(ctx context, items []ast.Item) {
	w := &listWalk{finder: s, ctx: ctx, items: items}
	opened := s.open
	for i, item := range items {
		switch item := item.(type) {
		case *ast.Stmt:
			w.stmt(i, item)
		case *ast.Construct:
			w.construct(i, item)
		case *ast.InterfaceBody: // behind an INCLUDE line that was not read
		default:
			ast.Unlisted(item)
		}
	}
	w.flush(len(items))
	if s.open != nil && s.open != opened {
		s.unfinished(s.open)
		s.open = nil
	}
}

// listWalk is the state of walking one list.
type listWalk struct {
	*finder
	ctx   context
	items []ast.Item
	run   *Exchange // the exchange that is being gathered
	omp   blocks
}

func (w *listWalk) stmt(i int, st *ast.Stmt) {
	if st.Kind != ast.KDirective {
		if !st.Line.IsMarker() {
			w.flush(i)
			w.omp.next = nil
		}
		return
	}
	if !ours(st.Line) {
		w.flush(i)
		w.omp.directive(w, i, st)
		return
	}
	b := w.dirs[st.Line]
	if b == nil || b.seen {
		return
	}
	b.seen = true
	if h, ok := b.dir.(*lang.Halo); ok { // a declaration: it ends nothing
		switch {
		case w.ctx.in != nil:
			w.misplacedHalo(st.Line)
		case !b.wrong:
			w.halo(w.ctx.unit, st.Line, h)
		}
		return
	}
	if b.dir == nil {
		w.flush(i)
		return
	}
	if x, ok := b.dir.(*lang.HaloExchange); ok {
		w.flush(i)
		if !b.wrong { // where it may stand is looked at when its messages are written out
			w.set.HaloExchanges = append(w.set.HaloExchanges, &HaloExchange{Run: w.place(i, i+1), Dir: x, Stmt: st})
		}
		return
	}
	if !b.wrong && !w.allowed(st, b) {
		b.wrong = true
	}
	if m, ok := b.dir.(*lang.Message); ok {
		w.message(i, st, m, b.wrong)
		return
	}
	w.flush(i)
	switch d := b.dir.(type) {
	case *lang.Begin:
		w.begin(i, st, d, b.wrong)
	case *lang.End:
		w.end(i, st, d, b.wrong)
	case *lang.Init:
		w.unreached(i, st)
		if !b.wrong {
			w.set.Inits = append(w.set.Inits, &Init{Run: w.place(i, i+1), Dir: d, Stmt: st, Comm: d.Comm})
		}
	case *lang.Overlap:
		if !b.wrong {
			w.overlaps(i, st)
		}
	case *lang.Wait:
		w.unreached(i, st)
		if !b.wrong {
			w.set.Waits = append(w.set.Waits, &Wait{Run: w.place(i, i+1), Stmt: st, List: d.List})
		}
	}
}

func (w *listWalk) place(from, to int) Run {
	return w.ctx.in.place(w.ctx.unit, w.items, from, to)
}

// construct walks the branches of a construct.
func (w *listWalk) construct(i int, c *ast.Construct) {
	w.flush(i)
	team := w.omp.over(w.ctx.team, c)
	ctx := w.ctx
	ctx.team = team
	if cannotHold(c) {
		ctx.barred = c
	}
	for k := range c.Parts {
		p := &c.Parts[k]
		ctx.in = w.ctx.in.enter(w.items, i, c, k)
		w.spec(ctx.unit, p.Spec)
		w.finder.list(ctx, p.Body)
	}
}

// cannotHold tells whether no directive may stand in c.
func cannotHold(c *ast.Construct) bool {
	switch c.Kind {
	case ast.KIfThen, ast.KSelectCase, ast.KSelectType, ast.KSelectRank, ast.KBlock, ast.KAssociate, ast.KChangeTeam:
		return false
	case ast.KDo:
		d, ok := c.Begin.Body.(*ast.Do)
		return ok && d.Form == ast.DoConcurrent
	default: // made of iterations in any order, or not understood
		return true
	}
}

// halos binds the patterns among the declarations of a unit.
func (s *finder) halos(u *ast.Unit, items []ast.Item) {
	for _, item := range items {
		st, ok := item.(*ast.Stmt)
		if !ok || st.Kind != ast.KDirective || s.dirs[st.Line] == nil {
			continue
		}
		if h, ok := s.dirs[st.Line].dir.(*lang.Halo); ok {
			s.dirs[st.Line].seen = true
			if !s.dirs[st.Line].wrong {
				s.halo(u, st.Line, h)
			}
		}
	}
}

// spec reports the directives of a specification part.
func (s *finder) spec(u *ast.Unit, items []ast.Item) {
	for _, item := range items {
		s.inSpec(u, item)
	}
}

// inSpec reports the directives in an item of a specification part.
func (s *finder) inSpec(u *ast.Unit, item ast.Item) {
	switch item := item.(type) {
	case *ast.Construct:
		for _, p := range item.Parts {
			for _, in := range p.Body {
				s.inSpec(u, in)
			}
		}
	case *ast.InterfaceBody:
		for _, in := range item.Unit.Spec {
			s.inSpec(item.Unit, in)
		}
	case *ast.Stmt:
		b := s.dirs[item.Line]
		if item.Kind != ast.KDirective || b == nil || b.seen {
			return
		}
		b.seen = true
		if _, ok := b.dir.(*lang.Halo); ok {
			b.wrong = true
			s.misplacedHalo(item.Line)
			return
		}
		d := diag.Diagnostic{Code: diag.InSpecification, At: item.Span(), Message: "the directive stands among declarations",
			Hint: "move it behind the last declaration"}
		if !executable(u) {
			d = diag.Diagnostic{Code: diag.OutsideProcedure, At: item.Span(), Message: "the directive stands outside of any procedure"}
		}
		b.wrong = true
		if _, begins := b.dir.(*lang.Begin); begins {
			s.skip++
		}
		s.report(d)
	default:
		ast.Unlisted(item)
	}
}

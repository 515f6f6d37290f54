package regions

import (
	"sort"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// allowed reports whether the directive may stand where it stands, and says
// why not.
func (w *listWalk) allowed(st *ast.Stmt, b *bound) bool {
	at := st.Span()
	ctx := &w.ctx
	if _, end := b.dir.(*lang.End); end && w.open != nil && w.open == w.faulty {
		return true // said of its beginning
	}
	bad := func(code diag.Code, message, hint string, notes ...diag.Related) bool {
		w.report(diag.Diagnostic{Code: code, At: at, Message: message, Hint: hint, Notes: notes})
		return false
	}
	switch {
	case ctx.unit.End == nil:
		return bad(diag.BrokenStructure, "the program unit around the directive has no end", "")
	case ctx.in.level() > maxNesting:
		return bad(diag.BrokenStructure, "constructs are nested too deeply around the directive", "")
	case ctx.pure:
		return bad(diag.InPure, "a pure procedure cannot communicate", "", w.heading()...)
	case ctx.barred != nil:
		return bad(diag.InConstruct, "a directive cannot stand in "+constructName(ctx.barred), "",
			diag.Related{At: ctx.barred.Begin.Span(), Message: "it begins here"})
	}
	if c := ctx.in.find(0, func(c *ast.Construct) bool { return c.End == nil }); c != nil {
		return bad(diag.BrokenStructure, "a construct around the directive has no end", "",
			diag.Related{At: c.Begin.Span(), Message: "it begins here"})
	}
	if in := ctx.in; in != nil && beforeCase(in.c, in.part) {
		return bad(diag.BetweenBranches, "the directive stands before the first branch of the construct", "move it behind a CASE, or before the construct",
			diag.Related{At: in.c.Begin.Span(), Message: "the construct begins here"})
	}
	return w.allowedInTeam(at, b.dir)
}

// allowedInTeam is allowed for what OpenMP and OpenACC do around the place.
func (w *listWalk) allowedInTeam(at source.Span, d lang.Directive) bool {
	team := w.omp.inside(w.ctx.team)
	m, message := d.(*lang.Message)
	switch {
	case w.omp.next != nil:
		w.report(diag.Diagnostic{Code: diag.InParallelLoop, At: at, Message: "the directive stands between the beginning of a parallel construct and its loop",
			Notes: []diag.Related{{At: w.omp.next.st.Span(), Message: "this must stand right before the loop"}}})
		return false
	case team.loop != nil:
		w.report(diag.Diagnostic{Code: diag.InParallelLoop, At: at, Message: "the directive stands in code whose order of execution is not defined",
			Notes: []diag.Related{{At: team.loop.Span(), Message: "it runs in parallel because of this"}}, Hint: "take it out of the loop or the construct"})
		return false
	case team.threads != nil && !message:
		w.report(diag.Diagnostic{Code: diag.RegionInParallel, At: at, Message: d.Word() + " cannot stand in parallel code",
			Notes: []diag.Related{{At: team.threads.Span(), Message: "it becomes parallel here"}}, Hint: "put it around the parallel construct"})
		return false
	case team.threads != nil && !team.one && w.run == nil && !w.ownOfThread(m, team.threads):
		w.report(diag.Diagnostic{Code: diag.EveryThread, At: at, Message: "every thread executes this exchange",
			Notes: []diag.Related{{At: team.threads.Span(), Message: "the parallel construct begins here"}},
			Hint:  "put it into !$omp single or !$omp master if one of them is meant to"})
	}
	return true
}

// structure reports, at the first directive of u, statements in u for which no
// place was found: what is around the directives is not certain then.
func (s *finder) structure(u *ast.Unit) {
	if u.End == nil {
		return // said at every directive
	}
	for _, stray := range between(u, s.stray, (*ast.Stmt).Span) {
		if !owns(u, stray.Span().Start) {
			continue
		}
		for _, l := range between(u, s.lines, func(l *source.Line) source.Span { return l.Span }) {
			b := s.dirs[l]
			if b.wrong || !owns(u, l.Span.Start) {
				continue
			}
			b.wrong = true
			s.report(diag.Diagnostic{Code: diag.BrokenStructure, At: l.Span, Message: "the structure of the code around the directive is not understood",
				Notes: []diag.Related{{At: stray.Span(), Message: "nothing is open that this could belong to"}}})
			return
		}
	}
}

// between returns those of a list in the order of the file that lie in u.
func between[T any](u *ast.Unit, list []T, at func(T) source.Span) []T {
	from := 0
	if u.Begin != nil {
		from = sort.Search(len(list), func(i int) bool { return at(list[i]).Start >= u.Begin.Span().Start })
	}
	to := sort.Search(len(list), func(i int) bool { return at(list[i]).Start >= u.End.Span().End })
	return list[from:max(from, to)]
}

// owns tells whether a place is in u and in none of its subprograms.
func owns(u *ast.Unit, at source.Pos) bool {
	if u.Begin != nil && at < u.Begin.Span().Start || u.End != nil && at >= u.End.Span().End {
		return false
	}
	for _, sub := range u.Subs {
		if sub.Begin != nil && sub.Begin.Span().Start <= at && (sub.End == nil || at < sub.End.Span().End) {
			return false
		}
	}
	return true
}

// heading is a note that points at what makes the procedure pure.
func (w *listWalk) heading() []diag.Related {
	for u := w.ctx.unit; u != nil; u = u.Parent {
		if isPure(u) {
			return []diag.Related{{At: u.Begin.Span(), Message: "the procedure is made pure here"}}
		}
	}
	return nil
}

// beforeCase tells whether part k of c is what stands before the first branch.
func beforeCase(c *ast.Construct, k int) bool {
	switch c.Kind {
	case ast.KSelectCase, ast.KSelectType, ast.KSelectRank:
		return c.Parts[k].Head == c.Begin
	default:
		return false
	}
}

func constructName(c *ast.Construct) string {
	switch c.Kind {
	case ast.KWhereCons:
		return "WHERE"
	case ast.KForallCons:
		return "FORALL"
	case ast.KCritical:
		return "CRITICAL"
	case ast.KDo:
		return "DO CONCURRENT"
	default:
		return "this construct"
	}
}

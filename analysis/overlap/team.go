package overlap

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
)

// The parallel region around a call may stand in a caller. Then the threads of the team wait for each other, and each goes on to use
// what another one has received. Directives outside of any parallel region give that away: a barrier, a loop that is shared out,
// what one thread does. A wait must not go down over these, nor over a procedure that holds one. So calls stay in procedures
// with such directives, and cross no CALL in files with them.

// teams finds the units with such directives.
func teams(units []*ast.Unit) map[*ast.Unit]access.Span {
	out := map[*ast.Unit]access.Span{}
	var look func([]*ast.Unit)
	look = func(list []*ast.Unit) {
		for _, au := range list {
			if at, found := shared(au.Exec); found {
				out[au] = at
			}
			look(au.Subs)
		}
	}
	look(units)
	return out
}

// shared finds a directive that is about the threads of a team, outside of parallel regions.
func shared(items []ast.Item) (at access.Span, found bool) {
	for i := 0; i < len(items) && !found; i++ {
		if c, ok := items[i].(*ast.Construct); ok {
			for _, p := range c.Parts {
				if !found {
					at, found = shared(p.Body)
				}
			}
			continue
		}
		d, ok := omp.Of(items[i])
		if !ok || d.End || len(d.Words) == 0 {
			continue
		}
		switch d.Words[0] {
		case "simd", "declare", "threadprivate":
			continue
		}
		if !makesTeam(d) {
			return items[i].First().Span(), true
		}
		if end := omp.End(items, i); end >= 0 {
			i = end
		} else {
			i++ // the loop
		}
	}
	return at, found
}

// makesTeam reports whether a directive makes the threads that it is about.
func makesTeam(d omp.Directive) bool {
	return slices.ContainsFunc(d.Words, func(w string) bool { return w == "parallel" || w == "teams" || w == "target" })
}

// invokes reports whether a statement calls a procedure that is not one of MPI.
func (f *finder) invokes(n *access.Node) bool {
	found := false
	n.Walk(func(m *access.Node) bool {
		found = found || m.Kind == access.Simple && m.Stmt.Kind == ast.KCall && f.callAt(m) == nil
		return !found
	})
	return found
}

package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/flow"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// worth reports whether a procedure takes so long that looking after receives
// in it costs nothing: a nest, an array statement, a call of one that does. What is
// asked for is worth it. Where nobody asks and no region is in sight, small leaves
// of the program stay as they are, so that compilers can put them into their callers,
// and those that are called element by element pay nothing; what calls procedures of
// other files is not small, and what only keeps books (timers, counters) is called between
// those that compute.
func (g *managed) worth(wish Wish) bool {
	switch {
	case g.a.u.AST.Kind == ast.KFunction:
		return g.m.named(g.a.u.AST) || g.toils()
	case wish == Asked:
		return true
	case wish == WhereWorth:
		return g.toils() || g.calls() || g.keepsBooks()
	}
	for _, p := range g.a.f.Places {
		if p.Nest != nil || p.Callee != nil || p.Node.Kind == access.Exchange || p.Work && p.E.Reach == access.ReachNamed {
			return true
		}
	}
	return false
}

// named reports whether a manage directive stands in the procedure itself.
func (m *manager) named(au *ast.Unit) bool {
	return slices.ContainsFunc(m.set.Manages, func(d *regions.Manage) bool { return d.Unit == au })
}

// toils is worth for a function. Most are small and called element by element, so
// more is asked of it: an exchange, a call of a managed procedure, or a nest that is
// not known to be short. A single loop of a function is (over the neighbours of a vertex, over a row of a
// sparse matrix).
func (g *managed) toils() bool {
	function := g.a.u.AST.Kind == ast.KFunction
	return slices.ContainsFunc(g.a.f.Places, func(p *flow.Place) bool {
		return p.Node.Kind == access.Exchange || p.Callee != nil || p.Nest != nil && !short(p) && !(function && single(p.Node))
	})
}

// single reports whether n is a loop without loops in it.
func single(n *access.Node) bool { return n.Kind == access.Loop && !flow.HasLoop(n) }

// calls reports whether a procedure calls others of which nothing is known.
func (g *managed) calls() bool {
	return slices.ContainsFunc(g.a.f.Places, func(p *flow.Place) bool { return p.E.Reach != access.ReachNamed })
}

// keepsBooks reports whether the procedure gets nothing but numbers of things (a timer
// gets the number of the timer), calls nothing, waits for nothing, and is called from other files
// alone.
func (g *managed) keepsBooks() bool {
	head, ok := g.a.u.AST.Heading()
	if !ok || !g.leaf() || g.m.calledHere(head.Name) {
		return false
	}
	for _, d := range head.Args {
		if v := g.a.u.Lookup(d.Name); v == nil || v.Class != scope.Variable || v.Rank != 0 || !slices.Contains([]string{"integer", "logical", "character"}, v.Type.Word()) {
			return false
		}
	}
	return len(g.a.f.Places) > 0 && !slices.ContainsFunc(g.a.f.Places, func(p *flow.Place) bool { return settles(p) || p.E.May(access.Stops|access.IO) })
}

// calledHere reports whether something of that name is called in the file.
func (m *manager) calledHere(name string) bool {
	if m.called == nil {
		m.called = map[string]bool{}
		for _, au := range m.program.File.Units {
			au.Statements(func(s *ast.Stmt) bool {
				for ; s != nil; s = s.Inner {
					if c, ok := s.Body.(*ast.Call); ok {
						m.called[finalName(c.X)] = true
					}
				}
				return true
			})
		}
	}
	return m.called[name]
}

// finalName is the name that a designator ends with.
func finalName(x ast.Expr) string {
	switch x := access.ArrayOf(x).(type) {
	case *ast.Ident:
		return x.Name
	case *ast.Member:
		return x.Name
	default:
		return ""
	}
}

// shortest is the number of iterations from which on a nest in a function is worth it.
const shortest = 64

// short reports whether a nest has few iterations, as far as can be told, or is an array statement of one dimension.
func short(p *flow.Place) bool {
	if x := p.Nest.Array; x != nil && x.Dim == 0 {
		return true
	}
	return p.Nest.Trips(shortest) < shortest
}

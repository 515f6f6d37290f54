package place

import (
	"cmp"
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Region is a loop around which a region goes.
type Region struct {
	File *program.File
	Loop *ast.Construct
}

// Loops finds the outermost loops in which exchanges are executed, from the units down that
// nobody calls. lead has the statements of a unit before which exchanges stand.
//
// A region changes no result, so nothing has to be proved of the loop; and names are
// enough to tell which procedure is called.
func Loops(index *calls.Index, lead map[*ast.Unit][]*ast.Stmt) []Region {
	l := &loops{index: index, lead: lead, leads: map[*calls.Procedure]bool{}, seen: map[*calls.Procedure]bool{}}
	l.spread()
	called := map[string]bool{}
	for _, list := range index.Procedures {
		for _, p := range list {
			for name := range p.Names {
				for _, q := range index.Called(name) {
					if l.leads[p] && q != p {
						called[q.Unit.Name] = true
					}
				}
			}
		}
	}
	for name, list := range index.Procedures {
		for _, p := range list {
			if l.leads[p] && (!called[name] || p.Unit.Kind == ast.KProgram) {
				l.unit(p)
			}
		}
	}
	slices.SortFunc(l.found, func(a, b Region) int {
		return cmp.Or(cmp.Compare(a.File.Name, b.File.Name), cmp.Compare(a.Loop.Begin.Line.First, b.Loop.Begin.Line.First))
	})
	return l.found
}

type loops struct {
	index *calls.Index
	lead  map[*ast.Unit][]*ast.Stmt
	leads map[*calls.Procedure]bool // it holds an exchange, or calls what does
	seen  map[*calls.Procedure]bool
	found []Region
}

// spread finds the procedures that lead to an exchange.
func (l *loops) spread() {
	for again := true; again; {
		again = false
		for _, list := range l.index.Procedures {
			for _, p := range list {
				if !l.leads[p] && (len(l.lead[p.Unit]) > 0 || len(l.statements(p)) > 0) {
					l.leads[p], again = true, true
				}
			}
		}
	}
}

// statements are those that lead to an exchange, with the procedure that is called.
func (l *loops) statements(p *calls.Procedure) map[*ast.Stmt]*calls.Procedure {
	out := map[*ast.Stmt]*calls.Procedure{}
	for _, s := range l.lead[p.Unit] {
		out[s] = nil
	}
	for name, at := range p.Names {
		for _, q := range l.index.Called(name) {
			if !l.leads[q] || q == p {
				continue
			}
			for _, s := range at {
				if out[s] == nil {
					out[s] = q
				}
			}
		}
	}
	return out
}

// unit finds the loops of a procedure, and goes on in those that it calls outside of loops.
func (l *loops) unit(p *calls.Procedure) {
	if l.seen[p] {
		return
	}
	l.seen[p] = true
	stmts := l.statements(p)
	l.items(p, p.Unit.Exec, stmts)
}

func (l *loops) items(p *calls.Procedure, items []ast.Item, stmts map[*ast.Stmt]*calls.Procedure) {
	for _, it := range items {
		switch it := it.(type) {
		case *ast.Stmt:
			for s := it; s != nil; s = s.Inner {
				if q := stmts[s]; q != nil {
					l.unit(q)
				}
			}
		case *ast.Construct:
			if it.Kind == ast.KDo && p.File.Tree.Misfit == nil && l.fit(it, stmts) {
				l.found = append(l.found, Region{p.File, it})
				continue
			}
			for _, part := range it.Parts {
				l.items(p, part.Body, stmts)
			}
		default:
			ast.Unlisted(it)
		}
	}
}

// fit reports whether a loop leads to an exchange and can have directives around it.
func (l *loops) fit(c *ast.Construct, stmts map[*ast.Stmt]*calls.Procedure) bool {
	if c.End == nil || c.Begin.Label() != "" || c.Begin.Line.Shared || c.End.Line.Shared || c.Begin.Line.Cond {
		return false
	}
	holds := false
	ast.Items([]ast.Item{c}, func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			if _, ok := stmts[s]; ok {
				holds = true
			}
		}
		return !holds
	})
	return holds
}

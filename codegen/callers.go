package codegen

import (
	"iter"
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// caller is a procedure or program of the file that mentions a procedure where something
// is executed: it calls it, or hands it on.
type caller struct {
	unit    *ast.Unit
	lines   []line
	managed bool
	inside  bool // one of these lines stands in a region, where it was looked at
}

// callers lists those of a procedure, in the order of the text.
func (t *translator) callers(of *ast.Unit) []*caller {
	if t.auto.callers == nil {
		t.auto.callers = t.findCallers()
	}
	return t.auto.callers[of]
}

// findCallers finds those of all procedures of the file.
func (t *translator) findCallers() map[*ast.Unit][]*caller {
	names, managed := map[string]bool{}, map[*ast.Unit]bool{}
	for u := range allUnits(t.tree.Units) {
		names[u.Name] = true
	}
	for _, b := range t.auto.found.Bodies {
		managed[b.Unit] = b.Managed()
	}
	all := map[*ast.Unit][]*caller{}
	for u := range allUnits(t.tree.Units) {
		ast.Items(u.Exec, func(s *ast.Stmt) bool {
			for _, of := range t.mentionsUnits(s, names) {
				list := all[of]
				if of == u {
					continue
				}
				if len(list) == 0 || list[len(list)-1].unit != u {
					list = append(list, &caller{unit: u, managed: managed[u]})
					all[of] = list
				}
				c := list[len(list)-1]
				if l := t.line(s.Span().Start); !slices.Contains(c.lines, l) && len(c.lines) < maxTold {
					c.lines = append(c.lines, l)
				}
				c.inside = c.inside || t.inRegion(s)
			}
			return true
		})
	}
	return all
}

// inRegion reports whether a statement stands in a region.
func (t *translator) inRegion(s *ast.Stmt) bool {
	at := s.Span().Start
	return slices.ContainsFunc(t.set.Regions, func(r *regions.Region) bool { return r.Begin.Span().Start < at && at < r.End.Span().Start })
}

// mentionsUnits lists the procedures of the file, which have names, that a statement mentions.
func (t *translator) mentionsUnits(s *ast.Stmt, names map[string]bool) (list []*ast.Unit) {
	ast.InspectStmt(s, func(x ast.Expr) bool {
		if id, ok := x.(*ast.Ident); ok && names[id.Name] {
			if y := t.scopes.At(s.Span().Start).Lookup(id.Name); y != nil && y.Unit != nil {
				list = append(list, y.Unit)
			}
		}
		return true
	})
	return list
}

// allUnits are program units and what stands in them, in the order of the text.
func allUnits(list []*ast.Unit) iter.Seq[*ast.Unit] {
	return func(yield func(*ast.Unit) bool) {
		for _, u := range list {
			if !yield(u) {
				return
			}
			for sub := range allUnits(u.Subs) {
				if !yield(sub) {
					return
				}
			}
		}
	}
}

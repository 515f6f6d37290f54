package match

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// taking takes statements out of a list.
type taking struct {
	file  *program.File
	unit  *ast.Unit
	index *calls.Index
	out   []*ast.Stmt
}

// Take lists what goes from a list of statements if some of them do: those, and the loops and
// IF constructs of which nothing is left. It says why one of them cannot go.
func Take(f *program.File, u *ast.Unit, index *calls.Index, nodes []*access.Node, gone map[*ast.Stmt]bool) ([]*ast.Stmt, *program.Refusal) {
	t := &taking{file: f, unit: u, index: index}
	for _, top := range nodes {
		t.emptied(top, gone)
		top.Walk(func(n *access.Node) bool {
			t.goes(n, gone)
			return true
		})
	}
	for _, s := range t.out {
		switch {
		case s.Label() != "":
			return nil, program.Refuse("", "label %s stands among the calls", s.Label())
		case s.Line.Shared || s.Line.Cond:
			return nil, program.Refuse("write one statement on a line", "line %d holds more than one statement", s.Line.First)
		}
	}
	return t.out, t.clean(nodes[0].Item.First().Line.First, lastLine(nodes[len(nodes)-1]))
}

// emptied notes the loops of which nothing is left, inner ones first.
func (t *taking) emptied(n *access.Node, gone map[*ast.Stmt]bool) {
	for _, arm := range n.Arms {
		for _, m := range arm {
			t.emptied(m, gone)
		}
	}
	if c, ok := n.Item.(*ast.Construct); ok && n.Kind == access.Loop && empties(n.Arms[0], gone) && t.free(c) {
		gone[c.Begin] = true
	}
}

// clean says why lines of a file cannot be taken apart: what stands there is not all that
// there is, something jumps there, or threads are at work.
func (t taking) clean(from, to int32) *program.Refusal {
	team := 0 // parallel constructs of OpenMP that are open
	for i := range t.file.Tree.Stmts {
		s := &t.file.Tree.Stmts[i]
		omp := s.Kind == ast.KDirective && s.Line.Sentinel() != "mdmp"
		if s.Line.First < from {
			team += opens(s)
			continue
		}
		if s.Line.Last > to {
			break
		}
		switch {
		case s.Kind == ast.KCpp && !s.Line.IsMarker(), s.Kind == ast.KInclude:
			return program.Refuse("suggest reads files as they are: write the directives into the branches by hand", "a preprocessor or include line stands between the calls, at line %d", s.Line.First)
		case omp:
			return program.Refuse("", "a directive of OpenMP or OpenACC stands among the calls, at line %d", s.Line.First)
		case s.Label() != "" && s.Line.First > from:
			return program.Refuse("", "label %s stands among the calls", s.Label())
		}
	}
	if team > 0 {
		return program.Refuse("call MPI outside of parallel constructs", "the calls stand in a parallel construct of OpenMP")
	}
	return nil
}

// opens is 1 for a directive that begins a parallel construct which has an end, -1 for that.
func opens(s *ast.Stmt) int {
	if s.Kind != ast.KDirective || s.Line.Sentinel() != "omp" {
		return 0
	}
	text := strings.ToLower(strings.TrimSpace(string(s.Line.Text)))
	switch words := strings.Fields(strings.NewReplacer("(", " (", ",", " ").Replace(text)); {
	case len(words) == 0:
	case words[0] == "parallel" && (len(words) == 1 || words[1] != "do" && words[1] != "sections" && words[1] != "workshare"):
		return 1
	case words[0] == "endparallel" || words[0] == "end" && len(words) == 2 && words[1] == "parallel":
		return -1
	}
	return 0
}

func lastLine(n *access.Node) int32 {
	if c, ok := n.Item.(*ast.Construct); ok && c.End != nil {
		return c.End.Line.Last
	}
	return n.Item.First().Line.Last
}

// goes notes the statements of a node that go: a call, and an IF of which nothing
// is left.
func (t *taking) goes(n *access.Node, gone map[*ast.Stmt]bool) {
	switch it := n.Item.(type) {
	case *ast.Stmt:
		if n.Kind == access.Simple && gone[n.Stmt] {
			t.out = append(t.out, n.Stmt)
		}
	case *ast.Construct:
		if n.Kind == access.Loop && gone[it.Begin] && it.End != nil {
			t.out = append(t.out, it.Begin, it.End)
		}
		if n.Kind != access.Branch || it.End == nil || !empties([]*access.Node{n}, gone) {
			return
		}
		for _, p := range it.Parts {
			t.out = append(t.out, p.Head)
		}
		t.out = append(t.out, it.End)
	default: // stays
	}
}

// empties reports whether all that some nodes hold goes.
func empties(nodes []*access.Node, gone map[*ast.Stmt]bool) bool {
	all, any := true, false
	for _, n := range nodes {
		n.Walk(func(m *access.Node) bool {
			if m.Kind == access.Branch {
				return true
			}
			any = true
			all = all && gone[m.Stmt]
			return all
		})
	}
	return all && any
}

// free reports whether nothing looks at the variable of a loop but loops that set it before: the
// loop can go.
func (t taking) free(c *ast.Construct) bool {
	d, ok := c.Begin.Body.(*ast.Do)
	if !ok || d.Var == nil {
		return false
	}
	sc := t.file.Scope(c.Begin)
	if !calls.Within(sc.Lookup(d.Var.Name), t.unit) {
		return false
	}
	inside := map[*ast.Stmt]bool{}
	driven(t.unit.Exec, d.Var.Name, false, inside)
	for _, m := range t.index.Of(sc, d.Var.Name) {
		if m.Unit != t.unit || !inside[m.Stmt] {
			return false
		}
	}
	return true
}

// driven notes the statements in loops that a variable drives, those themselves included.
func driven(items []ast.Item, name string, in bool, inside map[*ast.Stmt]bool) {
	for _, it := range items {
		switch it := it.(type) {
		case *ast.Stmt:
			for s := it; s != nil && in; s = s.Inner {
				inside[s] = true
			}
		case *ast.Construct:
			d, ok := it.Begin.Body.(*ast.Do)
			here := in || ok && it.Kind == ast.KDo && d.Var != nil && d.Var.Name == name && !named(d, name)
			inside[it.Begin] = here
			for _, p := range it.Parts {
				inside[p.Head] = here
				driven(p.Body, name, here, inside)
			}
		default:
			ast.Unlisted(it)
		}
	}
}

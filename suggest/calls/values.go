package calls

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// followed is how many calls an argument is followed through.
const followed = 5

// Sets counts the places that may give a variable a value, those in procedures that get it
// included. One that has a single such place has that value wherever it is used.
func (x *Index) Sets(s *scope.Scope, name string) int {
	y := s.Lookup(name)
	n := x.sets(s, name, followed)
	if y != nil && y.Storage == scope.Dummy && y.Intent != "in" || y == nil {
		n++
	}
	return n
}

// sets is Sets without what the caller gave a dummy argument.
func (x *Index) sets(s *scope.Scope, name string, left int) int {
	if y := s.Lookup(name); y != nil && (y.Class == scope.Constant || y.Storage == scope.Dummy && y.Intent == "in") {
		return 0
	}
	n := 0
	for _, m := range x.Of(s, name) {
		switch {
		case m.Set != nil, m.Defined:
			n += x.times(m)
		case m.Inner:
		case m.Passed:
			n += min(1, x.setsIn(m, name, left)) * x.times(m) // however often, when it returns there is one value
		case m.Call != nil && m.Call.writes(m):
			n += x.times(m)
		}
	}
	return n
}

// times is 1 if a statement is executed once, 2 if it may be more often: it stands in a
// loop, behind a label, or in a procedure that is called more often.
func (x *Index) times(m Mention) int {
	if x.looped[m.Stmt] || m.Stmt.Label() != "" || !x.once(m.Unit, followed) {
		return 2
	}
	return 1
}

// once reports whether a unit is executed once.
func (x *Index) once(u *ast.Unit, left int) bool {
	if u.Kind == ast.KProgram {
		return true
	}
	var at []*ast.Stmt
	var from *ast.Unit
	for _, list := range x.Procedures {
		for _, p := range list {
			if s := p.Names[u.Name]; len(s) > 0 {
				at, from = append(at, s...), p.Unit
			}
		}
	}
	return left > 0 && len(at) == 1 && !x.looped[at[0]] && x.once(from, left-1)
}

// writes reports whether a call may write what it gets as an argument.
func (c *Call) writes(m Mention) bool {
	switch {
	case c.Kind == Other:
		return !strings.HasPrefix(c.Name, "mpi_type_") || c.Name == "mpi_type_size" || c.Name == "mpi_type_get_extent"
	case c.Kind == Foreign:
		return true
	}
	switch m.Arg {
	case "buf", "recvbuf":
		return strings.HasSuffix(c.Name, "recv")
	case "status", "statuses", "ierror", "request", "requests":
		return true
	}
	return false
}

// Callee returns the procedure of the program that gets a variable, and the dummy
// argument that it becomes; false if that is not known.
func (x *Index) Callee(m Mention, name string) (*Procedure, string, bool) {
	if m.Via == "" || len(x.Procedures[m.Via]) != 1 {
		return nil, "", false
	}
	p := x.Procedures[m.Via][0]
	h, ok := p.Unit.Heading()
	if !ok {
		return nil, "", false
	}
	dummy := ""
	for i, a := range m.ViaArgs {
		root := ast.Root(a.X)
		if root == nil || root.Name != name {
			continue
		}
		d := a.Key()
		if d == "" && i < len(h.Args) {
			d = h.Args[i].Name
		}
		if dummy != "" && dummy != d || d == "" {
			return nil, "", false
		}
		dummy = d
	}
	return p, dummy, dummy != ""
}

// Kept reports whether a procedure gives a dummy argument no other value.
func (x *Index) Kept(p *Procedure, dummy string) bool {
	s := p.File.Table.Unit(p.Unit)
	return s != nil && x.sets(s, dummy, followed) == 0
}

func (x *Index) setsIn(m Mention, name string, left int) int {
	p, dummy, ok := x.Callee(m, name)
	if !ok || left == 0 {
		return 1
	}
	s := p.File.Table.Unit(p.Unit)
	if s == nil {
		return 1
	}
	return x.sets(s, dummy, left-1)
}

// Int evaluates an integer that is a constant, or a variable that never has another
// value than a constant.
func (x *Index) Int(s *scope.Scope, e ast.Expr) (int64, bool) {
	if n, ok := s.Int(e); ok {
		return n, true
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return 0, false
	}
	y := s.Lookup(id.Name)
	if y == nil || y.Class != scope.Variable || y.Rank != 0 || y.Storage != scope.Local && y.Storage != scope.ModuleStorage || y.Has(scope.Equivalenced) {
		return 0, false
	}
	if y.Storage == scope.ModuleStorage && y.Scope == nil {
		return 0, false
	}
	switch x.sets(s, id.Name, followed) {
	case 0:
		if y.Init != nil {
			return s.Int(y.Init)
		}
	case 1:
		for _, m := range x.Of(s, id.Name) {
			if m.Set != nil && y.Init == nil {
				return m.File.Scope(m.Stmt).Int(m.Set)
			}
		}
	}
	return 0, false
}

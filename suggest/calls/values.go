package calls

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/escape"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// followed is how many calls an argument is followed through.
const followed = 5

// Sets counts the values that a variable may have: the places that may give it one, those in
// procedures that get it included, and the one that it has at the beginning.
func (x *Index) Sets(s *scope.Scope, name string) int {
	y := s.Lookup(name)
	n := x.sets(s, name, followed, nil)
	switch {
	case y == nil:
		n++
	case y.Storage == scope.Dummy && y.Intent != "in", y.Class == scope.Variable && y.Has(scope.Initialised) && n > 0:
		n++
	}
	return n
}

// Steady reports whether a variable has one value wherever it is used: in all of the program
// (lasting), or during one execution of the procedure to which s belongs.
func (x *Index) Steady(s *scope.Scope, name string, lasting bool) bool {
	y := s.Lookup(name)
	switch {
	case y == nil:
		return false
	case y.Class == scope.Constant:
		return true
	case y.Storage == scope.Dummy && lasting, y.Has(scope.Target), y.Has(scope.Pointer), y.Has(scope.Equivalenced), y.Has(scope.Volatile),
		y.Root().Storage == scope.CommonStorage && x.mixed[y.Root().Common]:
		return false
	case lasting || !Passing(y):
		return x.Sets(s, name) <= 1
	}
	return x.sets(s, name, followed, y.Scope.Unit) <= 1
}

// Settled reports whether a variable gets no value any more after a call, however often that is executed: all
// that may give it one stands before it in the main program, in no loop that goes on to the call.
func (x *Index) Settled(c *Call, name string) bool {
	s := c.File.Scope(c.Stmt)
	y := s.Lookup(name)
	if c.Unit.Kind != ast.KProgram || y == nil || y.Has(scope.Target) || y.Has(scope.Pointer) || y.Has(scope.Equivalenced) {
		return false
	}
	for _, m := range x.Of(s, name) {
		sets := m.Set != nil || m.Defined || !m.Inner && (m.Passed && x.setsIn(m, name, followed) > 0 || m.Call != nil && m.written())
		if sets && (m.Unit != c.Unit || max(m.Stmt.Line.First, x.again[m.Stmt]) >= c.Stmt.Line.First) {
			return false
		}
	}
	return true
}

// Passing reports whether a variable lives no longer than one execution of the procedure that
// declares it.
func Passing(y *scope.Symbol) bool {
	return y.Class == scope.Variable && y.Storage == scope.Local && y.Scope != nil && y.Scope.Unit != nil && y.Scope.Unit.Kind != ast.KProgram &&
		!y.Saved() && !y.Has(scope.Target) && !y.Has(scope.Pointer) && !y.Has(scope.Equivalenced)
}

// Within reports whether a variable is one of a unit's own that nothing but its name can change.
func Within(y *scope.Symbol, u *ast.Unit) bool {
	return y != nil && y.Storage == scope.Local && !y.Has(scope.Target) && !y.Has(scope.Pointer) && !y.Has(scope.Equivalenced) && y.Scope != nil && y.Scope.Unit == u
}

// sets is Sets without what a variable has at the beginning. A procedure that is executed more than
// once gives it more than one value, but for the one that is named by here.
func (x *Index) sets(s *scope.Scope, name string, left int, here *ast.Unit) int {
	if y := s.Lookup(name); y != nil && (y.Class == scope.Constant || y.Storage == scope.Dummy && y.Intent == "in") {
		return 0
	} else if x.unnamed(y) {
		return 2
	}
	n := 0
	for _, m := range x.Of(s, name) {
		switch {
		case m.Set != nil, m.Defined:
			n += x.times(m, here)
		case m.Inner:
		case m.Passed:
			n += min(1, x.setsIn(m, name, left)) * x.times(m, here) // however often, when it returns there is one value
		case m.Call != nil && m.written():
			n += x.times(m, here)
		}
	}
	return n
}

// unnamed reports whether a variable may be set without being named: by a pointer, or by what has its address.
func (x *Index) unnamed(y *scope.Symbol) bool {
	if y == nil || y.Has(scope.Pointer) {
		return false // it is set by its name; who asks for a value of a pointer asks for more
	}
	r := y.Root()
	if r.Scope == nil {
		return false // of a file that is not given
	}
	f := x.files[r.Scope.Unit]
	return y.Storage == scope.Dummy && (y.Has(scope.Target) || y.Has(scope.Equivalenced)) || f != nil && f.Access.Escapes().Whole() && f.Access.Escapes().May(r, escape.Pointer) // lines of other files are looked at elsewhere
}

// times is 1 if a statement is executed once, 2 if it may be more often: it stands in a
// loop, behind a label, or in a procedure that is called more often, if that is not here.
func (x *Index) times(m Mention, here *ast.Unit) int {
	if x.again[m.Stmt] > 0 || m.Unit != here && !x.once(m.Unit, followed) {
		return 2
	}
	return 1
}

// once reports whether a unit is executed once.
func (x *Index) once(u *ast.Unit, left int) bool {
	if u.Kind == ast.KProgram {
		return true
	}
	at, all := x.Callers(u)
	return left > 0 && all && len(at) == 1 && x.again[at[0].Stmt] == 0 && x.once(at[0].Unit, left-1)
}

// written reports whether the call of MPI of which it is an argument may write it.
func (m Mention) written() bool {
	if k := m.Call.Kind; k == Foreign || k == Other && !strings.HasPrefix(m.Call.Name, "mpi_type_") {
		return true
	}
	return m.Use != mpi.Value && m.Use != mpi.Read
}

// Callee returns the procedure of the program that gets a variable, and the dummy
// argument that it becomes; false if that is not known.
func (x *Index) Callee(m Mention, name string) (*Procedure, string, bool) {
	if m.Via == "" || len(x.Procedures[m.Via]) != 1 {
		return nil, "", false
	}
	p := x.Procedures[m.Via][0]
	h, ok := p.Unit.Heading()
	if sc := m.File.Scope(m.Stmt); !ok || sc == nil || !is(sc, m.Via, p.Unit) {
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
	return s != nil && x.sets(s, dummy, followed, nil) == 0
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
	return x.sets(s, dummy, left-1, nil)
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
	if !Plain(y) {
		return 0, false
	}
	if y.Init != nil && x.sets(s, id.Name, followed, nil) == 0 {
		return y.Root().Scope.Int(y.Init)
	}
	if set, at := x.only(s, y, id.Name, true); set != nil {
		return at.Int(set)
	}
	return 0, false
}

// Plain reports whether a variable is a scalar that nothing but its name can change.
func Plain(y *scope.Symbol) bool {
	return y != nil && y.Class == scope.Variable && y.Unsure == "" && y.Rank == 0 && (y.Storage == scope.Local || y.Storage == scope.ModuleStorage && y.Scope != nil) &&
		!y.Has(scope.Equivalenced) && !y.Has(scope.Target) && !y.Has(scope.Pointer)
}

// Only is what the only assignment gives a variable that has no other value; nil if there is not just one.
func (x *Index) Only(s *scope.Scope, name string) ast.Expr {
	y := s.Lookup(name)
	if !Plain(y) {
		return nil
	}
	set, _ := x.only(s, y, name, true)
	return set
}

// only is what the only assignment gives a variable that has no other value, and where its names
// are looked up; nil if there is not just one.
func (x *Index) only(s *scope.Scope, y *scope.Symbol, name string, lasting bool) (ast.Expr, *scope.Scope) {
	if y.Init != nil || y.Has(scope.Initialised) || !x.Steady(s, name, lasting) {
		return nil, nil
	}
	for _, m := range x.Of(s, name) {
		if m.Set != nil {
			return m.Set, m.File.Scope(m.Stmt)
		}
	}
	return nil, nil
}

// whole reports whether an expression is made of integers: an assignment keeps its value.
func whole(s *scope.Scope, e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.Ident:
			y := s.Lookup(e.Name)
			ok = ok && y != nil && y.Rank == 0 && y.Type != nil && y.Type.Basic() == "integer"
		case *ast.Literal:
			ok = ok && e.Kind == ast.IntLit
		case *ast.Binary, *ast.Unary, *ast.Paren:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// Value returns what the variable that e is always is made of, nil if it is none such: the right
// side of its only assignment, if what that is made of has one value, too, and means here what it
// means there.
func (x *Index) Value(s *scope.Scope, e ast.Expr, lasting bool) ast.Expr {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	y := s.Lookup(id.Name)
	if !Plain(y) || y.Type == nil || y.Type.Basic() != "integer" {
		return nil
	}
	set, at := x.only(s, y, id.Name, lasting)
	if set == nil || !whole(at, set) {
		return nil
	}
	for n := range ast.Idents(set) {
		if n.Name == id.Name || !x.Steady(at, n.Name, lasting) || Key(at, n.Name) != Key(s, n.Name) {
			return nil
		}
	}
	return set
}

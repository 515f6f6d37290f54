package calls

import (
	"fmt"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Mention is a place where a statement names a variable.
type Mention struct {
	File *program.File
	Unit *ast.Unit
	Stmt *ast.Stmt
	// Call and Arg: it is (or is the array of) this argument of this MPI call.
	// Inner: it stands in that argument, as a subscript or operand.
	Call  *Call
	Arg   string
	Inner bool
	// Set is what an assignment gives it, if it is all of the left side.
	Set ast.Expr
	// Passed: it is an argument of some other procedure.
	Passed bool
}

// Index finds all mentions of a variable in the program, and all calls of MPI.
type Index struct {
	Calls    []*Call
	mentions map[string][]Mention
	// Procedures are the units of the program that can be called, by name.
	Procedures map[string][]*Procedure
}

// Procedure is a unit with the calls in it.
type Procedure struct {
	File  *program.File
	Unit  *ast.Unit
	Calls []*Call
	// Names are the procedures that it may call, and the statements that do.
	Names map[string][]*ast.Stmt
}

// Key tells a variable from all others of the program: two names with one key are one
// variable.
func Key(s *scope.Scope, name string) string {
	y := s.Lookup(name)
	if y == nil {
		return "? " + name
	}
	r := y.Root()
	switch {
	case r.Storage == scope.CommonStorage:
		return "common " + r.Common + " " + r.Name
	case r.Storage == scope.ModuleStorage && r.Scope != nil:
		return "module " + r.Scope.Unit.Name + " " + r.Name
	case r.Origin() != "":
		return "module " + r.Origin() + " " + r.Name
	}
	return fmt.Sprintf("%p", r)
}

// NewIndex looks through a program.
func NewIndex(p *program.Program) *Index {
	x := &Index{mentions: map[string][]Mention{}, Procedures: map[string][]*Procedure{}}
	for _, f := range p.Files {
		for _, u := range f.Units {
			pr := &Procedure{File: f, Unit: u, Names: map[string][]*ast.Stmt{}}
			ast.Items(u.Exec, func(s *ast.Stmt) bool {
				for ; s != nil; s = s.Inner {
					x.statement(f, u, s, pr)
				}
				return true
			})
			x.Procedures[u.Name] = append(x.Procedures[u.Name], pr)
		}
	}
	return x
}

// Of returns the mentions of the variable that a name stands for.
func (x *Index) Of(s *scope.Scope, name string) []Mention { return x.mentions[Key(s, name)] }

func (x *Index) statement(f *program.File, u *ast.Unit, s *ast.Stmt, pr *Procedure) {
	sc := f.Scope(s)
	if sc == nil {
		return
	}
	roles := map[*ast.Ident]Mention{}
	base := Mention{File: f, Unit: u, Stmt: s}
	switch b := s.Body.(type) {
	case *ast.Call:
		c := Of(f, u, s)
		if c != nil {
			x.Calls = append(x.Calls, c)
			pr.Calls = append(pr.Calls, c)
		}
		if id := ast.Root(b.X); id != nil {
			pr.Names[id.Name] = append(pr.Names[id.Name], s)
		}
		x.arguments(b, c, base, roles)
	case *ast.Assign:
		if id, ok := b.X.(*ast.Ident); ok && s.Kind == ast.KAssign {
			m := base
			m.Set = b.Y
			roles[id] = m
		}
	}
	one := *s
	one.Inner = nil
	for id := range ast.StmtIdents(&one) {
		m, ok := roles[id]
		if !ok {
			m = base
		}
		k := Key(sc, id.Name)
		x.mentions[k] = append(x.mentions[k], m)
	}
	x.functions(s, pr)
}

// arguments says what the names in the arguments of a call do there.
func (x *Index) arguments(b *ast.Call, c *Call, base Mention, roles map[*ast.Ident]Mention) {
	passed := map[ast.Expr]string{}
	if c != nil {
		for name, arg := range c.args {
			passed[arg] = name
		}
	}
	for _, a := range b.Args {
		root := ast.Root(a.X)
		for id := range ast.Idents(a.X) {
			m := base
			m.Call, m.Arg, m.Inner = c, passed[a.X], id != root
			m.Passed = c == nil && id == root
			roles[id] = m
		}
	}
}

// functions notes names that may be references to functions.
func (x *Index) functions(s *ast.Stmt, pr *Procedure) {
	one := *s
	one.Inner = nil
	ast.InspectStmt(&one, func(e ast.Expr) bool {
		if a, ok := e.(*ast.Apply); ok {
			if id, ok := a.X.(*ast.Ident); ok {
				pr.Names[id.Name] = append(pr.Names[id.Name], s)
			}
		}
		return true
	})
}

package calls

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Gift is what a statement gives a component of a derived type, in any variable of a type of that name: which variable
// it is need not be known then.
type Gift struct {
	File *program.File
	Unit *ast.Unit
	Stmt *ast.Stmt
	Set  ast.Expr // what an assignment gives it
	Call *Call    // a call of MPI that gets it as argument At
	At   int
	// Loose: it may get a value that is not seen.
	Loose bool
}

// Gifts lists the statements that may give a component a value, or pass it to MPI; false if its type is not known.
func (x *Index) Gifts(s *scope.Scope, m *ast.Member) ([]Gift, bool) {
	t := TypeOf(s, m.X)
	if t == "" {
		return nil, false
	}
	k := component{x, t, m.Name}
	var out []Gift
	for _, list := range x.Procedures {
		for _, p := range list {
			ast.Items(p.Unit.Exec, func(st *ast.Stmt) bool {
				for ; st != nil; st = st.Inner {
					out = append(out, k.statement(p, st)...)
				}
				return true
			})
		}
	}
	return out, true
}

// component is one of a derived type.
type component struct {
	index *Index
	typ   string
	name  string
}

// is reports whether an expression is that component of something.
func (k component) is(s *scope.Scope, x ast.Expr) bool {
	m, ok := ast.Unparen(x).(*ast.Member)
	return ok && m.Name == k.name && k.index.MayBe(TypeOf(s, m.X), k.typ)
}

// all reports whether a variable of a type may hold it.
func (k component) all(typ string) bool { return typ != "" && k.index.MayBe(typ, k.typ) }

// isType reports whether a name is that of a type.
func (k component) isType(s *scope.Scope, name string) bool {
	y := s.Lookup(name)
	return y != nil && y.Class == scope.Type
}

// statement lists what a statement may give it.
func (k component) statement(p *Procedure, st *ast.Stmt) []Gift {
	s := p.File.Scope(st)
	g := Gift{File: p.File, Unit: p.Unit, Stmt: st}
	switch b := st.Body.(type) {
	case *ast.Assign:
		if k.is(s, b.X) {
			g.Set = b.Y
			return []Gift{g}
		}
	case *ast.Call:
		if m := Of(p.File, p.Unit, st); m != nil {
			return k.made(g, s, m)
		}
		for _, a := range b.Args {
			g.Loose = g.Loose || k.is(s, a.X)
		}
	default: // its expressions tell
	}
	g.Loose = g.Loose || k.loose(s, st)
	if !g.Loose {
		return nil
	}
	return []Gift{g}
}

// loose reports whether a statement may give it a value that is not seen.
func (k component) loose(s *scope.Scope, st *ast.Stmt) bool {
	one := *st
	one.Inner = nil
	reads, out := st.Kind == ast.KRead || st.Kind == ast.KUnknown, false
	ast.InspectStmt(&one, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Member:
			out = out || reads && k.is(s, x)
		case *ast.Apply:
			if id, ok := x.X.(*ast.Ident); ok && k.all(id.Name) && (strings.EqualFold(id.Name, k.typ) || k.isType(s, id.Name)) {
				out = true // a value of the type
			}
			for _, a := range x.Args {
				out = out || k.is(s, a.X) && s.Resolve(x) != scope.RefElement
			}
		default: // its parts tell
		}
		return true
	})
	return out
}

// made lists what a call of MPI may give it.
func (k component) made(g Gift, s *scope.Scope, m *Call) []Gift {
	var out []Gift
	for i, a := range m.Args {
		switch {
		case k.is(s, a.X):
			g.Call, g.At, g.Loose = m, i, false
			out = append(out, g)
		case k.all(TypeOf(s, a.X)):
			g.Loose = true // all of a variable is a buffer
			out = append(out, g)
		}
	}
	return out
}

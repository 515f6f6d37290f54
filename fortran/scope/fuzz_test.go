package scope

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// FuzzScope asks everything of every name and expression of any file: no
// answer may be a crash or take forever.
func FuzzScope(f *testing.F) {
	f.Add([]byte(module), true)
	f.Add([]byte("integer, parameter :: a = b, b = a\nreal(a) x(a)\nx(b) = a\nend\n"), true)
	f.Add([]byte("module a\nuse b\nend\nmodule b\nuse a\ninteger x\nend\n"), true)
	f.Add([]byte("submodule (a:b) b\nend\nsubmodule (a:b) c\nend\n"), true)
	f.Add([]byte("type, extends(t) :: t\nend type\ntype(t) x\nx%t%t%y = 1\nend\n"), true)
	f.Add([]byte("type, extends(u) :: t\nend type\ntype, extends(t) :: u\nend type\ntype(t) x\nx%y = 1\nend\n"), true)
	f.Add([]byte("associate (a => b, b => a)\na(1) = b\nend associate\nend\n"), true)
	f.Add([]byte("select type (a => a)\ntype is (t(a))\na%b = 1\nend select\nend\n"), true)
	f.Add([]byte("interface s\nmodule procedure s\nend interface\ncontains\nfunction s(s) result(s)\nend\nend\n"), true)
	f.Add([]byte("      implicit character (a-z)\n      entry a(b)\n      common a /a/ a\n      equivalence (a, a(1))\n      a(1:2) = b(1)(2:3)\n      end\n"), false)
	f.Add([]byte("block\ninterface\nsubroutine a(b)\nend\nend interface\ncall a(1)\nend block\nend\n"), true)
	f.Fuzz(func(t *testing.T, src []byte, free bool) {
		form := source.Fixed
		if free {
			form = source.Free
		}
		file := parse.File(source.New("a.f", src, source.Options{Form: form}))
		tab := New(file, Options{})
		for _, u := range file.Units {
			visitUnit(tab, u)
		}
	})
}

func visitUnit(tab *Table, u *ast.Unit) {
	s := tab.Unit(u)
	s.UseAll()
	for _, y := range s.Symbols() {
		s.Access(y)
		for _, b := range y.Bounds {
			s.Int(b)
		}
	}
	visitItems(tab, s, u.Spec)
	visitItems(tab, s, u.Exec)
	for _, sub := range u.Subs {
		visitUnit(tab, sub)
	}
}

func visitItems(tab *Table, s *Scope, items []ast.Item) {
	for _, it := range items {
		switch it := it.(type) {
		case *ast.Stmt:
			visitStmt(s, it)
		case *ast.InterfaceBody:
			visitUnit(tab, it.Unit)
		case *ast.Construct:
			for i, p := range it.Parts {
				visitStmt(s, p.Head)
				in := s.Enter(it, i)
				visitItems(tab, in, p.Spec)
				visitItems(tab, in, p.Body)
			}
		}
	}
}

func visitStmt(s *Scope, st *ast.Stmt) {
	ast.InspectStmt(st, func(x ast.Expr) bool {
		if a, ok := x.(*ast.Apply); ok {
			s.Resolve(a)
		}
		s.Designator(x)
		s.Rank(x)
		s.Int(x)
		return true
	})
}

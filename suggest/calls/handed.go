package calls

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// A procedure of MPI may be called where no CALL has its name: it is passed as an argument, a pointer is associated
// with it, it is one of a generic name or bound to a type, or an interface of the program declares it. What such a
// call says is not seen, so it may be the partner of any message: each place is a call that stays.

// handed notes such places in a file.
func (x *Index) handed(f *program.File) {
	generic := false
	for i := range f.Tree.Stmts {
		s := &f.Tree.Stmts[i]
		var names []string
		switch b := s.Body.(type) {
		case *ast.Interface:
			generic = b.Spec != "" && !b.Abstract
		case *ast.End:
			generic = generic && b.What != "interface"
		case *ast.Decl, *ast.Attr:
		case *ast.Use:
			for _, r := range b.Renames {
				if r.Local != r.Remote && mpicall.MPIName(f.Table, f.Scope(s), r.Local) == "" {
					names = append(names, r.Remote)
				}
			}
		case *ast.Binding:
			for _, r := range b.Names {
				names = append(names, r.Remote)
			}
		case *ast.ProcDecl:
			for _, e := range b.Entities {
				if id, ok := e.Init.(*ast.Ident); ok {
					names = append(names, id.Name)
				}
				if generic {
					names = append(names, e.Name.Name)
				}
			}
		case *ast.Procedure:
			if generic {
				names = append(names, b.Name)
			}
		case *ast.Names:
			for _, id := range b.Names {
				if generic {
					names = append(names, id.Name)
				}
			}
		default:
			for t := s; t != nil; t = t.Inner {
				names = append(names, x.otherThanCalled(f, t)...)
			}
		}
		for _, n := range names {
			if n = x.messenger(f, s, n); n != "" {
				x.Calls = append(x.Calls, &Call{mpicall.Handed(n, s), f, nil, nil})
			}
		}
	}
}

// otherThanCalled lists the names in a statement but for that of the procedure of MPI that it calls.
func (x *Index) otherThanCalled(f *program.File, s *ast.Stmt) []string {
	var callee *ast.Ident
	if b, ok := s.Body.(*ast.Call); ok && Of(f, nil, s) != nil {
		callee, _ = b.X.(*ast.Ident)
	}
	one := *s
	one.Inner = nil
	var out []string
	for id := range ast.StmtIdents(&one) {
		if id != callee && !slices.Contains(out, id.Name) {
			out = append(out, id.Name)
		}
	}
	return out
}

// messenger is the procedure of MPI that a name may be, if that moves messages or waits for them; "" if it is none.
func (x *Index) messenger(f *program.File, s *ast.Stmt, name string) string {
	sc := f.Scope(s)
	if n := mpicall.MPIName(f.Table, sc, name); n != "" {
		name = n
	} else if len(x.Procedures[name]) > 0 || !maybeProcedure(sc, name) {
		return ""
	}
	if n := strings.TrimPrefix(name, "p"); mpicall.Named(n) {
		return n
	}
	return ""
}

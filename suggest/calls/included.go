package calls

import (
	"fmt"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// A patch is for the files that are given, so what an INCLUDE line brings stays: its calls of MPI may be the partners of
// others, and what its statements name may get another value by them.

// included notes what the INCLUDE lines of a file bring.
func (x *Index) included(f *program.File) {
	for i := range f.Tree.Stmts {
		s := &f.Tree.Stmts[i]
		list, missing := f.Included(s)
		for _, path := range missing {
			x.Unread = append(x.Unread, fmt.Sprintf("%s:%d: %s, which is included, is not read: a call, a value or a declaration may stand there; name its folder with -I", f.Name, f.At(s).Line, path))
		}
		sc := f.Scope(s)
		for _, t := range list {
			for ; t != nil && t.Kind != ast.KNamelist; t = t.Inner {
				x.brought(f, sc, s, t)
			}
		}
	}
}

// brought notes a statement that stands in an include file, as one of the line that includes it.
func (x *Index) brought(f *program.File, sc *scope.Scope, at, s *ast.Stmt) {
	m := Mention{File: f, Stmt: at, Defined: true}
	if sc != nil {
		m.Unit = sc.Unit
	}
	one := *s
	one.Inner = nil
	for id := range ast.StmtIdents(&one) {
		x.loose[id.Name] = true // a procedure that is called there
		if sc != nil {
			x.mention(sc, id.Name, m)
		}
	}
	if sc != nil {
		x.namelist(sc, s, m)
	}
	if name := calledIn(f, sc, s); name != "" {
		c := mpicall.Handed(name, at)
		c.Included = program.IncludedFile(at)
		x.Calls = append(x.Calls, &Call{c, f, m.Unit, nil})
	}
}

// calledIn is the procedure of MPI that a statement of an include file calls, if that moves messages or waits for them.
func calledIn(f *program.File, sc *scope.Scope, s *ast.Stmt) string {
	if c := mpicall.Of(f.Table, sc, s); c != nil {
		if c.Kind == Other {
			return ""
		}
		return c.Name
	}
	b, ok := s.Body.(*ast.Call)
	if !ok {
		return ""
	}
	id, ok := b.X.(*ast.Ident)
	if !ok {
		return ""
	}
	if name := strings.TrimPrefix(id.Name, "p"); mpicall.Named(name) {
		return name
	}
	return ""
}

package scope

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// maxInclude bounds include files in include files.
const maxInclude = 50

// include takes the declarations of an include file. What it declares is said
// to be declared by the include line: places in another file mean nothing here.
func (s *Scope) include(b *ast.Include, st *ast.Stmt) {
	if prefix := knownInclude(b.Path); prefix != nil {
		s.imports = append(s.imports, importer{what: "include file '" + b.Path + "'", prefix: prefix, mpi: prefix[0] == "mpi_"})
		return
	}
	f := s.included(b.Path)
	if f == nil {
		s.notRead(st)
		s.imports = append(s.imports, importer{what: "include file '" + b.Path + "'"})
		return
	}
	outer, before := s.table.including, len(s.unread)
	s.table.including = append(outer[:len(outer):len(outer)], f)
	for _, in := range f.Stray {
		s.specStmt(in)
	}
	for _, u := range f.Units {
		s.table.declareBodies(u.Spec, s)
		s.implicitStatements(u.Spec)
		s.spec(u.Spec)
	}
	s.table.including = outer
	s.moveDecls(f, st)
	if len(s.unread) > before || slices.ContainsFunc(f.Stmts, func(in ast.Stmt) bool { return in.Kind == ast.KUnknown }) {
		s.notRead(st)
	}
}

// notRead notes that the file of an INCLUDE line was not found, or not understood, or holds more than declarations.
func (s *Scope) notRead(st *ast.Stmt) {
	if s.unread == nil {
		s.unread = make(map[*ast.Stmt]bool)
	}
	s.unread[st] = true
}

// Unread reports whether an INCLUDE line among the declarations of s may bring statements that are executed.
func (s *Scope) Unread(st *ast.Stmt) bool {
	s.build()
	return s.unread[st]
}

// moveDecls makes st the declaration of what the statements of f declare.
func (s *Scope) moveDecls(f *ast.File, st *ast.Stmt) {
	inside := make(map[*ast.Stmt]bool, len(f.Stmts))
	for i := range f.Stmts {
		inside[&f.Stmts[i]] = true
	}
	for _, y := range s.order {
		if !inside[y.Decl] {
			continue
		}
		y.Decl = st
		if y.Derived != nil {
			for _, c := range y.Derived.Components {
				c.Decl = nil
			}
		}
	}
}

// included returns the tree of an include file that holds nothing but
// declarations; nil if there is no such file.
func (s *Scope) included(path string) *ast.File {
	t := s.table
	if t.opt.Include == nil || len(t.including) >= maxInclude {
		return nil
	}
	in := t.File
	if n := len(t.including); n > 0 {
		in = t.including[n-1]
	}
	f := t.opt.Include(path, in)
	if f == nil || !f.Declares() {
		return nil
	}
	return f
}

// KnownInclude reports whether an include file is one of MPI, OpenMP or OpenACC.
func KnownInclude(path string) bool { return knownInclude(path) != nil }

// knownInclude returns the prefixes of the names in a well-known include file.
func knownInclude(path string) []string {
	switch strings.ToLower(path[strings.LastIndexByte(path, '/')+1:]) {
	case "mpif.h":
		return mpiPrefixes
	case "omp_lib.h":
		return []string{"omp_"}
	case "openacc_lib.h":
		return []string{"acc_"}
	}
	return nil
}

package program

import (
	"path/filepath"
	"regexp"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// byCpp is an INCLUDE line of the preprocessor; what stands in angle brackets is none of the program's files.
var byCpp = regexp.MustCompile(`^\s*#?\s*include\s*"([^"]+)"`)

// Included returns the statements that an INCLUDE line brings, also of files that are included in turn, but for
// declarations; a NAMELIST counts. missing are the files that are not read. Files that are given are read by themselves.
func (f *File) Included(s *ast.Stmt) (list []*ast.Stmt, missing []string) {
	path := IncludedFile(s)
	if path == "" {
		return nil, nil
	}
	f.brings(path, f.Tree, map[string]bool{}, func(t *ast.Stmt) { list = append(list, t) }, func(path string) { missing = append(missing, path) })
	return list, missing
}

// IncludedFile is the file that a statement includes, "" if it is no INCLUDE line, or the file is one of MPI.
func IncludedFile(s *ast.Stmt) string {
	path := ""
	switch b, ok := s.Body.(*ast.Include); {
	case ok:
		path = b.Path
	case s.Kind == ast.KCpp:
		if m := byCpp.FindSubmatch(s.Line.Text); m != nil {
			path = string(m[1])
		}
	}
	if scope.KnownInclude(path) {
		return ""
	}
	return path
}

func (f *File) brings(path string, in *ast.File, seen map[string]bool, statement func(*ast.Stmt), missing func(string)) {
	var tree *ast.File
	if f.include != nil {
		tree = f.include(path, in)
	}
	if tree == nil {
		missing(path)
		return
	}
	name := filepath.Clean(tree.Name)
	if seen[name] || f.given[name] {
		return
	}
	seen[name] = true
	executed := func(s *ast.Stmt) bool {
		statement(s)
		return true
	}
	var units func(list []*ast.Unit)
	units = func(list []*ast.Unit) {
		for _, u := range list {
			ast.Items(u.Exec, executed)
			units(u.Subs)
		}
	}
	units(tree.Units)
	for _, s := range tree.Stray {
		executed(s)
	}
	for i := range tree.Stmts {
		s := &tree.Stmts[i]
		if s.Kind == ast.KNamelist {
			statement(s)
		}
		if next := IncludedFile(s); next != "" {
			f.brings(next, tree, seen, statement, missing)
		}
	}
}

package calls_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// included reads a program and the files that it includes.
func included(text string, files map[string]string) *program.Program {
	names := scope.Options{Include: func(path string, _ *ast.File) *ast.File {
		if text, ok := files[path]; ok {
			return parse.File(source.New(path, []byte(text), source.Options{}))
		}
		return nil
	}}
	return program.Read([]program.Input{{Name: "a.f90", Src: []byte(text), Names: names}}, source.Options{})
}

// TestIncluded: what an include file calls stays, and what it names may get another value there.
func TestIncluded(t *testing.T) {
	const before = "integer :: v = 5\n"
	files := map[string]string{
		"set.inc":    "v = 6\n",
		"if.inc":     "if (n > 0) then\n v = 6\nend if\n",
		"send.inc":   "call MPI_Send(a, 10, MPI_REAL, 1, 2, MPI_COMM_WORLD, ierr)\ncall MPI_Barrier(MPI_COMM_WORLD, ierr)\n",
		"one.inc":    "if (n > 0) call MPI_Wait(r(1), st, ierr)\n",
		"sub.inc":    "subroutine sub\nuse mpi\ninteger :: ierr\ncall MPI_Probe(1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)\nend\n",
		"outer.inc":  "include 'set.inc'\ninclude 'send.inc'\n",
		"circle.inc": "include 'circle.inc'\n",
		"decl.inc":   "integer :: w\n",
		"group.inc":  "namelist /in/ v\n",
		"a.f90":      "v = 6\n",
	}
	for _, c := range []struct{ decl, stmts, end, v, calls, unread string }{
		{"", "", "", "5", "", ""},
		{"", "include 'set.inc'", "", "", "", ""},
		{"", "include 'if.inc'", "", "", "", ""},
		{"", "include 'send.inc'", "", "5", "MPI_Send", ""},
		{"", "include 'one.inc'", "", "5", "MPI_Wait", ""},
		{"", "include 'outer.inc'", "", "", "MPI_Send", ""},
		{"", "include 'circle.inc'", "", "5", "", ""},
		{"", "include 'a.f90'", "", "5", "", ""},
		{"include 'decl.inc'", "", "", "5", "", ""},
		{"include 'group.inc'", "read(*, nml=in)", "", "", "", ""},
		{"include 'group.inc'", "", "", "5", "", ""},
		{"include 'mpif.h'", "", "", "5", "", ""},
		{"", "#include \"set.inc\"", "", "", "", ""},
		{"", "#include <set.inc>", "", "5", "", ""},
		{"", "", "include 'sub.inc'\n", "5", "MPI_Probe", ""},
		{"", "include 'none.inc'", "", "5", "", "a.f90:8: none.inc"},
	} {
		text := head + before + c.decl + "\n" + c.stmts + "\nend program\n" + c.end
		p := included(text, files)
		x := calls.NewIndex(p)
		got, in := "", p.Files[0].Table.Unit(p.Files[0].Units[0])
		if _, ok := x.Int(in, ast.Named("v")); ok {
			got = "5"
		}
		var named []string
		for _, k := range x.Calls {
			if named = append(named, k.Spoken()); k.Kind != calls.Foreign || k.Included == "" {
				t.Errorf("%s: %s is of kind %d, in %q", c.stmts, k.Spoken(), k.Kind, k.Included)
			}
		}
		unread := strings.Join(x.Unread, "\n")
		if got != c.v || strings.Join(named, " ") != c.calls || !strings.HasPrefix(unread, c.unread) || c.unread == "" && unread != "" {
			t.Errorf("%s%s%s: v is %q, calls %v, unread %q", c.decl, c.stmts, c.end, got, named, unread)
		}
	}
}

// TestIncludedMentions: a request, a status or a code that an include file names is used there.
func TestIncludedMentions(t *testing.T) {
	p := included(head+"include 'use.inc'\nend program\n", map[string]string{"use.inc": "print *, st(1)\ncall show(n)\n"})
	x := calls.NewIndex(p)
	in := p.Files[0].Table.Unit(p.Files[0].Units[0])
	for _, name := range []string{"st", "n"} {
		if list := x.Of(in, name); len(list) == 0 || !list[0].Defined {
			t.Errorf("%s is not named: %v", name, list)
		}
	}
	if len(x.Of(in, "m")) > 0 {
		t.Error("m is named")
	}
}

package place_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/place"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

func read(files ...string) (*program.Program, *calls.Index) {
	var in []program.Input
	for i, text := range files {
		in = append(in, program.Input{Name: string(rune('a'+i)) + ".f90", Src: []byte(text)})
	}
	p := program.Read(in, source.Options{})
	return p, calls.NewIndex(p)
}

// TestOrigin: where the communicator of the only MPI_Send comes from: "world", the line of the
// call that makes it, "?" for what is not known.
func TestOrigin(t *testing.T) {
	const send = "call MPI_Send(a, 1, MPI_REAL, 1, 2, c, ierr)\n"
	head := func(decl string) string {
		return "program p\nuse mpi\nimplicit none\nreal :: a\ninteger :: c, d, ierr, i\n" + decl + "\n"
	}
	own := func(init string) string {
		return "program p\nuse mpi\nreal :: a\ninteger :: ierr, i, c " + init + "\n"
	}
	sub := "subroutine s(a, c)\nuse mpi\nreal :: a\ninteger :: c, ierr\n" + send + "end subroutine\n"
	maker := "subroutine make(x)\nuse mpi\ninteger :: x, ierr\ncall MPI_Comm_dup(MPI_COMM_WORLD, x, ierr)\nend subroutine\n"
	part := func(stmts string) string {
		return "module m\ntype grid\ninteger :: c, d\nend type\nend module\nprogram p\nuse mpi\nuse m\ntype(grid) :: g, h\nreal :: a\n" + stmts
	}
	used := "subroutine t(a, g)\nuse m\nuse mpi\ntype(grid) :: g\nreal :: a\ninteger :: ierr\ncall MPI_Send(a, 1, MPI_REAL, 1, 2, g%c, ierr)\nend\n"
	for _, c := range []struct{ name, text, want string }{
		{"itself", head("") + "call MPI_Send(a, 1, MPI_REAL, 1, 2, MPI_COMM_WORLD, ierr)\nend\n", "world"},
		{"another constant", head("") + "call MPI_Send(a, 1, MPI_REAL, 1, 2, MPI_COMM_SELF, ierr)\nend\n", "?"},
		{"assigned", head("") + "c = MPI_COMM_WORLD\n" + send + "end\n", "world"},
		{"a copy", head("") + "d = MPI_COMM_WORLD\nc = d\n" + send + "end\n", "world"},
		{"split", head("") + "call MPI_Comm_split(MPI_COMM_WORLD, 1, 2, c, ierr)\n" + send + "end\n", "a:7"},
		{"world or split", head("") + "c = MPI_COMM_WORLD\nif (i > 0) call MPI_Comm_split(MPI_COMM_WORLD, 1, 2, c, ierr)\n" + send + "end\n", "world a:8"},
		{"read", head("") + "read(*,*) c\n" + send + "end\n", "?"},
		{"never set", head("") + send + "end\n", "?"},
		{"world by its declaration, or split", own("= MPI_COMM_WORLD") + "if (i > 0) call MPI_Comm_split(MPI_COMM_WORLD, 1, 2, c, ierr)\n" + send + "end\n", "world a:5"},
		{"none by its declaration, and split", own("= MPI_COMM_NULL") + "call MPI_Comm_split(MPI_COMM_WORLD, 1, 2, c, ierr)\n" + send + "end\n", "a:5"},
		{"a number by its declaration, and split", own("= -1") + "call MPI_Comm_split(MPI_COMM_WORLD, 1, 2, c, ierr)\n" + send + "end\n", "a:5"},
		{"by DATA", own("") + "data c /0/\ncall MPI_Comm_split(MPI_COMM_WORLD, 1, 2, c, ierr)\n" + send + "end\n", "a:6 ?"},
		{"made by another call", head("") + "c = MPI_COMM_WORLD\nif (i > 0) call MPI_Intercomm_merge(d, .true., c, ierr)\n" + send + "end\n", "world ?"},
		{"made by keyword", head("") + "c = MPI_COMM_WORLD\nif (i > 0) call MPI_Comm_dup(MPI_COMM_WORLD, newcomm=c, ierror=ierr)\n" + send + "end\n", "world ?"},
		{"an element", head("integer :: e(3)") + "call MPI_Send(a, 1, MPI_REAL, 1, 2, e(1), ierr)\nend\n", "?"},
		{"its group is another's", head("") + "call MPI_Cart_sub(c, [.true.], d, ierr)\n" + send + "end\n", "?"},
		{"made elsewhere", head("") + "call make(c)\n" + send + "end\n" + maker, "a:13"},
		{"made by what is not seen", head("") + "call make(c)\n" + send + "end\n", "?"},
		{"passed", sub + head("") + "call s(a, MPI_COMM_WORLD)\nend\n", "world"},
		{"passed by keyword", sub + head("") + "call s(c=MPI_COMM_WORLD, a=a)\nend\n", "world"},
		{"passed twice", sub + head("") + "call MPI_Comm_dup(MPI_COMM_WORLD, d, ierr)\ncall s(a, d)\ncall s(a, MPI_COMM_WORLD)\nend\n", "world a:13"},
		{"nobody calls", sub, "?"},
		{"passed to another name", "module n\ncontains\n" + sub + "end module\n" + strings.Replace(head(""), "use mpi", "use mpi\nuse n, only: s, t => s", 1) + "call MPI_Comm_dup(MPI_COMM_WORLD, d, ierr)\ncall t(a, d)\ncall s(a, MPI_COMM_WORLD)\nend\n", "?"},
		{"passed by a type", "module n\ntype o\ncontains\nprocedure, nopass :: s\nend type\ncontains\n" + sub + "end module\n" + strings.Replace(head("type(o) :: it"), "use mpi", "use mpi\nuse n", 1) + "call MPI_Comm_dup(MPI_COMM_WORLD, d, ierr)\ncall it%s(a, d)\ncall s(a, MPI_COMM_WORLD)\nend\n", "?"},
		{"a component", part("") + "call MPI_Comm_dup(MPI_COMM_WORLD, g%c, ierr)\ncall t(a, g)\nend\n" + used, "a:11"},
		{"a component that is world by its declaration", strings.Replace(part(""), "type grid\ninteger :: c,", "use mpi\ntype grid\ninteger :: c = MPI_COMM_WORLD,", 1) + "call MPI_Comm_dup(MPI_COMM_WORLD, g%c, ierr)\ncall t(a, g)\nend\n" + used, "world a:12"},
		{"a component of two", part("") + "call MPI_Comm_dup(MPI_COMM_WORLD, g%c, ierr)\nh%c = MPI_COMM_WORLD\ncall t(a, h)\nend\n" + used, "world a:11"},
		{"a component of a type that extends it", strings.Replace(part(""), "end type\n", "end type\ntype, extends(grid) :: more\nend type\n", 1) + "type(more) :: w\ng%c = MPI_COMM_WORLD\ncall MPI_Comm_dup(MPI_COMM_WORLD, w%c, ierr)\ncall t(a, g)\nend\n" + used, "world a:15"},
		{"a value of a type that extends it", strings.Replace(part(""), "end type\n", "end type\ntype, extends(grid) :: more\nend type\n", 1) + "type(more) :: w\ng%c = MPI_COMM_WORLD\nw = more(1, 2)\ncall t(a, g)\nend\n" + used, "world ?"},
		{"another component", part("") + "call MPI_Comm_dup(MPI_COMM_WORLD, g%d, ierr)\ncall t(a, g)\nend\n" + used, "?"},
		{"a component that is passed", part("") + "call MPI_Comm_dup(MPI_COMM_WORLD, g%c, ierr)\ncall u(g%c)\ncall t(a, g)\nend\n" + used, "a:11 ?"},
		{"a component that is read", part("") + "call MPI_Comm_dup(MPI_COMM_WORLD, g%c, ierr)\nread(*,*) g%c\ncall t(a, g)\nend\n" + used, "a:11 ?"},
		{"a component of a received variable", part("") + "g%c = MPI_COMM_WORLD\ncall MPI_Bcast(g, 1, ierr, 0, MPI_COMM_WORLD, ierr)\ncall t(a, g)\nend\n" + used, "world ?"},
		{"a component of a value", part("") + "g%c = MPI_COMM_WORLD\ng = grid(1, 2)\ncall t(a, g)\nend\n" + used, "world ?"},
		{"a component that another call makes", part("") + "g%c = MPI_COMM_WORLD\ncall MPI_Intercomm_merge(ierr, .true., g%c, ierr)\ncall t(a, g)\nend\n" + used, "world ?"},
	} {
		_, index := read(c.text)
		comms := &place.Comms{Index: index}
		var got []string
		for _, k := range index.Calls {
			if k.Name != "mpi_send" {
				continue
			}
			o := comms.Of(k, k.Arg("comm"))
			if o.World {
				got = append(got, "world")
			}
			for _, m := range o.Made {
				got = append(got, fmt.Sprintf("a:%d", m.Call.Stmt.Line.First))
			}
			if o.Unknown {
				got = append(got, "?")
			}
			if o.OnlyWorld() != (strings.Join(got, " ") == "world") || o.OnlyMade() != (len(o.Made) > 0 && !o.World && !o.Unknown) {
				t.Errorf("%s: only world %v, only made %v", c.name, o.OnlyWorld(), o.OnlyMade())
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

func TestNoComm(t *testing.T) {
	_, index := read("program p\nuse mpi\ncall MPI_Send(a)\nend\n")
	if o := (&place.Comms{Index: index}).Of(index.Calls[0], nil); !o.Unknown {
		t.Errorf("%+v", o)
	}
}

// TestLoops: the region goes around the outermost loop in which "exchange" is executed.
func TestLoops(t *testing.T) {
	for _, c := range []struct {
		name, want string
		files      []string
	}{
		{"no loop", "", []string{"program p\ncall exchange\nend\n"}},
		{"a loop", "a:2", []string{"program p\ndo i = 1, 3\ncall exchange\nend do\nend\n"}},
		{"the outermost", "a:2", []string{"program p\ndo i = 1, 3\ndo j = 1, 3\ncall exchange\nend do\nend do\nend\n"}},
		{"two", "a:2 a:5", []string{"program p\ndo i = 1, 3\ncall exchange\nend do\ndo i = 1, 3\ncall exchange\nend do\ndo i = 1, 2\nend do\nend\n"}},
		{"in a branch", "a:3", []string{"program p\nif (x > 0) then\ndo i = 1, 3\nif (i > 1) call exchange\nend do\nend if\nend\n"}},
		{"ends at a label", "a:2", []string{"program p\ndo 10 i = 1, 3\ndo j = 1, 2\ncall exchange\nend do\n10 continue\nend\n"}},
		{"has a label", "a:3", []string{"program p\n10 do i = 1, 3\ndo j = 1, 2\ncall exchange\nend do\nend do\nend\n"}},
		{"one line", "", []string{"program p\ndo i = 1, 3; call exchange; end do\nend\n"}},
		{"two beginnings", "", []string{"program p\n#ifdef A\ndo i = 1, 3\n#else\ndo i = 1, 4\n#endif\ncall exchange\nend do\nend\n"}},
		{"a caller", "b:2", []string{"subroutine s\ndo i = 1, 2\ncall exchange\nend do\nend\n", "program p\ndo i = 1, 3\ncall s\nend do\nend\n"}},
		{"a caller without a loop", "a:2", []string{"subroutine s\ndo i = 1, 2\ncall exchange\nend do\nend\n", "program p\ncall s\nend\n"}},
		{"nobody calls", "a:2", []string{"subroutine s\ndo i = 1, 2\ncall exchange\nend do\nend\n"}},
		{"a function", "b:2", []string{"function f(x)\ncall exchange\nf = x\nend\n", "program p\ndo i = 1, 3\ny = f(1.0)\nend do\nend\n"}},
		{"another name", "b:3", []string{"module m\ncontains\nsubroutine s\ncall exchange\nend\nend\n", "program p\nuse m, only: t => s\ndo i = 1, 3\ncall t\nend do\nend\n"}},
		{"a generic name", "b:3", []string{"module m\ninterface t\nmodule procedure s\nend interface\ncontains\nsubroutine s\ncall exchange\nend\nend\n", "program p\nuse m\ndo i = 1, 3\ncall t\nend do\nend\n"}},
		{"of a type", "b:4", []string{"module m\ntype g\ncontains\nprocedure, nopass :: t => s\nend type\ncontains\nsubroutine s\ncall exchange\nend\nend\n", "program p\nuse m\ntype(g) :: v\ndo i = 1, 3\ncall v%t\nend do\nend\n"}},
		{"a generic name of a type", "b:4", []string{"module m\ntype g\ncontains\nprocedure, nopass :: s\ngeneric :: t => s\nend type\ncontains\nsubroutine s\ncall exchange\nend\nend\n", "program p\nuse m\ntype(g) :: v\ndo i = 1, 3\ncall v%t\nend do\nend\n"}},
		{"recursion", "b:2", []string{"recursive subroutine s\ncall exchange\ncall s\nend\n", "program p\ndo i = 1, 3\ncall s\nend do\nend\n"}},
	} {
		p, index := read(c.files...)
		lead := map[*ast.Unit][]*ast.Stmt{}
		for _, f := range p.Files {
			for _, u := range f.Units {
				ast.Items(u.Exec, func(s *ast.Stmt) bool {
					if strings.Contains(string(s.Line.Text), "exchange") {
						lead[u] = append(lead[u], s)
						if s.Inner != nil {
							lead[u] = append(lead[u], s.Inner)
						}
					}
					return true
				})
			}
		}
		var got []string
		for _, g := range place.Loops(index, lead) {
			got = append(got, fmt.Sprintf("%s:%d", strings.TrimSuffix(g.File.Name, ".f90"), g.Loop.Begin.Line.First))
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

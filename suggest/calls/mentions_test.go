package calls_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
)

// TestMentions: what a statement does with n.
func TestMentions(t *testing.T) {
	for _, c := range []struct{ stmt, want string }{
		{"n = 3", "set 3"},
		{"n = n + 1", "set n+1, named"},
		{"m = n", "named"},
		{"r(n) = 1", "named"},
		{"r(1) = n", "named"},
		{"read(*,*) n", "defined"},
		{"print *, n", "named"},
		{"print *, (m, n = 1, 3)", "defined"},
		{"print *, (n, m = 1, 3)", "named"},
		{"read (*, *) (n, m = 1, 3)", "defined"},
		{"write (*, *, iostat=n) m", "defined"},
		{"close (3, iostat=n)", "defined"},
		{"sync all (stat=n)", "defined"},
		{"stop n", "named"},
		{"allocate (b(3), stat=n)", "defined"},
		{"do n = 1, 2\nend do", "defined"},
		{"call own(n)", "passed to own"},
		{"call own(n + 1)", "named"},
		{"m = func(n)", "passed to func"},
		{"m = abs(n)", "named"},
		{"if (m > 0) n = 4", "set 4"},
		{"call MPI_Comm_rank(MPI_COMM_WORLD, n, ierr)", "MPI_Comm_rank "},
		{"call MPI_Send(a, n, MPI_REAL, 1, 2, MPI_COMM_WORLD, ierr)", "MPI_Send count"},
		{"call MPI_Send(a(n), 1, MPI_REAL, 1, 2, MPI_COMM_WORLD, ierr)", "MPI_Send buf inner"},
	} {
		p := read(head + "integer, external :: func\n" + c.stmt + "\nend program\n")
		x := calls.NewIndex(p)
		var got []string
		for _, m := range x.Of(p.Files[0].Table.Unit(p.Files[0].Units[0]), "n") {
			got = append(got, spoken(m))
		}
		slices.SortFunc(got, func(a, b string) int { return len(b) - len(a) })
		if s := join(got); s != c.want {
			t.Errorf("%s: %q, want %q", c.stmt, s, c.want)
		}
	}
}

func spoken(m calls.Mention) string {
	switch {
	case m.Set != nil:
		return "set " + ast.String(m.Set)
	case m.Passed:
		return "passed to " + m.Via
	case m.Defined:
		return "defined"
	case m.Call != nil && m.Inner:
		return m.Call.Spoken() + " " + m.Arg + " inner"
	case m.Call != nil:
		return m.Call.Spoken() + " " + m.Arg
	}
	return "named"
}

func join(list []string) string {
	text := ""
	for i, s := range list {
		if i > 0 {
			text += ", "
		}
		text += s
	}
	return text
}

// TestKey: variables of modules and COMMON are one wherever they are named, local ones are not.
func TestKey(t *testing.T) {
	p := read("module g\ninteger :: n\nend module\nsubroutine a\nuse g\ninteger :: loc, c\ncommon /blk/ c\nn = loc + c\nend\n",
		"subroutine b\nuse g, only: other => n\ninteger :: loc, c\ncommon /blk/ c\nother = loc + c\nend\n")
	a, b := p.Files[0].Table.Unit(p.Files[0].Units[1]), p.Files[1].Table.Unit(p.Files[1].Units[0])
	for _, c := range []struct {
		x, y string
		same bool
	}{{"n", "other", true}, {"c", "c", true}, {"loc", "loc", false}} {
		if got := calls.Key(a, c.x) == calls.Key(b, c.y); got != c.same {
			t.Errorf("%s and %s: %q, %q", c.x, c.y, calls.Key(a, c.x), calls.Key(b, c.y))
		}
	}
}

// TestInt: an integer has a value if nothing gives it another one.
func TestInt(t *testing.T) {
	for _, c := range []struct {
		name, decl, stmts, subs string
		want                    string
	}{
		{"constant", "integer, parameter :: v = 5", "", "", "5"},
		{"set once", "integer :: v", "v = 5", "", "5"},
		{"initialised", "integer :: v = 5", "", "", "5"},
		{"initialised and set", "integer :: v = 5", "v = 6", "", ""},
		{"set twice", "integer :: v", "v = 5\nv = 5", "", ""},
		{"set in a loop", "integer :: v", "do n = 1, 2\nv = 5\nend do", "", ""},
		{"set under a condition", "integer :: v", "if (n > 1) v = 5", "", "5"},
		{"behind a label", "integer :: v", "10 v = 5", "", ""},
		{"read", "integer :: v", "read(*,*) v", "", ""},
		{"never set", "integer :: v", "", "", ""},
		{"set by a name of ASSOCIATE", "integer :: v", "v = 5\nassociate (w => v)\nw = 6\nend associate", "", ""},
		{"read by a name of ASSOCIATE", "integer :: v", "v = 5\nassociate (w => v)\nn = w\nend associate", "", "5"},
		{"a target", "integer, target :: v", "v = 5", "", ""},
		{"read with its group", "integer :: v = 5\nnamelist /in/ n, v", "read(*, nml=in)", "", ""},
		{"read with its group by position", "integer :: v = 5\nnamelist /in/ v", "read(5, in)", "", ""},
		{"set, and read with its group", "integer :: v\nnamelist /in/ v", "v = 5\nread(*, nml=in)", "", ""},
		{"read with its group elsewhere", "integer :: v = 5", "call s", "subroutine s\nnamelist /in/ v\nread(*, nml=in)\nend\n", ""},
		{"written with its group", "integer :: v = 5\nnamelist /in/ v", "write(*, nml=in)", "", "5"},
		{"another group is read", "integer :: v = 5\nnamelist /in/ v /out/ n", "read(*, nml=out)", "", "5"},
		{"declared in several ways", "#ifdef SIX\ninteger, parameter :: v = 6\n#else\ninteger, parameter :: v = 5\n#endif", "", "", ""},
		{"a variable declared in several ways", "#ifdef SIX\ninteger :: v = 6\n#else\ninteger :: v = 5\n#endif", "", "", ""},
		{"an array", "integer :: v(2)", "v = 5", "", ""},
		{"equivalenced", "integer :: v, w\nequivalence (v, w)", "v = 5", "", ""},
		{"passed on to be read", "integer :: v", "v = 5\ncall s(v)", "subroutine s(x)\ninteger :: x\nn = x\nend\n", "5"},
		{"passed on with intent(in)", "integer :: v", "v = 5\ncall s(v)", "subroutine s(x)\ninteger, intent(in) :: x\nn = x\nend\n", "5"},
		{"passed on to be set", "integer :: v", "v = 5\ncall s(v)", "subroutine s(x)\ninteger :: x\nx = 6\nend\n", ""},
		{"passed on to be set by a pointer", "integer :: v", "v = 5\ncall s(v)", "subroutine s(x)\ninteger, target :: x\ninteger, pointer :: q\nq => x\nq = 6\nend\n", ""},
		{"kept by an operator", "interface operator(.keep.)\nprocedure keep\nend interface\ninteger :: v", "v = 5\nn = .keep. v",
			"integer function keep(x)\ninteger, target, intent(in) :: x\ninteger, pointer, save :: q\nq => x\nkeep = 1\nend\n", ""},
		{"its address is taken", "integer :: v\ninteger(8) :: at", "v = 5\nat = loc(v)", "", ""},
		{"passed on to an unknown one", "integer :: v", "v = 5\ncall elsewhere(v)", "", ""},
		{"an MPI call writes it", "integer :: v", "v = 5\ncall MPI_Comm_rank(MPI_COMM_WORLD, v, ierr)", "", ""},
		{"an MPI call reads it", "integer :: v", "v = 5\ncall MPI_Send(a, v, MPI_REAL, 1, 2, MPI_COMM_WORLD, ierr)", "", "5"},
		{"received", "integer :: v", "v = 5\ncall MPI_Recv(v, 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, st, ierr)", "", ""},
		{"set in a procedure called once", "integer :: v", "call s", "subroutine s\nv = 5\nend\n", "5"},
		{"set in a procedure called twice", "integer :: v", "call s\ncall s", "subroutine s\nv = 5\nend\n", ""},
		{"set in a procedure called in a loop", "integer :: v", "do n = 1, 2\ncall s\nend do", "subroutine s\nv = 5\nend\n", ""},
	} {
		text := head + c.decl + "\n" + c.stmts + "\n"
		if c.subs != "" {
			text += "contains\n" + c.subs
		}
		p := read(text + "end program\n")
		x := calls.NewIndex(p)
		got := ""
		if n, ok := x.Int(p.Files[0].Table.Unit(p.Files[0].Units[0]), ast.Named("v")); ok {
			got = fmt.Sprint(n)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestSteadyCommon: a variable in COMMON that another unit knows by another name may be set by that.
func TestSteadyCommon(t *testing.T) {
	for name, want := range map[string]bool{"n": true, "m": false} {
		p := read("program p\ninteger :: n\ncommon /c/ n\nn = 1\ncall b\nend\n" + "subroutine b\ninteger :: " + name + "\ncommon /c/ " + name + "\nprint *, " + name + "\nend\n")
		x := calls.NewIndex(p)
		if got := x.Steady(p.Files[0].Table.Unit(p.Files[0].Units[0]), "n", true); got != want {
			t.Errorf("%s there: steady is %v", name, got)
		}
	}
}

// TestSets: a dummy argument has what the caller gave it, besides.
func TestSets(t *testing.T) {
	p := read("subroutine s(x, y, z)\ninteger :: x\ninteger, intent(in) :: y, z\ninteger, parameter :: c = 1\nx = 3\nend\n")
	x := calls.NewIndex(p)
	s := p.Files[0].Table.Unit(p.Files[0].Units[0])
	for name, want := range map[string]int{"x": 3, "y": 0, "c": 0} {
		if got := x.Sets(s, name); got != want {
			t.Errorf("%s is set at %d places, want %d", name, got, want)
		}
	}
}

func TestCallee(t *testing.T) {
	const subs = "subroutine two(x, y)\ninteger :: x, y\ny = x\nend\n"
	for _, c := range []struct {
		call, dummy string
		kept        bool
	}{
		{"call two(n, m)", "x", true},
		{"call two(m, n)", "y", false},
		{"call two(y=n, x=m)", "y", false},
		{"call two(n, n)", "", false},
		{"call three(n)", "", false},
	} {
		p := read(head + c.call + "\nend program\n" + subs)
		x := calls.NewIndex(p)
		list := x.Of(p.Files[0].Table.Unit(p.Files[0].Units[0]), "n")
		if len(list) == 0 {
			t.Fatalf("%s: no mention", c.call)
		}
		pr, dummy, ok := x.Callee(list[0], "n")
		if dummy != c.dummy || ok != (c.dummy != "") {
			t.Errorf("%s: %q, %v", c.call, dummy, ok)
			continue
		}
		if ok && x.Kept(pr, dummy) != c.kept {
			t.Errorf("%s: kept %v", c.call, !c.kept)
		}
	}
}

func TestIndexCalls(t *testing.T) {
	p := read(head + "if (n > 0) call MPI_Barrier(MPI_COMM_WORLD, ierr)\ncall sub\nm = func(n)\nend program\nsubroutine sub\nend\n")
	x := calls.NewIndex(p)
	pr := x.Procedures["p"][0]
	if len(x.Calls) != 1 || len(pr.Calls) != 1 || len(pr.Names["sub"]) != 1 || len(pr.Names["func"]) != 1 || len(x.Procedures["sub"]) != 1 {
		t.Errorf("%d calls, %v", len(x.Calls), pr.Names)
	}
}

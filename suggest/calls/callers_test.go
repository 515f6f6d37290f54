package calls_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/suggest/calls"
)

// TestCallers: how many statements call the procedure f of the module m, 0 if there may be others than those that are seen.
func TestCallers(t *testing.T) {
	const plain = "subroutine f(c)\ninteger :: c\nc = 1\nend subroutine\n"
	for _, c := range []struct {
		name, spec, f, use, stmts string
		want                      int
	}{
		{"by its name", "", plain, "use m", "call f(1)\ncall f(2)", 2},
		{"nobody", "", plain, "use m", "k = 1", 0},
		{"as one of several names", "", plain, "use m, only: f, g", "call f(1)", 1},
		{"another name", "", plain, "use m, only: other => f", "call other(1)", 0},
		{"another name and its own", "", plain, "use m, other => f", "call f(1)", 0},
		{"generic", "interface gen\nmodule procedure f\nend interface\n", plain, "use m", "call f(1)\ncall gen(2)", 0},
		{"generic, new style", "interface gen\nprocedure :: f, g\nend interface\n", plain, "use m", "call f(1)\ncall gen(2)", 0},
		{"bound to a type", "type t\ncontains\nprocedure, nopass :: f\nend type\n", plain, "use m\ntype(t) :: o", "call f(1)\ncall o%f(2)", 0},
		{"bound under another name", "type t\ncontains\nprocedure, nopass :: run => f\nend type\n", plain, "use m\ntype(t) :: o", "call f(1)\ncall o%run(2)", 0},
		{"bound to a type that is not seen", "", plain, "use m\nuse elsewhere\ntype(t) :: o", "call f(1)\ncall o%f(2)", 0},
		{"passed on", "", plain, "use m", "call f(1)\ncall g(f)", 0},
		{"passed on in a condition", "", plain, "use m", "call f(1)\nif (k > 1) call g(f)", 0},
		{"pointed to", "", plain, "use m\nprocedure(f), pointer :: p", "call f(1)\np => f\ncall p(2)", 0},
		{"pointed to from the beginning", "", plain, "use m\nprocedure(f), pointer :: p => f", "call f(1)\ncall p(2)", 0},
		{"an interface like it", "", plain, "use m\nprocedure(f), pointer :: p", "call f(1)", 1},
		{"of C", "", "subroutine f(c) bind(c)\ninteger :: c\nend subroutine\n", "use m", "call f(1)", 0},
		{"an entry", "", "subroutine f(c)\ninteger :: c\nc = 1\nentry e(c)\nc = 2\nend subroutine\n", "use m", "call f(1)", 0},
		{"a variable called so", "", plain, "use m", "call f(1)\nend subroutine\nsubroutine elsewhere\ninteger :: f\nf = 1\nf = f + 1", 1},
	} {
		p := read("module m\n"+c.spec+"contains\n"+c.f+"subroutine g(h)\nexternal :: h\nend subroutine\nend module\n", "subroutine s\n"+c.use+"\ninteger :: k\n"+c.stmts+"\nend subroutine\n")
		x := calls.NewIndex(p)
		sites, all := x.Callers(x.Procedures["f"][0].Unit)
		got := len(sites)
		if !all {
			got = 0
		}
		if got != c.want {
			t.Errorf("%s: %d, all %v; want %d", c.name, len(sites), all, c.want)
		}
	}
}

// TestOnce: what is given in a procedure that only one statement seems to call is one value if that is all.
func TestOnce(t *testing.T) {
	for other, want := range map[string]int{"": 1, "call again(n)\n": 2} {
		use := "use m"
		if other != "" {
			use = "use m, only: f, again => f"
		}
		p := read("module m\ncontains\nsubroutine f(c)\ninteger :: c\nc = 1\nend subroutine\nend module\nprogram p\n" + use + "\ninteger :: n\ncall f(n)\n" + other + "end program\n")
		x := calls.NewIndex(p)
		f := x.Procedures["f"][0]
		if got := x.Sets(p.Files[0].Table.Unit(f.Unit), "c"); (got > 2) != (want > 1) {
			t.Errorf("%q: %d values", other, got)
		}
	}
}

// TestCalleeByName: the procedure that gets a variable is the one that its name means there.
func TestCalleeByName(t *testing.T) {
	for use, want := range map[string]bool{"use m": true, "use m, only: f": true, "use m, only: f => g": false, "use m, only: g": false, "use elsewhere, only: f": false} {
		p := read("module m\ncontains\nsubroutine f(c)\ninteger :: c\nend subroutine\nsubroutine g(c)\ninteger :: c\nc = 1\nend subroutine\nend module\nsubroutine s\n" + use + "\ninteger :: n\ncall f(n)\nend subroutine\n")
		x := calls.NewIndex(p)
		got := false
		for _, m := range x.Of(p.Files[0].Table.Unit(x.Procedures["s"][0].Unit), "n") {
			if m.Passed {
				_, _, got = x.Callee(m, "n")
			}
		}
		if got != want {
			t.Errorf("%s: %v", use, got)
		}
	}
}

package codegen

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestWorth: which procedures are managed where nobody asks.
func TestWorth(t *testing.T) {
	const nest = "  do j = 1, n\n    do i = 1, n\n      u(i,j) = 0\n    end do\n  end do\n"
	head := func(name string) string {
		return "subroutine " + name + "(u, n)\n  integer :: n, i, j\n  real :: u(n,n)\n"
	}
	timer := func(body string) string {
		return "subroutine timer(id)\n  integer :: id\n  common /clocks/ start(9)\n" + body + "end\n"
	}
	cases := []struct {
		name, src string
		how       Managing
		managed   string // the names of the managed
	}{
		{"a nest", head("s") + nest + "end\n", ManageWorth, "s"},
		{"nobody wants it", head("s") + nest + "end\n", ManageOff, ""},
		{"a leaf", head("s") + "  u(1,1) = 0\nend\n", ManageWorth, ""},
		{"a leaf that is asked for", head("s") + "  !$mdmp manage\n  u(1,1) = 0\nend\n", ManageWorth, "s"},
		{"a leaf, all", head("s") + "  u(1,1) = 0\nend\n", ManageAll, "s"},
		{"a short loop", head("s") + "  do i = 1, 3\n    u(i,1) = 0\n  end do\nend\n", ManageWorth, ""},
		{"an array statement of one dimension", head("s") + "  u(:,1) = 0\nend\n", ManageWorth, ""},
		{"a call of another file", head("s") + "  call timer()\nend\n", ManageWorth, "s"},
		{"a call of a leaf", head("s") + "  call t(u)\ncontains\n  subroutine t(v)\n    real :: v(:,:)\n    v(1,1) = 0\n  end subroutine\nend\n", ManageWorth, ""},
		{"a leaf with an array statement, called where it counts", head("s") + nest + "  call t(u(:,1))\ncontains\n  subroutine t(v)\n    real :: v(:)\n    v = 0\n  end subroutine\nend\n",
			ManageWorth, "s"}, // an internal procedure need not say its name
		{"the same, the leaf first", "module m\ncontains\nsubroutine t(v)\n  real :: v(:)\n  v = 0\nend subroutine\n" + head("s") + nest +
			"  call t(u(:,1))\nend subroutine\nend module\n", ManageWorth, "m::t m::s"},
		{"a timer", timer("  start(id) = start(id) + 1\n"), ManageWorth, "timer"},
		{"a timer that is called here", timer("  start(id) = start(id) + 1\n") + "subroutine t\n  if (.true.) call timer(3)\nend\n", ManageWorth, "t"},
		{"a timer that writes", timer("  start(id) = start(id) + 1\n  print *, id\n"), ManageWorth, ""},
		{"a timer that calls a function", timer("  start(id) = start(id) + now(id)\n"), ManageWorth, "timer"}, // it is not small
		{"what gets numbers to compute with", strings.Replace(timer("  start(1) = start(1) + id\n"), "integer", "real", 1), ManageWorth, ""},
		{"what gets an array", strings.Replace(timer("  start(1) = start(1) + id(1)\n"), ":: id", ":: id(2)", 1), ManageWorth, ""},
		{"a main program", "program p\n  real :: u(9,9)\n  do i = 1, 9\n    u(:,i) = 0\n  end do\nend\n", ManageWorth, ""},
		{"PURE", "pure " + head("s") + nest + "end\n", ManageWorth, ""},
	}
	for _, c := range cases {
		res, err := Translate("s.f90", []byte(c.src), Options{Mode: Auto, Manage: c.how, Source: source.Options{Form: source.Free}})
		if err != nil || res.Text == nil {
			t.Fatal(c.name, err, res.Diags)
		}
		var names []string
		for _, part := range strings.Split(strings.ReplaceAll(string(res.Text), "mdmp_enter", "mdmp_visit"), "mdmp_visit(mdmp_p, '")[1:] {
			names = append(names, part[:strings.IndexByte(part, '\'')])
		}
		if got := strings.Join(names, " "); got != c.managed {
			t.Errorf("%s: managed are %q, want %q", c.name, got, c.managed)
		}
		if res.Changed != (string(res.Text) != c.src || strings.Contains(c.src, "!$mdmp")) {
			t.Errorf("%s: Changed is %v", c.name, res.Changed)
		}
	}
}

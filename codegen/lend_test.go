package codegen

import (
	"strings"
	"testing"
)

// The report of a region says what procedures of other files may leave pending,
// that of a receive which callers let it outlive its procedure.
func TestReportGrants(t *testing.T) {
	const text = `subroutine steps(u, v, n, m)
  integer, intent(in) :: n, m
  real, intent(inout) :: u(n, 0:m), v(n, 0:m)
  integer :: it, j, i
  !$mdmp commregion
  do it = 1, 9
    call elsewhere(u)
    call here(v, n, m)
    do j = 1, m
      do i = 1, n
        u(i, j) = 0.5*(u(i, j-1) + v(i, j-1))
      end do
    end do
  end do
  !$mdmp end commregion
end subroutine steps
subroutine here(a, n, m)
  integer, intent(in) :: n, m
  real, intent(inout) :: a(n, 0:m)
  !$mdmp recv(a(:, 0), 0)
end subroutine here
`
	res, err := Translate("s.f90", []byte(text), Options{Mode: Auto})
	if err != nil || len(res.Diags) > 0 {
		t.Fatal(err, res.Diags)
	}
	want := map[string]string{
		"commregion": "may leave what they receive, if anything, under way when they return: elsewhere (line 7) into anything",
		"recv":       "outlives here, as its caller grants (line 8): ",
	}
	for _, r := range res.Remarks {
		if w := want[r.Directive]; w != "" && !strings.Contains(r.Reason, w) {
			t.Errorf("%s: %q is not in %q", r.Directive, w, r.Reason)
		}
		delete(want, r.Directive)
	}
	if len(want) > 0 {
		t.Errorf("no remarks about %v", want)
	}
}

// The report of a region names the arrays into which nothing may be pending, and why; it
// names no scalars, and only so many procedures.
func TestReportKept(t *testing.T) {
	const head = "program p\nreal :: u(9,9), v(9,9)\ninteger :: k, n = 9\ninterface\nsubroutine far(x)\nreal, contiguous :: x(:,:)\nend subroutine\n" +
		"end interface\nreal, pointer :: q\n!$mdmp commregion\ndo k = 1, 10\nq = 1\n"
	for _, c := range []struct{ calls, want string }{
		{"call a(u, n)\ncall b(u, v)\ncall c(u, v)\ncall a(u, n)\n", "under way when they return: a (lines 13 and 16) into u; b (line 14) and c (line 15) into u and v"},
		{"call a(u)\ncall far(v(2:8,2:8))\n", "under way when they return: a (line 13) into u; not far (line 14) into v, because v may be passed as a copy [copied]"},
		{"call far(v(2:8,2:8))\nv = 0\n", "what procedures of other files receive is complete when they return: far (line 13) into v, because v may be passed as a copy [copied]"},
		{"call a1(u)\ncall a2(u)\ncall a3(u)\ncall a4(u)\ncall a5(u)\ncall a6(u)\ncall a7(u)\ncall b(v)\n", "and a6 (line 18) into u; and 2 more"},
		{"!$mdmp recv(u(1,:), 0)\ncall a(v)\n", "is complete when they return, because sends and receives stand in the region itself"},
	} {
		src := head + c.calls + "u = 2*u + v\nend do\n!$mdmp end commregion\nend\n"
		res, err := Translate("p.f90", []byte(src), Options{Mode: Auto})
		if err != nil || len(res.Remarks) == 0 {
			t.Fatal(err, res.Diags)
		}
		if got := res.Remarks[0].Reason; !strings.HasSuffix(got, c.want) {
			t.Errorf("%q does not end in %q", got, c.want)
		}
	}
}

// The step may be told to who is called in the loop over the steps, and a plane to who is
// called in a loop over planes that does nothing else with elements.
func TestStepPassed(t *testing.T) {
	for _, c := range []struct {
		call   string
		grants int
	}{
		{"call relax(u, v, n, t)", 3},
		{"call relax(u, v, n, (t))", 3},
		{"do k = 1, n\n  call point(u, k)\nend do", 2},
		{"do k = 1, n\n  call point(u, k)\n  u(k,1) = 0\nend do", 0},
		{"do k = 1, n\n  do l = 1, n\n    call point(u, k, l)\n  end do\nend do", 0},
	} {
		src := "program p\nreal :: u(64,64), v(64,64)\ninteger :: t, k, n = 64\n!$mdmp commregion\ndo t = 1, 10\ncall exchange(u)\n" + c.call +
			"\nend do\n!$mdmp end commregion\nend\n"
		res, err := Translate("p.f90", []byte(src), Options{Mode: Auto})
		if err != nil || res.Text == nil {
			t.Fatal(err, res.Diags)
		}
		if got := strings.Count(string(res.Text), "call mdmp_grant_array("); got != c.grants {
			t.Errorf("%s: %d arrays are granted, want %d:\n%s", c.call, got, c.grants, res.Text)
		}
	}
}

// A nest that writes what an exchange of another file may send is stated though none of
// that exchange's receives can be pending.
func TestNestsFeedElsewhere(t *testing.T) {
	for _, c := range []struct {
		write  string
		stated bool
	}{
		{"u(i,j) = v(i,j)", true},
		{"v(i,j) = u(i,j)", false}, // nobody is given v
	} {
		src := "subroutine p(u, v, n, comm)\nuse mpi\nreal :: u(64,64), v(64,64)\ninteger :: t, i, j, n, comm, e\n!$mdmp commregion\ndo t = 1, 10\ncall exchange(u)\n" +
			"call mpi_barrier(comm, e)\ndo j = 1, 64\ndo i = 1, 64\n" + c.write + "\nend do\nend do\nend do\n!$mdmp end commregion\nend\n"
		res, err := Translate("p.f90", []byte(src), Options{Mode: Auto})
		if err != nil || res.Text == nil {
			t.Fatal(err, res.Diags)
		}
		if got := strings.Contains(string(res.Text), "mdmp_nest_begin("); got != c.stated {
			t.Errorf("%s: stated is %v:\n%s", c.write, got, res.Text)
		}
	}
}

// A nest of a region that writes an array of a common block or a module may feed whatever
// is called there.
func TestNestsFeedShared(t *testing.T) {
	const nest = "do j = 1, 64\ndo i = 1, 64\nu(i,j) = v(i,j)\nend do\nend do\n"
	for _, c := range []struct {
		name, declared, call string
		stated               bool
	}{
		{"common", "common /c/ u", "call rhs", true},
		{"local", "", "call rhs", false},
		{"module", "", "call rhs", true},
		{"nothing is called", "common /c/ u", "", false},
		{"nothing of a module is called", "", "", false},
	} {
		head := "subroutine p(v)\nreal :: u(64,64), v(64,64)\n"
		if strings.Contains(c.name, "module") {
			head = "module m\nreal :: u(64,64)\nend\nsubroutine p(v)\nuse m\nreal :: v(64,64)\n"
		}
		src := head + "integer :: t, i, j\n" + c.declared + "\n!$mdmp commregion\ndo t = 1, 10\n" + nest + c.call +
			"\nend do\n!$mdmp end commregion\nend\n"
		res, err := Translate("p.f90", []byte(src), Options{Mode: Auto})
		if err != nil || res.Text == nil {
			t.Fatal(err, res.Diags)
		}
		if got := strings.Contains(string(res.Text), "mdmp_nest_begin("); got != c.stated {
			t.Errorf("%s: stated is %v:\n%s", c.name, got, res.Text)
		}
	}
}

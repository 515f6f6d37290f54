package codegen

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Where only pairs are fused, sums of one sign stay cut.
func TestFusedPairs(t *testing.T) {
	for body, cut := range map[string]bool{
		"v(i, j) = u(i, j) + c*u(i, j-1)":                               true,
		"z(i, j) = z(i, j)*z(i, j)":                                     false,
		"z(i, j) = z(i, j)/c":                                           false,
		"v(i, j) = c*u(i, j) - c*v(i, j); u(i, j) = c*v(i, j) + c*w(1)": false,
	} {
		if got, why := fusedCut(t, body, access.Rounding{FusesPairs: true}); got != cut {
			t.Errorf("%s: cut %v, want %v (%s)", body, got, cut, why)
		}
	}
}

// Where the compiler may fuse products with sums, loops in which it could are
// not cut; all others are.
func TestFused(t *testing.T) {
	for _, c := range []struct {
		body string
		cut  bool
	}{
		{"v(i, j) = 0.25*(u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1))", true},
		{"v(i, j) = u(i, j)/c + sqrt(u(i, j)*c)", true},
		{"v(i, j) = u(2*i + 1, j) - u(i, 2*j - 1)", true},
		{"k(i, j) = k(i, j)*3 + 2*i", true},
		{"v(i, j) = max(u(i, j)*c, u(i, j-1))", true},
		{"v(i, j) = u(i, j) + c*u(i, j-1)", false},
		{"v(i, j) = -(c*u(i, j)) - u(i, j-1)", false},
		{"v(i, j) = u(i, j) + u(i, j-1)**2", false},
		{"v(i, j) = u(i, j) + merge(c*u(i, j), c, k(i, j) > 0)", false},
		{"t = c*u(i, j); v(i, j) = t - u(i, j-1)", false},
		{"t = c*u(i, j); s = t; v(i, j) = s - u(i, j-1)", false},
		{"v(i, j) = c*u(i, j); if (v(i, j) - u(i, j) > 1) v(i, j) = 0", false},
		{"v(i, j) = f(c, u(i, j))", false},
		{"v(i, j) = u(i, j) + f(c, u(i, j))", false},
		{"z(i, j) = z(i, j)*z(i, j)", false},
		{"z(i, j) = z(i, j) + u(i, j)", true},
		{"v(i, j) = dot_product(w, w)", false},
	} {
		for _, fuses := range []bool{false, true} {
			cut, why := fusedCut(t, c.body, access.Rounding{Fuses: fuses})
			if want := c.cut || !fuses; cut != want {
				t.Errorf("%s, fuses %v: cut %v, want %v (%s)", c.body, fuses, cut, want, why)
			}
		}
	}
}

// fusedCut reports whether a nest round body is cut, and the reasons given.
func fusedCut(t *testing.T, body string, may access.Rounding) (bool, string) {
	t.Helper()
	src := `subroutine step(u, v, w, z, k, c, n, p)
  integer, intent(in) :: n, p
  integer :: i, j, l, k(0:n, 0:n)
  real, intent(inout) :: u(0:n, 0:n), v(0:n, 0:n), w(3)
  complex, intent(inout) :: z(0:n, 0:n)
  real :: c, t, s
  !$mdmp commregion
  do l = 1, 9
  do j = 1, n - 1
  do i = 1, n - 1
  ` + body + `
  end do
  end do
  !$mdmp send(v(:, 1), p)
  !$mdmp recv(u(:, n), p)
  !$mdmp send(k(:, 1), p)
  !$mdmp recv(k(:, n), p)
  !$mdmp send(z(:, 1), p)
  !$mdmp recv(z(:, n), p)
  end do
  !$mdmp end commregion
contains
  pure real function f(a, b)
    real, intent(in) :: a, b
    f = a + b
  end function
end subroutine
`
	opt := Options{Mode: Auto, Source: source.Options{Form: source.Free}, Rounding: may}
	res, err := Translate("s.f90", []byte(src), opt)
	if err != nil || len(res.Diags) > 0 {
		t.Fatalf("%s: %v %v", body, err, res.Diags)
	}
	var why []string
	for _, r := range res.Remarks {
		why = append(why, r.Reason)
	}
	return strings.Contains(string(res.Text), "mdmp_nest_next("), strings.Join(why, "; ")
}

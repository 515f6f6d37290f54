package codegen

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// The loops over iterations stand right behind a directive of OpenMP, as many as it collapses; if it collapses more than
// are cut the nest stays whole.
func TestCollapse(t *testing.T) {
	const text = `subroutine steps(u, v, n, m, c)
  integer, intent(in) :: n, m
  real, intent(inout) :: u(n, 0:m+1, 0:m+1), v(n, 0:m+1, 0:m+1), c
  integer :: it, k, j, i
  !$mdmp commregion
  do it = 1, 9
    !$mdmp recv(u(:, :, 0), 0)
    !$omp parallel do collapse(N)
    do k = 1, m
      do j = 1, m
        do i = 1, n
          v(i, j, k) = v(i, j, k) + c*u(i, j, k-1)
        end do
      end do
    end do
  end do
  !$mdmp end commregion
end subroutine steps
`
	for n, want := range map[string]string{"2": "waited for in the nest at line 9", "3": "its OpenMP directive collapses more loops than are cut"} {
		opt := Options{Mode: Auto, Parallel: true, Source: source.Options{OpenMP: true}, Rounding: access.Rounding{Fuses: true, FusesPairs: true, Single: true}}
		res, err := Translate("s.f90", []byte(strings.Replace(text, "(N)", "("+n+")", 1)), opt)
		if err != nil || len(res.Diags) > 0 {
			t.Fatal(err, res.Diags)
		}
		if got := res.Remarks[1].Reason; !strings.Contains(got, want) {
			t.Errorf("collapse(%s): %q is not in %q", n, want, got)
		}
		behind := "!$omp parallel do collapse(2)\n    do mdmp_k1 = mdmp_b(1), mdmp_b(2), 1_mdmp_long\n      do mdmp_k2 = mdmp_b(3), mdmp_b(4), 1_mdmp_long\n"
		if n == "2" && !strings.Contains(string(res.Text), behind) {
			t.Errorf("the loops do not stand behind the directive:\n%s", res.Text)
		}
	}
}

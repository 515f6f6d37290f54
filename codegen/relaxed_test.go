package codegen

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// Where any last bits will do, loops are cut that compilers may round otherwise in
// pieces, also along the first dimension; the report names them.
func TestReportRelaxed(t *testing.T) {
	const text = `subroutine steps(u, v, n, m, c)
  integer, intent(in) :: n, m
  real, intent(inout) :: u(0:n+1, m), v(0:n+1, m), c
  integer :: it, j, i
  !$mdmp commregion
  do it = 1, 9
    !$mdmp recv(u(0, :), 0)
    do j = 1, m
      do i = 1, n
        v(i, j) = u(i-1, j) + c*u(i+1, j)
      end do
    end do
  end do
  !$mdmp end commregion
end subroutine steps
`
	for _, r := range []struct {
		relaxed       bool
		reason, boxed string
	}{
		{false, "the compiler may multiply and add in one instruction here", ""},
		{true, "waited for in the nest at line 8 (last bits may differ: fused)", "2_mdmp_int, [mdmp_lo1, mdmp_hi1, 1_mdmp_long, mdmp_lo2"},
	} {
		res, err := Translate("s.f90", []byte(text), Options{Mode: Auto, Rounding: access.Rounding{Fuses: true, Relaxed: r.relaxed}})
		if err != nil || len(res.Diags) > 0 {
			t.Fatal(err, res.Diags)
		}
		if got := res.Remarks[1].Reason; !strings.Contains(got, r.reason) {
			t.Errorf("relaxed %v: %q is not in %q", r.relaxed, r.reason, got)
		}
		if flat := strings.Join(strings.Fields(strings.ReplaceAll(string(res.Text), "&", "")), " "); !strings.Contains(flat, r.boxed) {
			t.Errorf("relaxed %v: %q is not in\n%s", r.relaxed, r.boxed, res.Text)
		}
	}
}

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

// Sends and managed procedures, in files without directives, too: wherever a loop is cut of which the last bits may
// differ, the report names it.
func TestReportRelaxedElsewhere(t *testing.T) {
	const nest = `    do j = 1, m
      do i = 1, n
        a(i, j) = b(i, j) + c*b(i, j)
      end do
    end do
`
	const head = `subroutine work(a, b, n, m, c)
  integer, intent(in) :: n, m
  real, intent(inout) :: a(0:n+1, m), b(0:n+1, m), c
  integer :: it, j, i
`
	const region = "  !$mdmp commregion\n  do it = 1, 9\n"
	const end = "  end do\n  !$mdmp end commregion\n"
	const send, recv = "    !$mdmp send(a(:, m), 0)\n", "    !$mdmp recv(b(:, 1), 0)\n"
	for _, r := range []struct{ name, body, word, want string }{
		{"send", region + nest + send + end, "send", "sent from the nest at line 7 (last bits may differ: fused)"},
		{"receive", region + recv + nest + end, "recv", "waited for in the nest at line 8 (last bits may differ: fused)"},
		{"managed", "    it = 0\n" + nest, "procedure", "managed: messages can be hidden behind the nest at line 6 (last bits may differ: fused)"},
		{"sent by who calls it", region + "    call kernel(a, b, n, m, c)\n" + send + end + "contains\nsubroutine kernel(a, b, n, m, c)\n" +
			"integer, intent(in) :: n, m\nreal, intent(inout) :: a(0:n+1, m), b(0:n+1, m), c\ninteger :: i, j\n" + nest + "end subroutine\n",
			"send", "sent from the nest at line 16 of kernel (managed) (last bits may differ: fused)"},
	} {
		for _, relaxed := range []bool{true, false} {
			opt := Options{Mode: Auto, Rounding: access.Rounding{Fuses: true, Relaxed: relaxed}, Manage: ManageAll}
			res, err := Translate("s.f90", []byte(head+r.body+"end subroutine work\n"), opt)
			if err != nil || len(res.Diags) > 0 {
				t.Fatal(err, res.Diags)
			}
			var reasons []string
			for _, m := range res.Remarks {
				if m.Directive == r.word {
					reasons = append(reasons, m.Reason)
				}
			}
			if got := strings.Join(reasons, "\n"); strings.Contains(got, r.want) != relaxed {
				t.Errorf("%s, relaxed %v: %q in %q", r.name, relaxed, r.want, got)
			}
		}
	}
}

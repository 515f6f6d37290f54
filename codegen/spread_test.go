package codegen

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// A column that every iteration of the loop that is cut needs can hardly be hidden: the
// report says so, unless the inner loop is cut, too.
func TestReportSpread(t *testing.T) {
	const program = `subroutine s(u, v, n, m, west)
  integer, intent(in) :: n, m, west
  real, intent(inout) :: u(0:n+1,0:m+1), v(0:n+1,0:m+1)
  integer :: i, j, k
!$mdmp commregion
  do k = 1, 9
!$mdmp recv(SECTION, west)
    do j = 1, m
      do i = 1, n
        v(i,j) = u(i-1,j) + u(i,j-1)
      end do
    end do
    u(1:n,1:m) = v(1:n,1:m)
  end do
!$mdmp end commregion
end subroutine s
`
	yes, no := func() bool { return true }, func() bool { return false }
	for _, r := range []struct {
		section string
		may     access.Rounding
		said    bool
		hinted  bool
	}{
		{"u(0,1:m)", access.Rounding{}, true, true},
		{"u(0,1:m)", access.Rounding{Lines: no}, true, true},
		{"u(0,1:m)", access.Rounding{Lines: yes}, false, false},
		{"u(0,1:m)", access.Rounding{Relaxed: true}, false, false},
		{"u(1:n,0)", access.Rounding{}, false, false},
		{"u(0:1,:)", access.Rounding{}, true, true},
		{"u(:,:)", access.Rounding{}, false, false}, // no halo: it comes piece by piece
	} {
		res, err := Translate("s.f90", []byte(strings.Replace(program, "SECTION", r.section, 1)), Options{Mode: Auto, Rounding: r.may})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range res.Remarks {
			if m.Directive != "recv" {
				continue
			}
			if got := strings.Contains(m.Reason, "every iteration of the loop over j needs a part of it"); got != r.said || (m.Hint != "") != r.hinted {
				t.Errorf("%s: %q, hint %q", r.section, m.Reason, m.Hint)
			}
		}
	}
}

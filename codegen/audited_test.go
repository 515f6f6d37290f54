package codegen

import (
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

const auditable = `subroutine s(u, v, n, left, right)
  integer, intent(in) :: n, left, right
  real, intent(inout) :: u(n,0:n), v(n,n)
  integer :: i, j, k
  !$mdmp commregion
  do k = 1, 9
    do j = 1, n
      do i = 1, n
        u(i,j) = v(i,j) + k
      end do
    end do
    !$mdmp recv(u(:,0), left)
    !$mdmp send(u(:,n), right)
    do j = 1, n
      do i = 1, n
        v(i,j) = 2*v(i,j)
      end do
    end do
    v(1,1) = u(1,0)
  end do
  !$mdmp end commregion
end subroutine s
`

// A plan that was made wrong is disputed, and another one is made, in which the directive goes down a step; the report says so.
func TestDisputedIsNotDone(t *testing.T) {
	plans := 0
	wrong := func(_ *scope.Table, _ *regions.Set, plan *rungs.File) {
		if plans++; plans > 1 {
			return
		}
		b := plan.Bodies[0]
		b.Actions = slices.DeleteFunc(b.Actions, func(x rungs.Action) bool { _, need := x.(*rungs.Need); return need })
	}
	right, err := Translate("a.f90", []byte(auditable), Options{Mode: Auto})
	if err != nil || !strings.Contains(string(right.Text), "mdmp_need(") {
		t.Fatalf("nothing is pending (%v):\n%s", err, right.Text)
	}
	res, err := Translate("a.f90", []byte(auditable), Options{Mode: Auto, Planned: wrong})
	if err != nil {
		t.Fatal(err)
	}
	if plans != 2 {
		t.Errorf("%d plans", plans)
	}
	if !slices.ContainsFunc(res.Remarks, func(r Remark) bool { return r.Code == "disputed" }) {
		t.Errorf("the report says nothing: %+v", res.Remarks)
	}
	if strings.Contains(string(res.Text), "mdmp_need(") {
		t.Errorf("the receive may still be pending:\n%s", res.Text)
	}
}

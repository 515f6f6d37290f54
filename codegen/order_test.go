package codegen

import (
	"strings"
	"testing"
)

// An exchange whose last directive stands right before a nest or a statement
// that must wait is over before that begins.
func TestExchangeBeforeNest(t *testing.T) {
	const src = `subroutine stage(a, b, m, n, prev)
  integer, intent(in) :: m, n, prev
  real, intent(inout) :: a(m, n), b(m, n)
  integer :: i, j
  !$mdmp commregion
  !$mdmp recv(a, prev)
  do j = 1, n
    do i = 1, m
      b(i, j) = a(i, j)
    end do
  end do
  !$mdmp end commregion
end subroutine stage
`
	res, err := Translate("stage.f90", []byte(src), Options{Mode: Auto})
	if err != nil || len(res.Diags) > 0 {
		t.Fatalf("%v %v", err, res.Diags)
	}
	at := -1
	for _, call := range []string{"mdmp_region_begin(", "call mdmp_begin(", "call mdmp_end(", "mdmp_nest_begin(", "do j = mdmp_f"} {
		k := strings.Index(string(res.Text), call)
		if k <= at {
			t.Fatalf("%s is missing or too early in\n%s", call, res.Text)
		}
		at = k
	}
}

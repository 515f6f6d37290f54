package codegen

import (
	"strings"
	"testing"
)

// Ranges of a long line grow from left to right, whatever the order in which
// they are found: no line gets longer than the form allows.
func TestArrayLineLength(t *testing.T) {
	const src = `subroutine stage(a, c, m, n, prev, t)
  integer, intent(in) :: m, n, prev, t
  integer, intent(inout) :: a(0:n+1, 0:m+2), c(n, m)
  !$mdmp commregion
  !$mdmp recv(a(1:n, 0), prev)
      where (mod(a(1-1:n-1, 1-1:m-1:2), 3) == 0) c(1:n, 1:m:2) = iand(ieor(ieor(t, 3*c(1:n, 1:m:2)), &
        5*c(1:n, 1:m:2)), 1048575)
  !$mdmp end commregion
end subroutine stage
`
	res, err := Translate("stage.f90", []byte(src), Options{Mode: Auto})
	if err != nil || len(res.Diags) > 0 {
		t.Fatalf("%v %v", err, res.Diags)
	}
	if !strings.Contains(string(res.Text), "mdmp_nest_begin(") {
		t.Fatalf("the statement is not cut:\n%s", res.Text)
	}
	for i, line := range strings.Split(string(res.Text), "\n") {
		if len(line) > 132 {
			t.Errorf("line %d has %d columns: %s", i+1, len(line), line)
		}
	}
}

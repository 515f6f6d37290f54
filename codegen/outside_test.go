package codegen

import (
	"strings"
	"testing"
)

// Of an exchange routine whose loops and callers are in other files the report says
// what is decided now, what the run decides and what is to be compiled how.
func TestExchangeRoutine(t *testing.T) {
	const text = `subroutine exchange(u, n)
  integer, intent(in) :: n
  real, intent(inout) :: u(0:n)
  real :: w(n)
  !$mdmp send(u(1), 0)
  !$mdmp recv(u(0), 0)
  w = u(0)
  !$mdmp recv(w, 0, 2)
end subroutine exchange
character(3) function count(u, n)
  integer, intent(in) :: n
  real, intent(inout) :: u(0:n)
  !$mdmp recv(u(0), 0)
  count = 'abc'
end function count
program p
  real :: a(9)
  !$mdmp send(a(1), 0)
  !$mdmp commregion
  call step(a)
  !$mdmp end commregion
end program p
`
	res, err := Translate("s.f90", []byte(text), Options{Mode: Auto})
	if err != nil || len(res.Diags) > 0 {
		t.Fatal(err, res.Diags)
	}
	want := []struct {
		rung, code string
		status     Status
		hint       string
	}{
		{"open", "outside", Note, "the loops that write 'u' are in files compiled with mdmpf90 and a region"},
		{"open", "no-caller", Note, "when the callers of exchange are compiled with mdmpf90, too"},
		{"plain", "private", Missed, "receive into the array itself"},
		{"plain", "function", Missed, "write it as a subroutine"},
		{"plain", "outside", Missed, "put a region around the loop over the steps"},
		{"open", "mode-auto", Note, ""},
	}
	if len(res.Remarks) != len(want) {
		t.Fatalf("%d remarks: %+v", len(res.Remarks), res.Remarks)
	}
	for i, w := range want {
		r := res.Remarks[i]
		if r.Rung != w.rung || r.Code != w.code || r.Status != w.status || !strings.Contains(r.Hint, w.hint) {
			t.Errorf("line %d: %+v, want %+v", r.Line, r, w)
		}
	}
}

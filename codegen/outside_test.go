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
		{"managed", "managed", Note, ""},
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

// What is said of a receive whose procedure no region of the file calls is true of the
// procedures of the file that do call it.
func TestCallersOfThisFile(t *testing.T) {
	const exchange = "module m\ncontains\nsubroutine exchange(u)\nreal :: u(9)\n!$mdmp recv(u(1:2), 0)\nend subroutine\n"
	const pass = "subroutine pass(u)\nreal :: u(9)\ncall exchange(u)\n"
	for _, c := range []struct {
		name, rest string
		manage     Managing
		want, hint string
	}{
		{"none", "end module\n", ManageWorth, "if its callers allow it, which are in other files", "the callers of exchange are"},
		{"managed", pass + "call exchange(u)\nend subroutine\nend module\n", ManageAll,
			"allow it; pass, which calls it (lines 9 and 10), hands on what its own callers allow", "the callers of exchange and pass are"},
		{"entry", pass + "return\nentry other(u)\nend subroutine\nend module\n", ManageWorth,
			"allow it; not if pass calls it (line 9), which is not managed: it has another entry (line 11)", "the callers of exchange are"},
		{"off", pass + "end subroutine\nend module\n", ManageOff, "allow it; not if pass calls it (line 9), which is not managed", "the callers of exchange are"},
		{"program", "end module\nprogram p\nuse m\nreal :: u(9)\ncall exchange(u)\nend program\n", ManageWorth,
			"allow it; where the program calls it (line 11) no region stands around the call", "the callers of exchange are"},
		{"another of that name", "subroutine pass(u)\nreal :: u(9)\ncall inner\ncontains\nsubroutine inner\ncall exchange()\nend subroutine\nsubroutine exchange\nend subroutine\nend subroutine\nend module\n",
			ManageWorth, "if its callers allow it, which are in other files", "the callers of exchange are"},
	} {
		res, err := Translate("s.f90", []byte(exchange+c.rest), Options{Mode: Auto, Manage: c.manage})
		if err != nil || len(res.Remarks) == 0 {
			t.Fatal(c.name, err, res.Diags)
		}
		r := res.Remarks[0]
		if r.Code != "no-caller" || !strings.HasSuffix(r.Reason, c.want) || !strings.Contains(r.Hint, c.hint) {
			t.Errorf("%s: %q, %q; want %q, %q", c.name, r.Reason, r.Hint, c.want, c.hint)
		}
	}
}

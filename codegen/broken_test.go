package codegen

import (
	"errors"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/diag"
)

const breakable = `subroutine s(u, n)
  integer, intent(in) :: n
  real, intent(inout) :: u(n)
  !$mdmp commregion
  !$mdmp send(u, 1)
  u = 2*u
  !$mdmp end commregion
end subroutine s
`

// What fails in mode auto is translated as in mode plain, with a warning.
func TestFailureFallsBack(t *testing.T) {
	for _, stage := range []Stage{AtEvidence, AtExchanges} {
		res, err := Translate("a.f90", []byte(breakable), Options{Mode: Auto, Fault: func(mode Mode, at Stage) {
			if mode == Auto && at == stage {
				var none []int
				none[len(at)] = 1
			}
		}})
		if err != nil {
			t.Fatalf("%s: %v", stage, err)
		}
		want, err := Translate("a.f90", []byte(breakable), Options{Mode: Plain})
		if err != nil || string(res.Text) != string(want.Text) {
			t.Errorf("%s: not the text of mode plain (%v):\n%s", stage, err, res.Text)
		}
		if len(res.Diags) != 1 || res.Diags[0].Severity != diag.Warning || !strings.Contains(res.Diags[0].Hint, "index out of range") ||
			!strings.Contains(res.Diags[0].Hint, "TestFailureFallsBack") {
			t.Errorf("%s: %+v", stage, res.Diags)
		}
		for _, r := range res.Remarks {
			if r.Code != "failed" {
				t.Errorf("%s: remark %+v", stage, r)
			}
		}
	}
}

// If mode plain fails, too, that is an error that says whose mistake it is.
func TestFailureOfAllModes(t *testing.T) {
	oops := errors.New("oops")
	for _, mode := range []Mode{Off, Plain, Auto} {
		res, err := Translate("a.f90", []byte(breakable), Options{Mode: mode, Fault: func(_ Mode, at Stage) {
			if at == AtExchanges {
				panic(oops)
			}
		}})
		if res != nil || !errors.Is(err, oops) || !strings.Contains(err.Error(), "please report") {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

package access

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// TestInnerGiven: an internal procedure is given away if it is named otherwise than to call it, by itself, too; the name of a
// function without RESULT is that of a variable in it.
func TestInnerGiven(t *testing.T) {
	for _, tt := range []struct {
		inner string
		given bool
	}{
		{"recursive subroutine sub(k)\ninteger :: k\nif (k > 0) call sub(k - 1)\nend subroutine\n", false},
		{"recursive subroutine sub(k)\ninteger :: k\nif (k > 0) call apply(sub)\nend subroutine\n", true},
		{"integer function sub(k)\ninteger :: k\nsub = k\ncall double(sub)\nend function\n", false},
		{"recursive function sub(k) result(r)\ninteger :: k, r\nr = k\ncall apply(sub)\nend function\n", true},
	} {
		f := source.New("a.f90", []byte("subroutine outer\ncontains\n"+tt.inner+"end subroutine\n"), source.Options{})
		u := &Unit{body: &body{AST: parse.File(f).Units[0]}}
		if got := u.innerGiven(); got != tt.given {
			t.Errorf("given %v: %s", got, tt.inner)
		}
	}
}

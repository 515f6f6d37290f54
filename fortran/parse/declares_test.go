package parse

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// An include file holds declarations alone if it holds all of each.
func TestDeclares(t *testing.T) {
	for text, want := range map[string]bool{
		"":                              true,
		"real :: u(3)\ncommon /c/ u\n":  true,
		"type t\nreal :: x\nend type\n": true,
		"interface\nsubroutine s()\nend subroutine\nend interface\n": true,
		"real :: u(3)\nu = 1\n":                                       false,
		"real :: u(3)\ncontains\n":                                    false,
		"type t\nreal :: x\n":                                         false,
		"real :: x\nend type\n":                                       false,
		"interface f\n":                                               false,
		"interface\nmodule subroutine a(x)\n":                         false,
		"enum, bind(c)\nenumerator :: a\n":                            false,
		"integer, intent(in) :: k\nend subroutine a\nend interface\n": false,
		"subroutine s()\nend subroutine\n":                            false,
	} {
		if got := File(source.New("a.inc", []byte(text), source.Options{Form: source.Free})).Declares(); got != want {
			t.Errorf("%q: %v, should be %v", text, got, want)
		}
	}
}

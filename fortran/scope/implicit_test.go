package scope

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// IMPLICIT NONE (EXTERNAL) holds in what stands inside, too; what is declared need not be declared once more.
func TestMustDeclare(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"subroutine s\nimplicit none\ncontinue\nend", false},
		{"subroutine s\nimplicit none (type, external)\ncontinue\nend", true},
		{"subroutine s\nimplicit none (external)\nblock\ncontinue\nend block\nend", true},
		{"subroutine s\nimplicit none (external)\nexternal :: f\ncontinue\nend", false},
		{"subroutine s\nimplicit none (external)\ninterface\nsubroutine f\nend\nend interface\ncontinue\nend", false},
		{"module m\nimplicit none (external)\ncontains\nsubroutine s\ncontinue\nend\nend", true},
		{"module m\nimplicit none (external)\ncontains\nsubroutine s\nimplicit real (a-z)\ncontinue\nend\nend", true},
		{"module m\nimplicit none (external)\ncontains\nsubroutine s\ncontinue\nend\nsubroutine f\nend\nend", false},
	} {
		at := source.Pos(strings.Index(c.text, "continue"))
		if got := table(t, c.text+"\n", Options{}).At(at).MustDeclare("f"); got != c.want {
			t.Errorf("%v, want %v:\n%s", got, c.want, c.text)
		}
	}
}

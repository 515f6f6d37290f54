package codegen

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Deep nesting and long lists take time in proportion, not more.
func TestHardInputs(t *testing.T) {
	nest := func(n int) string {
		return strings.Repeat("i(", n) + "1" + strings.Repeat(")", n)
	}
	free := func(lines ...string) string { return strings.Join(lines, "\n") + "\n" }
	many := make([]string, 3000)
	for i := range many {
		many[i] = fmt.Sprintf("  !$mdmp send(u(%d), 1) tag(%d)", i+1, i)
	}
	for name, src := range map[string]string{
		"nested subscripts": free("subroutine s(u, i)", "real u(9)", "integer i(9)",
			"!$mdmp send(u("+nest(40)+"), "+nest(40)+")", "end"),
		"unknown subscripts": free("subroutine s", "use m", "!$mdmp send(u("+nest(40)+"), "+nest(40)+")", "end"),
		"components":         free("subroutine s", "use m", "!$mdmp send(a"+strings.Repeat("%b(1)", 200)+", 1)", "end"),
		"long sum":           free("subroutine s(u)", "real u(9)", "!$mdmp send(u, 1"+strings.Repeat("+1", 5000)+")", "end"),
		"many messages":      free("subroutine s(u)", "real u(9999)", strings.Join(many, "\n"), "end"),
	} {
		for _, mode := range []Mode{Plain, Off} {
			done := make(chan string, 1)
			go func() {
				res, err := Translate("a.f90", []byte(src), Options{Mode: mode, LineMarkers: true})
				switch {
				case err != nil:
					done <- err.Error()
				case res.Text == nil:
					done <- string(messages(res))
				default:
					done <- ""
				}
			}()
			select {
			case said := <-done:
				if said != "" {
					t.Logf("%s, %s: %s", name, mode, said)
				}
			case <-time.After(2 * time.Minute):
				t.Errorf("%s, %s: still at it", name, mode)
			}
		}
	}
}

package codegen

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Directives of OpenMP hold back nothing where the compiler takes them for comments,
// and the text cannot be compiled with OpenMP then.
func TestInertOpenMP(t *testing.T) {
	const free = "subroutine s(a, b, n, m, p)\n  integer :: n, m, p, i, j\n  real :: a(n, 0:m+1), b(n, 0:m+1)\n  !$mdmp commregion\n" +
		"  !$mdmp recv(a(:, 0), p)\n  !$omp parallel private(i)\nHINT  !$omp do\n  do j = 1, m\n    do i = 1, n\n      b(i, j) = a(i, j-1)\n    end do\n  end do\n" +
		"  !$omp end do\n  b(1, 1) = 0\n  !$omp end parallel\n  !$mdmp end commregion\nend subroutine\n"
	const fixed = "      subroutine s(a, b, n, m, p)\n      integer n, m, p, i, j\n      real a(n, 0:m+1), b(n, 0:m+1)\n!$mdmp commregion\n" +
		"!$mdmp recv(a(:, 0), p)\nc$omp parallel do\nc$omp+private(i)\n      do j = 1, m\n      do i = 1, n\n      b(i, j) = a(i, j-1)\n      end do\n      end do\n" +
		"!$mdmp end commregion\n      end\n"
	unread := map[bool][]string{true: {"$omp"}}
	free1 := strings.Replace(free, "HINT", "", 1)
	for name, c := range map[string]struct {
		file, text string
		mode       Mode
		inert      bool
		cut        bool
		says       string
	}{
		"obeyed":          {"s.f90", free1, Auto, false, false, ""},
		"comments":        {"s.f90", free1, Auto, true, true, noOMPFree},
		"a hint":          {"s.f90", strings.Replace(free, "HINT", "  !GCC$ ivdep\n", 1), Auto, true, false, noOMPFree},
		"no OpenMP":       {"s.f90", strings.ReplaceAll(free1, "!$omp", "! omp"), Auto, true, true, ""},
		"plain":           {"s.f90", free1, Plain, true, false, ""},
		"fixed":           {"s.f", fixed, Auto, true, true, noOMPFixed},
		"fixed, obeyed":   {"s.f", fixed, Auto, false, true, ""},
		"fixed, in off":   {"s.f", fixed, Off, true, false, ""},
		"nothing of ours": {"s.f90", strings.ReplaceAll(free1, "!$mdmp", "! mdmp"), Auto, true, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := Translate(c.file, []byte(c.text), Options{Mode: c.mode, LineMarkers: true, Source: source.Options{Unread: unread[c.inert]}})
			if err != nil || len(res.Diags) > 0 {
				t.Fatalf("%v %v", err, res.Diags)
			}
			text := string(res.Text)
			if strings.Contains(text, "mdmp_nest_next(") != c.cut {
				t.Errorf("the nest is not cut, or is:\n%s", text)
			}
			if c.says != "" && !strings.HasPrefix(text, c.says+"\n# 1 \""+c.file+"\"\n") || c.says == "" && strings.Contains(text, "translated for") {
				t.Errorf("it begins otherwise:\n%s", text)
			}
			if len(c.says) > 72 && c.file == "s.f" {
				t.Error("too long")
			}
		})
	}
}

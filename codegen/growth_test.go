//go:build unix

package codegen

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"mdmp/fortran/source"
)

// unit puts statements into a procedure with a region.
func unit(body string) string {
	return "subroutine s(a, b, n, it)\n  implicit none\n  integer :: n, i, j, it\n  real(8) :: a(n), b(n), x\n" +
		"  real(8), allocatable :: c(:)\n" + body + "end subroutine\n"
}

const (
	swap   = "!$mdmp send(a(1:2), 1)\n!$mdmp recv(b(1:2), 1)\n"
	enter  = "!$mdmp commregion\n"
	leave  = "!$mdmp end commregion\n"
	doNest = "do i = 1, n\n  a(i) = a(i) + b(i)\nend do\n"
)

// growing are programs with n of something.
var growing = map[string]func(n int) string{
	"exchanges":             func(n int) string { return unit(enter + strings.Repeat(swap+"call t(a)\n", n) + leave) },
	"exchanges, nests":      func(n int) string { return unit(enter + strings.Repeat(swap+doNest, n) + leave) },
	"regions":               func(n int) string { return unit(strings.Repeat(enter+swap+leave, n)) },
	"nests":                 func(n int) string { return unit(enter + swap + strings.Repeat(doNest, n) + swap + leave) },
	"in a loop, assignment": func(n int) string { return inLoop("a(i) = a(i) + b(i)\n", n) },
	"in a loop, IF":         func(n int) string { return inLoop("if (a(i) > 0) b(i) = 1\n", n) },
	"in a loop, IF block":   func(n int) string { return inLoop("if (a(i) > 0) then\nb(i) = 1\nelse\nb(i) = 2\nend if\n", n) },
	"in a loop, CALL":       func(n int) string { return inLoop("call t(a)\n", n) },
	"assignment":            func(n int) string { return inRegion("a(1) = b(2)\n", n) },
	"IF":                    func(n int) string { return inRegion("if (a(1) > 0) b(1) = 1\n", n) },
	"CALL":                  func(n int) string { return inRegion("call t(a)\n", n) },
	"PRINT":                 func(n int) string { return inRegion("print *, a(1)\n", n) },
	"DO":                    func(n int) string { return inRegion("do i = 1, 2\nx = x + 1\nend do\n", n) },
	"SELECT": func(n int) string {
		return inRegion("select case (it)\ncase (1)\nx = 1\ncase default\nx = 2\nend select\n", n)
	},
	"WHERE":     func(n int) string { return inRegion("where (a > 0) a = b\n", n) },
	"FORALL":    func(n int) string { return inRegion("forall (i=1:n) a(i) = b(i)\n", n) },
	"BLOCK":     func(n int) string { return inRegion("block\nreal :: q\nq = a(1)\nend block\n", n) },
	"ASSOCIATE": func(n int) string { return inRegion("associate (q => a)\nq(1) = 1\nend associate\n", n) },
	"ALLOCATE":  func(n int) string { return inRegion("allocate(c(3))\ndeallocate(c)\n", n) },
}

func inLoop(s string, n int) string {
	return unit(enter + swap + "do i = 1, n\n" + strings.Repeat(s, n) + "end do\n" + swap + leave)
}

func inRegion(s string, n int) string {
	return unit(enter + swap + strings.Repeat(s, n) + swap + leave)
}

// spent is the processor time of this process so far.
func spent(t testing.TB) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano())
}

func translateMany(t testing.TB, src string, mode Mode) time.Duration {
	t.Helper()
	before := spent(t)
	if _, err := Translate("a.f90", []byte(src), Options{Mode: mode, Source: source.Options{Form: source.Free}}); err != nil {
		t.Fatal(err)
	}
	return spent(t) - before
}

// Eight times as much of anything takes about eight times as long; quadratic
// would be 64. Short times are not compared.
func TestTimeGrowsLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	const n, times, most = 250, 8, 32
	for name, src := range growing {
		for _, mode := range []Mode{Off, Auto} {
			all := translateMany(t, src(times*n), mode)
			if all < 400*time.Millisecond {
				continue
			}
			if few := translateMany(t, src(n), mode); all > most*few {
				t.Errorf("%s, mode %s: %d take %v, %d take %v", name, mode, n, few, times*n, all)
			}
		}
	}
}

// The same up to 64,000, to be looked at.
func BenchmarkGrowth(b *testing.B) {
	for name, src := range growing {
		for _, n := range []int{4000, 16000, 64000} {
			b.Run(fmt.Sprintf("%s, %d", name, n), func(b *testing.B) {
				text := src(n)
				for b.Loop() {
					translateMany(b, text, Auto)
				}
			})
		}
	}
}

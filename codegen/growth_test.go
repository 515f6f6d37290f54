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

	scalarNest = "do i = 1, n\n  x = a(i)\n  b(i) = x\nend do\n"
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
	"exchanges, sections": func(n int) string {
		return unit(enter + numbered("!$mdmp send(a(%d:%[1]d+1), 1)\n!$mdmp recv(b(%[1]d:%[1]d+1), 1)\ncall t(a)\n", n) + leave)
	},
	"exchanges, GO TO": func(n int) string {
		return unit("if (n > 3) goto 10\n" + enter + strings.Repeat(swap+"call t(a)\n", n) + leave + "10 continue\n")
	},
	"exchanges in a loop": func(n int) string {
		return unit(enter + "do it = 1, 9\n" + strings.Repeat(swap+doNest, n) + "end do\n" + leave)
	},
	"regions in a loop": func(n int) string {
		return unit("do it = 1, 9\n" + strings.Repeat(enter+swap+doNest+leave, n) + "end do\n")
	},
	"nests, scalar":   func(n int) string { return inRegion(scalarNest, n) },
	"nests in a loop": func(n int) string { return inRegion("do it = 1, 9\n"+strings.Repeat(scalarNest, n)+"end do\n", 1) },
	"procedures":      func(n int) string { return strings.Repeat(unit(enter+swap+doNest+leave), n) },
	"elements":        func(n int) string { return inRegion(numbered("a(%d) = b(2)\n", n), 1) },
	"labels": func(n int) string {
		return inRegion(numbered("if (a(1) > 0) goto %d\na(1) = 1\n%[1]d continue\n", n), 1)
	},
	"in a loop, elements": func(n int) string { return inLoop(numbered("a(i+%d) = b(i)\n", n), 1) },
	"in a loop, DO":       func(n int) string { return inLoop("do j = 1, n\na(j) = b(i)\nend do\n", n) },
	"in a loop, WHERE":    func(n int) string { return inLoop("where (a > 0) a = b\n", n) },
}

// numbered repeats a statement with %d for its number.
func numbered(s string, n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, s, k+1)
	}
	return b.String()
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

// Four times as much of anything takes about four times as long; quadratic would be
// 16. Short times are not compared; other work on the machine may disturb one
// measurement, not three.
func TestTimeGrowsLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	const n, times, most = 1000, 4, 6
	for name, src := range growing {
		for _, mode := range []Mode{Off, Auto} {
			for left := 3; ; left-- {
				all := translateMany(t, src(times*n), mode)
				if all < 400*time.Millisecond {
					break
				}
				few := translateMany(t, src(n), mode)
				if all <= most*few {
					break
				}
				if left == 1 {
					t.Errorf("%s, mode %s: %d take %v, %d take %v", name, mode, n, few, times*n, all)
					break
				}
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

//go:build unix

package codegen

import (
	"flag"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// spent is the processor time of this process so far.
func spent(t testing.TB) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano())
}

// mostGarbage is what is left lying about before it is collected, in bytes.
const mostGarbage = 12 << 30

// translateMany measures without garbage collection, as long as there is room: it runs
// beside the translator, when it likes, and counts as time of this process.
func translateMany(t testing.TB, src string, mode Mode) time.Duration {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(mostGarbage))
	runtime.GC()
	before := spent(t)
	if _, err := Translate("a.f90", []byte(src), Options{Mode: mode, Source: source.Options{Form: source.Free}}); err != nil {
		t.Fatal(err)
	}
	return spent(t) - before
}

// Four times as much of anything takes about four times as long; quadratic would be
// 16, and 8 lies between them. Short times are not compared. Other work on the machine
// only adds: the least of a few measurements counts.
func TestTimeGrowsLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	const n, times, most = 250, 4, 8
	for name, src := range growing {
		for _, mode := range []Mode{Off, Auto} {
			all := translateMany(t, src(times*n), mode)
			if all < 100*time.Millisecond {
				continue
			}
			few := translateMany(t, src(n), mode)
			for left := 3; all > most*few; left-- {
				if left == 0 {
					t.Errorf("%s, mode %s: %d take %v, %d take %v", name, mode, n, few, times*n, all)
					break
				}
				all = min(all, translateMany(t, src(times*n), mode))
				few = min(few, translateMany(t, src(n), mode))
			}
		}
	}
}

// growthTo is the size that BenchmarkGrowth goes up to.
var growthTo = flag.Int("growth", 64000, "how many of each kind BenchmarkGrowth translates")

// The same up to 64,000, to be looked at: the time that so many take, and how many
// times that of a quarter of them. (go test ./codegen -run - -bench Growth -benchtime 1x)
func BenchmarkGrowth(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(growing)) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				few := translateMany(b, growing[name](*growthTo/4), Auto)
				all := translateMany(b, growing[name](*growthTo), Auto)
				b.ReportMetric(all.Seconds(), "user-s")
				b.ReportMetric(all.Seconds()/few.Seconds(), "ratio")
			}
		})
	}
}

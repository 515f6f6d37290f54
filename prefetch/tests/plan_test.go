package tests

import (
	"fmt"
	"strings"
	"testing"
)

// TestPlan: whether collective calls are made of messages is decided so that a
// short run has no trial and a long one loses little, and what wins is kept.
func TestPlan(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "plans", append([]string{"plans.c", "-Dclock_gettime=fake_clock"}, unpacked(t, "plan.c", "state.c")...)...)
		for _, c := range []struct {
			name, args        string // calls, microseconds: of MPI's own, of ours, inside
			first, most, more int    // call of ours at the earliest (0: none), how many at most, thousandths that it may cost
			least             int    // how many of ours at least
		}{
			{"a transform of six steps", "8 200000 230000 170000", 0, 0, 0, 0},
			{"it goes on", "70 200000 230000 170000", 43, 4, 10, 4},
			{"it goes on for ever", "20000 200000 230000 170000", 43, 150, 10, 4},
			{"far slower than was thought", "20000 20000 60000 17000", 43, 20, 1, 4},
			{"nothing else but calls", "1000 10000 11250 10000", 51, 60, 10, 4},
			{"hardly a call", "5000 20000 10000 300", 0, 0, 0, 0},
			{"as fast", "5000 20000 20000 8000", 20, 60, 0, 4},
			{"it wins", "5000 20000 18000 8000", 20, 5000, 0, 4700},
			{"it wins, soon", "100 20000 16000 9000", 20, 80, 0, 60},
		} {
			var first, count, sums, more int
			out := mustOutput(t, append([]string{exe}, strings.Fields(c.args)...)...)
			if _, err := fmt.Sscan(out, &first, &count, &sums, &more); err != nil {
				t.Fatal(err)
			}
			if first < c.first || c.first == 0 && first > 0 || count < c.least || count > c.most || more > c.more {
				t.Errorf("%s (%s): the first of ours %d, in all %d; %d sums; %d thousandths more", c.name, c.args, first, count, sums, more)
			}
		}
	})
}

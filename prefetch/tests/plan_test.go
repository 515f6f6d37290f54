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
		exe := m.buildC(t, "plans", append([]string{"plans.c", "-Dclock_gettime=fake_clock"}, unpacked(t, "plan.c", "times.c", "state.c")...)...)
		for _, c := range []struct {
			name, args        string // calls, microseconds: of MPI's own, of ours, inside
			first, most, more int    // call of ours at the earliest (0: none), how many at most, thousandths that it may cost
			least             int    // how many of ours at least
			alone             bool   // no rank says anything to another
		}{
			{"a transform of six steps", "8 200000 230000 170000", 0, 0, 0, 0, true},
			{"a sort of eleven steps", "24 100000 90000 80000", 0, 0, 0, 0, true},
			{"it goes on", "70 200000 230000 170000", 43, 4, 10, 4, false},
			{"it goes on for ever", "20000 200000 230000 170000", 43, 150, 10, 4, false},
			{"far slower than was thought", "20000 20000 60000 17000", 43, 20, 1, 4, false},
			{"nothing else but calls", "1000 10000 11250 10000", 51, 60, 10, 4, false},
			{"hardly a call", "5000 20000 10000 300", 0, 0, 0, 0, false},
			{"as fast", "5000 20000 20000 8000", 20, 60, 0, 4, false},
			{"it wins", "5000 20000 18000 8000", 20, 5000, 0, 4700, false},
			{"it wins, soon", "100 20000 16000 9000", 20, 80, 0, 60, false},
		} {
			var first, count, sums, more int
			out := mustOutput(t, append([]string{exe}, strings.Fields(c.args)...)...)
			if _, err := fmt.Sscan(out, &first, &count, &sums, &more); err != nil {
				t.Fatal(err)
			}
			if first < c.first || c.first == 0 && first > 0 || count < c.least || count > c.most || more > c.more || c.alone != (sums == 0) {
				t.Errorf("%s (%s): the first of ours %d, in all %d; %d sums; %d thousandths more", c.name, c.args, first, count, sums, more)
			}
		}
	})
}

// TestHistory: requests that save bytes but no time are given up.
func TestHistory(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		sources := unpacked(t, "history.c", "times.c", "table.c", "state.c")
		exe := m.buildC(t, "histories", append([]string{"histories.c", "-Dclock_gettime=fake_clock"}, sources...)...)
		for _, c := range []struct {
			name, args        string // messages, microseconds without requests and with them
			least, most, more int    // requests, thousandths that they may cost
		}{
			{"they win", "5000 20000 18000", 4700, 4900, 0},
			{"they win from the first", "68 20000 17000", 50, 60, 0},
			{"they cost", "68 20000 20600", 10, 12, 6},
			{"they cost for long", "20000 20000 20600", 50, 200, 1},
			{"they are of no use", "1000 20000 20000", 10, 60, 0},
		} {
			var asked, more int
			out := mustOutput(t, append([]string{exe}, strings.Fields(c.args)...)...)
			if _, err := fmt.Sscan(out, &asked, &more); err != nil {
				t.Fatal(err)
			}
			if asked < c.least || asked > c.most || more > c.more {
				t.Errorf("%s (%s): %d asked for; %d thousandths more", c.name, c.args, asked, more)
			}
		}
	})
}

// TestTree: the trees of collective calls are trees, whoever is the root.
func TestTree(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "trees", append([]string{"trees.c"}, unpacked(t, "tree.h")...)...)
		if out := mustOutput(t, exe); out != "6\n" {
			t.Errorf("the longest way of 64 ranks: %s", out)
		}
	})
}

// TestGraves: what was sent for a request is known for long after its
// communicator has ended, and that nothing was sent for ever.
func TestGraves(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "graves", append([]string{"graves.c"}, unpacked(t, "lane.c", "table.c", "state.c")...)...)
		if out := mustOutput(t, exe); out != "right\n" {
			t.Error(out)
		}
	})
}

package tests

import (
	"os"
	"slices"
	"strings"
	"testing"
)

var hostile = []string{"hostile.c", "kinds.c", "calls.c", "early.c", "posts.c"}

// quiet are the hostile programs in which nothing can be prefetched.
var quiet = []string{"infos", "self", "threads", "unmapped", "tags", "inter"}

// eager are those made for messages that are asked for at once: they always run that way, too.
var eager = []string{"stretched", "ahead", "given_up", "outlived", "mishaps"}

// rooted are those whose calls may go over trees.
var rooted = []string{"every", "reduces", "in_place"}

// turn returns the ways in which the k-th program runs: all with MDMP_PREFETCH_FULL, else one, another one under each MPI.
func (m *mpi) turn(k int) []way {
	if os.Getenv("MDMP_PREFETCH_FULL") != "" {
		return ways
	}
	if m.Name != "mpich" {
		k++
	}
	return ways[k%len(ways):][:1]
}

// Programs that try to tell whether they run with the library cannot.
func TestHostile(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "hostile", hostile...)
		eagerly := map[string]sums{} // what was said in greedy runs
		names := lines(mustOutput(t, exe, "list"))
		for k, name := range names {
			t.Run(name, func(t *testing.T) {
				want := m.plainly(t, 2, exe, name)
				list := m.turn(k)
				if slices.Contains(eager, name) {
					list = ways
				}
				for _, w := range list {
					got, s := m.prefetched(t, 2, w, exe, name)
					if !slices.Equal(got, want) {
						t.Errorf("%s: %s\nwithout prefetching: %s", w.name, strings.Join(got, " "), strings.Join(want, " "))
					}
					if s.asked < 0 {
						t.Errorf("%s: nothing said at the end", w.name)
					}
					if w.name == greedy.name && !slices.Contains(quiet, name) {
						eagerly[name] = s
					}
				}
			})
		}
		// A test in which nothing is prefetched tests nothing. On a busy machine messages may be there before anybody waits, here and there,
		// and much of what is asked for comes too late.
		silent, vain := 0, 0
		for name, s := range eagerly {
			if s.shortened > 0 {
				continue
			}
			t.Logf("%s: %d requests, and no message was shortened", name, s.asked)
			vain++
			if s.asked == 0 {
				silent++
			}
		}
		if n := len(eagerly); 4*silent > n || 4*vain > 3*n {
			t.Errorf("of %d programs no message was shortened in %d, and nothing was asked for in %d", n, vain, silent)
		}
	})
}

// Rings of more ranks: every rank asks and is asked.
func TestRing(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "hostile", hostile...)
		for k, name := range []string{"sendrecvs", "comms", "self", "every", "in_place", "unequal", "many_comms", "halos", "across", "reduces", "early", "stretched"} {
			want := m.plainly(t, 4, exe, name)
			list := m.turn(k + 1)
			if slices.Contains(rooted, name) {
				list = []way{trees}
			}
			for _, w := range list {
				if got, _ := m.prefetched(t, 4, w, exe, name); !slices.Equal(got, want) {
					t.Errorf("%s %s: %s\nwithout prefetching: %s", name, w.name, strings.Join(got, " "), strings.Join(want, " "))
				}
			}
		}
	})
}

// TestUnanswered: a rank that cannot answer is one that nobody asks.
func TestUnanswered(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "unanswered", "unanswered.c", "-rdynamic", "-ldl")
		want := m.plainly(t, 2, exe)
		if got, _ := m.prefetched(t, 2, greedy, exe); !slices.Equal(got, want) {
			t.Errorf("%s\nwithout prefetching: %s", strings.Join(got, " "), strings.Join(want, " "))
		}
	})
}

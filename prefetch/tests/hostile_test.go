package tests

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mdmp-fortran/mdmp/prefetch"
)

var hostile = []string{"hostile.c", "kinds.c", "calls.c", "early.c", "posts.c", "counts.c"}

// quiet are the hostile programs in which nothing can be prefetched.
var quiet = []string{"infos", "self", "threads", "unmapped", "tags", "inter"}

// eager are those made for messages that are asked for at once: they always run that way, too.
var eager = []string{"stretched", "ahead", "given_up", "outlived", "mishaps", "replaced", "vague", "averages", "handlers"}

// rooted are those whose calls may go over trees.
var rooted = []string{"every", "reduces", "in_place"}

// waysOf returns the ways in which the k-th program runs: with -short one, else all.
func waysOf(k int) []way {
	if testing.Short() {
		return ways[k%len(ways):][:1]
	}
	return ways
}

// Programs that try to tell whether they run with the library cannot.
func TestHostile(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "hostile", hostile...)
		var mu sync.Mutex
		eagerly := map[string]sums{} // what was said in greedy runs
		names := lines(mustOutput(t, exe, "list"))
		t.Run("programs", func(t *testing.T) {
			for k, name := range names {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					m.hostile(t, exe, name, waysOf(k), func(s sums) {
						mu.Lock()
						defer mu.Unlock()
						eagerly[name] = s
					})
				})
			}
		})
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

// hostile compares a program with itself without the library, in several ways; greedily is told what was said in greedy runs
// in which something can be prefetched.
func (m *mpi) hostile(t *testing.T, exe, name string, list []way, greedily func(s sums)) {
	want := m.plainly(t, 2, exe, name)
	if slices.Contains(eager, name) && !slices.ContainsFunc(list, func(w way) bool { return w.name == greedy.name }) {
		list = append(list[:len(list):len(list)], greedy)
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
			greedily(s)
		}
	}
}

// Rings of more ranks: every rank asks and is asked.
func TestRing(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "hostile", hostile...)
		names := []string{"sendrecvs", "comms", "self", "every", "in_place", "unequal", "many_comms", "halos", "across", "reduces", "early", "stretched"}
		if testing.Short() {
			names = []string{"sendrecvs", "every", "halos", "early"}
		}
		for k, name := range names {
			want := m.plainly(t, 4, exe, name)
			list := waysOf(k + 1)
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

// TestUnanswered: a rank that cannot answer is one that nobody asks, and neither is a stranger.
func TestUnanswered(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "unanswered", "unanswered.c", "-rdynamic", "-ldl")
		want := m.plainly(t, 2, exe)
		for _, how := range []string{"silent", "stranger"} {
			if got, _ := m.prefetched(t, 2, greedy, exe, how); !slices.Equal(got, want) {
				t.Errorf("%s: %s\nwithout prefetching: %s", how, strings.Join(got, " "), strings.Join(want, " "))
			}
		}
	})
}

// TestStrangers: silent connections take neither files nor time, and the ranks ask each other as ever.
func TestStrangers(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "strangers", "strangers.c", "-rdynamic", "-ldl")
		want := m.plainly(t, 2, exe)
		got, s := m.prefetched(t, 2, greedy, exe)
		if !slices.Equal(got, want) {
			t.Errorf("%s\nwithout prefetching: %s", strings.Join(got, " "), strings.Join(want, " "))
		}
		if s.asked <= 0 {
			t.Errorf("%d requests", s.asked)
		}
	})
}

// TestModule: MPI may be loaded by a module of the program, for itself, if it is not Open MPI.
func TestModule(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.build(t, "host", "cc", "host.c", "-ldl")
		module := m.buildC(t, "hostile.so", append([]string{"-shared", "-fPIC"}, hostile...)...)
		want := m.plainly(t, 2, exe, module, "ahead")
		if m.Name == "openmpi" {
			line, env := prefetch.Launch(m.Launch(2, exe, module, "ahead"), nil, greedy.env, m.library, m.tool.Flavour())
			if o := command(t, env, line...); o.Status == 0 || !strings.Contains(o.Stderr, "must not be Open MPI") {
				t.Errorf("exit status %d: %s", o.Status, o.Stderr)
			}
			return
		}
		if got, _ := m.prefetched(t, 2, greedy, exe, module, "ahead"); !slices.Equal(got, want) {
			t.Errorf("%s\nwithout prefetching: %s", strings.Join(got, " "), strings.Join(want, " "))
		}
	})
}

// TestLater: where a message could be sent by a call that the library does not know nothing is prefetched.
func TestLater(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		if m.Name == "mpich" {
			t.Skip("it is MPI 4")
		}
		exe := m.buildC(t, "later", append([]string{"later.c", "-rdynamic"}, hostile...)...)
		want := m.plainly(t, 2, exe, "ahead")
		if got, s := m.prefetched(t, 2, greedy, exe, "ahead"); !slices.Equal(got, want) || s.asked != 0 {
			t.Errorf("%d requests: %s\nwithout prefetching: %s", s.asked, strings.Join(got, " "), strings.Join(want, " "))
		}
	})
}

// TestCheckedByOne: whether sums are compared is one thing on all ranks.
func TestCheckedByOne(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "hostile", hostile...)
		want := m.plainly(t, 2, exe, "ahead")
		w := way{"by one", []string{"MDMP_PREFETCH_LOCAL=1", "MDMP_PREFETCH_GREEDY=1", "MDMP_PREFETCH_REPORT=1"}}
		got, s := m.prefetched(t, 1, w, exe, "ahead", ":", "-n", "1", "env", "MDMP_PREFETCH_CHECK=1", exe, "ahead")
		if !slices.Equal(got, want) {
			t.Errorf("%s\nwithout prefetching: %s", strings.Join(got, " "), strings.Join(want, " "))
		}
		t.Logf("%d messages shortened", s.shortened)
	})
}

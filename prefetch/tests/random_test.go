package tests

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Programs drawn at random receive the same with and without the library.
// MDMP_PREFETCH_N says how many are drawn for each MPI, MDMP_PREFETCH_SEED from
// which seed on, MDMP_PREFETCH_BATCH how many run in one start of MPI.
func TestRandom(t *testing.T) {
	batch := number("MDMP_PREFETCH_BATCH", 10)
	preset := 40
	if testing.Short() {
		preset = 20
	}
	n, seed := number("MDMP_PREFETCH_N", preset), number("MDMP_PREFETCH_SEED", 1)
	eachMPI(t, func(t *testing.T, m *mpi) {
		exe := m.buildC(t, "random", "random.c", "randomcalls.c", "randomcollectives.c")
		shortened, asked := 0, 0
		for k := 0; k < n; k += batch {
			first := strconv.Itoa(seed + k)
			ranks := 4 - k/batch%3
			want := m.plainly(t, ranks, exe, first, strconv.Itoa(min(batch, n-k)))
			w := ways[k/batch%len(ways)]
			got, s := m.prefetched(t, ranks, w, exe, first, strconv.Itoa(min(batch, n-k)))
			if !slices.Equal(got, want) {
				t.Errorf("programs from %s on, %d ranks, %s:\n%s\nwithout prefetching:\n%s", first, ranks, w.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			shortened += s.shortened
			asked += s.asked
		}
		t.Logf("%d programs: %d requests, %d messages shortened", n, asked, shortened)
		if shortened == 0 {
			t.Error("no message was shortened")
		}
	})
}

func number(name string, preset int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return preset
}

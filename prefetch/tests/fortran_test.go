package tests

import (
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A program in Fortran, with the module mpi and with mpi_f08: its calls come to the library by other ways
// than those of C.
func TestFortran(t *testing.T) {
	eachMPI(t, func(t *testing.T, m *mpi) {
		fc := "mpifort." + m.Name
		if _, err := exec.LookPath(fc); err != nil {
			t.Skipf("there is no %s", fc)
		}
		for name, flags := range map[string][]string{"mpi": nil, "mpi_f08": {"-DF08"}} {
			exe := m.build(t, "hand_"+name, fc, append(append([]string{"-O1"}, flags...), "hand.F90")...)
			want := m.plainly(t, 2, exe, "0")
			shortened, asked := 0, 0
			for k := 0; k < len(ways) || shortened == 0 && k < 4*len(ways); k++ { // on a busy machine messages may be there before anybody waits
				w, pause := ways[k%len(ways)], strconv.Itoa(1<<(2*(k/len(ways))))
				got, s := m.prefetched(t, 2, w, exe, pause)
				if !slices.Equal(got, want) {
					t.Errorf("%s, %s: %s\nwithout prefetching: %s", name, w.name, strings.Join(got, " "), strings.Join(want, " "))
				}
				if s.asked < 0 {
					t.Errorf("%s, %s: nothing said at the end", name, w.name)
				}
				shortened += s.shortened
				asked += s.asked
			}
			if shortened == 0 {
				t.Errorf("%s: %d requests, and no message was shortened", name, asked)
			}
		}
	})
}

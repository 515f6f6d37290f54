package tests

import (
	"os/exec"
	"slices"
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
			want := m.plainly(t, 2, exe)
			shortened, asked := 0, 0
			for k := 0; k < len(ways) || shortened == 0 && k < 8*len(ways); k++ { // on a busy machine some come too late
				w := ways[k%len(ways)]
				got, s := m.prefetched(t, 2, w, exe)
				if !slices.Equal(got, want) {
					t.Errorf("%s, %s: %s\nwithout prefetching: %s", name, w.name, strings.Join(got, " "), strings.Join(want, " "))
				}
				shortened += s.shortened
				asked += s.asked
			}
			if shortened == 0 && asked > busy {
				t.Errorf("%s: no message was shortened", name)
			}
		}
	})
}

package torture

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mdmp-fortran/mdmp/tests/share"
)

// TestSameBitsControl: with nests as they are written (-mdmp-bits=relaxed) the random tester finds differences between runs of one
// binary under the flags of BITS=same. Otherwise that it finds none with the default would say nothing. MDMP_TORTURE_CONTROL is
// how many batches, from MDMP_TORTURE_SEED on. Kernels of several files do not round.
func TestSameBitsControl(t *testing.T) {
	if testing.Short() {
		t.Skip("needs MPI and time")
	}
	n := setting(t, "MDMP_TORTURE_CONTROL", 1)
	if os.Getenv("MDMP_TORTURE_CONTROL") == "" {
		share.Take(t)
	}
	root := t.TempDir()
	bin := commands(t, root)
	all := machines(root, filepath.Join(bin, "mdmpf90"))
	if len(all) == 0 {
		t.Fatal("no MPI is installed")
	}
	runs, differ, batches := 0, 0, 0
	drawn := newTally(filepath.Join(bin, "mdmp"), root)
	first := setting(t, "MDMP_TORTURE_SEED", controlSeed)
	for seed := first; seed < first+n; seed++ {
		h := plan(all[0], filepath.Join(root, "batch"), seed, sameBits)
		h.own = []string{"-mdmp-bits=relaxed"} // nests stand in the program twice, and as they are written
		bad, err := h.batch(kernelsOf(t, drawn, seed, 0))
		if err != nil {
			t.Logf("seed %d: nothing to compare with: %v", seed, err)
			continue
		}
		runs, differ = runs+len(h.trials), differ+len(bad)
		if len(bad) > 0 {
			batches++
			t.Logf("seed %d: kernel %d: %v: %s", seed, bad[0].id, bad[0].trial, bad[0].what)
		}
		if err := os.RemoveAll(h.dir); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("as written: %d of %d runs differ, in %d of %d batches", differ, runs, batches, n)
	if differ == 0 {
		t.Error("no run differs: this tester would not notice if what keeps the bits were gone")
	}
}

// controlSeed is that of a batch in which runs differ.
const controlSeed = 500001

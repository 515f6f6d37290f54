// Command wrapper measures what mdmpf90 adds to the compilation of a file
// without directives, which it hands to the compiler untouched.
//
// Both compile the same file in turn, so that whatever disturbs the machine
// disturbs both; the median of each is compared.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const goal = 10 * time.Millisecond

func main() {
	mdmpf90 := flag.String("mdmpf90", "bin/mdmpf90", "the compiler wrapper")
	source := flag.String("source", "bench/common/bench.f90", "a file without directives")
	rounds := flag.Int("rounds", 20, "compilations by each")
	results := flag.String("results", "bench/results/wrapper.txt", "file for the table")
	flag.Parse()
	if err := run(*mdmpf90, *source, *results, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "wrapper:", err)
		os.Exit(1)
	}
}

func run(mdmpf90, source, results string, rounds int) error {
	var text strings.Builder
	fmt.Fprintf(&text, "Compiling %s, which has no directives, with -c -O0: medians of %d, in turn\n\n", source, rounds)
	fmt.Fprintf(&text, "%-18s %12s %12s %10s  goal\n", "compiler", "alone ms", "mdmpf90 ms", "more ms")
	missed := false
	for _, fc := range []string{"mpifort.mpich", "mpifort.openmpi"} {
		met, err := compare(&text, fc, mdmpf90, source, rounds)
		if err != nil {
			return err
		}
		missed = missed || !met
	}
	fmt.Print(text.String())
	if err := os.WriteFile(results, []byte(text.String()), 0o644); err != nil {
		return err
	}
	if missed {
		return errors.New("the goal is missed")
	}
	return nil
}

// compare writes one line; it says whether the goal is met.
func compare(w io.Writer, fc, mdmpf90, source string, rounds int) (bool, error) {
	dir, err := os.MkdirTemp("", "mdmp-wrapper-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	times := map[string][]time.Duration{}
	for i := range rounds + 1 {
		for _, compiler := range []string{fc, mdmpf90} {
			took, err := compile(dir, compiler, fc, source)
			if err != nil {
				return false, err
			}
			if i > 0 { // the first is for the caches
				times[compiler] = append(times[compiler], took)
			}
		}
	}
	alone, ours := median(times[fc]), median(times[mdmpf90])
	verdict := "met"
	if ours-alone > goal {
		verdict = "missed"
	}
	fmt.Fprintf(w, "%-18s %12.2f %12.2f %10.2f  %s\n", fc, milliseconds(alone), milliseconds(ours), milliseconds(ours-alone), verdict)
	return verdict == "met", nil
}

// compile runs one compilation and tells how long it took.
func compile(dir, compiler, fc, source string) (time.Duration, error) {
	cmd := exec.Command(compiler, "-O0", "-J", dir, "-c", source, "-o", filepath.Join(dir, "x.o"))
	cmd.Env = append(os.Environ(), "MDMP_FC="+fc)
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", compiler, err, out)
	}
	return time.Since(began), nil
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return (times[(len(times)-1)/2] + times[len(times)/2]) / 2
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

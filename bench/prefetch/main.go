// Command prefetch measures what "mdmp run --prefetch" wins for plain MPI
// programs on the emulated cluster.
//
// A run with the library and a run without take turns, so that whatever
// disturbs the machine disturbs both; the median of the ratios of such pairs is
// what counts. The kernels (src/kernels.c) print the median time of their steps,
// and a sum that must be the same in all runs.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mdmp-fortran/mdmp/bench/lab"
)

// A kernel with its arguments: bytes of a block, effort for each element, steps.
var cases = [...]string{
	"hand 800000 1 60", "hand 800000 3 60", "hand 800000 10 60", "hand 4000000 3 20",
	"farm 800000 4 60", "farm 800000 12 60",
	"gather 800000 10 60", "master 800000 10 60", "master 800000 30 60", "bodies 800000 10 60", "sort 800000 10 60", "halo 800000 10 60",
}

func main() {
	mdmp := flag.String("mdmp", "bin/mdmp", "the command mdmp")
	rates := flag.String("rates", "100mbit,1gbit", "speeds of the wire")
	rounds := flag.Int("rounds", 5, "pairs of runs")
	mpis := flag.String("mpis", "mpich,openmpi", "MPIs")
	ranks := flag.Int("ranks", 2, "ranks")
	only := flag.String("only", "", "kernels that begin so")
	flag.Parse()
	b := bench{mdmp: *mdmp, rounds: *rounds, ranks: *ranks}
	if err := b.run(strings.Split(*rates, ","), strings.Split(*mpis, ","), *only); err != nil {
		fmt.Fprintln(os.Stderr, "prefetch:", err)
		os.Exit(1)
	}
}

type bench struct {
	mdmp, dir     string
	rounds, ranks int
}

func (b bench) run(rates, mpis []string, only string) error {
	var err error
	if b.dir, err = os.MkdirTemp("", "mdmp-bench-prefetch-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	fmt.Printf("%-9s %-8s %-24s %10s %10s %7s %s\n", "MPI", "wire", "kernel, bytes, effort", "plain ms", "with ms", "ratio", "of each pair")
	for _, rate := range rates {
		c := lab.Default()
		c.Name, c.Rate = "mdmp-prefetch", rate
		if err := lab.Up(context.Background(), c); err != nil {
			return err
		}
		for _, name := range mpis {
			mpi, err := lab.ParseMPI(name)
			if err != nil {
				return err
			}
			if err := b.compare(c, mpi, only); err != nil {
				return err
			}
		}
	}
	return lab.Down("mdmp-prefetch")
}

// compare measures all cases under one MPI.
func (b bench) compare(c lab.Config, mpi lab.MPI, only string) error {
	exe, library := filepath.Join(b.dir, "kernels-"+string(mpi)), ""
	cc := "mpicc." + string(mpi)
	if out, err := exec.Command(cc, "-O2", "bench/prefetch/src/kernels.c", "-o", exe).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cc, err, out)
	}
	out, err := exec.Command(b.mdmp, "run", "--prefetch", "--cc", cc, "sh", "-c", "echo $LD_PRELOAD").Output()
	if err != nil {
		return fmt.Errorf("%s: %w", b.mdmp, err)
	}
	library = strings.TrimSpace(string(out))
	for _, args := range cases {
		if !strings.HasPrefix(args, only) {
			continue
		}
		job := lab.Job{MPI: mpi, Ranks: b.ranks, Lab: &c, Argv: append([]string{exe}, strings.Fields(args)...)}
		if err := b.line(job, c.Rate, library); err != nil {
			return fmt.Errorf("%s: %s: %w", mpi, args, err)
		}
	}
	return nil
}

// line measures one case.
func (b bench) line(job lab.Job, rate, library string) error {
	var plain, with, ratios []float64
	sum := ""
	for range b.rounds {
		p, s, err := one(job)
		if err != nil {
			return err
		}
		preloaded := job
		preloaded.Env = []string{"LD_PRELOAD=" + library}
		w, t, err := one(preloaded)
		if err != nil {
			return err
		}
		if s != t || sum != "" && s != sum {
			return fmt.Errorf("the sums differ: %s and %s", s, t)
		}
		sum = s
		plain, with, ratios = append(plain, p), append(with, w), append(ratios, p/w)
	}
	fmt.Printf("%-9s %-8s %-24s %10.2f %10.2f %7.3f %.2f\n", job.MPI, rate, strings.Join(job.Argv[1:4], " "), 1e3*median(plain), 1e3*median(with), median(ratios), ratios)
	return nil
}

var result = regexp.MustCompile(`(?m)^step (\S+) sum (\S+)$`)

// one runs a kernel once: seconds of a step, and its sum.
func one(job lab.Job) (float64, string, error) {
	var out bytes.Buffer
	limits := lab.DefaultLimits()
	limits.Done, limits.Grace = result, time.Second
	if _, err := lab.Run(context.Background(), job, limits, &out, io.Discard); err != nil {
		return 0, "", err
	}
	m := result.FindStringSubmatch(out.String())
	if m == nil {
		return 0, "", errors.New("no result")
	}
	seconds, err := strconv.ParseFloat(m[1], 64)
	return seconds, m[2], err
}

func median(list []float64) float64 {
	s := slices.Clone(list)
	slices.Sort(s)
	return s[len(s)/2]
}

// Command prefetch measures what "mdmp run --prefetch" wins for plain MPI
// programs on the emulated cluster.
//
// A run with the library and a run without take turns, so that whatever
// disturbs the machine disturbs both; the median of the ratios of such pairs is
// what counts. The kernels (src/kernels.c) print the median time of their steps,
// and a sum that must be the same in all runs. With -exe any program is run so that prints
// seconds and something that must be the same, as the NAS benchmarks do; it need
// not end after that.
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
	"gather 800000 10 400", "master 800000 10 400", "master 800000 30 400", "master 800000 300 200", "bodies 800000 10 400", "sort 800000 10 400", "pes 4000000 3 40", "halo 800000 10 60", "any 800000 10 60", "cast 800000 10 400",
}

func main() {
	mdmp := flag.String("mdmp", "bin/mdmp", "the command mdmp")
	rates := flag.String("rates", "100mbit,1gbit", "speeds of the wire")
	mpis := flag.String("mpis", "mpich,openmpi", "MPIs")
	ranks := flag.String("ranks", "2", "numbers of ranks")
	only := flag.String("only", "", "kernels that begin so")
	exe := flag.String("exe", "", "a program with its arguments, instead of the kernels; %m stands for the MPI")
	seconds := flag.String("seconds", `Time in seconds\s*=\s*(\S+)`, "with -exe: what it prints its time behind")
	done := flag.String("done", "", "with -exe: a line like this ends the results, if the one of -same does not: the program need not end")
	same := flag.String("same", `Verification\s*=\s*(\S+)`, "with -exe: what it prints that must be the same")
	b := bench{cases: cases[:], seconds: stepTime, same: stepSum, done: stepSum}
	flag.IntVar(&b.rounds, "rounds", 5, "pairs of runs")
	flag.IntVar(&b.hosts, "hosts", 2, "hosts, over which the ranks are spread")
	flag.Parse()
	err := b.set(*mdmp, *ranks, *only, *exe, *seconds, *same, *done)
	if err == nil {
		err = b.run(strings.Split(*rates, ","), strings.Split(*mpis, ","))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "prefetch:", err)
		os.Exit(1)
	}
}

type bench struct {
	mdmp, dir     string
	rounds, hosts int
	ranks         []int
	cases         []string // arguments of the kernels
	exe           []string // what is run instead of them
	seconds, same *regexp.Regexp
	done          *regexp.Regexp // what ends the results: MPICH may not come back from MPI_Finalize
}

// set takes what the flags say.
func (b *bench) set(mdmp, ranks, only, exe, seconds, same, done string) error {
	b.mdmp = mdmp
	for n := range strings.SplitSeq(ranks, ",") {
		k, err := strconv.Atoi(n)
		if err != nil {
			return fmt.Errorf("-ranks: %w", err)
		}
		b.ranks = append(b.ranks, k)
	}
	b.cases = slices.DeleteFunc(slices.Clone(b.cases), func(c string) bool { return !strings.HasPrefix(c, only) })
	if b.exe = strings.Fields(exe); len(b.exe) == 0 {
		return nil
	}
	var err error
	if b.seconds, err = regexp.Compile(seconds); err != nil {
		return fmt.Errorf("-seconds: %w", err)
	}
	if b.same, err = regexp.Compile(same); err != nil {
		return fmt.Errorf("-same: %w", err)
	}
	if b.done = b.same; done != "" {
		if b.done, err = regexp.Compile(done); err != nil {
			return fmt.Errorf("-done: %w", err)
		}
	}
	if b.seconds.NumSubexp() < 1 || b.same.NumSubexp() < 1 {
		return errors.New("-seconds and -same need a group in parentheses")
	}
	return nil
}

func (b bench) run(rates, mpis []string) error {
	var err error
	if b.dir, err = os.MkdirTemp("", "mdmp-bench-prefetch-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	fmt.Printf("%-9s %-8s %5s %-24s %10s %10s %7s %s\n", "MPI", "wire", "ranks", "program", "plain ms", "with ms", "ratio", "of each pair")
	for _, rate := range rates {
		c := lab.Default()
		c.Name, c.Rate, c.Hosts = "mdmp-prefetch", rate, b.hosts
		if err := lab.Up(context.Background(), c); err != nil {
			return err
		}
		for _, name := range mpis {
			mpi, err := lab.ParseMPI(name)
			if err != nil {
				return err
			}
			if err := b.compare(c, mpi); err != nil {
				return err
			}
		}
	}
	return lab.Down("mdmp-prefetch")
}

// compare measures all cases under one MPI.
func (b bench) compare(c lab.Config, mpi lab.MPI) error {
	cc := "mpicc." + string(mpi)
	programs, err := b.programs(cc, mpi)
	if err != nil {
		return err
	}
	out, err := exec.Command(b.mdmp, "run", "--prefetch", "--cc", cc, "sh", "-c", "echo $LD_PRELOAD").Output()
	if err != nil {
		return fmt.Errorf("%s: %w", b.mdmp, err)
	}
	library := strings.TrimSpace(string(out))
	for _, argv := range programs {
		for _, ranks := range b.ranks {
			job := lab.Job{MPI: mpi, Ranks: ranks, Lab: &c, Argv: argv}
			if err := b.line(job, c.Rate, library); err != nil {
				return fmt.Errorf("%s: %s on %d ranks: %w", mpi, strings.Join(argv, " "), ranks, err)
			}
		}
	}
	return nil
}

// programs are the command lines that are measured: those of the kernels, or the one that was given.
func (b bench) programs(cc string, mpi lab.MPI) ([][]string, error) {
	if len(b.exe) > 0 {
		argv := slices.Clone(b.exe)
		for i := range argv {
			argv[i] = strings.ReplaceAll(argv[i], "%m", string(mpi))
		}
		path, err := filepath.Abs(argv[0])
		argv[0] = path
		// What it prints must be there before it ends.
		return [][]string{append([]string{"stdbuf", "-oL"}, argv...)}, err
	}
	exe := filepath.Join(b.dir, "kernels-"+string(mpi))
	if out, err := exec.Command(cc, "-O2", "bench/prefetch/src/kernels.c", "-o", exe).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cc, err, out)
	}
	var list [][]string
	for _, args := range b.cases {
		list = append(list, append([]string{exe}, strings.Fields(args)...))
	}
	return list, nil
}

// line measures one case.
func (b bench) line(job lab.Job, rate, library string) error {
	var plain, with, ratios []float64
	sum := ""
	for range b.rounds {
		p, s, err := b.one(job)
		if err != nil {
			return err
		}
		preloaded := job
		preloaded.Env = []string{"LD_PRELOAD=" + library}
		w, t, err := b.one(preloaded)
		if err != nil {
			return err
		}
		if s != t || sum != "" && s != sum {
			return fmt.Errorf("the sums differ: %s and %s", s, t)
		}
		sum = s
		plain, with, ratios = append(plain, p), append(with, w), append(ratios, p/w)
	}
	what := job.Argv[1:4]
	if len(b.exe) > 0 {
		what = append([]string{filepath.Base(job.Argv[2])}, job.Argv[3:]...)
	}
	fmt.Printf("%-9s %-8s %5d %-24s %10.2f %10.2f %7.3f %.2f\n", job.MPI, rate, job.Ranks, strings.Join(what, " "), 1e3*median(plain), 1e3*median(with), median(ratios), ratios)
	return nil
}

// What the kernels print.
var (
	stepTime = regexp.MustCompile(`(?m)^step (\S+) sum \S+$`)
	stepSum  = regexp.MustCompile(`(?m)^step \S+ sum (\S+)$`)
)

// one runs a program once: seconds, and what must be the same.
func (b bench) one(job lab.Job) (float64, string, error) {
	var out bytes.Buffer
	limits := lab.DefaultLimits()
	limits.Done, limits.Grace = b.done, time.Second
	if len(b.exe) > 0 {
		job.Env = append(slices.Clone(job.Env), "GFORTRAN_UNBUFFERED_PRECONNECTED=1") // as stdbuf does for C
	}
	if _, err := lab.Run(context.Background(), job, limits, &out, io.Discard); err != nil {
		return 0, "", err
	}
	seconds, same := b.seconds.FindStringSubmatch(out.String()), b.same.FindStringSubmatch(out.String())
	if seconds == nil || same == nil {
		return 0, "", errors.New("no result")
	}
	s, err := strconv.ParseFloat(seconds[1], 64)
	return s, same[1], err
}

func median(list []float64) float64 {
	s := slices.Clone(list)
	slices.Sort(s)
	return s[len(s)/2]
}

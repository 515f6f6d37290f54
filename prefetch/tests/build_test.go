package tests

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/prefetch"
	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

var scratch string // everything is built here

func TestMain(m *testing.M) {
	var err error
	scratch, err = os.MkdirTemp("", "mdmp-prefetch-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

// An mpi is an installed MPI, with the library built for it.
type mpi struct {
	*mpirun.Library
	tool    *compiler.Tool
	library string

	mu       sync.Mutex
	programs map[string]func() (string, error) // what build has made
}

// eachMPI runs a test under every MPI that is installed, or MDMP_TEST_MPI names, beside other tests; with -short under the
// first.
func eachMPI(t *testing.T, test func(t *testing.T, m *mpi)) {
	t.Helper()
	names := strings.Fields(os.Getenv("MDMP_TEST_MPI"))
	if len(names) == 0 {
		names = []string{"mpich", "openmpi"}
	}
	installed := mpirun.Installed(names...)
	if len(installed) == 0 {
		t.Fatal("no MPI is installed")
	}
	if testing.Short() {
		installed = installed[:1]
	}
	t.Parallel()
	for _, l := range installed {
		t.Run(l.Name, func(t *testing.T) {
			share.Take(t)
			t.Parallel()
			test(t, prepared(t, l))
		})
	}
}

var (
	mpis   = map[string]*mpi{}
	mpisMu sync.Mutex
)

// prepared builds the library for an MPI, once.
func prepared(t *testing.T, l *mpirun.Library) *mpi {
	t.Helper()
	mpisMu.Lock()
	defer mpisMu.Unlock()
	if m := mpis[l.Name]; m != nil {
		return m
	}
	path, err := exec.LookPath(l.CC)
	if err != nil {
		t.Fatal(err)
	}
	tool, err := compiler.Ask(path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	cache, err := mpirun.Kept(scratch, "cache")
	if err != nil {
		t.Fatal(err)
	}
	library, err := prefetch.Library(context.Background(), cache, tool)
	if err != nil {
		t.Fatal(err)
	}
	mpis[l.Name] = &mpi{Library: l, tool: tool, library: library, programs: map[string]func() (string, error){}}
	return mpis[l.Name]
}

// running bounds how many MPI programs run at once: one starts or ends, which is mostly waiting, while another computes.
var running = make(chan struct{}, runtime.NumCPU())

// command is mpirun.Command in its turn.
func command(t *testing.T, env []string, argv ...string) mpirun.Outcome {
	t.Helper()
	running <- struct{}{}
	defer func() { <-running }()
	return mpirun.Command(t.TempDir(), env, limit, argv...)
}

// build compiles programs of this folder to one executable, once.
func (m *mpi) build(t *testing.T, name string, cc string, argv ...string) string {
	t.Helper()
	m.mu.Lock()
	made := m.programs[name]
	if made == nil {
		made = sync.OnceValues(func() (string, error) { return m.compile(name, cc, argv) })
		m.programs[name] = made
	}
	m.mu.Unlock()
	exe, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

func (m *mpi) compile(name, cc string, argv []string) (string, error) {
	exe := filepath.Join(scratch, m.Name, name)
	if err := os.MkdirAll(filepath.Dir(exe), 0o755); err != nil {
		return "", err
	}
	line := append([]string{cc, "-o", exe}, argv...)
	if o := mpirun.Command("programs", nil, 3*time.Minute, line...); o.Status != 0 {
		return "", fmt.Errorf("%s: %s", strings.Join(line, " "), o.Stderr)
	}
	return exe, nil
}

func (m *mpi) buildC(t *testing.T, name string, files ...string) string {
	return m.build(t, name, m.CC, append([]string{"-std=c11", "-D_GNU_SOURCE", "-g", "-O1"}, append(files, "-lpthread")...)...)
}

// A way to run with the library.
type way struct {
	name string
	env  []string
}

var (
	always = []string{"MDMP_PREFETCH_LOCAL=1", "MDMP_PREFETCH_CHECK=1", "MDMP_PREFETCH_REPORT=1"}
	greedy = way{"greedy", append(always[:len(always):len(always)], "MDMP_PREFETCH_GREEDY=1")}
	broken = way{"broken", append(always[:len(always):len(always)], "MDMP_PREFETCH_GREEDY=1", "MDMP_PREFETCH_CUT=9")}
	trees  = way{"trees", append(always[:len(always):len(always)], "MDMP_PREFETCH_GREEDY=1", "MDMP_PREFETCH_TREE=2")}
	ways   = []way{
		{"usual", always},
		greedy,
		broken,
		trees,
	}
)

const limit = 2 * time.Minute

// plainly runs a program without the library. Its lines come in order.
func (m *mpi) plainly(t *testing.T, ranks int, argv ...string) []string {
	t.Helper()
	o := command(t, nil, m.Launch(ranks, argv...)...)
	if o.Status != 0 {
		t.Fatalf("%v: exit status %d\n%s%s", argv, o.Status, o.Stdout, o.Stderr)
	}
	return lines(o.Stdout)
}

// prefetched runs it with the library.
func (m *mpi) prefetched(t *testing.T, ranks int, w way, argv ...string) ([]string, sums) {
	t.Helper()
	line, env := prefetch.Launch(m.Launch(ranks, argv...), nil, w.env, m.library, m.tool.Flavour())
	o := command(t, env, line...)
	if o.Status != 0 {
		t.Fatalf("%s: %v: exit status %d\n%s%s", w.name, argv, o.Status, o.Stdout, o.Stderr)
	}
	return lines(o.Stdout), said(o.Stderr)
}

func lines(text string) []string {
	list := strings.Split(strings.TrimSpace(text), "\n")
	slices.Sort(list)
	return list
}

// sums are what the library says at the end.
type sums struct{ asked, late, granted, shortened, saved int }

var note = regexp.MustCompile(`mdmp: note: prefetching: (\d+) requests, (\d+) of them late, (\d+) granted; (\d+) messages shortened, by (\d+) bytes`)

func said(text string) sums {
	m := note.FindStringSubmatch(text)
	if m == nil {
		return sums{asked: -1}
	}
	var n [5]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[i+1])
	}
	return sums{n[0], n[1], n[2], n[3], n[4]}
}

// mustOutput runs a program as it is.
func mustOutput(t *testing.T, argv ...string) string {
	t.Helper()
	o := command(t, nil, argv...)
	if o.Status != 0 {
		t.Fatalf("%v: exit status %d\n%s", argv, o.Status, o.Stderr)
	}
	return o.Stdout
}

package rtlib

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/compiler"
)

// toolchain returns the compilers of one of the MPIs of this machine.
func toolchain(t *testing.T, suffix string) Toolchain {
	t.Helper()
	fc, err := exec.LookPath("mpifort" + suffix)
	if err != nil {
		t.Skipf("mpifort%s is not installed", suffix)
	}
	find := compiler.Finder{Path: os.Getenv("PATH")}
	cc, err := find.C("", fc)
	if err != nil {
		t.Fatal(err)
	}
	f, err := compiler.Ask(fc, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := compiler.Ask(cc, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Toolchain{f, c}
}

// script writes an executable shell script and returns it as a compiler.
func script(t *testing.T, dir, name, text string) *compiler.Tool {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return &compiler.Tool{Path: path, Behind: path, Version: "fake", Family: "gnu"}
}

// fakes are compilers that make files for objects, and programs that print what is
// wanted. Every run of the Fortran compiler leaves a line in dir/runs.
func fakes(t *testing.T, dir string) Toolchain {
	const output = `echo x >>` + "DIR" + `/runs
case "$*" in *"-J mod"*) echo module >mod/mdmp_rt.mod;; esac
while [ $# -gt 0 ]; do test "$1" = -o && out=$2; shift; done
case $out in
*.o) echo object >"$out";;
?*) printf '#!/bin/sh\necho self-test passed\n' >"$out"; chmod +x "$out";;
esac
`
	text := strings.ReplaceAll(output, "DIR", dir)
	return Toolchain{script(t, dir, "fc", text), script(t, dir, "cc", text)}
}

func TestBuild(t *testing.T) {
	suffixes := []string{".mpich", ".openmpi"}
	if testing.Short() {
		suffixes = suffixes[:1]
	}
	for _, suffix := range suffixes {
		t.Run(suffix, func(t *testing.T) {
			tc := toolchain(t, suffix)
			b := Builder{Cache: filepath.Join(t.TempDir(), "cache")}
			l, err := b.Ensure(context.Background(), tc)
			if err != nil {
				t.Fatal(err)
			}
			r, err := l.Record()
			if err != nil || r.SelfTest != "passed" || r.Version != Version {
				t.Errorf("%+v %v", r, err)
			}
			took := time.Hour
			for range 10 { // a busy machine needs more than one try
				began := time.Now()
				again, err := b.Ensure(context.Background(), tc)
				if err != nil || again.Dir != l.Dir {
					t.Errorf("again: %v %v", again, err)
				}
				took = min(took, time.Since(began))
			}
			if took > 100*time.Millisecond {
				t.Errorf("what is built already took %v", took)
			}
			if list, err := Cached(b.Cache); err != nil || len(list) != 1 || list[0].Size() < 10000 {
				t.Errorf("cached: %v %v", list, err)
			}
		})
	}
}

// Sanitizer builds pass the self-test, too.
func TestVariants(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the run time several times")
	}
	tc := toolchain(t, ".mpich")
	for _, v := range variants[1:] {
		if v.Name == "tsan" || v.Name == "debug" {
			continue // the MPI library is not made for it; debug is like asan
		}
		l, err := Builder{Cache: filepath.Join(t.TempDir(), "cache"), Variant: v}.Ensure(context.Background(), tc)
		if err != nil {
			t.Errorf("%s: %v", v.Name, err)
			continue
		}
		if _, err := os.Stat(filepath.Join(l.Dir, "src", "exchange.c")); err != nil {
			t.Errorf("%s: no sources for debuggers: %v", v.Name, err)
		}
	}
	if _, err := FindVariant("fast"); err == nil || !strings.Contains(err.Error(), "asan") {
		t.Errorf("unknown variant: %v", err)
	}
}

// Compilers may be named from the folder in which the wrapper was started, the build has one of its own.
func TestNamedFromHere(t *testing.T) {
	dir := t.TempDir()
	tc := fakes(t, dir)
	t.Chdir(dir)
	tc.FC.Path, tc.CC.Path = "./fc", "./cc"
	if _, err := (Builder{Cache: filepath.Join(dir, "cache")}).Ensure(context.Background(), tc); err != nil {
		t.Error(err)
	}
	s := Small{Name: "small", Files: map[string][]byte{"a.c": nil}, Purpose: "a test"}
	if path, err := s.Ensure(context.Background(), filepath.Join(dir, "cache"), tc.CC); err != nil {
		t.Error(err)
	} else if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// Of many that need the library at once one builds it.
func TestRace(t *testing.T) {
	dir := t.TempDir()
	tc := fakes(t, dir)
	cache := filepath.Join(dir, "cache")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			// Locks are held by open files: builders in one process exclude
			// each other as processes do.
			if _, err := (Builder{Cache: cache}).Ensure(context.Background(), tc); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	runs, err := os.ReadFile(filepath.Join(dir, "runs"))
	if err != nil {
		t.Fatal(err)
	}
	entries, _ := sources.ReadDir("src")
	files := 0
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext == ".c" || ext == ".f90" {
			files++
		}
	}
	// Every file once, a question and three trials for headers, the self-test.
	if n := strings.Count(string(runs), "x"); n != files+4+1 {
		t.Errorf("the compilers were started %d times for %d files", n, files)
	}
	nothingLeft(t, cache)
}

// nothingLeft fails if unfinished builds are in a cache.
func nothingLeft(t *testing.T, cache string) {
	t.Helper()
	if left, _ := filepath.Glob(filepath.Join(cache, "*"+buildMark+"*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// Whatever step fails: an error, nothing half done, and the next try works.
func TestFaults(t *testing.T) {
	dir := t.TempDir()
	tc := fakes(t, dir)
	cache := filepath.Join(dir, "cache")
	for _, step := range []string{"header", "fortran", "c", "archive", "selftest", "record"} {
		b := Builder{Cache: cache, Fault: func(s string) error {
			if s == step {
				return errors.New("disk full")
			}
			return nil
		}}
		if _, err := b.Ensure(context.Background(), tc); err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("%s: %v", step, err)
		}
		if list, _ := Cached(cache); len(list) != 0 {
			t.Errorf("%s: a library is there", step)
		}
		nothingLeft(t, cache)
	}
	l, err := Builder{Cache: cache}.Ensure(context.Background(), tc)
	if err != nil {
		t.Fatal(err)
	}
	// A damaged one is replaced.
	if err := os.Remove(l.Archive()); err != nil {
		t.Fatal(err)
	}
	if l, err = (Builder{Cache: cache}).Ensure(context.Background(), tc); err != nil || l.State() != "" {
		t.Errorf("damaged library: %v", err)
	}
	nothingLeft(t, cache)
	// What was left by a build that was killed goes with the next build.
	if err := os.RemoveAll(l.Dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(l.Dir+buildMark+"123/src", 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := (Builder{Cache: cache}).Ensure(context.Background(), tc); err != nil {
		t.Error(err)
	}
	nothingLeft(t, cache)
}

func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	tc := fakes(t, dir)
	tc.FC = script(t, dir, "slow", "exec sleep 30\n")
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := (Builder{Cache: filepath.Join(dir, "cache")}).Ensure(ctx, tc); err == nil {
		t.Error("no error")
	}
	if took := time.Since(began); took > 25*time.Second {
		t.Errorf("went on for %v", took)
	}
	nothingLeft(t, filepath.Join(dir, "cache"))
}

// Refusals say what is missing.
func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	good := fakes(t, dir)
	tests := []struct {
		name string
		fc   string
		cc   string
		want string
	}{
		{"no C", "", "echo no licence; exit 1", "the C compiler does not work"},
		{"no mpi.h", "", `case "$*" in *mpi.c*) echo no mpi.h; exit 1;; esac`, "finds no mpi.h"},
		{"no header", "", `case "$*" in *binding.c*) exit 1;; esac`, "no ISO_Fortran_binding.h of"},
		{"C fails", "", `case "$*" in *exchange.c*) echo bad C >&2; exit 1;; esac`, "bad C"},
		{"Fortran fails", "echo bad Fortran >&2; exit 1", "", "bad Fortran"},
		{"does not link", `case "$*" in *wrap=*) echo no wrap >&2; exit 1;; esac`, "", "the self-test could not be built"},
	}
	for _, tt := range tests {
		tc := good
		prepend := func(name, text string, t0 *compiler.Tool) *compiler.Tool {
			if text == "" {
				return t0
			}
			return script(t, dir, name, text+"\nexec "+t0.Path+` "$@"`+"\n")
		}
		tc.FC = prepend("badfc", tt.fc, good.FC)
		tc.CC = prepend("badcc", tt.cc, good.CC)
		cache := filepath.Join(dir, "cache")
		_, err := Builder{Cache: cache}.Ensure(context.Background(), tc)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
		nothingLeft(t, cache)
	}
	mixed := Toolchain{&compiler.Tool{Path: "f", MPI: "Open MPI 5"}, &compiler.Tool{Path: "c", MPI: "MPICH version 4"}}
	if _, err := (Builder{Cache: dir}).Ensure(context.Background(), mixed); err == nil || !strings.Contains(err.Error(), "MDMP_CC") {
		t.Errorf("two MPIs: %v", err)
	}
}

// A self-test that fails is a refusal, unless no MPI program runs here.
func TestSelfTestVerdicts(t *testing.T) {
	const make = `case "$*" in
*exchange.f90*) say="$EXCHANGE";;
*control.f90*) say="$CONTROL";;
*) exec REST "$@";;
esac
while [ $# -gt 0 ]; do test "$1" = -o && out=$2; shift; done
printf '#!/bin/sh\n%s\n' "$say" >"$out"; chmod +x "$out"
`
	const passes, wrong, crashes = "echo self-test passed", "echo wrong: a row; exit 1", "kill -11 $$"
	for _, tt := range []struct {
		exchange, control string
		err, tested       string
	}{
		{passes, crashes, "", "passed"},
		{wrong, passes, "wrong: a row", ""},
		{crashes, passes, "the self-test failed", ""},
		{"echo hello", passes, "it printed hello", ""},
		{crashes, crashes, "", "not run"},
		{wrong, "exit 1", "", "not run"},
	} {
		dir := t.TempDir()
		tc := fakes(t, dir)
		tc.FC = script(t, dir, "fc2", strings.ReplaceAll(make, "REST", tc.FC.Path))
		env := append(os.Environ(), "EXCHANGE="+tt.exchange, "CONTROL="+tt.control)
		l, err := Builder{Cache: filepath.Join(dir, "cache"), Env: env}.Ensure(context.Background(), tc)
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%+v: %v", tt, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%+v: %v", tt, err)
			continue
		}
		if r, err := l.Record(); err != nil || !strings.HasPrefix(r.SelfTest, tt.tested) {
			t.Errorf("%+v: %+v %v", tt, r, err)
		}
	}
}

package probe

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/compiler"
)

// script writes a program of the shell.
func script(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// compile is a compiler that makes a file of nothing much.
const compile = `while [ "$1" != -o ]; do shift; done; echo built > "$2"`

// TestRun: what a launcher prints becomes a result, or an error that says what to do. The
// compiler makes an empty program, and launchers print what they like.
func TestRun(t *testing.T) {
	canned, err := filepath.Abs("testdata/canned.lines")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, cc, launcher string
		knobs              bool
		timeout            time.Duration
		want               string // of the error
	}{
		{name: "measured", cc: compile, launcher: "cat " + canned, timeout: time.Minute},
		{name: "with settings", cc: compile, launcher: "cat " + canned, knobs: true, timeout: time.Minute},
		{name: "no compiler", cc: "echo no mpi.h >&2; exit 1", launcher: "true", timeout: time.Minute, want: "no mpi.h"},
		{name: "a launcher that fails", cc: compile, launcher: "echo no slots >&2; exit 3", timeout: time.Minute, want: "no slots"},
		{name: "half a result", cc: compile, launcher: "head -3 " + canned, timeout: time.Minute, want: "did not come to its end"},
		{name: "a result, then a failure", cc: compile, launcher: "cat " + canned + "; exit 4", timeout: time.Minute, want: "exit status 4"},
		{name: "too long", cc: compile, launcher: "exec sleep 60", timeout: 300 * time.Millisecond, want: "--timeout sets another limit"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var told []string
			r, err := Run(context.Background(), Options{
				Launcher: []string{script(t, "launch", c.launcher), "-n", "2"}, CC: &compiler.Tool{Path: script(t, "cc", c.cc)}, Cache: t.TempDir(),
				Env: os.Environ(), Timeout: c.timeout, Quick: true, Knobs: c.knobs, Progress: func(s string) { told = append(told, s) },
			})
			switch {
			case c.want == "" && err != nil:
				t.Fatal(err)
			case c.want == "":
				if len(r.Peers) == 0 || !r.Quick || r.When.IsZero() || len(told) < 2 {
					t.Errorf("%+v, told %v", r, told)
				}
				if n := len(settingsFor((&compiler.Tool{}).Flavour(), r.Peers)); c.knobs && len(r.Knobs) != n {
					t.Errorf("%d settings of %d", len(r.Knobs), n)
				}
			case err == nil || !strings.Contains(err.Error(), c.want):
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestNoLauncher(t *testing.T) {
	_, err := Run(context.Background(), Options{Launcher: []string{"no-such-launcher"}})
	if err == nil || !strings.Contains(err.Error(), "mdmp probe -- mpiexec") {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Launcher: []string{"x"}, Timeout: time.Minute}
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := o.measure(ctx, os.Environ(), []string{script(t, "launch", "exec sleep 60")}); err != context.Canceled {
		t.Error(err)
	}
}

// TestBuiltOnce: a program that is in the cache is not built again; what the user cannot
// trust is not run.
func TestBuiltOnce(t *testing.T) {
	cache := t.TempDir()
	cc := &compiler.Tool{Path: script(t, "cc", compile)}
	first, err := program(context.Background(), cache, cc)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cc.Path, []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if again, err := program(context.Background(), cache, cc); err != nil || again != first {
		t.Errorf("%s, %v; first %s", again, err, first)
	}
	if other, err := program(context.Background(), cache, &compiler.Tool{Path: cc.Path, Args: []string{"-m32"}}); err == nil {
		t.Errorf("%s was built by a compiler that fails", other)
	}
	if err := os.WriteFile(filepath.Join(cache, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := program(context.Background(), filepath.Join(cache, "file"), cc); err == nil || !strings.Contains(err.Error(), "MDMP_CACHE") {
		t.Error(err)
	}
}

// TestAlone: one rank, or several programs that know nothing of each other.
func TestAlone(t *testing.T) {
	o := Options{Launcher: []string{"mpiexec"}, CC: &compiler.Tool{Path: "mpicc"}}
	for out, want := range map[string]string{mark + "all end\n": "one rank only", mark + "all end\n" + mark + "all end\n": "2 programs that know nothing"} {
		if err := o.alone(out); !strings.Contains(err.Error(), want) {
			t.Error(err)
		}
	}
	long := o.failed([]string{"mpiexec"}, "exit status 1", "", strings.Repeat("line\n", 50)+"last\n").Error()
	if strings.Count(long, "\n") > 12 || !strings.HasSuffix(long, "last") {
		t.Error(long)
	}
	if err := o.failed([]string{"mpiexec"}, "exit status 1", "printed\n", ""); !strings.HasSuffix(err.Error(), "printed") {
		t.Error(err)
	}
}

// TestFindC: the C compiler that is asked for, else that of the Fortran compiler, else mpicc.
func TestFindC(t *testing.T) {
	dir := t.TempDir()
	put := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if _, err := findC(compiler.NewFinder(dir, nil), "", ""); err == nil || !strings.Contains(err.Error(), "--cc or MDMP_CC") {
		t.Errorf("nothing is there: %v", err)
	}
	mine, mpicc := put("mycc"), put("mpicc")
	for _, c := range []struct{ cc, fc, want string }{{"mycc", "", mine}, {"", "", mpicc}} {
		if got, err := findC(compiler.NewFinder(dir, nil), c.cc, c.fc); err != nil || got != c.want {
			t.Errorf("%+v: %s, %v", c, got, err)
		}
	}
	put("mpifort")
	if got, err := findC(compiler.NewFinder(dir, nil), "", ""); err != nil || got != mpicc {
		t.Errorf("beside mpifort: %s, %v", got, err)
	}
}

// TestBeside: a launcher with a name behind a dot goes with the compiler of that name beside it.
func TestBeside(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"mpicc.one", "mpiexec.one", "mpiexec.other", "mpiexec"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	one, asked := filepath.Join(dir, "mpicc.one"), script(t, "cc", "exit 0")
	for launcher, want := range map[string]string{"mpiexec.one": one, "mpiexec.other": "", "mpiexec": "", "mpiexec.none": ""} {
		if got := beside(filepath.Join(dir, launcher)); got != want {
			t.Errorf("%s: %q, want %q", launcher, got, want)
		}
	}
	for _, c := range []struct{ cc, env, want string }{{"", "", one}, {asked, "", asked}, {"", asked, asked}} {
		getenv := func(name string) string { return map[string]string{"MDMP_CC": c.env, "PATH": dir}[name] }
		tool, err := FindCompiler(filepath.Join(dir, "mpiexec.one"), c.cc, getenv, compiler.Memo{Dir: t.TempDir(), Env: os.Environ()})
		if err != nil || tool.Path != c.want {
			t.Errorf("%+v: %+v, %v", c, tool, err)
		}
	}
}

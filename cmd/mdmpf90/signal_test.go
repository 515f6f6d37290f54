package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// slowCompiler is a wrapped compiler that waits in the middle of a
// compilation, and says when it has begun.
const slowCompiler = `#!/bin/sh
case "$*" in
*--version*) echo "GNU Fortran 99"; exit;;
*-show*) echo gfortran; exit;;
*-v*) exit 1;;
esac
trap 'echo got TERM >>log; exit 7' TERM
trap 'echo got INT >>log; exit 8' INT
echo "$@" >begun.new
mv begun.new begun
i=0
while [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done
`

// bench is a folder with a source and a fake compiler.
type bench struct {
	t   *testing.T
	dir string
	env []string
}

func newBench(t *testing.T, compiler string) *bench {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"fc":    compiler,
		"x.f90": "program x\n  !$mdmp say hello\nend program\n",
		"y.f90": "program y\n!overlap print *, 'hello'\nend program\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "MDMP_FC="+dir+"/fc", "TMPDIR="+dir+"/tmp", "MDMP_CACHE="+dir+"/cache", asWrapper+"=1")
	return &bench{t, dir, env}
}

// wrapper is the wrapper with the fake translator: the test program itself.
func (b *bench) wrapper(args ...string) *exec.Cmd {
	b.t.Helper()
	self, err := os.Executable()
	if err != nil {
		b.t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir, cmd.Env = b.dir, b.env
	return cmd
}

func (b *bench) waitFor(name string) {
	b.t.Helper()
	for range 200 {
		if _, err := os.Stat(filepath.Join(b.dir, name)); err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatalf("%s did not appear", name)
}

func (b *bench) left() []string {
	b.t.Helper()
	list, err := filepath.Glob(filepath.Join(b.dir, "tmp", "*"))
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

func TestSignalsReachTheCompiler(t *testing.T) {
	for _, tt := range []struct {
		sig  syscall.Signal
		said string
		args string
	}{
		{syscall.SIGTERM, "got TERM", "-mdmp=off -c x.f90"},
		{syscall.SIGINT, "got INT", "-mdmp=off -c x.f90"},
		{syscall.SIGQUIT, "", "-mdmp=off -c x.f90"},
		// An exit code for an answer is no reason to do it once more without what nobody asked for.
		{syscall.SIGINT, "got INT", "-mdmp-overlap -c y.f90"},
	} {
		b := newBench(t, slowCompiler)
		cmd := b.wrapper(strings.Fields(tt.args)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		b.waitFor("begun")
		if len(b.left()) != 1 {
			t.Errorf("temporary folders: %q", b.left())
		}
		if err := cmd.Process.Signal(tt.sig); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		log, _ := os.ReadFile(filepath.Join(b.dir, "log"))
		if !strings.Contains(string(log), tt.said) {
			t.Errorf("%v: the compiler %q", tt.sig, log)
		}
		// A wrapper that was told to end ends by that signal, as a compiler
		// would: make then stops, too.
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !status.Signaled() || status.Signal() != tt.sig {
			t.Errorf("%v: ended with %v", tt.sig, err)
		}
		if len(b.left()) != 0 {
			t.Errorf("%v: left %q", tt.sig, b.left())
		}
	}
}

func TestExitCodesAndDeaths(t *testing.T) {
	b := newBench(t, "#!/bin/sh\ncase $1 in --version) echo GNU Fortran; exit;; -show) echo gfortran -lmpi; exit;; esac\ntest -f how && . ./how\n")
	for _, tt := range []struct {
		how    string
		code   int
		signal syscall.Signal
	}{
		{"exit 0", 0, 0},
		{"exit 1", 1, 0},
		{"exit 4", 4, 0},
		{"exit 255", 255, 0},
		{"kill -9 $$", 0, syscall.SIGKILL},
		{"kill -11 $$", 0, syscall.SIGSEGV},
		{"kill -15 $$", 0, syscall.SIGTERM},
		{"kill -6 $$", 0, syscall.SIGABRT},
		{"kill -3 $$", 0, syscall.SIGQUIT},
	} {
		if err := os.WriteFile(filepath.Join(b.dir, "how"), []byte(tt.how), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := b.wrapper("-mdmp=off", "-c", "x.f90")
		out, _ := cmd.CombinedOutput() // the state is looked at
		status := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if tt.signal != 0 && (!status.Signaled() || status.Signal() != tt.signal) || tt.signal == 0 && status.ExitStatus() != tt.code {
			t.Errorf("%s: %v", tt.how, cmd.ProcessState)
		}
		if len(out) > 0 {
			t.Errorf("%s: printed %s", tt.how, out)
		}
		if len(b.left()) != 0 {
			t.Errorf("%s: left %q", tt.how, b.left())
		}
	}
}

// A compiler that was killed while it was asked something has said nothing.
func TestKilledQuestion(t *testing.T) {
	b := newBench(t, "#!/bin/sh\ncase $1 in --version) echo GNU Fortran; exit;; -show) echo gfortran -lmpi; exit;; esac\n"+
		"case \"$*\" in *modules.f90*) echo x >>asked; test -f spare || kill -9 $$;; esac\n")
	if out, err := b.wrapper("-mdmp=off", "-c", "x.f90").CombinedOutput(); err == nil || !strings.Contains(string(out), "mpi_f08: interrupted") {
		t.Errorf("%v, %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(b.dir, "spare"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if out, err := b.wrapper("-mdmp=off", "-c", "x.f90").CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%v, %s", err, out)
		}
	}
	if asked, err := os.ReadFile(filepath.Join(b.dir, "asked")); string(asked) != "x\nx\n" {
		t.Errorf("asked %q: %v", asked, err)
	}
}

// What a wrapper that was killed outright has left is removed by a later one,
// but not the folder of one that lives.
func TestSweepAfterKill(t *testing.T) {
	b := newBench(t, slowCompiler)
	killed := b.wrapper("-mdmp=off", "-c", "x.f90")
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	b.waitFor("begun")
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait() // killed
	stale := b.left()
	if len(stale) != 1 {
		t.Fatalf("left %q", stale)
	}
	if err := os.Remove(filepath.Join(b.dir, "begun")); err != nil {
		t.Fatal(err)
	}
	living := b.wrapper("-mdmp=off", "-c", "x.f90")
	if err := living.Start(); err != nil {
		t.Fatal(err)
	}
	b.waitFor("begun")
	old := time.Now().Add(-time.Hour)
	for _, dir := range b.left() {
		if err := os.Chtimes(dir, old, old); err != nil {
			t.Fatal(err)
		}
	}
	third := b.wrapper("-mdmp=off", "-c", "x.f90", "-o", "third.o")
	if err := third.Start(); err != nil {
		t.Fatal(err)
	}
	for range 1500 {
		if _, err := os.Stat(stale[0]); os.IsNotExist(err) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if _, err := os.Stat(stale[0]); err == nil {
		t.Error("the folder of the killed wrapper is still there")
	}
	if len(b.left()) != 2 {
		t.Errorf("folders of living wrappers: %q", b.left())
	}
	for _, cmd := range []*exec.Cmd{living, third} {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // ended by the signal
	}
	if len(b.left()) != 0 {
		t.Errorf("left %q", b.left())
	}
}

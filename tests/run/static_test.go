package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// Where MPI is an archive the linker takes of it what somebody asks for alone: the run time, or its flags, must ask.
func TestStaticMPI(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short")
	}
	share.Take(t)
	b, tried := newBench(t), false
	for _, l := range libraries(t) {
		if err := l.Prepare(b.root); err != nil {
			t.Fatal(err)
		}
		flags := staticMPI(t, l, t.TempDir())
		if flags == nil {
			continue
		}
		tried = true
		for name, c := range map[string][]string{
			"harmless":   {filepath.Join("harmless", "other.F90"), filepath.Join("harmless", "main.f90")},
			"directives": {filepath.Join("programs", "periodic.f90")},
			"c":          {filepath.Join("..", "..", "examples", "delta", "cascade.c")},
		} {
			t.Run(l.Name+"/"+name, func(t *testing.T) {
				dir := t.TempDir()
				var o mpirun.Outcome
				if sources := absolute(t, c); name == "c" {
					o = b.buildC(t, l, dir, flags, sources)
				} else {
					o = l.build(dir, []string{b.wrapper}, append([]string{"-w", "-fallow-argument-mismatch"}, flags...), sources, false)
				}
				if o.Status != 0 {
					t.Fatal(o.Stderr)
				}
				if o := mpirun.Command(dir, l.Env, time.Minute, "ldd", "program"); strings.Contains(o.Stdout, "libmpi") {
					t.Fatalf("not static: %s", o.Stdout)
				}
				if o := l.run(dir, aCase{ranks: 2}, nil); o.Status != 0 || o.Stdout == "" {
					t.Errorf("status %d\n%s%s", o.Status, o.Stdout, o.Stderr)
				}
			})
		}
	}
	if !tried {
		t.Skip("no MPI is here as an archive")
	}
}

// buildC builds a program in C with the flags that the wrapper prints for such programs.
func (b *bench) buildC(t *testing.T, l *library, dir string, flags, sources []string) mpirun.Outcome {
	argv := append([]string{l.CC, "-o", "program"}, sources...)
	for _, what := range []string{"-mdmp-cflags", "-mdmp-libs"} {
		o := mpirun.Command(dir, l.Env, time.Minute, b.wrapper, what)
		if o.Status != 0 {
			t.Fatal(o.Stderr)
		}
		argv = append(argv, strings.Fields(o.Stdout)...)
	}
	return mpirun.Command(dir, l.Env, time.Minute, append(argv, flags...)...)
}

// staticMPI returns what links MPI as archives: a folder that has them alone, and what they need; nil: there are none.
func staticMPI(t *testing.T, l *library, dir string) []string {
	if l.Name != "mpich" { // Open MPI opens parts of it when it runs
		return nil
	}
	where := func(name string) string {
		path := strings.TrimSpace(mpirun.Command(dir, l.Env, time.Minute, l.FC, "-print-file-name="+name).Stdout)
		if !filepath.IsAbs(path) {
			return ""
		}
		return path
	}
	folder := filepath.Join(dir, "archives")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"libmpich.a", "libmpichfort.a"} {
		path := where(name)
		if path == "" {
			return nil
		}
		if err := os.Symlink(path, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	flags := []string{"-L" + folder, "-Wl,--no-as-needed"}
	for _, line := range strings.Split(mpirun.Command(dir, l.Env, time.Minute, "ldd", where("libmpich.so")).Stdout, "\n") {
		if f := strings.Fields(line); len(f) > 2 && filepath.IsAbs(f[2]) && !strings.HasPrefix(f[0], "libc.") {
			flags = append(flags, f[2])
		}
	}
	return flags
}

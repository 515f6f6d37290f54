package codegen

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// compiler is a compiler as the tests call it.
type compiler struct {
	name string
	cmd  []string
	dir  string // holds the module mdmp_rt
}

// run runs a command with a time limit and returns what it says.
func run(dir string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// findCompilers returns the compilers that are installed, with the module of
// the run time compiled for each. Tests that compile are not run with -short.
func findCompilers(t *testing.T) (list []*compiler) {
	t.Helper()
	if testing.Short() {
		t.Skip("not with -short")
	}
	for _, c := range []*compiler{
		{name: "openmpi", cmd: []string{"mpifort.openmpi"}},
		{name: "mpich", cmd: []string{"mpifort.mpich"}},
		{name: "flang", cmd: []string{"flang-22", "-I/usr/include/x86_64-linux-gnu/mpich"}},
	} {
		if _, err := exec.LookPath(c.cmd[0]); err != nil {
			t.Logf("%s is not installed: not tried", c.cmd[0])
			continue
		}
		module, err := filepath.Abs("../rtlib/src/mdmp_rt.f90")
		if err != nil {
			t.Fatal(err)
		}
		c.dir = t.TempDir()
		if out, err := run(c.dir, append(c.cmd, "-c", module)...); err != nil {
			t.Fatalf("%s: mdmp_rt.f90: %v\n%s", c.name, err, out)
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		t.Skip("NO FORTRAN COMPILER: generated code was not compiled")
	}
	return list
}

// flagSets are tried one after the other. Where the input compiles with them,
// the translation must, too.
var flagSets = [][]string{
	{"-O2"},
	{"-O1", "-Wall", "-Wextra", "-Werror"},
	{"-std=f2008"},
	{"-std=f2018"},
	{"-std=legacy"},
	{"-fdefault-integer-8"},
	{"-fdefault-real-8"},
	{"-g", "-fcheck=all", "-ffpe-trap=invalid", "-finit-real=snan"},
	{"-fopenmp"},
}

// Every translation compiles wherever its input does: under both MPI libraries
// with gfortran, in all flag sets; with flang as far as that can be.
func TestFortranGolden(t *testing.T) {
	for _, c := range findCompilers(t) {
		t.Run(c.name, func(t *testing.T) {
			for i, name := range archives(t) {
				t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
					t.Parallel()
					compileArchive(t, c, readArchive(t, name), i)
				})
			}
		})
	}
}

func compileArchive(t *testing.T, c *compiler, a *txtar.Archive, n int) {
	dir := t.TempDir()
	files := inputs(a)
	in := files[len(files)-1]
	texts := map[string][]byte{}
	for _, v := range variants {
		if (v.name == "mpif") == (c.name == "flang") || v.name == "plain" {
			if res := translate(t, in, v.opt); res.Text != nil {
				texts[v.name] = res.Text
			}
		}
	}
	tried := 0
	for i, flags := range flagSets {
		if !c.tries(i, n, in) {
			continue
		}
		for _, f := range files[:len(files)-1] {
			if out, err := c.compile(dir, f, flags); err != nil {
				t.Fatalf("%s: %v\n%s", f.Name, err, out)
			}
		}
		for name, text := range texts {
			f := txtar.File{Name: name + filepath.Ext(in.Name), Data: text}
			out, err := c.compile(dir, f, flags)
			if err == nil {
				tried++
			} else if _, err := c.compile(dir, in, flags); err == nil {
				t.Errorf("%s with %s: %v\n%s", name, strings.Join(flags, " "), err, out)
			}
		}
	}
	if tried == 0 && len(texts) > 0 && c.name == "openmpi" {
		t.Error("nothing compiles, whatever the flags")
	}
}

// tries reports whether a compiler tries flag set i on archive n: the first two
// always, the others in turn.
func (c *compiler) tries(i, n int, in txtar.File) bool {
	switch c.name {
	case "flang": // reads no modules of MPI, nor quotes in a line marker
		return i == 0 && !bytes.Contains(in.Data, []byte("use mpi")) && !strings.Contains(in.Name, `"`)
	case "mpich":
		return i == 1 || (i+n)%len(flagSets) == 0
	}
	return i < 2 || (i+n)%3 == 0
}

// compile compiles one file.
func (c *compiler) compile(dir string, f txtar.File, flags []string) (string, error) {
	name := filepath.Join(dir, filepath.Base(f.Name))
	if err := os.WriteFile(name, f.Data, 0o644); err != nil {
		return "", err
	}
	args := append([]string{}, c.cmd...)
	args = append(args, flags...)
	return run(dir, append(args, "-I"+c.dir, "-c", name, "-o", "out.o")...)
}

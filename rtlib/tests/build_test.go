package tests

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// An mpi is an installed MPI library.
type mpi struct {
	*mpirun.Library
	name, fc, cc string
}

// eachMPI runs a test under every MPI that is installed, beside other tests; with -short under the first.
func eachMPI(t *testing.T, test func(t *testing.T, m *mpi)) {
	t.Helper()
	t.Parallel()
	underMPIs(t, func(t *testing.T, m *mpi) {
		t.Parallel()
		test(t, m)
	})
}

// eachMPIAlone is for tests that look at the clock or need the machine: nothing runs beside them.
func eachMPIAlone(t *testing.T, test func(t *testing.T, m *mpi)) {
	t.Helper()
	underMPIs(t, test)
}

func underMPIs(t *testing.T, test func(t *testing.T, m *mpi)) {
	t.Helper()
	installed := mpirun.Installed("mpich", "openmpi")
	if len(installed) == 0 {
		t.Fatal("no MPI is installed")
	}
	if testing.Short() {
		installed = installed[:1]
	}
	for _, l := range installed {
		t.Run(l.Name, func(t *testing.T) {
			share.Take(t)
			test(t, &mpi{l, l.Name, l.FC, l.CC})
		})
	}
}

// A lane is a way to build: plain or with a sanitizer, always with assertions (invariant.h).
type lane struct {
	name  string
	flags []string // of all compilations and links
}

var (
	plain = lane{name: "plain", flags: []string{"-g", "-O2", "-DMDMP_ASSERT"}}
	asan  = lane{name: "asan", flags: []string{"-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-DMDMP_ASSERT"}}
	tsan  = lane{name: "tsan", flags: []string{"-g", "-O1", "-fsanitize=thread", "-Wno-tsan", "-DMDMP_ASSERT"}}
)

var scratch string // everything is built here

func TestMain(m *testing.M) {
	var err error
	scratch, err = os.MkdirTemp("", "mdmp-rt-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

// long is for tests that -short leaves out.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("not with -short")
	}
}

// ranks returns the numbers of processes of a program that runs on 1 to most; with -short two alone.
func ranks(most int) []int {
	if testing.Short() {
		return []int{2}
	}
	var all []int
	for n := range most {
		all = append(all, n+1)
	}
	return all
}

func source(name string) string {
	path, err := filepath.Abs(filepath.Join("..", "src", name))
	if err != nil {
		panic(err)
	}
	return path
}

func program(name string) string {
	path, err := filepath.Abs(filepath.Join("programs", name))
	if err != nil {
		panic(err)
	}
	return path
}

// command runs a tool in dir; its output comes back as one text.
func command(dir string, name string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out.String())
	}
	return out.String(), nil
}

func cSources() []string {
	files, err := filepath.Glob(filepath.Join("..", "src", "*.c"))
	if err != nil || len(files) == 0 {
		panic("no sources of the run time")
	}
	for i, f := range files {
		files[i] = source(filepath.Base(f))
	}
	return files
}

// compileAll compiles files at once, as many at a time as there are cores.
func compileAll(dir, cc string, flags, files []string) error {
	var wg sync.WaitGroup
	errs := make([]error, len(files))
	slots := make(chan struct{}, runtime.NumCPU())
	for i, f := range files {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			_, errs[i] = command(dir, cc, append(append([]string{}, flags...), "-c", f)...)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// wrapFlags are the link flags of wrap.list; api: and of numbered.list.
func wrapFlags(api bool) []string {
	text, err := os.ReadFile(source("wrap.list"))
	if api && err == nil {
		var more []byte
		more, err = os.ReadFile(source("numbered.list"))
		text = append(text, more...)
	}
	if err != nil {
		panic(err)
	}
	var flags []string
	one := "-Wl"
	for _, line := range strings.Fields(stripComments(string(text))) {
		one += ",--wrap=" + line
	}
	return append(flags, one) // MPICH's compiler script starts a process for every word
}

func stripComments(text string) string {
	var keep []string
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "#") {
			keep = append(keep, line)
		}
	}
	return strings.Join(keep, "\n")
}

type built struct {
	once sync.Once
	dir  string
	err  error
}

var (
	libraries   = map[string]*built{}
	librariesMu sync.Mutex
)

// library builds the run time for an MPI and a lane, once; it returns the folder of libmdmp.a and mdmp_rt.mod. The folder is
// kept for other runs of the tests (mpirun.Kept); its name is the hash of all that is in it.
func library(t *testing.T, m *mpi, l lane) string {
	t.Helper()
	librariesMu.Lock()
	b := libraries[m.name+l.name]
	if b == nil {
		b = &built{}
		libraries[m.name+l.name] = b
	}
	librariesMu.Unlock()
	b.once.Do(func() { b.dir, b.err = keptLibrary(m, l) })
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b.dir
}

func keptLibrary(m *mpi, l lane) (string, error) {
	root, err := mpirun.Kept(scratch, "rtlib")
	if err != nil {
		return "", err
	}
	name, err := libraryHash(m, l)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(root, name)
	if _, err := os.Stat(filepath.Join(dir, "libmdmp.a")); err == nil {
		return dir, nil
	}
	making, err := os.MkdirTemp(root, "making-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(making)
	if err := buildLibrary(making, m, l); err != nil {
		return "", err
	}
	if err := os.Rename(making, dir); err != nil && !errors.Is(err, os.ErrExist) { // another process was faster
		return "", err
	}
	return dir, nil
}

// libraryHash names what a library is made of: sources, flags, compilers.
func libraryHash(m *mpi, l lane) (string, error) {
	h := sha256.New()
	for _, cc := range []string{m.cc, m.fc} {
		version, err := command(scratch, cc, "--version")
		if err != nil {
			return "", err
		}
		show, err := command(scratch, cc, "-show")
		if err != nil {
			return "", err
		}
		fmt.Fprintln(h, version, show)
	}
	fmt.Fprintln(h, m.name, l.flags)
	files, err := filepath.Glob(filepath.Join("..", "src", "*"))
	if err != nil {
		return "", err
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(h, f, len(text))
		h.Write(text)
	}
	return fmt.Sprintf("%s-%s-%x", m.name, l.name, h.Sum(nil)[:10]), nil
}

func buildLibrary(dir string, m *mpi, l lane) error {
	flags := append([]string{"-std=c11", "-fPIC", "-Wall", "-Wextra", "-Werror"}, l.flags...)
	if err := compileAll(dir, m.cc, flags, cSources()); err != nil {
		return err
	}
	for _, module := range []string{"mdmp_rt.f90", "mdmp.f90"} {
		object := strings.TrimSuffix(module, ".f90") + "_f.o"
		if _, err := command(dir, m.fc, append(l.flags, "-fPIC", "-c", source(module), "-o", object)...); err != nil {
			return err
		}
	}
	objects, err := filepath.Glob(filepath.Join(dir, "*.o"))
	if err != nil {
		return err
	}
	_, err = command(dir, "ar", append([]string{"rc", "libmdmp.a"}, objects...)...)
	return err
}

// A recipe is a test program and how to build it.
type recipe struct {
	name   string
	files  []string // in folder programs, in order
	flags  []string
	noWrap bool     // linked as by a foreign main program
	api    bool     // it uses the API of delta send-recv
	macros []string // of its C files
	link   []string
}

func fortran(name string, flags ...string) recipe {
	return recipe{name: name, files: []string{"check.f90", name + ".F90"}, flags: append([]string{"-fcheck=all"}, flags...)}
}

var (
	executables   = map[string]*built{}
	executablesMu sync.Mutex
)

// build makes the executable of a recipe, once.
func build(t *testing.T, m *mpi, l lane, r recipe) string {
	t.Helper()
	lib := library(t, m, l)
	key := strings.Join([]string{m.name, l.name, r.name}, "-")
	executablesMu.Lock()
	b := executables[key]
	if b == nil {
		b = &built{dir: filepath.Join(scratch, key+"-program")}
		executables[key] = b
	}
	executablesMu.Unlock()
	b.once.Do(func() { b.err = buildProgram(b.dir, lib, m, l, r) })
	if b.err != nil {
		t.Fatal(b.err)
	}
	return filepath.Join(b.dir, r.name)
}

func buildProgram(dir, lib string, m *mpi, l lane, r recipe) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	var objects []string
	for _, f := range r.files {
		tool, flags := m.cc, append([]string{"-Wall", "-Wextra", "-Wno-psabi", "-I", source("")}, append(l.flags[:len(l.flags):len(l.flags)], r.macros...)...)
		if !strings.HasSuffix(f, ".c") {
			tool = m.fc
			flags = append([]string{"-w", "-cpp", "-ffree-line-length-none", "-I", program(""), "-I", lib}, l.flags...)
			flags = append(flags, r.flags...)
		}
		object := strings.TrimSuffix(f, filepath.Ext(f)) + ".o"
		if _, err := command(dir, tool, append(flags, "-c", program(f), "-o", object)...); err != nil {
			return err
		}
		objects = append(objects, object)
	}
	link := append(objects, filepath.Join(lib, "libmdmp.a"), "-lpthread", "-o", r.name)
	link = append(append(link, l.flags...), r.link...)
	if !r.noWrap {
		link = append(link, wrapFlags(r.api)...)
	}
	_, err := command(dir, m.fc, link...)
	return err
}

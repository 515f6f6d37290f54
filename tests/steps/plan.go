package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// scope is how much is run.
type scope struct {
	short bool // what make test runs
	share share.Share
}

// has reports whether a step that is not divided belongs to this scope.
func (s scope) has(name string) bool { return s.share.Has(name) }

// String is the command that runs it.
func (s scope) String() string {
	switch {
	case s.short:
		return "make test"
	case s.share == share.Share{}:
		return "make test-all"
	default:
		return "make test-all PART=" + s.share.String()
	}
}

// step is a command, whose output is that of "go test -json" if tests is set.
type step struct {
	name  string
	argv  []string
	env   []string
	tests bool
	first bool // builds what is kept: its seconds do not count
}

// String is its name and its command line.
func (s step) String() string {
	return fmt.Sprintf("%s: %s", s.name, strings.Join(append(slices.Clone(s.env), s.argv...), " "))
}

// testPackage is a package that has tests.
type testPackage struct {
	path   string // within the module
	shares bool   // some of its tests ask for their share
}

// crowd is a package whose tests have a step of their own, as they start many programs.
type crowd struct {
	name, path string
	parallel   int // tests at once for each processor: ranks wait for each other much of their time
}

// crowds lists them.
func crowds() []crowd {
	return []crowd{
		{"run time in C", "rtlib/tests", 3},
		{"whole programs", "tests/run", 2},
		{"prefetching", "prefetch/tests", 2},
		{"random programs and mutants", "tests/torture", 1},
	}
}

// plan lists the steps of a scope.
func plan(s scope, packages []testPackage) []step {
	steps := []step{{name: "build", argv: []string{"tests/ci/build"}, first: true}}
	if s.has("lint") {
		steps = append(steps, step{name: "lint", argv: []string{"tests/ci/lint"}})
	}
	var together []string
	for _, p := range packages {
		if slices.ContainsFunc(crowds(), func(c crowd) bool { return c.path == p.path }) {
			continue
		}
		if p.shares || s.has(p.path) {
			together = append(together, "./"+p.path)
		}
	}
	processors := runtime.NumCPU()
	if len(together) > 0 {
		steps = append(steps, tests(s, "units, golden files, commands", []string{"-p", fmt.Sprint(processors + 1)}, together...))
	}
	for _, c := range crowds() {
		steps = append(steps, tests(s, c.name, []string{"-parallel", fmt.Sprint(c.parallel * processors)}, "./"+c.path))
	}
	if s.short {
		return steps
	}
	steps = append(steps, step{name: "fuzz targets, 10 s each", argv: []string{"tests/ci/fuzz"}, env: []string{"FUZZTIME=10s"}})
	if s.has("golden files are fresh") {
		steps = append(steps, step{name: "golden files are fresh", argv: []string{"tests/ci/golden"}})
	}
	if s.has("sample of other people's Fortran") {
		steps = append(steps, step{name: "sample of other people's Fortran", argv: []string{"tests/ci/corpus", "--sample"}})
	}
	return steps
}

// tests is a step of "go test".
func tests(s scope, name string, flags []string, packages ...string) step {
	argv := append([]string{"go", "test", "-json", "-count=1", "-timeout", "60m"}, flags...)
	if s.short {
		argv = append(argv, "-short")
	}
	return step{name: name, argv: append(argv, packages...), tests: true}
}

// environment is what all steps get: where to keep what can be used again, and the part. What the user has in his own
// environment for the product, or for tests, must not change what is tested.
func environment(s scope, kept string) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "MDMP_") && !strings.HasPrefix(v, "MDMP_TEST_MPI=")
	})
	return append(env, mpirun.KeptVariable+"="+kept, "MDMP_CACHE="+filepath.Join(kept, "cache"), share.Variable+"="+s.share.String())
}

// listPackages asks go for the packages that have tests.
func listPackages() ([]testPackage, error) {
	cmd := exec.Command("go", "list", "-f", `{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Module.Path}} {{join .TestImports " "}} {{join .XTestImports " "}}{{end}}`, "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return parsePackages(out), nil
}

func parsePackages(listed []byte) []testPackage {
	var list []testPackage
	for in := bufio.NewScanner(bytes.NewReader(listed)); in.Scan(); {
		words := strings.Fields(in.Text())
		if len(words) < 2 {
			continue
		}
		path, module := words[0], words[1]
		list = append(list, testPackage{
			path:   strings.TrimPrefix(path, module+"/"),
			shares: slices.Contains(words[2:], module+"/tests/share"),
		})
	}
	return list
}

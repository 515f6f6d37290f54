package run

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
)

// program is something to build, run and compare.
type program struct {
	name      string
	sources   []string   // the main file last
	reference []string   // sources of the reference; nil: derived from "!ref" lines
	args      [][]string // each list of arguments is a run of its own
	flags     []string
	env       []string
	ranks     []int
	modes     []string
	needs     string
	mpi       string   // under this MPI alone
	fails     []string // texts of the error that the run must end with
	never     []string // texts that nothing says
	self      bool     // checks itself
	invariant bool     // prints the same on any number of ranks
}

// skip skips what cannot run here.
func (p program) skip(t *testing.T, l *library) {
	if p.needs != "" && os.Getenv(p.needs) == "" {
		t.Skipf("only where %s is set", p.needs)
	}
	if p.mpi != "" && p.mpi != l.Name {
		t.Skipf("only under %s", p.mpi)
	}
}

func namesOf(list []program) []string {
	var names []string
	for _, p := range list {
		names = append(names, p.name)
	}
	return names
}

// examples finds the examples: a folder each, with a source of the same name and
// its reference.
func examples(t *testing.T, root string) []program {
	// Odd sizes, so that ranks get different shares.
	sizes := map[string][]string{
		"jacobi2d": {"67", "15"},
		"jacobi77": {"41", "15"},
		"heat3d":   {"9", "7", "5", "6"},
		"shallow":  {"29", "15"},
		"tiles":    {"33", "15"},
		"sparse":   {"397", "15"},
		"suggest":  {"31", "15"},
		"relax":    {"51", "17", "9"},
		"edges":    {"31", "15", "0"},
	}
	dirs, err := filepath.Glob(filepath.Join(root, "*", "*_mpi.*"))
	if err != nil {
		t.Fatal(err)
	}
	var list []program
	for _, ref := range dirs {
		name := filepath.Base(filepath.Dir(ref))
		src := filepath.Join(filepath.Dir(ref), name+filepath.Ext(ref))
		if _, err := os.Stat(src); err != nil {
			t.Errorf("%s is no reference of an example: %v", ref, err)
			continue
		}
		p := program{name: name, sources: []string{src}, reference: []string{ref}, invariant: true}
		p.args = [][]string{nil}
		if more := sizes[name]; more != nil {
			p.args = append(p.args, more)
		}
		list = append(list, p)
	}
	return list
}

// programs finds the test programs: files, and folders with a main file.
func programs(t *testing.T, root string) []program {
	var mains []string
	for _, pattern := range []string{"*.f90", "*.F90", "*.f", "*.F", "*/main.*"} {
		m, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		mains = append(mains, m...)
	}
	sort.Strings(mains)
	var list []program
	for _, path := range mains {
		p, err := load(path)
		if err != nil {
			t.Error(err)
			continue
		}
		list = append(list, p)
	}
	return list
}

// load reads the "run:" lines of a main file.
func load(path string) (program, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return program{}, err
	}
	dir := filepath.Dir(path)
	p := program{name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), sources: []string{path}}
	if p.name == "main" {
		p.name = filepath.Base(dir)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return p, err
	}
	for _, line := range strings.Split(string(text), "\n") {
		key, words, ok := header(line)
		if !ok {
			continue
		}
		switch key {
		case "flags":
			p.flags = append(p.flags, words...)
		case "args":
			p.args = append(p.args, words)
		case "env":
			p.env = append(p.env, words...)
		case "with":
			for _, w := range words {
				p.sources = append(p.sources, filepath.Join(dir, w))
			}
		case "include":
			p.flags = append(p.flags, "-I"+filepath.Join(dir, words[0]))
		case "ranks":
			if p.ranks, err = numbers(words); err != nil {
				return p, fmt.Errorf("%s: %w", path, err)
			}
		case "modes":
			p.modes = words
		case "needs":
			p.needs = words[0]
		case "mpi":
			p.mpi = words[0]
		case "self":
			p.self = true
		case "never":
			p.never = append(p.never, strings.Join(words, " "))
		case "fails":
			p.fails = append(p.fails, strings.Join(words, " "))
		default:
			return p, fmt.Errorf("%s: no such setting: run: %s", path, key)
		}
	}
	// Modules are in the files beside the main program, so these come first.
	p.sources = append(p.sources[1:], path)
	if p.args == nil {
		p.args = [][]string{nil}
	}
	return p, nil
}

// header splits a line "! run: key word ..."; the comment may be of any form.
func header(line string) (key string, words []string, ok bool) {
	line = strings.TrimLeft(line, "!Cc/* \t")
	rest, ok := strings.CutPrefix(strings.TrimRight(line, "\r"), "run: ")
	if !ok {
		return "", nil, false
	}
	f := strings.Fields(rest)
	if len(f) == 0 {
		return "", nil, false
	}
	return f[0], f[1:], true
}

func numbers(words []string) ([]int, error) {
	var list []int
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// A reference that is not different from the program tests nothing.
func hasReference(src []byte) bool { return !bytes.Equal(mpirun.Derive(src), src) }

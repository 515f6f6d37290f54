package torture

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// subject is a program in which mutants are tried.
type subject struct {
	name  string
	files []file // in the order in which they are compiled
	ranks int
	flags []string
	env   []string
}

// wholePrograms lists the run tests that MDMP_MUTANTS_PROGRAMS names: files, or
// folders with a main file.
func wholePrograms(t *testing.T) []subject {
	t.Helper()
	var names []string
	for _, pattern := range strings.Fields(os.Getenv("MDMP_MUTANTS_PROGRAMS")) {
		l, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, l...)
	}
	slices.Sort(names)
	var list []subject
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			name = filepath.Join(name, "main.f90")
		}
		if filepath.Ext(name) != ".f90" { // mutants are written in free form
			continue
		}
		if s, ok := wholeProgram(t, name); ok {
			list = append(list, s)
		}
	}
	return list
}

// wholeProgram reads a run test and its settings; false if it has some that are of
// no use here.
func wholeProgram(t *testing.T, name string) (subject, bool) {
	t.Helper()
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return subject{}, false
	}
	if err != nil {
		t.Fatal(err)
	}
	s := subject{name: filepath.Base(name), ranks: 2}
	dir := filepath.Dir(name)
	if s.name == "main.f90" {
		s.name = filepath.Base(dir)
	}
	for _, l := range strings.Split(string(text[:min(len(text), 2000)]), "\n") {
		setting, ok := strings.CutPrefix(l, "! run: ")
		if !ok {
			continue
		}
		key, words, _ := strings.Cut(setting, " ")
		switch key {
		case "ranks":
			_, _ = fmt.Sscan(words, &s.ranks)
		case "flags":
			s.flags = strings.Fields(words)
		case "env":
			s.env = strings.Fields(words)
		case "with":
			for _, other := range strings.Fields(words) {
				text, err := os.ReadFile(filepath.Join(dir, other))
				if err != nil {
					t.Fatal(err)
				}
				s.files = append(s.files, file{name: filepath.Base(other), text: string(text)})
			}
		case "include", "needs", "fails", "args", "modes":
			return s, false
		}
	}
	s.files = append(s.files, file{name: "torture.f90", text: string(text)})
	return s, true
}

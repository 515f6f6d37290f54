package tree

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page on the architecture names every C file of the run time and every folder of
// Go packages at the top, and no others.
func TestArchitectureIsWhole(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]int{}
	for _, m := range regexp.MustCompile("`([a-z_]+\\.c)`").FindAllStringSubmatch(string(page), -1) {
		there[m[1]]++
	}
	files, err := filepath.Glob("../../rtlib/src/*.c")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files of the run time: %v", len(files), err)
	}
	for _, f := range files {
		name := filepath.Base(f)
		if there[name] == 0 {
			t.Errorf("docs/architecture.md does not name %s", name)
		}
		delete(there, name)
	}
	for name := range there {
		t.Errorf("docs/architecture.md names %s, which is no file of rtlib/src", name)
	}
	folders(t, string(page))
}

// folders compares the table of folders with those that hold packages of the product.
func folders(t *testing.T, page string) {
	t.Helper()
	listed := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+)/` \\|").FindAllStringSubmatch(page, -1) {
		listed[m[1]] = true
	}
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		if !e.IsDir() || strings.HasPrefix(name, ".") || name == "tests" || name == "bench" || !holdsGo(t, filepath.Join("../..", name)) {
			continue
		}
		if !listed[name] {
			t.Errorf("docs/architecture.md has no row for %s/", name)
		}
		delete(listed, name)
	}
	for name := range listed {
		t.Errorf("docs/architecture.md has a row for %s/, which holds no packages", name)
	}
}

func holdsGo(t *testing.T, dir string) bool {
	t.Helper()
	found := false
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		found = found || strings.HasSuffix(path, ".go")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

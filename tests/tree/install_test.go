package tree

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// link is a link or picture of Markdown.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// broken lists the links of the Markdown files below dir that name a file that
// is not there.
func broken(t *testing.T, dir string) (list []string, checked int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			target, _, _ := strings.Cut(m[1], "#")
			if target == "" || strings.Contains(target, "://") {
				continue
			}
			checked++
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), target)); err != nil {
				name, _ := filepath.Rel(dir, path)
				list = append(list, name+": "+target)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, checked
}

// Every link of the installed documentation leads to a file that is installed,
// also in a folder with a blank in its name.
func TestInstalledLinks(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("no make")
	}
	dir := filepath.Join(t.TempDir(), "a b")
	out, err := exec.Command("make", "-C", "../..", "-s", "install-doc", "DESTDIR="+dir, "PREFIX=/u s r").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list, checked := broken(t, filepath.Join(dir, "u s r/share/doc/mdmp"))
	if len(list) > 0 {
		t.Errorf("these lead nowhere:\n%s", strings.Join(list, "\n"))
	}
	if checked < 20 {
		t.Errorf("only %d links were found", checked)
	}
}

func TestBroken(t *testing.T) {
	dir := t.TempDir()
	text := "[a](there.md#x) [b](missing.md) [c](https://example.org/x) [d](#here)"
	if err := os.WriteFile(filepath.Join(dir, "there.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if list, checked := broken(t, dir); checked != 2 || len(list) != 1 || list[0] != "there.md: missing.md" {
		t.Errorf("%d links, broken %v", checked, list)
	}
}

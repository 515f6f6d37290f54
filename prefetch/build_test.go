package prefetch

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/compiler"
)

// TestFiles: every header that a source names is among the files.
func TestFiles(t *testing.T) {
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	include := regexp.MustCompile(`(?m)^#include "([^"]+)"`)
	for name, text := range files {
		if len(text) == 0 {
			t.Errorf("%s is empty", name)
		}
		for _, m := range include.FindAllSubmatch(text, -1) {
			if files[string(m[1])] == nil {
				t.Errorf("%s includes %s, which is not there", name, m[1])
			}
		}
	}
	if files["sends.c"] == nil || files["receives.c"] == nil {
		t.Error("the calls that send and receive are not there")
	}
}

// TestLibrary: the compiler gets all C files and makes a library, once.
func TestLibrary(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	cc := filepath.Join(dir, "cc")
	script := "#!/bin/sh\necho \"$@\" >" + dir + "/words\nwhile [ \"$1\" != -o ]; do shift; done\necho built > \"$2\"\n"
	if err := os.WriteFile(cc, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	first, err := Library(context.Background(), cache, &compiler.Tool{Path: cc})
	if err != nil {
		t.Fatal(err)
	}
	words, err := os.ReadFile(filepath.Join(dir, "words"))
	if err != nil || filepath.Ext(first) != ".so" {
		t.Fatal(first, err)
	}
	for _, want := range []string{"-shared", "-fPIC", "sends.c", "receives.c", "table.c"} {
		if !strings.Contains(string(words), want) {
			t.Errorf("%s is not in %s", want, words)
		}
	}
	if err := os.WriteFile(cc, []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if again, err := Library(context.Background(), cache, &compiler.Tool{Path: cc}); err != nil || again != first {
		t.Errorf("%s, %v; first %s", again, err, first)
	}
}

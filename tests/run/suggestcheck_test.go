package run

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mdmp-fortran/mdmp/tests/mpirun"
	"github.com/mdmp-fortran/mdmp/tests/share"
)

// checked is what mdmp suggest --check says of messages that are the same.
var checked = regexp.MustCompile(`(?m)^equal: [1-9]\d* messages that directives send, and calls did; 0 more are sent by calls$`)

// TestSuggestCheck: what the calls of a program send, and what its directives send, is the same message by message:
// sections, columns by a type, requests that are kept, copies of what is received into.
func TestSuggestCheck(t *testing.T) {
	share.Take(t)
	b := newBench(t)
	tool := b.companion(t)
	for _, l := range libraries(t) {
		if err := l.Prepare(b.root); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"vector.f90", "persistentloop.f90", "replaceshift.f90", "received.f90"} {
			src, err := os.ReadFile("../../suggest/testdata/" + name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, name), src, 0o666); err != nil {
				t.Fatal(err)
			}
			command := b.wrapper + " -O1 " + name + " -o program && " + strings.Join(l.Launch(2, "./program"), " ")
			o := mpirun.Command(dir, []string{"MDMP_FC=" + l.FC}, 3*time.Minute, tool, "suggest", "--check", name, "--", command)
			if o.Status != 0 || !checked.MatchString(o.Stdout) {
				t.Errorf("%s, %s: status %d\n%s%s", l.Name, name, o.Status, o.Stdout, o.Stderr)
			}
		}
	}
}

package codegen

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestAutoText compares what mode auto writes and says with what is recorded;
// MDMP_UPDATE=1 records it anew.
func TestAutoText(t *testing.T) {
	names, err := filepath.Glob("testdata/auto/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			old := readArchive(t, name)
			a := &txtar.Archive{Comment: old.Comment, Files: inputs(old)}
			res := translate(t, a.Files[len(a.Files)-1], Options{Mode: Auto})
			if res.Text == nil {
				t.Fatal(res.Diags)
			}
			var report bytes.Buffer
			for _, r := range res.Remarks {
				fmt.Fprintf(&report, "%d: %s: %s: %s\n", r.Line, r.Directive, r.Rung, r.Reason)
			}
			a.Files = append(a.Files, txtar.File{Name: "auto.golden", Data: res.Text}, txtar.File{Name: "report.golden", Data: report.Bytes()})
			got := txtar.Format(a)
			if os.Getenv("MDMP_UPDATE") == "1" {
				if err := os.WriteFile(name, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(strings.Split(string(txtar.Format(old)), "\n"), strings.Split(string(got), "\n")); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestManageOption: the option does what a directive at the head of the file
// does, and a file without directives is left alone otherwise.
func TestManageOption(t *testing.T) {
	const body = "subroutine s(u)\n  real :: u(:,:)\n  integer :: i, j\n  do j = 1, size(u,2)\n    do i = 1, size(u,1)\n      u(i,j) = 0\n" +
		"    end do\n  end do\nend subroutine\n"
	text := func(src string, opt Options) string {
		res, err := Translate("s.f90", []byte(src), opt)
		if err != nil || res.Text == nil {
			t.Fatal(err, res.Diags)
		}
		return string(res.Text)
	}
	plain := text(body, Options{Mode: Auto})
	if plain != body {
		t.Error("a file without directives was changed")
	}
	option := text(body, Options{Mode: Auto, Manage: ManageAll})
	directive := text("!$mdmp manage\n"+body, Options{Mode: Auto})
	if !strings.Contains(option, "mdmp_nest_begin") || !strings.Contains(option, "mdmp_visit") {
		t.Errorf("not managed:\n%s", option)
	}
	if strings.Count(option, "\n")+1 != strings.Count(directive, "\n") {
		t.Errorf("the option and the directive differ:\n%s\n%s", option, directive)
	}
	if got := text(body, Options{Mode: Plain, Manage: ManageAll}); got != body {
		t.Error("mode plain has no use for the option")
	}
}

package diag_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/diag"
)

// The table of codes in the language's specification is that of the pages.
// MDMP_UPDATE=1 writes it.
func TestSpecTable(t *testing.T) {
	const (
		path  = "../spec/language.md"
		begin = "<!-- codes: written by MDMP_UPDATE=1 go test ./diag -->\n"
		end   = "<!-- end of codes -->"
	)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the markers around the table are missing")
	}
	var table strings.Builder
	table.WriteString("| code | | |\n|---|---|---|\n")
	for _, code := range diag.Codes() {
		if e, ok := diag.Lookup(code); ok {
			fmt.Fprintf(&table, "| %s | %s | %s |\n", code, e.Severity, e.Title)
		}
	}
	want := before + begin + table.String() + end + after
	if os.Getenv("MDMP_UPDATE") == "1" {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(data) {
		t.Error("the table of codes is out of date: MDMP_UPDATE=1 go test ./diag")
	}
}

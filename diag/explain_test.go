package diag_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/diag"
)

// Every constant in codes.go has a page, every page a constant, and the
// numbers have no gaps: codes are only appended.
func TestPages(t *testing.T) {
	src, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	constants := regexp.MustCompile(`"(MDMP\d+)"`).FindAllStringSubmatch(string(src), -1)
	var used []string
	for _, m := range constants[1:] { // the first stands in the comment of Code
		used = append(used, m[1])
	}
	codes := diag.Codes()
	number := 0
	// What these said is not said any more; a number does not come back.
	gone := map[int]bool{14: true, /* receives through vector subscripts */
		17: true, /* manage was not available */
		61: true /* clauses of a region did not hold in procedures that are called */}
	for i, c := range codes {
		for number++; gone[number]; number++ {
		}
		if want := fmt.Sprintf("MDMP%03d", number); string(c) != want {
			t.Fatalf("page %s where %s should be", c, want)
		}
		if i >= len(used) || used[i] != string(c) {
			t.Errorf("%s has a page, but stands in codes.go in another place or not at all", c)
		}
	}
	if len(used) != len(codes) {
		t.Errorf("%d codes, %d pages", len(used), len(codes))
	}
	for _, c := range codes {
		e, ok := diag.Lookup(c)
		if !ok {
			t.Errorf("%s: the page cannot be read", c)
			continue
		}
		if e.Title == "" || e.Text == "" || e.Wrong.Text == "" || e.Right.Text == "" {
			t.Errorf("%s: something is missing: %+v", c, e)
		}
		if e.Wrong.Text == e.Right.Text {
			t.Errorf("%s: the right example is the wrong one", c)
		}
		for line := range strings.Lines(e.Text + "\n" + e.Wrong.Text + "\n" + e.Right.Text) {
			if len(line) > 89 {
				t.Errorf("%s: a line of %d characters: %s", c, len(line)-1, line)
			}
		}
	}
}

func TestExplain(t *testing.T) {
	text, ok := diag.Explain("mdmp001")
	if !ok {
		t.Fatal("lower case is not found")
	}
	golden(t, "explain", text)
	for _, bad := range []string{"", "MDMP", "MDMP000", "../explain/MDMP001", "12"} {
		if _, ok := diag.Explain(bad); ok {
			t.Errorf("%q explained", bad)
		}
	}
}

package codegen

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var quoted = regexp.MustCompile("`([a-z]+)`")

// fields are the rows of the table of fields in docs/wrapper.md: the words that are quoted in each.
func fields(t *testing.T) (names []string, words map[string][]string) {
	t.Helper()
	text, err := os.ReadFile("../docs/wrapper.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| field | meaning |\n|---|---|\n")
	if !ok {
		t.Fatal("docs/wrapper.md has no table of fields")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	words = map[string][]string{}
	for row := range strings.Lines(table) {
		cells := strings.SplitN(row, "|", 3)
		for _, name := range quoted.FindAllStringSubmatch(cells[1], -1) {
			names = append(names, name[1])
			for _, w := range quoted.FindAllStringSubmatch(cells[2], -1) {
				words[name[1]] = append(words[name[1]], w[1])
			}
		}
	}
	return names, words
}

// The table of fields in docs/wrapper.md names all of Remark, and the words that stand in them.
func TestFieldsAreDocumented(t *testing.T) {
	names, words := fields(t)
	var want []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Remark]()) {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag != "" {
			want = append(want, tag)
		}
	}
	slices.Sort(names)
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("the table has the fields\n%q\nRemark has\n%q", names, want)
	}
	for _, s := range []Status{Optimized, Missed, Note} {
		if !slices.Contains(words["status"], string(s)) {
			t.Errorf("status %q is not in the table", s)
		}
	}
	for _, d := range []string{"send", "recv", "commregion", "init", "manage", procedureWord, callWord} {
		if !slices.Contains(words["directive"], d) {
			t.Errorf("directive %q is not in the table", d)
		}
	}
	for _, r := range []string{openRung, managedRung, plainRung, noRung, overlappedRung} {
		if !slices.Contains(words["rung"], r) {
			t.Errorf("rung %q is not in the table", r)
		}
	}
}

// What is said of programs is of those words; and messages of one line differ in Part.
func TestRemarksOfPrograms(t *testing.T) {
	_, words := fields(t)
	rungs := append(slices.Clone(words["rung"]), ladder[:]...)
	for _, name := range archives(t) {
		in := inputs(readArchive(t, name))
		for _, opt := range []Options{{Mode: Auto, LineMarkers: true}, {Mode: Auto, LineMarkers: true, Overlap: true, Manage: ManageAll}} {
			type at struct {
				line, part int
			}
			met := map[at]bool{}
			for _, r := range translate(t, in[len(in)-1], opt).Remarks {
				if !slices.Contains(words["directive"], r.Directive) || !slices.Contains(rungs, r.Rung) {
					t.Errorf("%s:%d: %s %s is not in docs/wrapper.md", name, r.Line, r.Directive, r.Rung)
				}
				if key := (at{r.Line, r.Part}); r.Message() {
					if met[key] {
						t.Errorf("%s:%d: two messages are part %d of their line", name, r.Line, r.Part)
					}
					met[key] = true
				}
			}
		}
	}
}

// TestCallsOnce: MPI calls of which none overlaps are spoken of once each.
func TestCallsOnce(t *testing.T) {
	src := `program p
  use mpi
  implicit none
  real(8) :: u(0:9)
  integer :: rank, ierr
  call MPI_Recv(u(0), 1, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  u(1) = u(0)
end program p
`
	res, err := Translate("p.f90", []byte(src), Options{Mode: Auto, Overlap: true})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, r := range res.Remarks {
		if r.Line == 6 {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d remarks about one call: %v", n, res.Remarks)
	}
}

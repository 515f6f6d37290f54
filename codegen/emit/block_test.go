package emit_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/internal/planned"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

func writer(line int) *emit.Block {
	f := source.New("a.f90", []byte("end\n"), source.Options{})
	return emit.NewBlock(emit.NamesOf(f), source.Position{Name: "a.f90", Line: line}, "mdmp_rt")
}

// The order in which things are thought of is not that in which they stand.
func TestOrder(t *testing.T) {
	w := writer(3)
	w.Open("if (%s(x)) then", w.Intrinsic("allocated"))
	w.Declare("integer(%s) :: k", w.Use("mdmp_long", "mdmp_long"))
	w.Say("k = %d", 1)
	w.Else("else")
	w.Interface("subroutine f(x)", "!dir$ ignore_tkr x", "integer :: x")
	w.Say("k = 2")
	w.Shut("end if")
	w.Note("a remark")
	w.Copy("  call user(1)\n", source.Position{Name: "a.f90", Line: 5})
	w.Declare("integer(mdmp_long) :: k") // once is enough
	w.Use("mdmp_keep", "mdmp_keep_2")
	want := []string{
		"block",
		"  use mdmp_rt, only: mdmp_keep_2 => mdmp_keep, mdmp_long",
		"  intrinsic :: allocated",
		"  integer(mdmp_long) :: k",
		"  interface",
		"    subroutine f(x)",
		"      !dir$ ignore_tkr x",
		"      integer :: x",
		"    end subroutine",
		"  end interface",
		"  if (allocated(x)) then",
		"    k = 1",
		"  else",
		"    k = 2",
		"  end if",
		"  ! a remark",
		"  call user(1)",
		"end block",
	}
	if d := cmp.Diff(want, planned.Lines(w.Stmts())); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for _, s := range w.Stmts() {
		if strings.HasPrefix(s.Text, "!dir$") != s.Pragma {
			t.Errorf("%q: pragma %v", s.Text, s.Pragma)
		}
	}
}

// Names that stand for others do so in an ASSOCIATE around the BLOCK: inside, the
// old ones can be intrinsic procedures.
func TestAlias(t *testing.T) {
	w := writer(3)
	w.Alias("mdmp_n1", "size")
	w.Alias("mdmp_n2", "int")
	w.Interface("subroutine f()")
	w.Say("k = %s(mdmp_n1)", w.Intrinsic("size"))
	want := []string{
		"associate (mdmp_n1 => size, mdmp_n2 => int)",
		"  block",
		"    intrinsic :: size",
		"    interface",
		"      subroutine f()",
		"      end subroutine",
		"    end interface",
		"    k = size(mdmp_n1)",
		"  end block",
		"end associate",
	}
	if d := cmp.Diff(want, planned.Lines(w.Stmts())); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A variable that is called like an intrinsic procedure which the BLOCK calls gets
// another name, wherever its name is marked.
func TestRename(t *testing.T) {
	w := writer(3)
	w.Mentions = map[string]bool{"size": true, "int": true, "max": true}
	w.Say("if (%s(%s) .or. allocated(%s)) then", w.Intrinsic("allocated"), emit.Marked("size"), emit.Marked("max")) // an ASSOCIATE name cannot be asked
	w.Say("k = %s(u) + %s + max(%s, int(s))", w.Intrinsic("size"), emit.Marked("size"), emit.Marked("max"))
	w.Intrinsic("int")
	w.Rename()
	want := []string{
		"associate (mdmp_n1 => size)",
		"  block",
		"    intrinsic :: allocated, size",
		"    if (.true. .or. allocated(max)) then",
		"    k = size(u) + mdmp_n1 + max(max, int(s))",
		"  end block",
		"end associate",
	}
	if d := cmp.Diff(want, planned.Lines(w.Stmts())); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"int"}, w.Clash()); d != "" { // it may be the intrinsic there, too
		t.Errorf("(-want +got):\n%s", d)
	}
}

// What goes on as it is stands between what is before it and what is behind it.
func TestRest(t *testing.T) {
	w := writer(3)
	w.Open("do while (more(k))")
	w.Inner()
	w.Declare("integer :: k")
	w.Alias("a", "b")
	w.Rest()
	w.Shut("end block")
	w.Shut("end do")
	before, behind := w.Parts()
	if d := cmp.Diff([]string{"associate (a => b)", "  block", "    do while (more(k))", "      block", "        integer :: k"}, planned.Lines(before)); d != "" {
		t.Errorf("before (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"      end block", "    end do", "  end block", "end associate"}, planned.Lines(behind)); d != "" {
		t.Errorf("behind (-want +got):\n%s", d)
	}
}

// An intrinsic procedure is declared unless the user's expressions mention the
// name, whatever for: that is a clash.
func TestClash(t *testing.T) {
	w := writer(3)
	for _, name := range []string{"size", "int", "lbound", "int"} {
		w.Intrinsic(name)
	}
	for _, c := range []struct {
		mentions map[string]bool
		head     string
		clash    []string
	}{
		{nil, "  intrinsic :: int, lbound, size", nil},
		{map[string]bool{"u": true}, "  intrinsic :: int, lbound, size", nil},
		{map[string]bool{"size": true, "int": true, "max": true}, "  intrinsic :: lbound", []string{"int", "size"}},
		{map[string]bool{"size": true, "int": true, "lbound": true}, "end block", []string{"int", "lbound", "size"}},
	} {
		w.Mentions = c.mentions
		if got := planned.Lines(w.Stmts())[1]; got != c.head {
			t.Errorf("%v: %q, want %q", c.mentions, got, c.head)
		}
		if d := cmp.Diff(c.clash, w.Clash()); d != "" {
			t.Errorf("%v (-want +got):\n%s", c.mentions, d)
		}
	}
}

// Every statement knows the line of the directive that it comes from; what is
// declared belongs to the first.
func TestLines(t *testing.T) {
	w := writer(3)
	w.Declare("integer :: k")
	w.Say("k = 1")
	w.At.Line = 7
	w.Say("k = 2")
	var got []int
	for _, s := range w.Stmts() {
		got = append(got, s.Line.Line)
	}
	if d := cmp.Diff([]int{3, 3, 3, 7, 7}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A name in another case is the same name.
func TestUse(t *testing.T) {
	w := writer(1)
	w.Use("MPI_Request", "mpi_request")
	w.Use("MPI_Isend", "mdmp_isend")
	if got := planned.Lines(w.Stmts())[1]; got != "  use mdmp_rt, only: MPI_Request, mdmp_isend => MPI_Isend" {
		t.Error(got)
	}
}

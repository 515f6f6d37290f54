package regions_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

func find(t *testing.T, src string) (*source.File, *regions.Set) {
	t.Helper()
	f := source.New("a.f90", []byte(src), source.Options{})
	set, list := regions.Find(f, parse.File(f), nil)
	if len(list) > 0 {
		t.Fatal(list)
	}
	return f, set
}

func TestSet(t *testing.T) {
	if _, set := find(t, "x = 1\nend\n"); !set.Empty() {
		t.Error("a program without directives is not empty")
	}
	src := "real :: u(2)\ninteger :: k\n!$mdmp commregion\nif (k > 1) return\nstop\n10 continue\n" +
		"!$mdmp send(u(1), 1)\n! comment\n!$mdmp send(u(2), 2)\n!$mdmp end commregion\nend\n"
	f, set := find(t, "subroutine s(k)\n"+src)
	if set.Empty() {
		t.Error("empty")
	}
	r := set.Regions[0]
	if n := len(r.List[r.From+1 : r.To-1]); n != 5 {
		t.Errorf("%d items in the region", n)
	}
	if r.Parent() != nil {
		t.Error("the region has no construct around it")
	}
	for i, want := range []ast.Kind{ast.KReturn, ast.KStop} {
		leaves := r.Exits[i].Stmt
		if leaves.Inner != nil { // of a logical IF
			leaves = leaves.Inner
		}
		if leaves.Kind != want {
			t.Errorf("exit %d is %v, want %v", i, leaves.Kind, want)
		}
	}
	at := set.Exchanges[0].Span()
	text := string(f.Src[at.Start:at.End])
	if !strings.HasPrefix(text, "!$mdmp send(u(1)") || !strings.HasSuffix(text, "send(u(2), 2)") {
		t.Errorf("the exchange is %q", text)
	}
}

// An exchange of very many sections is not compared pair by pair.
func TestManySections(t *testing.T) {
	src := "real :: u(9)\n!$mdmp recv([u" + strings.Repeat(", u", 400) + "], 1)\nend\n"
	if _, set := find(t, src); len(set.Exchanges[0].Recvs[0].Sections) != 401 {
		t.Error("sections are missing")
	}
}

// Nests of any depth are walked; directives in absurdly deep ones are refused.
func TestDeep(t *testing.T) {
	src := strings.Repeat("do\n", 3000) + "!$mdmp send(u, 1)\n" + strings.Repeat("end do\n", 3000) + "end\n"
	f := source.New("a.f90", []byte(src), source.Options{})
	if _, list := regions.Find(f, parse.File(f), nil); len(list) != 1 || !strings.Contains(list[0].Message, "too deeply") {
		t.Errorf("%v", list)
	}
}

package reason

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

func TestText(t *testing.T) {
	at := source.Span{Start: 3, End: 5}
	element := &ast.Apply{X: &ast.Member{X: ast.Named("s"), Name: "u"}, Args: []ast.Arg{{X: ast.Named("i")}}}
	called := ProcedureCalled.At(at, Name("f"), Because(UsesPointer.At(at, Expr(ast.Named("p")))))
	for _, c := range []struct {
		why             Reason
		key, text, hint string
	}{
		{Reason{}, "", "", ""},
		{LoopReturns.At(at), "leaves", "the loop may be left here", "move the check out of the loop"},
		{WrittenLater.At(at, Expr(element)), "written-later", "s%u(i) may write it again before the exchange", ""},
		{WrittenLater.At(at, Via("g", element)), "written-later", "g, which touches s%u(i) may write it again before the exchange", ""},
		{WrittenByCall.At(at, Because(called), Name("f")), "call", "procedure f is called: it uses pointer p",
			"it can leave early, from the loops of f, when that is compiled with mdmpf90"},
		{CarriedFrom.At(at, Name("i"), Expr(ast.Named("a")), Expr(ast.Named("b"))), "carried", "iteration i uses what iteration i-1 used: a and b", ""},
		{Fused.At(at, Name("")), "fused", "the compiler may multiply and add in one instruction here, with other bits; it decides by what stands around the loop",
			"compile with -ffp-contract=off, or with " + lastBits},
	} {
		if c.why.Key() != c.key || c.why.Text() != c.text || c.why.Hint() != c.hint || c.why.Stands() != (c.text != "") {
			t.Errorf("%q, %q, %q, want %q, %q, %q", c.why.Key(), c.why.Text(), c.why.Hint(), c.key, c.text, c.hint)
		}
	}
}

func TestSame(t *testing.T) {
	at, there := source.Span{Start: 3, End: 5}, source.Span{Start: 4, End: 5}
	r := Touched.At(at, Because(TouchedThere.At(at, Expr(ast.Named("a")))))
	for _, c := range []struct {
		other Reason
		same  bool
	}{
		{Touched.At(at, Because(TouchedThere.At(there, Expr(ast.Named("a"))))), true}, // made anew
		{Touched.At(at, Because(TouchedThere.At(at, Expr(ast.Named("b"))))), false},
		{Touched.At(there, Because(TouchedThere.At(at, Expr(ast.Named("a"))))), false},
		{Blocks.At(at, Because(TouchedThere.At(at, Expr(ast.Named("a"))))), false},
		{Touched.At(at), false},
		{Reason{}, false},
	} {
		if Same(r, c.other) != c.same || Among([]Reason{{}, c.other}, r) != c.same {
			t.Errorf("%q of %v: same is %v", c.other.Text(), c.other.At, !c.same)
		}
	}
}

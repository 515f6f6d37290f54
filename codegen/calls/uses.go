package calls

import (
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Uses is what is written round a loop in which each statement waits for what it uses of a receive, and before these
// statements. A variable says whether anything is still pending: that is the price of a statement when nothing is. The loop as it
// was written stands beside that, if it may stand twice, for when nothing is pending before it.
type Uses struct {
	At       source.Position
	Arrays   []rungs.Guarded
	Copy     Copy
	In       Place
	Mentions map[string]bool // names in the texts
}

// Around returns what goes round the loop.
func (u *Uses) Around(used *emit.Names) *emit.Block {
	w := newWriter(used, u.At, u.Mentions)
	kind, asks := w.rt("mdmp_int"), used.Name("mdmp_r")
	none := asks + " == 0_" + kind
	w.Declare("integer(%s) :: %s", kind, asks)
	w.Say("%s = 0_%s", asks, kind)
	for _, a := range u.Arrays {
		w.guarded(a.Guards, func() { w.Say("if (%s) %s = %s(%s)", none, asks, w.rt("mdmp_expects"), ast.String(a.X)) })
	}
	if u.Copy.Lines == "" {
		w.Rest()
	} else {
		w.Open("if (%s) then", none)
		w.Copy(u.Copy.Lines, u.Copy.At)
		w.Else("else")
		w.Rest()
		w.Shut("end if")
	}
	if u.In == Straight {
		w.kept(u.Arrays)
	}
	return w.Block
}

// Inside returns what stands before a statement of the loop.
func (u *Uses) Inside(at source.Position, x rungs.Use, used *emit.Names) *emit.Block {
	w := newWriter(used, at, u.Mentions)
	kind, asks := w.rt("mdmp_int"), used.Name("mdmp_r")
	some := asks + " /= 0_" + kind
	ask := func(what, whole string) { w.Say("if (%s) %s = %s(%s, %s)", some, asks, w.rt("mdmp_use"), what, whole) }
	w.under(func() {
		for _, a := range x.Wholes {
			w.guarded(a.Guards, func() { ask(ast.String(a.X), ast.String(a.X)) })
		}
		for _, y := range x.Of {
			ask(ast.String(y), ast.String(y.(*ast.Apply).X))
		}
	}, some)
	return w.Block
}

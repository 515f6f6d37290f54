package calls

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Apart says what a statement touches, for MDMP_VERIFY.
func Apart(at source.Position, x *rungs.Apart, in Place, used *emit.Names) *emit.Block {
	names := map[string]bool{}
	for _, p := range x.Touched {
		NamesIn([]rungs.Guarded{p.Guarded}, func(name string) { names[name] = true })
		for _, d := range p.Dims {
			for _, e := range []ast.Expr{d.Lo, d.Hi} {
				for id := range ast.Idents(e) {
					names[id.Name] = true
				}
			}
		}
	}
	w := newWriter(used, at, names)
	ahead := 0
	if x.Ahead {
		ahead = 1
	}
	say := func() {
		for _, p := range x.Touched {
			w.guarded(p.Guards, func() {
				w.Say("call %s(%s, %s, %s, %s)", w.rt("mdmp_apart"), w.constant(at.Name), w.number(at.Line), w.number(ahead), w.touched(p))
			})
		}
	}
	if in == Straight {
		say()
		return w.Block
	}
	w.under(say, w.rt("mdmp_verified")+" /= 0_"+w.rt("mdmp_int"))
	return w.Block
}

// touched is a section, no larger than the array.
func (w writer) touched(p rungs.Part) string {
	array := ast.String(p.X)
	if p.Dims == nil {
		return array
	}
	var list []string
	for i, d := range p.Dims {
		if d.Lo == nil {
			list = append(list, ":")
			continue
		}
		bound := func(least, name string, x ast.Expr) string {
			of := w.Intrinsic(name) + "(" + array + ", " + strconv.Itoa(i+1) + ")"
			return w.Intrinsic(least) + "(" + w.Int(ast.String(x)) + ", " + w.Int(of) + ")"
		}
		list = append(list, bound("max", "lbound", d.Lo)+":"+bound("min", "ubound", d.Hi))
	}
	return array + "(" + strings.Join(list, ", ") + ")"
}

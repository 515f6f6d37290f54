package calls

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// array states the footprints of an array.
func (w *nest) array(a *rungs.Array) {
	lbound := w.Intrinsic("lbound")
	w.guarded(a.Guards, func() {
		for _, p := range a.Prints {
			var access []string
			if p.Read {
				access = append(access, w.rt("mdmp_reads"))
			}
			if p.Write {
				access = append(access, w.rt("mdmp_writes"))
			}
			var spec []string
			for d, dim := range p.Dims {
				spec = append(spec, w.dim(dim, lbound+"("+ast.String(a.X)+","+strconv.Itoa(d+1)+")")...)
			}
			if len(spec) == 0 { // a scalar: an array constructor must have an element
				spec = []string{"0_" + w.rt("mdmp_long")}
			}
			w.Say("call %s(%s, %s, %s, [%s])", w.rt("mdmp_nest_array"), w.handle, ast.String(a.X), strings.Join(access, " + "), strings.Join(spec, ", "))
		}
	})
}

// dim returns the four numbers of one dimension.
func (w *nest) dim(d rungs.Dim, lbound string) []string {
	kind := w.rt("mdmp_long")
	zero := "0_" + kind
	if d.Whole || len(d.Lo) == 0 || len(d.Hi) == 0 {
		huge := w.Intrinsic("huge") + "(" + zero + ")"
		return []string{zero, zero, "-" + huge, huge}
	}
	return []string{strconv.Itoa(d.Loop) + "_" + kind, signed(d.Coef, kind), w.end("min", d.Lo, lbound), w.end("max", d.Hi, lbound)}
}

func signed(n int64, kind string) string {
	if n < 0 {
		return "(" + strconv.FormatInt(n, 10) + "_" + kind + ")"
	}
	return strconv.FormatInt(n, 10) + "_" + kind
}

// end is the least or greatest of some values, less the lower bound.
func (w *nest) end(pick string, values []ast.Expr, lbound string) string {
	kind, integer := w.rt("mdmp_long"), w.Intrinsic("int")
	var list []string
	for _, x := range values {
		list = append(list, integer+"("+ast.String(x)+", "+kind+")")
	}
	text := list[0]
	if len(list) > 1 {
		text = w.Intrinsic(pick) + "(" + strings.Join(list, ", ") + ")"
	}
	return text + " - " + integer + "(" + lbound + ", " + kind + ")"
}

// keeps passes the arrays, but for those that mdmp_nest_next gets, so that the compiler
// keeps nothing of them in registers.
func (w *nest) keeps() {
	wholes, rest := w.wholes()
	_, more := firstOf(wholes)
	w.touch(more)
	for _, a := range rest {
		w.keep(a)
	}
}

func (w *nest) keep(a *rungs.Array) {
	if !w.n.Global[a] {
		w.pass("mdmp_keep", a.Guarded)
	}
}

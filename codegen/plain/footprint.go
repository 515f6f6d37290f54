package plain

import (
	"strconv"
	"strings"

	"mdmp/analysis/affine"
	"mdmp/analysis/rungs"
)

// array states the footprints of an array.
func (w *nest) array(a *rungs.Array) {
	w.Intrinsic("lbound")
	w.inquiries(a.Text)
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
				spec = append(spec, w.dim(dim, a.Lbounds[d])...)
			}
			if len(spec) == 0 { // a scalar: an array constructor must have an element
				spec = []string{"0_" + w.rt("mdmp_long")}
			}
			w.Say("call %s(%s, %s, %s, [%s])", w.rt("mdmp_nest_array"), w.handle, a.Text, strings.Join(access, " + "), strings.Join(spec, ", "))
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

// end is the least or greatest of some forms, less the lower bound.
func (w *nest) end(pick string, forms []affine.Form, lbound string) string {
	kind, integer := w.rt("mdmp_long"), w.Intrinsic("int")
	var list []string
	for _, f := range forms {
		list = append(list, integer+"("+f.String()+", "+kind+")")
	}
	text := list[0]
	if len(list) > 1 {
		text = w.Intrinsic(pick) + "(" + strings.Join(list, ", ") + ")"
	}
	return text + " - " + integer + "(" + lbound + ", " + kind + ")"
}

// guarded says something under conditions, each evaluated only if those before hold.
func (w *nest) guarded(guards []string, say func()) {
	for _, g := range guards {
		w.inquiries(g)
		w.Open("if (%s) then", g)
	}
	say()
	for range guards {
		w.Shut("end if")
	}
}

// keeps passes the arrays, so that the compiler keeps nothing of them in registers.
func (w *nest) keeps() {
	for _, a := range w.n.Arrays {
		w.keep(a)
	}
}

func (w *nest) keep(a *rungs.Array) {
	w.guarded(a.Guards, func() { w.Say("call %s(%s)", w.rt("mdmp_keep"), a.Text) })
}

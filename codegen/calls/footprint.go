package calls

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// array states the footprints of an array.
func (w *nest) array(a *rungs.Array) {
	w.Intrinsic("lbound") // what the nest says of its bounds uses it, too
	w.guarded(a.Guards, func() {
		if lower := w.n.Lower[a]; lower != nil {
			w.tabled(a, lower)
			return
		}
		for _, p := range described(a) {
			w.print(a, p)
		}
	})
}

// tabled states all footprints of an array that is passed by its descriptor, by a table.
func (w *nest) tabled(a *rungs.Array, lower []Extent) {
	t := &table{nest: w, sizes: map[string]int{}}
	t.add(len(lower))
	for d, x := range lower {
		t.bound("lbound", ast.String(a.X), x, d, x.Lo, false)
	}
	t.prints(a, false)
	t.say("mdmp_nest_prints", ", "+ast.String(a.X))
}

// Tabled notes the lower bounds of an array that is passed by its descriptor, if a table can hold what is said of it.
func (n *Nest) Tabled(a *rungs.Array, lower []Extent) {
	if n.Wholes[a] != nil || len(lower) == 0 || len(described(a)) == 0 || !fits(a, len(lower)) {
		return
	}
	if n.Lower == nil {
		n.Lower = map[*rungs.Array][]Extent{}
	}
	n.Lower[a] = lower
}

// print states a footprint.
func (w *nest) print(a *rungs.Array, p rungs.Print) {
	var access []string
	if p.Read {
		access = append(access, w.rt("mdmp_reads"))
	}
	if p.Write {
		access = append(access, w.rt("mdmp_writes"))
	}
	w.Say("call %s(%s, %s, %s, [%s])", w.rt("mdmp_nest_array"), w.handle, ast.String(a.X), strings.Join(access, " + "), w.spec(a.X, p.Dims))
}

// spec is the list of numbers of a footprint.
func (w *nest) spec(array ast.Expr, dims []rungs.Dim) string {
	var spec []string
	for d, dim := range dims {
		spec = append(spec, w.dim(dim, w.lbound(array, d))...)
	}
	if len(spec) == 0 { // a scalar: an array constructor must have an element
		spec = []string{"0_" + w.rt("mdmp_long")}
	}
	return strings.Join(spec, ", ")
}

// lbound is the lower bound of dimension d, from 0, of an array.
func (w *nest) lbound(array ast.Expr, d int) string {
	return w.Intrinsic("lbound") + "(" + ast.String(array) + "," + strconv.Itoa(d+1) + ",8)"
}

// lookups states the footprints of an array that are looked up. Where the arrays that are looked into do not exist nothing is
// looked up, and so nothing touched.
func (w *nest) lookups(a *rungs.Array) {
	for _, p := range a.Prints {
		if l := p.Lookup; l != nil {
			w.guarded(slices.Concat(a.Guards, l.Guards()), func() { w.lookup(a, p) })
		}
	}
}

func (w *nest) lookup(a *rungs.Array, p rungs.Print) {
	l := p.Lookup
	var flags []string
	if l.Fixed {
		flags = append(flags, w.rt("mdmp_fixed"))
	}
	if l.Certain {
		flags = append(flags, w.rt("mdmp_certain"))
	}
	if flags == nil {
		flags = []string{"0_" + w.rt("mdmp_int")}
	}
	base := w.number(l.Dim + 1)
	plus := signed(l.Plus, w.rt("mdmp_long")) + " - " + w.Intrinsic("int") + "(" + w.lbound(a.X, l.Dim) + ", " + w.rt("mdmp_long") + ")"
	w.Say("call %s(%s, %s, %s, %s, %s, [%s])", w.rt("mdmp_nest_lookup"), w.handle, base, plus, strings.Join(flags, " + "),
		ast.String(l.Index.X), w.spec(l.Index.X, l.Dims))
	if l.Rows != nil {
		w.row("mdmp_nest_from", l.Rows.Lo, l.Index.X)
		w.row("mdmp_nest_to", l.Rows.Hi, l.Index.X)
	}
	w.print(a, p)
}

// row states an end of the elements of an index array that are looked at.
func (w *nest) row(entry string, x rungs.Element, index ast.Expr) {
	plus := signed(x.Plus, w.rt("mdmp_long")) + " - " + w.Intrinsic("int") + "(" + w.lbound(index, 0) + ", " + w.rt("mdmp_long") + ")"
	w.Say("call %s(%s, %s, %s, [%s])", w.rt(entry), w.handle, plus, ast.String(x.Array.X), w.spec(x.Array.X, []rungs.Dim{x.At}))
}

// dim returns the four numbers of one dimension.
func (w *nest) dim(d rungs.Dim, lbound string) []string {
	kind := w.rt("mdmp_long")
	zero := "0_" + kind
	if !d.Bounded() {
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
	wholes, rest := w.held()
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

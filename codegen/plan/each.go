package plan

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// each turns a section of characters of deferred length into its elements:
// gfortran 12 hands over wrong addresses of such sections, of elements and whole
// arrays it does not.
func (x *section) each() {
	p, base := x.p, x.d.base()
	array := x.at(x.start(), base.X.Span().End)
	var index []string
	loop := func(l Loop) {
		l.Var = x.used.Name("mdmp_j" + strconv.Itoa(len(p.Each)+1))
		p.Each = append(p.Each, l)
		index = append(index, l.Var)
	}
	bound := func(e ast.Expr, def string) string {
		if e == nil {
			return def
		}
		return x.at(e.Span().Start, e.Span().End)
	}
	if base.Subs == nil {
		for d := 1; d <= x.d.rank; d++ {
			dim := "(" + array + ", " + strconv.Itoa(d) + ")"
			loop(Loop{Lo: "lbound" + dim, Hi: "ubound" + dim, Step: "1"})
		}
	}
	for i, a := range base.Args() {
		r, ok := a.X.(*ast.Range)
		if !ok {
			index = append(index, x.at(a.X.Span().Start, a.X.Span().End))
			continue
		}
		dim := "(" + array + ", " + strconv.Itoa(i+1) + ")"
		l := Loop{Lo: bound(r.Lo, "lbound"+dim), Hi: bound(r.Hi, "ubound"+dim), Step: bound(r.Step, "1")}
		if r.Step != nil && (r.Lo == nil || r.Hi == nil) {
			// With a negative step the missing bounds are the other ones.
			low, high := "lbound"+dim, "ubound"+dim
			l.Lo = bound(r.Lo, "merge("+low+", "+high+", "+l.Step+" > 0)")
			l.Hi = bound(r.Hi, "merge("+high+", "+low+", "+l.Step+" > 0)")
		}
		loop(l)
	}
	p.Element = x.around("("+strings.Join(index, ", ")+")") + x.substring()
	if x.d.sub() != nil {
		// gfortran 12 does not know the size of a substring of a section of a
		// component either; that of an element it does.
		for _, e := range p.Each {
			for k := range index {
				if index[k] == e.Var {
					index[k] = "lbound(" + array + ", " + strconv.Itoa(k+1) + ")"
				}
			}
		}
		p.Measure = x.around("("+strings.Join(index, ", ")+")") + x.substring()
	}
}

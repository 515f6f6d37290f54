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
		loop(l)
	}
	p.Element = x.around("("+strings.Join(index, ", ")+")") + x.substring()
}

// measured is an element of an array of substrings: of a section of them gfortran 12 does not know
// the size if it is one of a component, or has a name of ASSOCIATE.
func (x *section) measured() string {
	base := x.d.base()
	array := x.at(x.start(), base.X.Span().End)
	var index []string
	lowest := func() { index = append(index, "lbound("+array+", "+strconv.Itoa(len(index)+1)+")") }
	for _, a := range base.Args() {
		if _, ok := a.X.(*ast.Range); ok {
			lowest()
			continue
		}
		index = append(index, x.at(a.X.Span().Start, a.X.Span().End))
	}
	for base.Subs == nil && len(index) < x.d.rank {
		lowest()
	}
	return x.around("("+strings.Join(index, ", ")+")") + x.substring()
}

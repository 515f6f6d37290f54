package plan

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// remade returns all of the array that ends at a step of the designator, written as a section
// with a lower bound; nil if it may be handed over as it is.
func (x *section) remade(q *scope.Step, subscripts []ast.Arg) *Whole {
	y := q.Symbol
	named := y != nil && y.Class == scope.Associate && y.Guard == nil // perhaps for all of such an array
	if y == nil || !named && !y.Has(scope.Allocatable) || rankOf(y) <= 0 || deferredLength(x.p.Type) || x.names.MayCall(q.X) {
		return nil
	}
	for _, a := range subscripts {
		if r, ok := a.X.(*ast.Range); !ok || r.Lo != nil || r.Hi != nil || r.Step != nil {
			return nil
		}
	}
	name := x.at(x.start(), q.X.Span().End)
	text := name + "(" + fromLower(name, 1) + strings.Repeat(",:", rankOf(y)-1) + ")"
	if named {
		return &Whole{Text: text}
	}
	return &Whole{Array: name, Text: text}
}

// fromLower is all of a dimension of an array, written with its lower bound. An array that became
// allocated by the assignment of a transformational function (u = reshape(...), list = pack(...)) has a
// descriptor in gfortran 12 that does not say how far its elements are apart, and a descriptor for C is made
// from that, unless there is a section, for which gfortran makes one anew. ":" alone is none.
func fromLower(array string, dim int) string {
	return "lbound(" + array + "," + strconv.Itoa(dim) + "):"
}

package overlap

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// pairs collects what is to be kept apart. Footprints that move with the same loops are
// made one, which holds both: a stencil is one footprint.
type pairs struct{ list []Pair }

// add adds a footprint and a message that it may meet.
func (p *pairs) add(f rungs.Print, m *Message) {
	i := slices.IndexFunc(p.list, func(q Pair) bool {
		return q.Message == m && slices.EqualFunc(q.Print.Dims, f.Dims, alike)
	})
	if i < 0 {
		p.list = append(p.list, Pair{f, m})
		return
	}
	for d := range f.Dims {
		to := &p.list[i].Print.Dims[d]
		to.Lo, to.Hi = unite(to.Lo, f.Dims[d].Lo), unite(to.Hi, f.Dims[d].Hi)
	}
}

// alike reports whether two footprints move with the same loop along a dimension.
func alike(d, e rungs.Dim) bool {
	return d.Bounded() == e.Bounded() && d.Loop == e.Loop && d.Coef == e.Coef
}

// unite adds expressions to others that are not the same.
func unite(list, more []ast.Expr) []ast.Expr {
	for _, x := range more {
		if x != nil && !slices.ContainsFunc(list, func(y ast.Expr) bool { return y != nil && ast.String(x) == ast.String(y) }) {
			list = append(list[:len(list):len(list)], x)
		}
	}
	return list
}

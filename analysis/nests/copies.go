package nests

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// Copies reports whether all that the nest does to arrays is to move values, each from one element to another, under no
// condition: it computes nothing.
func (nest *Nest) Copies() bool {
	if nest.Array != nil {
		_, computes := nest.unit.Computes(nest.Node.Item)
		return nest.Node.Stmt.Kind == ast.KAssign && !computes
	}
	for _, t := range nest.Touched {
		if t.Write && !t.Obj.Scalar && t.Copy == 0 {
			return false
		}
	}
	return len(nest.Touched) > 0
}

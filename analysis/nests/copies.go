package nests

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// Copies reports whether all that the nest does to arrays is to move values, each from one element to another, under no
// condition: it computes nothing.
func (n *Nest) Copies() bool {
	if n.Array != nil {
		_, computes := n.unit.Computes(n.Node.Item)
		return n.Node.Stmt.Kind == ast.KAssign && !computes
	}
	for _, t := range n.Touched {
		if t.Write && !t.Obj.Scalar && t.Copy == 0 {
			return false
		}
	}
	return len(n.Touched) > 0
}

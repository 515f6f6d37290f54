package nests

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// fills marks the write of an assignment to elements of an array, which it assigns
// whenever the loops around it make an iteration and no condition keeps it from that.
func (b *builder) fills(n *access.Node, acc []depend.Access) {
	set, ok := n.Stmt.Body.(*ast.Assign)
	if !ok || n.Kind != access.Simple || n.Stmt.Kind != ast.KAssign || n.Parallel != b.nest.Node.Parallel {
		return
	}
	for p := n; p != b.nest.Node; p = p.Parent {
		if len(p.OMP) > 0 || p.Kind == access.Loop && p.Loop.Concurrent { // variables of their own, masks
			return
		}
	}
	for _, r := range n.E.Refs {
		if !r.Write || !r.Fills || r.At != set.X.Span() {
			continue
		}
		for i := range acc {
			if acc[i].Write && acc[i].At == r.At && acc[i].Obj == b.id(r.Obj) {
				acc[i].Fills, acc[i].All = true, b.entirely(set.X, r)
				b.touched[len(b.touched)-len(acc)+i].Filled = b.cond == 0 && !b.irregular
			}
		}
	}
}

// entirely reports whether a designator is that of all of a variable: its name, or that
// and nothing but colons.
func (b *builder) entirely(x ast.Expr, r access.Ref) bool {
	if a, ok := x.(*ast.Apply); ok {
		for _, s := range a.Args {
			if c, isRange := s.X.(*ast.Range); !isRange || c.Lo != nil || c.Hi != nil {
				return false
			}
		}
		x = a.X
	}
	id, ok := x.(*ast.Ident)
	return ok && len(r.Obj.Path) == 0 && id.Name == r.Obj.Name && !b.u.ViaAssociate(x)
}

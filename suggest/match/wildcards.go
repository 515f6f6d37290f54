package match

import (
	"fmt"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// wildcards finds a place where MPI_ANY_SOURCE or MPI_ANY_TAG is no argument of an MPI call: a
// variable may have its value then, and to a directive a negative rank is no neighbour.
func wildcards(p *program.Program) string {
	for _, f := range p.Files {
		for i := range f.Tree.Stmts {
			st := &f.Tree.Stmts[i]
			b, isCall := st.Body.(*ast.Call)
			for s := st; s != nil && !isCall; s = s.Inner {
				b, isCall = s.Body.(*ast.Call)
			}
			direct := map[ast.Expr]bool{}
			if isCall {
				if id := ast.Root(b.X); id != nil && (strings.HasPrefix(id.Name, "mpi_") || strings.HasPrefix(id.Name, "pmpi_")) {
					for _, a := range b.Args {
						direct[a.X] = true
					}
				}
			}
			for id := range ast.StmtIdents(st) {
				if (id.Name == "mpi_any_source" || id.Name == "mpi_any_tag") && !direct[id] {
					return fmt.Sprintf("%s:%d", f.Name, f.At(st).Line)
				}
			}
		}
	}
	return ""
}

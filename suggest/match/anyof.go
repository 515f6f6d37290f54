package match

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// waitsForAll returns the wait that a loop is which waits for any of n requests, n times, and does nothing else;
// nil if something looks at which one it was.
func (w *walker) waitsForAll(n *access.Node) *calls.Call {
	loop, ok := n.Item.(*ast.Construct)
	if !ok || len(n.Arms) != 1 || len(n.Arms[0]) != 1 || n.Arms[0][0].Jump != access.Falls {
		return nil
	}
	c := w.call(n.Arms[0][0])
	d, ok := loop.Begin.Body.(*ast.Do)
	if c == nil || !ok || c.Name != "mpi_waitany" || !c.Complete() || d.Var == nil || d.Step != nil {
		return nil
	}
	sc := w.file.Scope(c.Stmt)
	lo, ok := sc.Int(d.Lo)
	index, isName := c.Arg("index").(*ast.Ident)
	if !ok || lo != 1 || !program.Same(d.Hi, c.Arg("count")) || !isName || index.Name == d.Var.Name {
		return nil
	}
	if y := sc.Lookup(index.Name); y == nil || y.Storage == scope.Dummy || y.Storage == scope.Result || y.Has(scope.Equivalenced) || y.Has(scope.Pointer) || y.Has(scope.Target) {
		return nil
	}
	for _, m := range w.index.Of(sc, index.Name) {
		if m.Call == nil || m.Call.Name != "mpi_waitany" || m.Arg != "index" || m.Inner {
			return nil
		}
	}
	return c.As(c.Name, calls.Wait, c)
}

package regions

import (
	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// overlaps binds an overlap directive to the MPI call behind it, which may be the action
// of a logical IF.
func (w *listWalk) overlaps(i int, d *ast.Stmt) {
	for i++; i < len(w.items); i++ {
		st, ok := w.items[i].(*ast.Stmt)
		if !ok {
			break
		}
		if st.Line.IsMarker() {
			continue
		}
		if st.Kind == ast.KIf && st.Inner != nil {
			st = st.Inner
		}
		if b, ok := st.Body.(*ast.Call); ok && w.ofMPI(st, b) {
			if w.set.asked == nil {
				w.set.asked = map[*ast.Stmt]*ast.Stmt{}
			}
			w.set.asked[st] = d
			return
		}
		break
	}
	w.report(diag.Diagnostic{Code: diag.NothingToOverlap, At: d.Span(), Message: "no call of MPI stands behind the directive",
		Hint: "write it right before the call that is to overlap"})
}

// ofMPI reports whether a call is, or may be, one of MPI.
func (w *listWalk) ofMPI(st *ast.Stmt, b *ast.Call) bool {
	id, ok := b.X.(*ast.Ident)
	if !ok || w.scopes == nil {
		return ok
	}
	sc := w.scopes.At(st.Span().Start)
	return sc == nil || mpicall.MPIName(w.scopes, sc, id.Name) != ""
}

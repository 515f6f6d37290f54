package overlap

import (
	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Memory in a window of MPI is read and written by other ranks. A message may tell them when: a rank fills its window and sends, another one
// receives and gets. What is local to a call of the one rank is not for the other, so calls stay in files that have windows.

// windows finds a call of the file that has to do with windows.
func (f *finder) windows(units []*ast.Unit) (why reason.Reason) {
	for _, au := range units {
		au.Statements(func(s *ast.Stmt) bool {
			for ; s != nil && !why.Stands(); s = s.Inner {
				if c := mpicall.Of(f.table, f.table.At(s.Span().Start), s); c != nil && c.OneSided() {
					why = reason.CallWindow.At(s.Span(), reason.Name(c.Spoken()))
				}
			}
			return !why.Stands()
		})
	}
	return why
}

package regions

import (
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// awaited checks that a wait directive names variables.
func (l *looker) awaited(w *Wait) {
	for _, x := range w.List {
		l.names(x, true)
		in := l.sc.Designator(x)
		switch y := in.Base; {
		case in.Call && y != nil:
			l.bad(diag.NotVariable, x, "wait names what is received, but '"+y.Name+"' is a procedure", "", y)
		case in.Known && y.Class == scope.Constant:
			l.bad(diag.NotVariable, x, "wait names what is received, but '"+y.Name+"' is a constant", "", y)
		}
	}
}

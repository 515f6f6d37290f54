package escape

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// inputOutput is an input/output statement. What it reads or writes is done with when it is over, unless it is asynchronous; then what it
// tells of itself (SIZE=, ID=) may come later, too.
func (w *walker) inputOutput(s *ast.Stmt, b *ast.IO) {
	w.args(b.Control)
	w.values(b.Items)
	transfers := s.Kind == ast.KRead || s.Kind == ast.KWrite || s.Kind == ast.KPrint
	if slices.ContainsFunc(b.Control, func(c ast.Arg) bool { return c.Key() == "asynchronous" }) && transfers {
		w.asynchronous(b)
	}
	if !transfers {
		return
	}
	for _, x := range b.Items {
		w.item(s, x)
	}
	// A namelist is read or written item by item: what is of a derived type may be given to a procedure.
	if slices.ContainsFunc(b.Control, func(c ast.Arg) bool { return w.namelist(c.X) }) {
		w.members(s)
	}
}

// item is something that is read or written: procedures of the program may do it if it is of a derived type.
func (w *walker) item(s *ast.Stmt, x ast.Expr) {
	if d, ok := x.(*ast.ImpliedDo); ok {
		for _, y := range d.Items {
			w.item(s, y)
		}
		return
	}
	if !w.isVariable(x) || w.sc.Value(x, leaves{w}).Intrinsic() {
		return
	}
	if s.Kind == ast.KRead {
		w.escapes(x, w.entrusted(x))
	}
	for _, how := range []string{"read(formatted)", "read(unformatted)", "write(formatted)", "write(unformatted)"} {
		w.transferred(how, x)
	}
}

// transferred: a procedure for input or output of a type gets x as its first argument, and nothing else that lasts.
func (w *walker) transferred(how string, x ast.Expr) {
	for _, y := range w.meant(how) {
		if d := w.sc.Dummies(y); len(d) > 0 && fit(d[:1], w.operands([]ast.Expr{x})) {
			w.pass(y, []ast.Arg{{X: x}})
		}
	}
}

// asynchronous: everything in the statement may be used until it is completed.
func (w *walker) asynchronous(b *ast.IO) {
	for i, c := range b.Control {
		switch key := c.Key(); {
		case key == "" && i < 2, slices.Contains([]string{"unit", "fmt", "rec", "pos", "asynchronous", "advance", "decimal", "round", "sign", "delim", "blank", "pad"}, key):
			if w.namelist(c.X) {
				w.unseen()
			}
		case key == "nml":
			w.unseen()
		default:
			w.escapes(c.X, Request)
		}
	}
	var items func(list []ast.Expr)
	items = func(list []ast.Expr) {
		for _, x := range list {
			if d, ok := x.(*ast.ImpliedDo); ok {
				items(d.Items)
				continue
			}
			w.escapes(x, Request)
		}
	}
	items(b.Items)
}

// namelist reports whether x may be the name of a namelist group.
func (w *walker) namelist(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	y := w.sc.Lookup(id.Name)
	return y == nil || y.Unsure != "" || y.Class == scope.Namelist
}

// members: what namelist groups hold, those that are seen, is read or written.
func (w *walker) members(s *ast.Stmt) {
	for h := w.sc; h != nil; h = h.Host {
		for _, y := range h.OwnSymbols() {
			if y.Has(scope.InNamelist) && y.Class == scope.Variable && !y.OwnType() {
				w.item(s, ast.Named(y.Name))
			}
		}
	}
}

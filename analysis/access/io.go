package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// io adds the effects of an input/output statement. It does not wait for other
// ranks.
func (u *Unit) io(s *ast.Stmt, b *ast.IO, e *Effects) {
	e.Does(IO | Impure)
	if u.external(s, b) {
		e.outside(s.Span(), reason.IOOrdered)
	}
	if s.Kind == ast.KWait { // for what an asynchronous statement, perhaps in another procedure, reads or writes
		e.unknown(s.Span(), reason.IOOutlasts)
	}
	for i, c := range b.Control {
		u.control(s, c, i, e)
	}
	for _, x := range b.Items {
		u.item(s, x, e)
	}
	for i := range e.Refs {
		e.Refs[i].Sure = e.Refs[i].Sure && status(b, e.Refs[i])
	}
}

// status reports whether r is what the statement certainly assigns. All else stays as it was if something
// fails, and what is read also where the input leaves it out ("1,,3").
func status(b *ast.IO, r Ref) bool {
	return slices.ContainsFunc(b.Control, func(c ast.Arg) bool { return c.Key() == "iostat" && c.X.Span() == r.At })
}

// item is a thing read or written.
func (u *Unit) item(s *ast.Stmt, x ast.Expr, e *Effects) {
	if d, ok := x.(*ast.ImpliedDo); ok {
		for _, c := range []ast.Expr{d.Lo, d.Hi, d.Step} {
			if c != nil {
				u.expr(c, e)
			}
		}
		inner := Nothing()
		for _, y := range d.Items {
			u.item(s, y, &inner)
		}
		u.blur(&inner, d.Var.Name)
		e.Merge(&inner)
		e.Refs = append(e.Refs, Ref{Obj: u.plain(d.Var.Name), Write: true, At: d.Var.Span()})
		return
	}
	if !u.intrinsicType(x) {
		e.call(x.Span(), reason.TypesIO, reason.Expr(x))
	}
	if s.Kind == ast.KRead {
		u.write(x, e)
		return
	}
	u.expr(x, e)
}

// control is one specifier.
func (u *Unit) control(s *ast.Stmt, c ast.Arg, i int, e *Effects) {
	word := c.Key()
	if word == "" {
		word = [...]string{"unit", "fmt", "?"}[min(i, 2)]
		if s.Kind == ast.KPrint || s.Kind == ast.KRead && len(s.Body.(*ast.IO).Control) == 1 {
			word = "fmt"
		}
	}
	switch word {
	case "unit":
		u.ioUnit(s, c.X, e)
	case "fmt":
		u.format(c.X, e)
	case "nml":
		e.unknown(c.X.Span(), reason.Namelist)
	case "err", "end", "eor":
		if l, ok := c.X.(*ast.Literal); ok {
			e.Jumps = append(e.Jumps, ast.NormalLabel(l.Text))
			return
		}
		e.Jumps = append(e.Jumps, "?")
	case "file", "rec", "pos", "status", "access", "form", "recl", "blank", "action", "position", "delim",
		"pad", "advance", "sign", "decimal", "encoding", "round", "convert":
		if s.Kind == ast.KInquire && word != "file" {
			u.write(c.X, e)
			return
		}
		u.expr(c.X, e)
	case "iostat", "iomsg", "size", "id", "newunit", "exist", "opened", "number", "named", "name", "nextrec",
		"sequential", "direct", "stream", "formatted", "unformatted", "read", "write", "readwrite", "iolength":
		u.write(c.X, e)
	default:
		e.unknown(s.Span(), reason.IOOutlasts)
	}
}

// ioUnit: a character variable is an internal file.
func (u *Unit) ioUnit(s *ast.Stmt, x ast.Expr, e *Effects) {
	switch x.(type) {
	case *ast.Star, *ast.Literal:
		return
	default:
		u.expr(x, e)
	}
	if u.Integer(x) {
		return
	}
	if !u.intrinsicType(x) {
		e.unknown(x.Span(), reason.UnknownIOUnit)
		return
	}
	if s.Kind == ast.KWrite {
		u.write(x, e)
	}
}

// format: a name may be a namelist group.
func (u *Unit) format(x ast.Expr, e *Effects) {
	switch x := x.(type) {
	case *ast.Star, *ast.Literal:
	case *ast.Ident:
		v := u.named(x)
		if v.What() != scope.Constant && !(v.What() == scope.Variable && (v.Type.Word() == "character" || v.Type.Word() == "integer")) {
			e.unknown(x.Span(), reason.Namelist)
			return
		}
		u.expr(x, e)
	default:
		u.expr(x, e)
	}
}

package access

import (
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Stmt returns the effects of a simple statement, or of the opening statement
// of a construct (its conditions and bounds, not its body).
func (u *Unit) Stmt(s *ast.Stmt) Effects {
	e := Nothing()
	switch b := s.Body.(type) {
	case *ast.Assign:
		u.assignStmt(s, b, &e)
	case *ast.Call:
		u.callStmt(b, s.Span(), &e)
	case *ast.Allocate:
		u.allocate(b, s, &e)
	case *ast.Exprs:
		u.exprsStmt(s, b, &e)
	case *ast.IO:
		u.io(s, b, &e)
	case *ast.Goto:
		u.gotoStmt(s, b, &e)
	case *ast.Cond:
		if b.X != nil {
			u.expr(b.X, &e)
		}
	case *ast.Case:
		for _, x := range b.List {
			u.expr(x, &e)
		}
	case *ast.Do:
		u.doStmt(b, &e)
	case *ast.Forall:
		// the tree deals with it
	case *ast.Select:
		u.selectStmt(s, b, &e)
	case *ast.Associate:
		if b.X != nil {
			u.expr(b.X, &e)
		}
		for _, p := range b.Pairs {
			u.expr(p.X, &e)
		}
	default:
		u.bare(s, &e)
	}
	return e
}

// bare is a statement without a body that matters.
func (u *Unit) bare(s *ast.Stmt, e *Effects) {
	switch s.Kind {
	case ast.KContinue, ast.KFormat, ast.KData, ast.KCycle, ast.KExit, ast.KEndDo, ast.KElse, ast.KEndIf,
		ast.KEndSelect, ast.KEndWhere, ast.KEndForall, ast.KEndBlock, ast.KEndAssoc, ast.KEnd,
		ast.KBlock, ast.KTypeGuard, ast.KDirective:
	case ast.KUnknown:
		e.unknown(s.Span(), reason.UnknownStatement)
	default:
		e.unknown(s.Span(), reason.UnknownKind)
	}
}

func (u *Unit) assignStmt(s *ast.Stmt, b *ast.Assign, e *Effects) {
	switch s.Kind {
	case ast.KAssign:
		u.assign(b, s.Span(), e)
	case ast.KPointerAssign:
		u.pointerAssign(b, e)
	case ast.KAssignLabel:
		u.write(b.X, e)
	case ast.KStmtFunction:
	default:
		e.unknown(s.Span(), reason.UnknownAssignment)
	}
}

// assign is x = y: y and the subscripts of x are read, x is written.
func (u *Unit) assign(b *ast.Assign, at Span, e *Effects) {
	y := u.operate(b.Y, e)
	d, ok := u.write(b.X, e)
	if !ok {
		return
	}
	if !u.here.scope.OwnAssignment(u.value(b.X), y) {
		u.defined(d, b.X, at, e)
		return
	}
	if g := u.reduction(b); g != nil {
		e.Reduction = g
		return
	}
	if d.obj.Scalar && d.last != nil && d.last.Type.Word() == "integer" && u.Integer(b.Y) {
		if f, ok := u.Form(b.Y); ok {
			e.Set = &SetInt{d.obj, f}
		}
	}
}

// defined is an assignment to x that may be a procedure: it may read what it
// changes, and leave some of it as it was.
func (u *Unit) defined(d desig, x ast.Expr, at Span, e *Effects) {
	e.call(at, reason.DefinedAssignment, reason.Expr(x))
	for i := range e.Refs {
		e.Refs[i].Sure = false
	}
	w := u.ref(d, x, true)
	w.Status = true
	r := u.ref(d, x, false)
	e.Refs = append(e.Refs, r, w)
}

func (u *Unit) pointerAssign(b *ast.Assign, e *Effects) {
	u.expr(b.Y, e)
	x := b.X
	if a, ok := x.(*ast.Apply); ok { // p(1:n) => …: bounds
		for _, s := range bounds(a.Args) {
			if s != nil {
				u.expr(s, e)
			}
		}
		x = a.X
	}
	u.status(x, e)
}

// status changes the allocation or association of x. That a pointer points elsewhere runs no final
// procedure of what it pointed at.
func (u *Unit) status(x ast.Expr, e *Effects) (desig, bool) {
	d, ok := u.designator(x)
	if !ok {
		e.unknown(x.Span(), reason.UnknownPointer)
		return d, false
	}
	u.subscripts(d, e)
	r := u.ref(d, x, true)
	r.Status = true
	e.Refs = append(e.Refs, r)
	return d, true
}

func (u *Unit) callStmt(b *ast.Call, at Span, e *Effects) {
	id, ok := b.X.(*ast.Ident)
	if !ok {
		if v, y, args := u.target(b); y != nil {
			if len(args) == len(b.Args) { // NOPASS
				u.prefix(b.X, e)
			}
			u.callNamed(v.Name, v, args, at, e)
			return
		}
		e.call(at, reason.ProcedureAny, reason.Expr(b.X))
		u.actuals(b.Args, nil, e)
		u.prefix(b.X, e)
		return
	}
	v := u.named(id)
	switch {
	case u.spares(id):
		u.callHarmless(id, b.Args, ast.KSubroutine, e)
	case v.What() == scope.Procedure && v.Body != nil:
		u.callUnit(id.Name, v, b.Args, at, e)
	case v.What() == scope.Intrinsic && scope.BuiltinOf(id.Name).Call:
		u.intrinsicCall(id.Name, b.Args, e)
	case v.What() == scope.Variable:
		e.call(at, reason.ProcedurePointer, reason.Name(id.Name))
		u.actuals(b.Args, nil, e)
	default:
		u.callNamed(id.Name, v, b.Args, at, e)
	}
}

func (u *Unit) allocate(b *ast.Allocate, s *ast.Stmt, e *Effects) {
	if b.Type != nil {
		u.evaluate(lengths(b.Type), e)
	}
	for _, x := range b.Objects {
		if a, ok := x.(*ast.Apply); ok && s.Kind == ast.KAllocate {
			for _, y := range bounds(a.Args) {
				if y != nil {
					u.expr(y, e)
				}
			}
			x = a.X
		}
		if _, ok := x.(*ast.Coindex); ok {
			e.unknown(s.Span(), reason.CoarrayAllocated)
			return
		}
		if d, ok := u.status(x, e); ok && !d.last.OwnType() {
			e.call(x.Span(), reason.ChangeFinal)
		}
	}
	for _, o := range b.Opts {
		switch o.Key() {
		case "stat":
			u.write(o.X, e)
		case "errmsg": // it stays as it was if nothing fails
			before := len(e.Refs)
			u.write(o.X, e)
			for i := range e.Refs[before:] {
				e.Refs[before+i].Sure = false
			}
		default:
			u.expr(o.X, e)
		}
	}
	e.Does(Impure)
}

func (u *Unit) exprsStmt(s *ast.Stmt, b *ast.Exprs, e *Effects) {
	switch s.Kind {
	case ast.KNullify:
		for _, x := range b.List {
			u.status(x, e)
		}
	case ast.KReturn, ast.KStop, ast.KErrorStop:
		for _, x := range b.List {
			u.expr(x, e)
		}
		e.Does(Stops)
		if s.Kind != ast.KReturn {
			e.outside(s.Span(), reason.EndsProgram)
			return
		}
		e.blame(s.Span(), reason.Leave)
	default:
		for _, x := range b.List {
			u.expr(x, e)
		}
		e.unknown(s.Span(), reason.ImageControl)
	}
}

func (u *Unit) gotoStmt(s *ast.Stmt, b *ast.Goto, e *Effects) {
	if b.X != nil {
		u.expr(b.X, e)
	}
	e.Jumps = append(e.Jumps, b.Labels...)
	if s.Kind == ast.KAssignedGoto || len(b.Labels) == 0 {
		e.Jumps = append(e.Jumps, "?")
	}
}

// doStmt evaluates the bounds; the variable is the tree's business.
func (u *Unit) doStmt(b *ast.Do, e *Effects) {
	for _, x := range []ast.Expr{b.Lo, b.Hi, b.Step, b.While} {
		if x != nil {
			u.expr(x, e)
		}
	}
}

func (u *Unit) selectStmt(s *ast.Stmt, b *ast.Select, e *Effects) {
	u.expr(b.X, e)
	if s.Kind == ast.KSelectType || s.Kind == ast.KSelectRank {
		e.blame(s.Span(), reason.SelectNotFollowed)
	}
}

package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// expr adds to e what evaluating x does.
func (u *Unit) expr(x ast.Expr, e *Effects) {
	switch x := x.(type) {
	case nil, *ast.Literal, *ast.Star, *ast.AltReturn:
	case *ast.Member:
		if u.inquiry(x) {
			u.inquire(x.X, e)
			return
		}
		u.read(x, e)
	case *ast.Ident:
		u.read(x, e)
	case *ast.Apply:
		u.apply(x, e)
	case *ast.Unary, *ast.Binary:
		u.operate(x, e)
	case *ast.ImpliedDo:
		u.impliedDo(x, e)
	case *ast.ArrayCons:
		if x.Type != nil {
			u.evaluate(lengths(x.Type), e)
		}
		for _, c := range x.Items {
			u.expr(c, e)
		}
	case *ast.Complex, *ast.Paren, *ast.Range, *ast.CondExpr:
		for _, c := range ast.Parts(x) {
			u.expr(c, e)
		}
	default:
		e.unknown(x.Span(), reason.UnknownExpression)
	}
}

// call gives e the effects of a procedure about which nothing is known; its
// arguments are dealt with elsewhere.
func (e *Effects) call(at Span, what *reason.Code, of ...reason.Arg) {
	e.blame(at, what, of...)
	e.reaches(ReachOuter)
	e.Does(Blocks | Stops | Outside | Impure)
}

// impliedDo: the variable is private to the constructor, or is set by I/O.
func (u *Unit) impliedDo(x *ast.ImpliedDo, e *Effects) {
	for _, c := range []ast.Expr{x.Lo, x.Hi, x.Step} {
		if c != nil {
			u.expr(c, e)
		}
	}
	inner := Nothing()
	for _, c := range x.Items {
		u.expr(c, &inner)
	}
	u.blur(&inner, x.Var.Name)
	e.Merge(&inner)
	e.Refs = append(e.Refs, Ref{Obj: u.plain(x.Var.Name), Write: true, At: x.Var.Span()})
}

// plain returns the object of a variable by its name.
func (u *Unit) plain(name string) *Object {
	v := u.lookup(name)
	scalar := v.Rank == 0 || v.Rank < 0 && u.scalars[name]
	return u.object(v, nil, "", v.Symbol, scalar, points(v.Symbol), v.pointedAt())
}

// Named returns the object of a variable by its name at the current place.
func (u *Unit) Named(name string) *Object { return u.plain(name) }

// blur forgets subscripts that depend on a variable whose values are many.
func (u *Unit) blur(e *Effects, name string) {
	bad := u.plain(name)
	for i, r := range e.Refs {
		var sub affine.Section
		for k, d := range r.Sub {
			if d.Whole || !u.uses(d.Lo, bad) && !u.uses(d.Hi, bad) {
				continue
			}
			if sub == nil {
				sub = append(affine.Section(nil), r.Sub...)
			}
			sub[k] = affine.Dim{Whole: true}
		}
		if sub != nil {
			e.Refs[i].Sub, e.Refs[i].Sure = sub, false
		}
	}
}

// uses reports whether the value of f depends on an object.
func (u *Unit) uses(f affine.Form, o *Object) bool {
	for _, t := range f.Terms {
		for _, d := range u.Deps[t.Sym] {
			if d.Obj == o {
				return true
			}
		}
	}
	return false
}

// maxArguments bounds subscripts and arguments in subscripts and arguments.
const maxArguments = 50

// apply is a(…): an element, a section, a substring or a function reference.
func (u *Unit) apply(x *ast.Apply, e *Effects) {
	if u.inApply >= maxArguments {
		e.unknown(x.Span(), reason.DeepArguments)
		return
	}
	u.inApply++
	defer func() { u.inApply-- }()
	id, named := x.X.(*ast.Ident)
	if !named {
		if _, ok := u.designator(x); ok {
			u.read(x, e)
			return
		}
		if m, ok := x.X.(*ast.Member); !ok || !u.callBound(x, m, e) {
			u.indirect(x, e)
		}
		return
	}
	v := u.named(id)
	switch v.What() {
	case scope.Intrinsic:
		u.intrinsicFunction(id.Name, x, e)
	case scope.Type:
		if u.finalParts(v.Derived, 0) {
			e.call(x.Span(), reason.FinalOfType, reason.Name(id.Name))
		}
		for _, a := range bounds(x.Args) {
			u.expr(a, e)
		}
	case scope.Constant:
		if v.MPI != "" && !harmlessMPI(v.MPI) {
			u.indirect(x, e)
			return
		}
		if v.MPI == wtime {
			e.blame(x.Span(), reason.StateCalled)
			e.Does(Impure)
		}
		for _, a := range bounds(x.Args) {
			u.expr(a, e)
		}
	case scope.StatementFunc:
		u.stmtFunction(v, x, e)
	case scope.Procedure:
		if u.spares(id) {
			u.callHarmless(id, x.Args, ast.KFunction, e)
			return
		}
		u.callNamed(id.Name, v, x.Args, x.Span(), e)
	default:
		if _, ok := u.designator(x); ok {
			u.read(x, e)
			return
		}
		u.indirect(x, e)
	}
}

// indirect is a reference that may be a call of anything.
func (u *Unit) indirect(x ast.Expr, e *Effects) {
	e.call(x.Span(), reason.MayBeFunction, reason.Expr(x))
	if a, ok := x.(*ast.Apply); ok {
		u.actuals(a.Args, nil, e)
		u.prefix(a.X, e)
		return
	}
	u.prefix(x, e)
}

// prefix touches what stands before the last part of a reference that was not
// resolved: obj in obj%method(…).
func (u *Unit) prefix(x ast.Expr, e *Effects) {
	idents(x, func(id *ast.Ident) {
		v := u.named(id)
		if v.What() == scope.Variable || v.What() == scope.Unknown {
			o := u.plain(id.Name)
			e.Refs = append(e.Refs, Ref{Obj: o, At: x.Span()},
				Ref{Obj: o, Write: true, Status: true, At: x.Span()})
		}
	})
}

// read adds the reference to a designator and the evaluation of its subscripts.
func (u *Unit) read(x ast.Expr, e *Effects) {
	if id, ok := x.(*ast.Ident); ok {
		if v := u.named(id); v.What() != scope.Variable && v.What() != scope.Unknown {
			return // a constant, or a procedure as an argument
		}
	}
	d, ok := u.designator(x)
	if !ok {
		u.unresolved(x, e)
		return
	}
	u.subscripts(d, e)
	e.Refs = append(e.Refs, u.ref(d, x, false))
}

// unresolved is a designator that could not be resolved.
func (u *Unit) unresolved(x ast.Expr, e *Effects) {
	if m, ok := x.(*ast.Member); ok {
		if id, isName := m.X.(*ast.Ident); isName && u.named(id).What() == scope.Constant {
			return
		}
	}
	u.indirect(x, e)
}

func (u *Unit) subscripts(d desig, e *Effects) {
	for _, s := range d.subscripts {
		if s != nil {
			u.expr(s, e)
		}
	}
}

// ref makes the reference of a designator.
func (u *Unit) ref(d desig, x ast.Expr, write bool) Ref {
	return Ref{Obj: d.obj, Sub: d.sub, Before: d.before, Spread: !d.scalarPath, Write: write, Base: d.base, At: x.Span(), X: x, names: u.here}
}

// write adds the assignment to a designator.
func (u *Unit) write(x ast.Expr, e *Effects) (desig, bool) {
	d, ok := u.designator(x)
	if !ok {
		u.indirect(x, e)
		e.reaches(ReachAll) // what is written is not known
		return d, false
	}
	u.subscripts(d, e)
	r := u.ref(d, x, true)
	r.Sure = d.obj.Scalar && d.whole && !d.part
	if d.whole && (d.last == nil || d.last.Has(scope.Allocatable)) || !d.last.OwnType() {
		r.Status = true // may be reallocated on assignment
	}
	r.Fills = !d.obj.Scalar && !d.part && !r.Status && plainElements(d.last) && !strided(x)
	e.Refs = append(e.Refs, r)
	return d, true
}

// plainElements reports whether a variable holds numbers or logicals.
func plainElements(v *scope.Symbol) bool {
	return v != nil && v.Class == scope.Variable && v.Attrs&(scope.Volatile|scope.Asynchronous) == 0 && (v.Value().Numeric() || v.Value().Type == "logical")
}

// strided reports whether a designator holds a section that steps over elements.
func strided(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(x ast.Expr) bool {
		r, isRange := x.(*ast.Range)
		found = found || isRange && r.Step != nil
		return !found
	})
	return found
}

// Expr returns the effects of evaluating x. A function that changes its arguments is noticed: what is
// evaluated elsewhere, or once more, changes them there.
func (u *Unit) Expr(x ast.Expr) *Effects {
	e := Nothing()
	u.expr(x, &e)
	e.doesIf(slices.ContainsFunc(e.Refs, func(r Ref) bool { return r.Write && r.X != nil }), Impure)
	return &e
}

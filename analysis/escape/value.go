package escape

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// values is value for a list, of which some may be nil.
func (w *walker) values(list []ast.Expr) {
	for _, x := range list {
		w.value(x)
	}
}

func (w *walker) args(list []ast.Arg) {
	for _, a := range list {
		w.value(a.X)
	}
}

// value: x is evaluated, or it is a variable that is defined, or asked for its shape. That leaves nothing behind but what the functions in
// it do.
func (w *walker) value(x ast.Expr) {
	switch x := x.(type) {
	case nil:
	case *ast.Ident:
		w.marked[x] = true
		w.placeOf(x) // it is known from now on
	case *ast.Apply:
		w.apply(x)
	case *ast.Unary:
		w.value(x.X)
		w.operator(x.Op, x.X)
	case *ast.Binary:
		w.chain(x)
	case *ast.ArrayCons:
		w.typed(x.Type)
		w.values(x.Items)
	case *ast.ImpliedDo:
		w.typed(x.VarType)
		w.value(x.Var)
		w.values(x.Items)
		w.values([]ast.Expr{x.Lo, x.Hi, x.Step})
	case *ast.Literal, *ast.Complex, *ast.Member, *ast.Coindex, *ast.Range, *ast.Star, *ast.DoubleDot, *ast.AltReturn, *ast.Paren, *ast.CondExpr:
		w.values(ast.Parts(x))
	default: // the names in it escape
	}
}

// chain is value for operators, whose left side may be very long.
func (w *walker) chain(b *ast.Binary) {
	for {
		w.value(b.Y)
		w.operator(b.Op, b.X, b.Y)
		next, ok := b.X.(*ast.Binary)
		if !ok {
			w.value(b.X)
			return
		}
		b = next
	}
}

// apply is value for a(…): an element, a reference to a function, a constructor.
func (w *walker) apply(x *ast.Apply) {
	switch f := x.X.(type) {
	case *ast.Ident:
		y := w.sc.Lookup(f.Name)
		switch {
		case w.table.MPIName(y, f.Name) != "", y == nil, y.Unsure != "":
			w.call(x.X, x.Args)
		case y.Class == scope.Type:
			w.value(f)
			w.constructor(y, x.Args)
		case y.Class == scope.Generic:
			if y.Derived != nil {
				w.constructor(y, x.Args)
			}
			w.call(x.X, x.Args)
		case y.Class == scope.Procedure, y.Class == scope.Unknown, y.Class == scope.Intrinsic,
			y.Class == scope.Variable && w.sc.Resolve(x) == scope.RefCall:
			w.call(x.X, x.Args)
		default: // subscripts, or those of a substring; a statement function reads what it gets
			w.value(f)
			w.args(x.Args)
		}
	case *ast.Member:
		if w.component(f) {
			w.value(f)
			w.args(x.Args)
			return
		}
		w.call(f, x.Args)
	default: // a substring
		w.value(x.X)
		w.args(x.Args)
	}
}

// component reports whether x is certainly a component that holds data.
func (w *walker) component(x *ast.Member) bool {
	y, sc := w.begins(ast.Root(x))
	if y == nil || y.Unsure != "" {
		return false
	}
	if sc != w.sc { // by a name of ASSOCIATE or SELECT TYPE, of which scopes know what type it has
		in := w.sc.Designator(x)
		return in.Known && !in.Call
	}
	p := scope.Walk(x, y, nil)
	if p == nil {
		return false
	}
	last := p.Steps[len(p.Steps)-1]
	return last.Kind == scope.Component && last.Symbol != nil || last.Kind == scope.Half
}

// constructor: a component that is a pointer gets what an argument leads to.
func (w *walker) constructor(y *scope.Symbol, list []ast.Arg) {
	w.args(list)
	d := y.Derived
	for i, a := range list {
		k := -1 // of a type that extends another one
		if d != nil && d.Extends == "" {
			k = a.Place(i, len(d.Components), func(k int) string { return d.Components[k].Name })
		}
		if k < 0 || !d.Components[k].Known() || d.Components[k].Has(scope.Pointer) {
			w.pointedAt(a.X)
		}
	}
}

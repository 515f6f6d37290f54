package match

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// renaming says in the names of a caller what is said in those of a procedure.
type renaming struct {
	from, to    *scope.Scope
	here, there *scope.Table // of the caller, and of the procedure
	by          map[string]ast.Expr
	bad         string
}

// expr renames an expression; false if it has no form in the caller, or perhaps another value.
func (t *renaming) expr(x ast.Expr) (ast.Expr, bool) {
	switch x := x.(type) {
	case *ast.Ident:
		if y := t.dummy(x.Name); y != nil && y.Rank != 0 {
			return t.by[x.Name], t.by[x.Name] != nil && t.plain(y)
		}
	case *ast.Apply:
		if id, ok := x.X.(*ast.Ident); ok {
			if y := t.dummy(id.Name); y != nil && y.Rank != 0 {
				return t.element(x, y)
			}
		}
	default: // a value
	}
	return t.value(x)
}

// dummy is a dummy argument of the procedure, nil if a name is none.
func (t *renaming) dummy(name string) *scope.Symbol {
	if y := t.from.Lookup(name); y != nil && y.Storage == scope.Dummy {
		return y
	}
	return nil
}

// plain reports whether a dummy argument is another name for what is passed, and nothing else.
func (t *renaming) plain(y *scope.Symbol) bool {
	return y.Class == scope.Variable && y.Attrs&(scope.Optional|scope.Pointer|scope.Value|scope.Allocatable|scope.Volatile) == 0
}

// value renames an expression in which arguments are scalars.
func (t *renaming) value(x ast.Expr) (ast.Expr, bool) {
	if kind := namedKind(x); kind != "" {
		t.bad = kind
		return nil, false
	}
	by := map[string]ast.Expr{}
	for id := range ast.Idents(x) {
		y := t.from.Lookup(id.Name)
		switch {
		case y != nil && y.Storage == scope.Dummy:
			a := t.by[id.Name]
			if a == nil || y.Rank != 0 || !t.plain(y) || y.Type == nil || y.Type.Derived != "" && !t.designates(a) {
				return nil, t.no(id)
			}
			by[id.Name] = a
		case calls.Constant(t.there, t.from, id) != "" && calls.Constant(t.there, t.from, id) == calls.Constant(t.here, t.to, id):
		case y == nil:
			return nil, t.no(id)
		default:
			z := t.to.Lookup(id.Name)
			if z != nil && (y.Class == scope.Intrinsic && z.Class == scope.Intrinsic || calls.Key(t.from, id.Name) == calls.Key(t.to, id.Name) && alike(y, z)) {
				continue
			}
			v, ok := t.from.Int(id)
			if !ok || y.Class != scope.Constant {
				return nil, t.no(id)
			}
			by[id.Name] = ast.Int(v)
		}
	}
	return program.Substitute(x, by)
}

// namedKind is a literal in an expression whose kind has a name, "" if there is none.
func namedKind(x ast.Expr) string {
	out := ""
	ast.Inspect(x, func(x ast.Expr) bool {
		if l, ok := x.(*ast.Literal); ok {
			if _, kind, ok := strings.Cut(l.Text, "_"); ok && strings.Trim(kind, "0123456789") != "" {
				out = l.Text
			}
		}
		return true
	})
	return out
}

// alike reports whether two variables with one key have one shape: each unit says for itself what is in a COMMON block.
func alike(y, z *scope.Symbol) bool {
	if y.Root().Storage != scope.CommonStorage {
		return true
	}
	return y.Rank == z.Rank && y.Type != nil && z.Type != nil && y.Type.Basic() == z.Type.Basic() &&
		slices.EqualFunc(y.Bounds, z.Bounds, func(a, b ast.Expr) bool { return ast.String(a) == ast.String(b) })
}

func (t *renaming) no(id *ast.Ident) bool {
	t.bad = id.Name
	return false
}

// designates reports whether an expression is a variable or a part of one.
func (t *renaming) designates(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident, *ast.Member:
		return true
	case *ast.Apply:
		return t.to.Resolve(x) == scope.RefElement
	default:
		return false
	}
}

// element renames an element of an array that is an argument: the first element of both has to be known.
func (t *renaming) element(x *ast.Apply, y *scope.Symbol) (ast.Expr, bool) {
	if len(x.Args) != 1 || !t.plain(y) || !t.fromOne(t.from, y) {
		return nil, false
	}
	i, ok := t.value(x.Args[0].X)
	if !ok {
		return nil, false
	}
	switch a := t.by[y.Name].(type) {
	case *ast.Ident:
		z := t.to.Lookup(a.Name)
		if z == nil || z.Has(scope.Pointer) || z.Has(scope.Allocatable) || !t.fromOne(t.to, z) || z.Shape != scope.ExplicitShape && z.Shape != y.Shape {
			return nil, false
		}
		return &ast.Apply{X: a, Args: []ast.Arg{{X: i}}}, true
	case *ast.Apply:
		n, ok := t.to.Int(i)
		if len(a.Args) != 1 || !ok || y.Shape == scope.AssumedShape || t.to.Resolve(a) != scope.RefElement {
			return nil, false
		}
		first, isConst := t.to.Int(a.Args[0].X)
		switch {
		case isConst:
			i = ast.Int(first + n - 1)
		case n == 1:
			i = a.Args[0].X
		default:
			i = &ast.Binary{Op: "+", X: a.Args[0].X, Y: ast.Int(n - 1)}
		}
		return &ast.Apply{X: a.X, Args: []ast.Arg{{X: i}}}, true
	default:
		return nil, false
	}
}

// fromOne reports whether an array has one dimension, which begins at 1.
func (t *renaming) fromOne(sc *scope.Scope, y *scope.Symbol) bool {
	if y.Rank != 1 || y.Shape == scope.DeferredShape || len(y.Bounds) != 1 {
		return false
	}
	r, ok := y.Bounds[0].(*ast.Range)
	if !ok || r.Lo == nil {
		return true
	}
	n, known := sc.Int(r.Lo)
	return known && n == 1
}

package scope

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// A name is declared once, but for a file that is read without preprocessing: the branches of an #if declare it in
// several ways, and which one holds is not known.

const declaredTwice = "it is declared in several ways"

// Way is one of several values of a constant.
type Way struct {
	Init ast.Expr
	Stmt *ast.Stmt // which gives it
}

// twice makes a symbol unsure that was old before st declared it again, in another way.
func (y *Symbol) twice(old *Symbol, st *ast.Stmt) {
	if old.Class == Constant && y.Class == Constant {
		y.Ways = old.Ways
		if y.Ways == nil {
			y.Ways = []Way{{old.Init, old.Decl}}
		}
		y.Ways = append(y.Ways, Way{y.Init, st})
	}
	if old.Type.String() != y.Type.String() || !equal(old.Init, y.Init) || !slices.EqualFunc(old.Bounds, y.Bounds, equal) ||
		(old.Class == Constant) != (y.Class == Constant) {
		y.Unsure = declaredTwice
	}
}

// WithKind is the type if the constant of its kind had the value x; nil: its kind is no constant of its own.
func (d *DataType) WithKind(x ast.Expr) *DataType {
	if d.Scope == nil {
		return nil
	}
	other := *d
	other.Kind, other.KindValue = x, d.Scope.kindValue(x)
	return &other
}

func equal(x, y ast.Expr) bool {
	if x == nil || y == nil {
		return x == nil && y == nil
	}
	return ast.String(x) == ast.String(y)
}

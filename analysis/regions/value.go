package regions

import (
	"strconv"

	"mdmp/fortran/ast"
	"mdmp/lang"
)

// sameValue tells whether two expressions of one exchange are seen to have the
// same value: they are the same constant, or written the same.
func sameValue(x, y ast.Expr) bool {
	a, ok := constant(x)
	if b, ok2 := constant(y); ok && ok2 {
		return a == b
	}
	return x != nil && y != nil && ast.String(x) == ast.String(y)
}

// constant returns the value of an integer constant.
func constant(x ast.Expr) (int64, bool) {
	switch e := lang.Unparen(x).(type) {
	case *ast.Literal:
		if e.Kind != ast.IntLit {
			return 0, false
		}
		v, err := strconv.ParseInt(e.Text, 10, 64)
		return v, err == nil
	case *ast.Unary:
		v, ok := constant(e.X)
		switch e.Op {
		case "-":
			return -v, ok
		case "+":
			return v, ok
		}
	}
	return 0, false
}

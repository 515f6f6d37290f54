package regions

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/lang"
)

// sameValue tells whether two expressions of one exchange are seen to have the
// same value: they are the same constant, or written the same.
func sameValue(x, y ast.Expr) bool {
	a, ok := lang.IntValue(x)
	if b, ok2 := lang.IntValue(y); ok && ok2 {
		return a == b
	}
	return x != nil && y != nil && ast.String(x) == ast.String(y)
}

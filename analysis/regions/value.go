package regions

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// sameValue tells whether two expressions of one exchange are seen to have the
// same value: they are the same constant, or written the same.
func (l *looker) sameValue(x, y ast.Expr) bool {
	a, ok := l.sc.Int(x)
	if b, ok2 := l.sc.Int(y); ok && ok2 {
		return a == b
	}
	return x != nil && y != nil && ast.String(x) == ast.String(y)
}

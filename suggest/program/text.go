package program

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Same reports whether two expressions read the same.
func Same(x, y ast.Expr) bool {
	if x == nil || y == nil {
		return x == nil && y == nil
	}
	return strings.EqualFold(ast.String(ast.Unparen(x)), ast.String(ast.Unparen(y)))
}

package scope

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// MayCall reports whether evaluating x might call a procedure of the program.
func (s *Scope) MayCall(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Apply:
			found = found || s.mayApply(x)
		case *ast.Unary:
			found = found || definedOp(x.Op)
		case *ast.Binary:
			found = found || definedOp(x.Op)
		default: // its parts tell
		}
		return !found
	})
	return found
}

// mayApply reports whether x(…) might be a reference to a function of the
// program.
func (s *Scope) mayApply(x *ast.Apply) bool {
	switch s.Resolve(x) {
	case RefElement, RefSection, RefSubstring:
		return false
	case RefCall:
		id, ok := x.X.(*ast.Ident)
		if !ok {
			return true
		}
		y := s.Lookup(id.Name)
		return y == nil || y.Unsure != "" || y.Class != Intrinsic
	}
	return true
}

// definedOp reports whether op is an operator of the program's own.
func definedOp(op string) bool {
	switch op {
	case ".not.", ".and.", ".or.", ".eqv.", ".neqv.":
		return false
	}
	return strings.HasPrefix(op, ".")
}

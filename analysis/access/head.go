package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// What may be executed before the execution part.
//
// That begins with the first statement that is certainly executed. A statement right before it that is not
// understood may be executed, too, and so may what an include file holds.

// executed puts what may be executed before it before an execution part.
func (u *Unit) executed(items []ast.Item) []ast.Item {
	exec := u.AST.Exec
	if len(items) != len(exec) || len(items) > 0 && items[0] != exec[0] {
		return items // a piece of it
	}
	if head := u.head(); len(head) > 0 {
		return slices.Concat(head, items)
	}
	return items
}

// head lists the statements at the end of the specification part that may be executed.
func (u *Unit) head() []ast.Item {
	var list []ast.Item
	for _, item := range slices.Backward(u.AST.Spec) {
		s, ok := item.(*ast.Stmt)
		if !ok {
			break
		}
		switch s.Kind {
		case ast.KUnknown:
			list = append(list, s)
			continue
		case ast.KInclude:
			if u.names.scope.Unread(s) {
				list = append(list, s)
			}
			continue
		case ast.KCpp:
			if elsewhere(s) {
				list = append(list, s)
			}
			continue
		case ast.KDirective, ast.KFormat, ast.KData, ast.KEntry:
			continue
		default: // certainly declares something
		}
		break
	}
	slices.Reverse(list)
	return list
}

// elsewhere reports whether a statement stands for lines that are not seen: an INCLUDE line that was not read, or what a
// preprocessor makes of a line.
func elsewhere(s *ast.Stmt) bool {
	return s.Kind == ast.KInclude || s.Kind == ast.KCpp && !s.Line.IsMarker()
}

package apart

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// A procedure that a loop calls may ask about the team, or keep what belongs to its
// thread; a jump may pass by an assignment. So the loops of a region that is taken apart
// hold assignments, branches and loops over numbers, and nothing else.

// plain reports whether a loop does.
func (b *block) plain(l loop) bool {
	in := b.scopes.At(l.do.First().Span().Start)
	return ast.Items([]ast.Item{l.do}, func(s *ast.Stmt) bool {
		if s.Kind == ast.KDirective {
			d, ours := omp.Of(s)
			return ours && d.Name() == "simd" && simdAlone(d)
		}
		if s.Line.IsMarker() {
			return true
		}
		for at := s; at != nil; at = at.Inner {
			if !slices.Contains(plainKinds(), at.Kind) {
				return false
			}
		}
		return b.numbers(s, in)
	})
}

// simdAlone reports whether a SIMD directive has no clauses that give values.
func simdAlone(d omp.Directive) bool { return d.Clauses == "" }

func plainKinds() []ast.Kind {
	return []ast.Kind{ast.KAssign, ast.KIf, ast.KIfThen, ast.KElseIf, ast.KElse, ast.KEndIf, ast.KDo, ast.KEndDo,
		ast.KContinue, ast.KCycle, ast.KExit}
}

// numbers reports whether a statement is about variables of intrinsic types, their elements,
// and functions of the language.
func (b *block) numbers(s *ast.Stmt, in *scope.Scope) bool {
	if do, ok := s.Body.(*ast.Do); ok && do.Conc != nil {
		return false
	}
	fine := true
	called := map[*ast.Ident]bool{}
	ast.InspectStmt(s, func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.Ident:
			fine = fine && (called[x] || number(in.Lookup(x.Name)))
		case *ast.Apply:
			id, plain := x.X.(*ast.Ident)
			if !plain {
				fine = false
				break
			}
			if y := in.Lookup(id.Name); y == nil || y.Class != scope.Variable {
				called[id] = true
				fine = fine && b.function(id.Name, y)
			}
		case *ast.Binary:
			lit, isNumber := x.Y.(*ast.Literal)
			fine = fine && ownOperator(x.Op) && !(b.vector && x.Op == "**" && !(isNumber && lit.Kind == ast.IntLit))
		case *ast.Unary:
			fine = fine && ownOperator(x.Op)
		case *ast.Literal, *ast.Paren:
		default:
			fine = false
		}
		return fine
	})
	return fine
}

// number reports whether a name is certainly that of a variable or constant of an intrinsic
// type, the same for all threads but for clauses.
func number(y *scope.Symbol) bool {
	return y != nil && y.Unsure == "" && (y.Class == scope.Variable || y.Class == scope.Constant) && y.Type.Basic() != "" && !y.Has(scope.ThreadPrivate)
}

// function reports whether a name is that of an intrinsic function which gives the same
// bits wherever its loop stands.
func (b *block) function(name string, y *scope.Symbol) bool {
	if !scope.IsIntrinsic(name) || y != nil && y.Class != scope.Intrinsic {
		return false
	}
	switch name {
	case "abs", "min", "max", "sign", "sqrt", "int", "nint", "real", "dble", "mod", "merge":
		return true // instructions that round alike for one element and for several
	case "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh":
		return !b.vector
	}
	return false
}

// ownOperator reports whether an operator is one of the language.
func ownOperator(op string) bool {
	switch op {
	case "+", "-", "*", "/", "**", "==", "/=", "<", "<=", ">", ">=", ".and.", ".or.", ".not.", ".eqv.", ".neqv.":
		return true
	}
	return false
}

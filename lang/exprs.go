package lang

import (
	"strconv"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// expr reads an argument as an expression; nil if it is none.
func (r *reader) expr(a *argG, what string) ast.Expr {
	if a.empty() {
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: r.between(a.From, a.From+1), Message: what + " is missing", Hint: r.usage()})
		return nil
	}
	if a.Keyword {
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: r.argSpan(a),
			Message: "arguments of directives take no keyword: " + quote(r.argText(a)), Hint: r.usage()})
		return nil
	}
	x, err := parseExpr(r.line, a.From, a.To)
	if err != nil {
		r.report(diag.Diagnostic{Code: diag.BadExpression, At: err.at,
			Message: what + " is not an expression: " + err.text})
		return nil
	}
	return x
}

// integer refuses what is seen not to be an integer.
func (r *reader) integer(x ast.Expr, what string) {
	var is string
	switch l := ast.Unparen(x).(type) {
	case *ast.Literal:
		if l.Kind == ast.IntLit || l.Kind == ast.BOZLit {
			return
		}
		is = literalName(l.Kind)
	case *ast.Complex:
		is = "a complex constant"
	case *ast.ArrayCons, *ast.ImpliedDo:
		is = "an array"
	case *ast.Unary:
		if l.Op != ".not." {
			return
		}
		is = "a logical"
	case *ast.Binary:
		switch {
		case isComparison(l.Op), l.Op == ".and.", l.Op == ".or.", l.Op == ".eqv.", l.Op == ".neqv.":
			is = "a logical"
		case l.Op == "//":
			is = "a character string"
		default:
			return
		}
	default:
		return
	}
	r.report(diag.Diagnostic{Code: diag.WrongType, At: x.Span(), Message: what + " is an integer, but this is " + is})
}

// condition refuses what is seen not to be a logical.
func (r *reader) condition(x ast.Expr) {
	switch l := ast.Unparen(x).(type) {
	case *ast.Literal:
		if l.Kind != ast.LogicalLit {
			r.report(diag.Diagnostic{Code: diag.WrongType, At: x.Span(), Message: "the condition is a logical, but this is " + literalName(l.Kind)})
		}
	case *ast.Complex:
		r.report(diag.Diagnostic{Code: diag.WrongType, At: x.Span(), Message: "the condition is a logical, but this is a complex constant"})
	case *ast.ArrayCons:
		r.report(diag.Diagnostic{Code: diag.WrongType, At: x.Span(), Message: "the condition is one logical, but this is an array"})
	default: // its declaration tells the compiler
	}
}

// notLiteral refuses a constant where a variable or a named constant stands.
func (r *reader) notLiteral(x ast.Expr, what, should string) {
	if l, ok := ast.Unparen(x).(*ast.Literal); ok {
		r.report(diag.Diagnostic{Code: diag.WrongType, At: x.Span(), Message: what + " is " + should + ", but this is " + literalName(l.Kind)})
	}
}

func literalName(k ast.LitKind) string {
	switch k {
	case ast.IntLit:
		return "an integer constant"
	case ast.RealLit:
		return "a real constant"
	case ast.LogicalLit:
		return "a logical constant"
	case ast.BOZLit:
		return "a bit pattern"
	default:
		return "a character constant"
	}
}

// wildcard refuses MPI_ANY_SOURCE and MPI_ANY_TAG anywhere in x except as an
// operand of a comparison.
func (r *reader) wildcard(x ast.Expr, what string) {
	switch e := x.(type) {
	case *ast.Ident:
		if e.Name == "mpi_any_source" || e.Name == "mpi_any_tag" {
			r.report(diag.Diagnostic{Code: diag.Wildcard, At: e.Span(),
				Message: "a wildcard cannot be the " + what + " of a message",
				Hint:    "name the " + what + ": which receive a message meets must not be left to chance"})
		}
	case *ast.Paren:
		r.wildcard(e.X, what)
	case *ast.Unary:
		r.wildcard(e.X, what)
	case *ast.Binary:
		if !isComparison(e.Op) {
			r.wildcard(e.X, what)
			r.wildcard(e.Y, what)
		}
	case *ast.Apply:
		for _, a := range e.Args {
			r.wildcard(a.X, what)
		}
	case *ast.CondExpr:
		r.wildcard(e.X, what)
		r.wildcard(e.Y, what)
	default: // no integer that holds one
	}
}

func isComparison(op string) bool {
	switch op {
	case "==", "/=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

// IntValue returns the value of an integer constant with or without a sign.
func IntValue(x ast.Expr) (int64, bool) {
	switch e := ast.Unparen(x).(type) {
	case *ast.Literal:
		if e.Kind != ast.IntLit {
			return 0, false
		}
		v, err := strconv.ParseInt(e.Text, 10, 64)
		return v, err == nil
	case *ast.Unary:
		v, ok := IntValue(e.X)
		switch e.Op {
		case "-":
			return -v, ok
		case "+":
			return v, ok
		}
	default: // not known here
	}
	return 0, false
}

package oracle

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

func (e *emitter) exprs(list []ast.Expr) {
	for _, x := range list {
		e.expr(x)
	}
}

func (e *emitter) idents(list []*ast.Ident) {
	for _, id := range list {
		e.expr(id)
	}
}

func (e *emitter) args(args []ast.Arg) {
	for _, a := range args {
		e.put(a.Key())
		e.expr(a.X)
	}
}

// part emits a part of a complex constant, whose sign belongs to the constant
// in flang's tree.
func (e *emitter) part(x ast.Expr) {
	if u, ok := x.(*ast.Unary); ok {
		if _, ok := u.X.(*ast.Literal); ok {
			x = u.X
		}
	}
	e.expr(x)
}

// typeSpec emits the names in a type.
func (e *emitter) typeSpec(t *ast.TypeSpec) {
	if t == nil {
		return
	}
	if t.Derived != "*" {
		e.put(t.Derived)
	}
	e.expr(t.Len)
	e.expr(t.Kind)
	e.args(t.Params)
}

// expr emits the tokens of x in the order of the tree.
func (e *emitter) expr(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident:
		if x != nil && !strings.HasPrefix(x.Name, "%") { // %val, %ref, %loc
			e.put(x.Name)
		}
	case *ast.Literal:
		if id, ok := x.Sub.(*ast.Ident); ok {
			e.put(id.Name)
		}
	case *ast.Complex:
		e.part(x.Re)
		e.part(x.Im)
	case *ast.Apply:
		e.expr(x.X)
		e.args(x.Args)
	case *ast.Member:
		e.expr(x.X)
		e.put(x.Name)
	case *ast.Coindex:
		e.expr(x.X)
		for _, a := range x.Args { // keywords are no names in flang's tree
			e.expr(a.X)
		}
	case *ast.Range:
		e.exprs([]ast.Expr{x.Lo, x.Hi, x.Step})
	case *ast.Unary:
		if x.Op == "+" || x.Op == "-" {
			e.put("u" + x.Op)
		} else {
			e.put(x.Op)
		}
		e.expr(x.X)
	case *ast.Binary:
		e.put(x.Op)
		e.expr(x.X)
		e.expr(x.Y)
	case *ast.Paren:
		e.put("()")
		e.expr(x.X)
	case *ast.ArrayCons:
		e.put("[]")
		e.typeSpec(x.Type)
		e.exprs(x.Items)
	case *ast.ImpliedDo:
		e.exprs(x.Items)
		e.typeSpec(x.VarType)
		e.put(x.Var.Name)
		e.exprs([]ast.Expr{x.Lo, x.Hi, x.Step})
	case *ast.CondExpr:
		e.exprs([]ast.Expr{x.Cond, x.X, x.Y})
	default: // no name in it
	}
}

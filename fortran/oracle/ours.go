package oracle

import (
	"mdmp/fortran/ast"
)

// Ours writes a file as records, in the order of the tree.
func Ours(f *ast.File) []Record {
	var out []Record
	add := func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			switch s.Kind {
			case ast.KDirective, ast.KCpp, ast.KInclude:
				continue
			}
			r := Record{Kind: s.Kind.String()}
			if IsExecutable(s.Kind) {
				r.Tokens = tokens(s)
			}
			out = append(out, r)
		}
		return true
	}
	for _, s := range f.Stmts {
		add(s)
	}
	return out
}

// IsExecutable tells whether the tokens of statements of kind k are compared.
func IsExecutable(k ast.Kind) bool {
	switch k {
	case ast.KAssign, ast.KPointerAssign, ast.KCall, ast.KIf, ast.KIfThen, ast.KElseIf, ast.KDo, ast.KWhere, ast.KWhereCons,
		ast.KSelectCase, ast.KArithIf, ast.KComputedGoto, ast.KNullify, ast.KStmtFunction:
		return true
	}
	return false
}

// tokens lists the operators and names of a statement, without those of its
// inner statement.
func tokens(s *ast.Stmt) []string {
	var out []string
	visit := func(x ast.Expr) { emit(x, &out) }
	switch b := s.Body.(type) {
	case *ast.Assign:
		visit(b.X)
		visit(b.Y)
	case *ast.Call:
		visit(b.X)
		emitArgs(b.Args, &out)
	case *ast.Cond:
		visit(b.X)
	case *ast.Goto:
		visit(b.X)
	case *ast.Exprs:
		for _, x := range b.List {
			visit(x)
		}
	case *ast.Do:
		if b.Form == ast.DoConcurrent {
			return nil
		}
		if b.Var != nil {
			visit(b.Var)
		}
		visit(b.Lo)
		visit(b.Hi)
		visit(b.Step)
		visit(b.While)
	}
	if s.Name != "" && s.Kind != ast.KElseIf {
		out = append([]string{s.Name}, out...)
	}
	return out
}

// emitPart emits a part of a complex constant, whose sign belongs to the
// constant in flang's tree.
func emitPart(x ast.Expr, out *[]string) {
	if u, ok := x.(*ast.Unary); ok {
		if _, ok := u.X.(*ast.Literal); ok {
			x = u.X
		}
	}
	emit(x, out)
}

func emitArgs(args []ast.Arg, out *[]string) {
	for _, a := range args {
		if a.Keyword != "" {
			*out = append(*out, a.Keyword)
		}
		emit(a.X, out)
	}
}

// emit appends the tokens of x in the order of the tree.
func emit(x ast.Expr, out *[]string) {
	put := func(s string) { *out = append(*out, s) }
	switch x := x.(type) {
	case *ast.Ident:
		put(x.Name)
	case *ast.Literal:
		if id, ok := x.Sub.(*ast.Ident); ok {
			put(id.Name)
		}
	case *ast.Complex:
		emitPart(x.Re, out)
		emitPart(x.Im, out)
	case *ast.Apply:
		emit(x.X, out)
		emitArgs(x.Args, out)
	case *ast.Member:
		emit(x.X, out)
		put(x.Name)
	case *ast.Coindex:
		emit(x.X, out)
		emitArgs(x.Args, out)
	case *ast.Range:
		emit(x.Lo, out)
		emit(x.Hi, out)
		emit(x.Step, out)
	case *ast.Unary:
		switch x.Op {
		case "+", "-":
			put("u" + x.Op)
		default:
			put(x.Op)
		}
		emit(x.X, out)
	case *ast.Binary:
		put(x.Op)
		emit(x.X, out)
		emit(x.Y, out)
	case *ast.Paren:
		put("()")
		emit(x.X, out)
	case *ast.ArrayCons:
		put("[]")
		for _, it := range x.Items {
			emit(it, out)
		}
	case *ast.ImpliedDo:
		for _, it := range x.Items {
			emit(it, out)
		}
		put(x.Var.Name)
		emit(x.Lo, out)
		emit(x.Hi, out)
		emit(x.Step, out)
	}
}

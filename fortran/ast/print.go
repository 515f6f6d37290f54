package ast

import "strings"

// String returns x as Fortran text in one spelling: lower case, no blanks
// except around operators in letters. Two expressions with the same String are
// the same up to the spelling of constants.
func String(x Expr) string {
	var b strings.Builder
	printer{&b, false}.expr(x)
	return b.String()
}

// Tree returns x with a pair of braces around every operation, so that the
// shape of the tree shows: {a + {b * c}}.
func Tree(x Expr) string {
	var b strings.Builder
	printer{&b, true}.expr(x)
	return b.String()
}

// printer writes expressions; braces shows the shape.
type printer struct {
	b      *strings.Builder
	braces bool
}

func (p printer) open() {
	if p.braces {
		p.b.WriteByte('{')
	}
}

func (p printer) close() {
	if p.braces {
		p.b.WriteByte('}')
	}
}

func (p printer) expr(x Expr) {
	switch x := x.(type) {
	case nil:
	case *Ident:
		p.b.WriteString(x.Name)
	case *Literal:
		p.literal(x)
	case *Complex:
		p.b.WriteByte('(')
		p.list([]Expr{x.Re, x.Im})
		p.b.WriteByte(')')
	case *Apply:
		p.expr(x.X)
		p.b.WriteByte('(')
		p.args(x.Args)
		p.b.WriteByte(')')
	case *Member:
		p.expr(x.X)
		p.b.WriteString("%" + x.Name)
	case *Coindex:
		p.expr(x.X)
		p.b.WriteByte('[')
		p.args(x.Args)
		p.b.WriteByte(']')
	case *Range:
		p.expr(x.Lo)
		p.b.WriteByte(':')
		p.expr(x.Hi)
		if x.Step != nil {
			p.b.WriteByte(':')
			p.expr(x.Step)
		}
	case *Star:
		p.b.WriteByte('*')
	case *DoubleDot:
		p.b.WriteString("..")
	case *AltReturn:
		p.b.WriteString("*" + x.Label)
	default:
		p.compound(x)
	}
}

func (p printer) compound(x Expr) {
	switch x := x.(type) {
	case *Unary:
		p.open()
		p.operator(x.Op)
		p.expr(x.X)
		p.close()
	case *Binary:
		p.binary(x)
	case *Paren:
		p.b.WriteByte('(')
		p.expr(x.X)
		p.b.WriteByte(')')
	case *ArrayCons:
		p.b.WriteByte('[')
		if x.Type != nil {
			p.b.WriteString(x.Type.inConstructor() + "::")
		}
		p.list(x.Items)
		p.b.WriteByte(']')
	case *ImpliedDo:
		p.b.WriteByte('(')
		p.list(x.Items)
		p.b.WriteByte(',')
		if x.VarType != nil {
			p.b.WriteString(x.VarType.String() + "::")
		}
		p.b.WriteString(x.Var.Name + "=")
		p.list([]Expr{x.Lo, x.Hi})
		if x.Step != nil {
			p.b.WriteByte(',')
			p.expr(x.Step)
		}
		p.b.WriteByte(')')
	case *CondExpr:
		p.b.WriteByte('(')
		p.expr(x.Cond)
		p.b.WriteByte('?')
		p.expr(x.X)
		p.b.WriteByte(':')
		p.expr(x.Y)
		p.b.WriteByte(')')
	}
}

// binary writes a chain of operators without recursion on the left.
func (p printer) binary(x *Binary) {
	chain := []*Binary{x}
	for {
		p.open()
		left, ok := chain[len(chain)-1].X.(*Binary)
		if !ok {
			break
		}
		chain = append(chain, left)
	}
	p.expr(chain[len(chain)-1].X)
	for i := len(chain) - 1; i >= 0; i-- {
		p.operator(chain[i].Op)
		p.expr(chain[i].Y)
		p.close()
	}
}

// operator writes an operator, with blanks if it is written in letters or if
// it might run into the next one.
func (p printer) operator(op string) {
	if op[0] == '.' || p.braces {
		p.b.WriteString(" " + op + " ")
		return
	}
	p.b.WriteString(op)
}

func (p printer) literal(x *Literal) {
	if x.Kind == StringLit {
		if x.Sub != nil {
			p.expr(x.Sub)
			p.b.WriteByte('_')
		}
		p.b.WriteString(x.Text)
		return
	}
	if x.Kind == HollerithLit {
		p.b.WriteString(x.Text)
		return
	}
	p.b.WriteString(strings.ToLower(x.Text))
	if x.Sub != nil {
		p.b.WriteByte('_')
		p.expr(x.Sub)
	}
}

func (p printer) list(xs []Expr) {
	for i, x := range xs {
		if i > 0 {
			p.b.WriteByte(',')
		}
		p.expr(x)
	}
}

func (p printer) args(args []Arg) {
	for i, a := range args {
		if i > 0 {
			p.b.WriteByte(',')
		}
		if a.Keyword != nil {
			p.b.WriteString(a.Keyword.Name + "=")
		}
		p.expr(a.X)
	}
}

// inConstructor returns a type as it stands before "::" in a constructor, where
// a derived type is its name alone.
func (t *TypeSpec) inConstructor() string {
	if t.Name != "type" || t.Derived == "" {
		return t.String()
	}
	var b strings.Builder
	b.WriteString(t.Derived)
	if len(t.Params) > 0 {
		b.WriteByte('(')
		printer{&b, false}.args(t.Params)
		b.WriteByte(')')
	}
	return b.String()
}

// String returns a type as Fortran text in one spelling.
func (t *TypeSpec) String() string {
	if t == nil {
		return ""
	}
	var b strings.Builder
	p := printer{&b, false}
	b.WriteString(t.Name)
	switch {
	case t.Derived != "":
		b.WriteString("(" + t.Derived)
		if len(t.Params) > 0 {
			b.WriteByte('(')
			p.args(t.Params)
			b.WriteByte(')')
		}
		b.WriteByte(')')
	case t.Star && t.Kind != nil:
		b.WriteByte('*')
		p.expr(t.Kind)
	case t.Len != nil && t.Kind != nil:
		b.WriteString("(len=")
		p.expr(t.Len)
		b.WriteString(",kind=")
		p.expr(t.Kind)
		b.WriteByte(')')
	case t.Len != nil:
		b.WriteString("(len=")
		p.expr(t.Len)
		b.WriteByte(')')
	case t.Kind != nil:
		b.WriteByte('(')
		p.expr(t.Kind)
		b.WriteByte(')')
	}
	return b.String()
}

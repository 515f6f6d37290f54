package ast

import (
	"slices"
	"strings"
)

// String returns x as Fortran text in one spelling: lower case, no blanks
// except around operators in letters. Two expressions with the same String are
// the same up to the spelling of constants.
func String(x Expr) string {
	var b strings.Builder
	printer{b: &b}.expr(x)
	return b.String()
}

// Short is String if that is no longer than about limit bytes; else it returns the
// beginning, and false.
func Short(x Expr, limit int) (string, bool) {
	var b strings.Builder
	printer{b: &b, limit: limit}.expr(x)
	return b.String(), b.Len() <= limit
}

// Tree returns x with a pair of braces around every operation, so that the
// shape of the tree shows: {a + {b * c}}.
func Tree(x Expr) string {
	var b strings.Builder
	printer{b: &b, braces: true}.expr(x)
	return b.String()
}

// printer writes expressions; braces shows the shape. It stops behind limit bytes,
// unless that is 0.
type printer struct {
	b      *strings.Builder
	braces bool
	limit  int
}

// text writes a text. It and its like return the printer, so that what is written one
// after the other stands in one line.
func (p printer) text(s string) printer {
	p.b.WriteString(s)
	return p
}

// list writes expressions separated by commas.
func (p printer) list(xs []Expr) printer {
	for i, x := range xs {
		p.comma(i).expr(x)
	}
	return p
}

func (p printer) args(args []Arg) printer {
	for i, a := range args {
		p.comma(i)
		if a.Keyword != nil {
			p.text(a.Keyword.Name).text("=")
		}
		p.expr(a.X)
	}
	return p
}

// comma writes a comma before all elements of a list but the first.
func (p printer) comma(i int) printer {
	if i > 0 {
		p.b.WriteByte(',')
	}
	return p
}

// brace writes a brace where the shape is to show.
func (p printer) brace(c byte) {
	if p.braces {
		p.b.WriteByte(c)
	}
}

func (p printer) expr(x Expr) printer {
	if p.limit > 0 && p.b.Len() > p.limit {
		return p
	}
	switch x := x.(type) {
	case nil:
	case *Ident:
		p.text(x.Name)
	case *Literal:
		p.literal(x)
	case *Complex:
		p.text("(").expr(x.Re).text(",").expr(x.Im).text(")")
	case *Apply:
		p.expr(x.X).text("(").args(x.Args).text(")")
	case *Member:
		p.expr(x.X).text("%").text(x.Name)
	case *Coindex:
		p.expr(x.X).text("[").args(x.Args).text("]")
	case *Range:
		p.expr(x.Lo).text(":").expr(x.Hi)
		if x.Step != nil {
			p.text(":").expr(x.Step)
		}
	case *Star:
		p.text("*")
	case *DoubleDot:
		p.text("..")
	case *AltReturn:
		p.text("*").text(x.Label)
	default:
		p.compound(x)
	}
	return p
}

func (p printer) compound(x Expr) {
	switch x := x.(type) {
	case *Unary:
		p.brace('{')
		p.operator(x.Op)
		p.expr(x.X)
		p.brace('}')
	case *Binary:
		p.binary(x)
	case *Paren:
		p.text("(").expr(x.X).text(")")
	case *ArrayCons:
		p.text("[")
		if x.Type != nil {
			p.text(x.Type.inConstructor()).text("::")
		}
		p.list(x.Items).text("]")
	case *ImpliedDo:
		p.text("(").list(x.Items).text(",")
		if x.VarType != nil {
			p.text(x.VarType.String()).text("::")
		}
		p.text(x.Var.Name).text("=").expr(x.Lo).text(",").expr(x.Hi)
		if x.Step != nil {
			p.text(",").expr(x.Step)
		}
		p.text(")")
	case *CondExpr:
		p.text("(").expr(x.Cond).text("?").expr(x.X).text(":").expr(x.Y).text(")")
	default:
		Unlisted(x) // two of them would look the same
	}
}

// binary writes a chain of operators without recursion on the left.
func (p printer) binary(x *Binary) {
	chain := []*Binary{x}
	for {
		p.brace('{')
		left, ok := chain[len(chain)-1].X.(*Binary)
		if !ok {
			break
		}
		chain = append(chain, left)
	}
	p.expr(chain[len(chain)-1].X)
	for _, x := range slices.Backward(chain) {
		p.operator(x.Op)
		p.expr(x.Y)
		p.brace('}')
	}
}

// operator writes an operator, with blanks if it is written in letters or if
// it might run into the next one.
func (p printer) operator(op string) {
	if op[0] == '.' || p.braces {
		p.text(" ").text(op).text(" ")
		return
	}
	p.text(op)
}

func (p printer) literal(x *Literal) {
	switch {
	case x.Kind == HollerithLit, x.Kind == StringLit && x.Sub == nil:
		p.text(x.Text)
	case x.Kind == StringLit:
		p.expr(x.Sub).text("_").text(x.Text)
	default:
		p.text(strings.ToLower(strings.ReplaceAll(x.Text, " ", "")))
		if x.Sub != nil {
			p.text("_").expr(x.Sub)
		}
	}
}

// derived returns the name of a derived type with its parameters.
func (t *TypeSpec) derived() string {
	if len(t.Params) == 0 {
		return t.Derived
	}
	var b strings.Builder
	printer{b: &b}.text(t.Derived).text("(").args(t.Params).text(")")
	return b.String()
}

// inConstructor returns a type as it stands before "::" in a constructor, where
// a derived type is its name alone.
func (t *TypeSpec) inConstructor() string {
	if t.Name != "type" || t.Derived == "" {
		return t.String()
	}
	return t.derived()
}

// String returns a type as Fortran text in one spelling.
func (t *TypeSpec) String() string {
	if t == nil {
		return ""
	}
	var b strings.Builder
	p := printer{b: &b}
	p.text(t.Name)
	switch {
	case t.Derived != "":
		p.text("(").text(t.derived()).text(")")
	case t.Star && t.Kind != nil:
		p.text("*").expr(t.Kind)
	case t.Len != nil && t.Kind != nil:
		p.text("(len=").expr(t.Len).text(",kind=").expr(t.Kind).text(")")
	case t.Len != nil:
		p.text("(len=").expr(t.Len).text(")")
	case t.Kind != nil:
		p.text("(").expr(t.Kind).text(")")
	}
	return b.String()
}

package affine

import (
	"sort"
	"strconv"
	"strings"
)

// Sym is an unknown integer: a loop variable or an expression that keeps its
// value, in one spelling. Who makes symbols knows what they stand for.
type Sym string

// Term is Coef*Sym.
type Term struct {
	Sym  Sym
	Coef int64
}

// Form is Const plus the sum of Terms, which are sorted by symbol, without
// zeros and without doubles. The zero Form is 0. Forms are values: no operation
// changes its operands.
type Form struct {
	Terms []Term
	Const int64
}

// Int returns the form of a constant.
func Int(n int64) Form { return Form{Const: n} }

// Of returns the form of a symbol.
func Of(s Sym) Form { return Form{Terms: []Term{{s, 1}}} }

// IsConst reports whether f is a constant, and which.
func (f Form) IsConst() (int64, bool) { return f.Const, len(f.Terms) == 0 }

// Coef returns the factor of s in f.
func (f Form) Coef(s Sym) int64 {
	for _, t := range f.Terms {
		if t.Sym == s {
			return t.Coef
		}
	}
	return 0
}

// Equal reports whether f and g are the same form.
func (f Form) Equal(g Form) bool {
	if f.Const != g.Const || len(f.Terms) != len(g.Terms) {
		return false
	}
	for i, t := range f.Terms {
		if t != g.Terms[i] {
			return false
		}
	}
	return true
}

// Add returns f+g; false if a number does not fit.
func Add(f, g Form) (Form, bool) { return combine(f, g, 1) }

// Sub returns f-g; false if a number does not fit.
func Sub(f, g Form) (Form, bool) { return combine(f, g, -1) }

// combine returns f + k*g.
func combine(f, g Form, k int64) (Form, bool) {
	kg, ok := Scale(g, k)
	if !ok {
		return Form{}, false
	}
	c, ok := add64(f.Const, kg.Const)
	if !ok {
		return Form{}, false
	}
	out := Form{Const: c}
	i, j := 0, 0
	for i < len(f.Terms) || j < len(kg.Terms) {
		switch {
		case j == len(kg.Terms) || i < len(f.Terms) && f.Terms[i].Sym < kg.Terms[j].Sym:
			out.Terms = append(out.Terms, f.Terms[i])
			i++
		case i == len(f.Terms) || kg.Terms[j].Sym < f.Terms[i].Sym:
			out.Terms = append(out.Terms, kg.Terms[j])
			j++
		default:
			n, ok := add64(f.Terms[i].Coef, kg.Terms[j].Coef)
			if !ok {
				return Form{}, false
			}
			if n != 0 {
				out.Terms = append(out.Terms, Term{f.Terms[i].Sym, n})
			}
			i++
			j++
		}
	}
	return out, true
}

// Scale returns k*f; false if a number does not fit.
func Scale(f Form, k int64) (Form, bool) {
	if k == 0 {
		return Form{}, true
	}
	c, ok := mul64(f.Const, k)
	if !ok {
		return Form{}, false
	}
	out := Form{Const: c}
	for _, t := range f.Terms {
		n, ok := mul64(t.Coef, k)
		if !ok {
			return Form{}, false
		}
		out.Terms = append(out.Terms, Term{t.Sym, n})
	}
	return out, true
}

// Mul returns f*g if one of them is a constant and the result fits.
func Mul(f, g Form) (Form, bool) {
	if k, ok := g.IsConst(); ok {
		return Scale(f, k)
	}
	if k, ok := f.IsConst(); ok {
		return Scale(g, k)
	}
	return Form{}, false
}

// Subst returns f with s replaced by g; false if a number does not fit.
func Subst(f Form, s Sym, g Form) (Form, bool) {
	k := f.Coef(s)
	if k == 0 {
		return f, true
	}
	rest := Form{Const: f.Const}
	for _, t := range f.Terms {
		if t.Sym != s {
			rest.Terms = append(rest.Terms, t)
		}
	}
	return combine(rest, g, k)
}

// Syms returns the symbols of f in order.
func (f Form) Syms() []Sym {
	out := make([]Sym, len(f.Terms))
	for i, t := range f.Terms {
		out[i] = t.Sym
	}
	return out
}

// String returns f as people write it: "n-1", "2*m+1", "0".
func (f Form) String() string {
	var b strings.Builder
	terms := append([]Term(nil), f.Terms...)
	// A positive term first reads better and avoids a leading sign.
	sort.SliceStable(terms, func(i, j int) bool { return terms[i].Coef > 0 && terms[j].Coef < 0 })
	for _, t := range terms {
		switch {
		case t.Coef == 1 && b.Len() > 0:
			b.WriteByte('+')
		case t.Coef == -1:
			b.WriteByte('-')
		case t.Coef == 1:
		default:
			if t.Coef > 0 && b.Len() > 0 {
				b.WriteByte('+')
			}
			b.WriteString(strconv.FormatInt(t.Coef, 10))
			b.WriteByte('*')
		}
		b.WriteString(factor(string(t.Sym)))
	}
	if f.Const != 0 || b.Len() == 0 {
		if f.Const >= 0 && b.Len() > 0 {
			b.WriteByte('+')
		}
		b.WriteString(strconv.FormatInt(f.Const, 10))
	}
	return b.String()
}

// factor puts brackets around a symbol that is an operation, so that it can be
// multiplied or subtracted.
func factor(s string) string {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '+', '-', '*', '/', '=', '<', '>', '.':
			if depth == 0 {
				return "(" + s + ")"
			}
		}
	}
	return s
}

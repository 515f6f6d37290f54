package sections

import (
	"maps"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// poly is an integer expression as a polynomial: the factor of each product of names, ""
// for the constant. Counts are products of extents, which forms that are linear cannot
// compare.
type poly map[string]int64

// maxTerms bounds the work for long expressions.
const maxTerms = 64

// polyOf returns an expression as a polynomial. What is no sum or product is a name of its own.
func polyOf(s *scope.Scope, x ast.Expr) poly { return polyBy(s, x, nil) }

// poly is polyOf with variables that always have the value of an expression replaced by it.
func (r Request) poly(x ast.Expr) poly {
	left := 4 // how often one is made of another
	return polyBy(r.Scope, x, func(x ast.Expr) ast.Expr {
		if left--; left < 0 {
			return nil
		}
		if n, ok := r.Index.Int(r.Scope, x); ok {
			return ast.Int(n)
		}
		return r.Index.Value(r.Scope, x, r.lasting())
	})
}

func polyBy(s *scope.Scope, x ast.Expr, value func(ast.Expr) ast.Expr) poly {
	x = ast.Unparen(x)
	if n, ok := s.Int(x); ok {
		return number(n)
	}
	if value != nil {
		if v := value(x); v != nil {
			return polyBy(s, v, value)
		}
	}
	switch x := x.(type) {
	case *ast.Unary:
		switch x.Op {
		case "-":
			return number(0).plus(polyBy(s, x.X, value), -1)
		case "+":
			return polyBy(s, x.X, value)
		}
	case *ast.Binary:
		switch x.Op {
		case "+":
			return polyBy(s, x.X, value).plus(polyBy(s, x.Y, value), 1)
		case "-":
			return polyBy(s, x.X, value).plus(polyBy(s, x.Y, value), -1)
		case "*":
			if p, ok := polyBy(s, x.X, value).times(polyBy(s, x.Y, value)); ok {
				return p
			}
		}
	default: // one term
	}
	return poly{ast.String(x): 1}
}

func number(n int64) poly {
	if n == 0 {
		return poly{}
	}
	return poly{"": n}
}

// plus returns p + k*q.
func (p poly) plus(q poly, k int64) poly {
	out := maps.Clone(p)
	for t, n := range q {
		if out[t] += k * n; out[t] == 0 {
			delete(out, t)
		}
	}
	return out
}

// times returns p*q; false if that is too long.
func (p poly) times(q poly) (poly, bool) {
	if len(p)*len(q) > maxTerms {
		return nil, false
	}
	out := poly{}
	for t, n := range p {
		for u, k := range q {
			f := append(strings.Split(t, "*"), strings.Split(u, "*")...)
			f = slices.DeleteFunc(f, func(s string) bool { return s == "" })
			slices.Sort(f)
			key := strings.Join(f, "*")
			if out[key] += n * k; out[key] == 0 {
				delete(out, key)
			}
		}
	}
	return out, true
}

func (p poly) equal(q poly) bool { return maps.Equal(p, q) }

// constant is the value of p if it is a number.
func (p poly) constant() (int64, bool) {
	return p[""], len(p) == 0 || len(p) == 1 && p[""] != 0
}

// Linear is x - y as a sum: the factors of its names (or of what is no sum or product), and the constant.
func Linear(s *scope.Scope, x, y ast.Expr) (map[string]int64, int64) {
	p := polyOf(s, x).plus(polyOf(s, y), -1)
	c := p[""]
	delete(p, "")
	return p, c
}

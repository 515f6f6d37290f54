package scope

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// maxConst bounds the depth of constants that are defined by constants.
const maxConst = 200

// Int evaluates an integer constant expression; ok is false if it is none or
// not known.
func (s *Scope) Int(x ast.Expr) (v int64, ok bool) { return s.evalInt(x, 0) }

func (s *Scope) evalInt(x ast.Expr, depth int) (v int64, ok bool) {
	if depth > maxConst || s == nil && !isLiteral(x) {
		return 0, false
	}
	depth++
	switch x := x.(type) {
	case *ast.Literal:
		if x.Kind != ast.IntLit {
			return 0, false
		}
		v, err := strconv.ParseInt(x.Text, 10, 64)
		return v, err == nil
	case *ast.Paren:
		return s.evalInt(x.X, depth)
	case *ast.Unary:
		v, ok := s.evalInt(x.X, depth)
		switch x.Op {
		case "-":
			return -v, ok
		case "+":
			return v, ok
		}
	case *ast.Binary:
		a, ok1 := s.evalInt(x.X, depth)
		if !ok1 {
			return 0, false
		}
		if b, ok2 := s.evalInt(x.Y, depth); ok2 {
			return intOp(x.Op, a, b)
		}
	case *ast.Ident:
		y := s.Lookup(x.Name)
		if y == nil || y.Unsure != "" || y.Class != Constant || y.Rank != 0 || y.Init == nil {
			return 0, false
		}
		if y.Type == nil || y.Type.Name != "integer" {
			return 0, false
		}
		return y.constant(depth)
	case *ast.Apply:
		return s.intCall(x, depth)
	default: // not known
	}
	return 0, false
}

// constant is the value of a named constant.
type constant struct {
	v            int64
	known, asked bool // asked: somebody is finding out
}

// constant evaluates a named integer constant, once: its value may be built from
// another one twice, that from a third one twice, and so on. A constant that is
// defined by itself has no value.
func (y *Symbol) constant(depth int) (v int64, ok bool) {
	if y.value.known || y.value.asked {
		return y.value.v, y.value.known
	}
	y.value.asked = true
	v, ok = y.Scope.evalInt(y.Init, depth)
	y.value.asked = false
	if ok {
		y.value.v, y.value.known = v, true
	}
	return v, ok
}

func isLiteral(x ast.Expr) bool {
	_, ok := x.(*ast.Literal)
	return ok
}

// intOp applies an operator; overflow and what is not exact are not known.
func intOp(op string, a, b int64) (int64, bool) {
	const limit = 1 << 31
	if a > limit || a < -limit || b > limit || b < -limit {
		return 0, false
	}
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "/":
		if b != 0 {
			return a / b, true
		}
	case "**":
		if b < 0 || b > 62 {
			return 0, false
		}
		v := int64(1)
		for ; b > 0; b-- {
			if v *= a; v > limit || v < -limit {
				return 0, false
			}
		}
		return v, true
	}
	return 0, false
}

// intCall evaluates the intrinsics that kinds and bounds are made with.
func (s *Scope) intCall(a *ast.Apply, depth int) (int64, bool) {
	id, ok := a.X.(*ast.Ident)
	if !ok || s == nil || len(a.Args) == 0 {
		return 0, false
	}
	if y := s.Lookup(id.Name); y == nil || y.Class != Intrinsic || y.Unsure != "" {
		return 0, false
	}
	switch id.Name {
	case "kind":
		k := s.kindOf(a.Args[0].X)
		return int64(k), k > 0 && !s.table.opt.Kinds
	case "selected_real_kind":
		return s.selectedReal(a, depth)
	case "selected_int_kind":
		r, ok := s.evalInt(a.Args[0].X, depth)
		if !ok || len(a.Args) != 1 {
			return 0, false
		}
		for _, k := range []struct{ r, kind int64 }{{2, 1}, {4, 2}, {9, 4}, {18, 8}} {
			if r <= k.r {
				return k.kind, true
			}
		}
	case "max", "min":
		return s.intMaxMin(id.Name == "max", a.Args, depth)
	case "int":
		if len(a.Args) == 1 {
			return s.evalInt(a.Args[0].X, depth)
		}
	}
	return 0, false
}

// selectedReal evaluates selected_real_kind for what all compilers agree on.
func (s *Scope) selectedReal(a *ast.Apply, depth int) (int64, bool) {
	p, r := int64(0), int64(0)
	for i, arg := range a.Args {
		v, ok := s.evalInt(arg.X, depth)
		switch {
		case !ok || i > 1:
			return 0, false
		case arg.Key() == "p" || arg.Keyword == nil && i == 0:
			p = v
		case arg.Key() == "r" || arg.Keyword == nil && i == 1:
			r = v
		default:
			return 0, false
		}
	}
	switch {
	case p <= 6 && r <= 37:
		return 4, true
	case p <= 15 && r <= 307:
		return 8, true
	}
	return 0, false
}

func (s *Scope) intMaxMin(maximum bool, args []ast.Arg, depth int) (int64, bool) {
	best, ok := s.evalInt(args[0].X, depth)
	for _, a := range args[1:] {
		v, ok2 := s.evalInt(a.X, depth)
		if ok = ok && ok2; !ok {
			return 0, false
		}
		if maximum == (v > best) {
			best = v
		}
	}
	return best, ok
}

// kindOf returns the kind of a literal or variable as KIND() would, 0 if it is
// the default of an unknown size, -1 if it is not known. Default kinds depend
// on the compiler's options, so only 1.0d0 under its usual size and explicit
// kinds are known.
func (s *Scope) kindOf(x ast.Expr) int {
	switch x := x.(type) {
	case *ast.Literal:
		if x.Sub != nil {
			return s.kindValue(x.Sub)
		}
		if x.Kind == ast.RealLit && strings.ContainsAny(x.Text, "dD") {
			return 8
		}
		return 0
	case *ast.Paren:
		return s.kindOf(x.X)
	default: // a declaration may tell
	}
	if in := s.Designator(x); in.Known && in.Type != nil && in.Type.Derived == "" {
		return in.Type.KindValue
	}
	return -1
}

// kindValue evaluates a kind; -1 if it is not known.
func (s *Scope) kindValue(x ast.Expr) int {
	if v, ok := s.Int(x); ok && v > 0 && v < 1000 {
		return int(v)
	}
	return -1
}

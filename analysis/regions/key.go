package regions

import (
	"strconv"
	"strings"

	"mdmp/fortran/ast"
	"mdmp/lang"
)

// key writes an expression in one canonical way: equal keys in one exchange
// mean equal values. It returns "" for what it does not know; an empty key
// equals nothing.
func key(x ast.Expr) string {
	var b strings.Builder
	if !writeKey(&b, x) {
		return ""
	}
	return b.String()
}

func writeKey(b *strings.Builder, x ast.Expr) bool {
	switch e := lang.Unparen(x).(type) {
	case *ast.Ident:
		b.WriteString(e.Name)
	case *ast.Literal:
		b.WriteString(e.Text)
		if e.Sub != nil {
			b.WriteByte('_')
			return writeKey(b, e.Sub)
		}
	case *ast.Unary:
		b.WriteByte('(')
		b.WriteString(e.Op)
		ok := writeKey(b, e.X)
		b.WriteByte(')')
		return ok
	case *ast.Binary:
		b.WriteByte('(')
		ok := writeKey(b, e.X)
		b.WriteString(e.Op)
		ok = writeKey(b, e.Y) && ok
		b.WriteByte(')')
		return ok
	case *ast.Member:
		ok := writeKey(b, e.X)
		b.WriteByte('%')
		b.WriteString(e.Name)
		return ok
	case *ast.Apply:
		return writeKey(b, e.X) && writeArgs(b, e.Args)
	case *ast.Range:
		return writePart(b, e.Lo) && writePart(b, e.Hi) && writePart(b, e.Step)
	default:
		return false
	}
	return true
}

// writePart writes a part of a triplet, which may be left out.
func writePart(b *strings.Builder, x ast.Expr) bool {
	b.WriteByte(':')
	return x == nil || writeKey(b, x)
}

func writeArgs(b *strings.Builder, args []ast.Arg) bool {
	b.WriteByte('(')
	for _, a := range args {
		if a.X == nil || a.Keyword != "" || !writeKey(b, a.X) {
			return false
		}
		b.WriteByte(',')
	}
	b.WriteByte(')')
	return true
}

// sameValue tells whether two expressions of one exchange are seen to have the
// same value.
func sameValue(x, y ast.Expr) bool {
	a, ok := constant(x)
	if b, ok2 := constant(y); ok && ok2 {
		return a == b
	}
	k := key(x)
	return k != "" && k == key(y)
}

// constant returns the value of an integer constant.
func constant(x ast.Expr) (int64, bool) {
	switch e := lang.Unparen(x).(type) {
	case *ast.Literal:
		if e.Kind != ast.IntLit {
			return 0, false
		}
		v, err := strconv.ParseInt(e.Text, 10, 64)
		return v, err == nil
	case *ast.Unary:
		v, ok := constant(e.X)
		switch e.Op {
		case "-":
			return -v, ok
		case "+":
			return v, ok
		}
	}
	return 0, false
}

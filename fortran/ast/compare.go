package ast

import "cmp"

// Compare is what the operator of a Binary says of two numbers; false if it compares nothing.
func Compare[T cmp.Ordered](op string, a, b T) (value, known bool) {
	switch op {
	case "==":
		return a == b, true
	case "/=":
		return a != b, true
	case "<":
		return a < b, true
	case "<=":
		return a <= b, true
	case ">":
		return a > b, true
	case ">=":
		return a >= b, true
	}
	return false, false
}

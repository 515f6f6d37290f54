package nests

import "github.com/mdmp-fortran/mdmp/analysis/access"

// expressions says what in the nest the compiler may round in more than one way, by
// what stands around; no text: nothing.
func (nest *Nest) expressions() access.Reason {
	if at, name := nest.unit.VectorMath(nest.Node.Item); name != "" {
		return access.Reason{Key: "vector-math", At: at, Text: "the compiler may compute " + name + " for several elements at once, with other bits; " +
			"it decides by what stands around the loop", Hint: "compile with -fno-tree-vectorize, or with -mdmp-bits=relaxed if other last bits will do"}
	}
	if at, fused := nest.unit.Fused(nest.Node.Item); fused {
		return access.Reason{Key: "fused", At: at, Text: "the compiler may multiply and add in one instruction here, with other bits; " +
			"it decides by what stands around the loop", Hint: "compile with -ffp-contract=off, or with -mdmp-bits=relaxed if other last bits will do"}
	}
	return access.Reason{}
}

// piecewise is the reason against pieces of a loop that compilers vectorise: its
// first and last elements may be computed otherwise than those between.
func (nest *Nest) piecewise() access.Reason {
	return access.Reason{Key: "not-cut", At: nest.Node.Stmt.Span(), Text: "the compiler may compute other bits in pieces of an innermost loop"}
}

// relaxed reports whether the user takes other last bits; the nest then notes why
// there may be some.
func (nest *Nest) relaxed(why access.Reason) bool {
	if !nest.unit.Rounding().Relaxed {
		return false
	}
	if nest.Rounds.Text == "" {
		nest.Rounds = why
	}
	return true
}

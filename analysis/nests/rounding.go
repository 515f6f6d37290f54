package nests

import "github.com/mdmp-fortran/mdmp/analysis/access"

// other are the options that take other last bits than those of mode off.
const other = "-mdmp-bits=modes if the same bits in modes plain and auto will do, or -mdmp-bits=relaxed if any last bits will"

// inVain says why -mdmp-bits=modes changes nothing.
func (nest *Nest) inVain() string {
	if why := nest.unit.Rounding().NoModes; why != "" {
		return "; -mdmp-bits=modes is of no use: " + why
	}
	return ""
}

// expressions says what in the nest the compiler may round in more than one way, by
// what stands around; no text: nothing.
func (nest *Nest) expressions() access.Reason {
	if at, name := nest.unit.VectorMath(nest.Node.Item); name != "" {
		return access.Reason{Key: "vector-math", At: at, Text: "the compiler may compute " + name + " for several elements at once, with other bits; " +
			"it decides by what stands around the loop" + nest.inVain(), Hint: "compile with -fno-tree-vectorize, or with " + other}
	}
	if at, fused := nest.unit.Fused(nest.Node.Item); fused {
		return access.Reason{Key: "fused", At: at, Text: "the compiler may multiply and add in one instruction here, with other bits; " +
			"it decides by what stands around the loop" + nest.inVain(), Hint: "compile with -ffp-contract=off, or with " + other}
	}
	if r := nest.unit.Rounding(); r.Modes && r.Loose {
		if at, computes := nest.unit.Computes(nest.Node.Item); computes {
			return access.Reason{Key: "loose", At: at, Text: "flags let the compiler compute other values here, by what stands around the loop"}
		}
	}
	return access.Reason{}
}

// apart reports whether one iteration may be compiled by itself, so that its bits do not
// depend on how the nest is cut; the nest then notes why it has to be.
func (nest *Nest) apart(why access.Reason) bool {
	if !nest.unit.Rounding().Modes || nest.Array != nil || nest.Node.Loop == nil || nest.Node.Loop.Concurrent {
		return false
	}
	nest.Apart = why
	return true
}

// outermost finds out whether there is anything in an iteration that is worth a call; all of
// the loop that is cut is between the calls, so nothing else is cut.
func (nest *Nest) outermost() {
	if !hasReal(nest.Dep.Root.Body) {
		nest.OK, nest.Refused = false, nest.Apart
		return
	}
	nest.Cut = nest.Cut[:1]
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

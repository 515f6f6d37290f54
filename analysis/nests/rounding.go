package nests

import "github.com/mdmp-fortran/mdmp/diag/reason"

// joined says why -mdmp-bits=modes does not help.
func (nest *Nest) joined() reason.Arg {
	if r := nest.unit.Rounding(); r.Modes && r.Joined != "" {
		return reason.Because(reason.Joined.At(nest.Node.Stmt.Span(), reason.Name(r.Joined)))
	}
	return reason.Name("")
}

// expressions says what in the nest the compiler may round in more than one way, by
// what stands around; no text: nothing.
func (nest *Nest) expressions() reason.Reason {
	if at, name := nest.unit.VectorMath(nest.Node.Item); name != "" {
		return reason.VectorMath.At(at, nest.joined(), reason.Name(name))
	}
	if at, fused := nest.unit.Fused(nest.Node.Item); fused {
		return reason.Fused.At(at, nest.joined())
	}
	if r := nest.unit.Rounding(); r.Modes && r.Loose {
		if at, computes := nest.unit.Computes(nest.Node.Item); computes {
			return reason.Loose.At(at, nest.joined())
		}
	}
	return reason.Reason{}
}

// apart reports whether one iteration may be compiled by itself, so that its bits do not
// depend on how the nest is cut; the nest then notes why it has to be.
func (nest *Nest) apart(why reason.Reason) bool {
	if r := nest.unit.Rounding(); !r.Modes || r.Joined != "" || nest.Array != nil || nest.Node.Loop == nil || nest.Node.Loop.Concurrent {
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
func (nest *Nest) piecewise() reason.Reason {
	return reason.OtherPieces.At(nest.Node.Stmt.Span())
}

// relaxed reports whether the user takes other last bits; the nest then notes why
// there may be some.
func (nest *Nest) relaxed(why reason.Reason) bool {
	if !nest.unit.Rounding().Relaxed {
		return false
	}
	if !nest.Rounds.Stands() {
		nest.Rounds = why
	}
	return true
}

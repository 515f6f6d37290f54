package nests

import "github.com/mdmp-fortran/mdmp/diag/reason"

// expressions says what in the nest the compiler may round in more than one way, by
// what stands around; no text: nothing, or a nest stands in the program once. Where sums of reals are not fused, functions
// of vectors have the bits of the program with MPI by hand if the nest is left as it is.
func (nest *Nest) expressions() reason.Reason {
	r := nest.unit.Rounding()
	if !r.Exact() && !r.Relaxed {
		return reason.Reason{}
	}
	if at, name := nest.unit.VectorMath(nest.Node.Item); name != "" {
		return reason.VectorMath.At(at, reason.Name(name))
	}
	if at, fused := nest.unit.Fused(nest.Node.Item); fused && !r.Single {
		return reason.Fused.At(at)
	}
	return reason.Reason{}
}

// opaque sets how many of the boxed loops are compiled iteration by iteration: all but one that is
// cut on the grid.
func (nest *Nest) opaque() {
	if !nest.unit.Rounding().Single {
		return
	}
	nest.Opaque = len(nest.Cut)
	if nest.Grid64 {
		nest.Opaque--
	}
}

// cutsLines reports whether pieces of innermost loops like those of the nest were found to give the same bits; none of
// those that were tried has functions of vectors.
func (nest *Nest) cutsLines() bool {
	if _, name := nest.unit.VectorMath(nest.Node.Item); name != "" {
		return false
	}
	return nest.unit.Rounding().CutsLines()
}

// tried notes whether loops of the form of this one were tried.
func (nest *Nest) tried(form bool) {
	_, name := nest.unit.VectorMath(nest.Node.Item)
	nest.Tried = form && name == "" && (nest.Result.Any > 0 || !nest.unit.Rounding().Single)
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

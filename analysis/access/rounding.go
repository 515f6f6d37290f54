package access

// Rounding is what the compiler may do with expressions that rounds otherwise than
// one operation after the other, and that it does or leaves by what stands around
// a loop. A loop in which it may is not cut: the pieces could give other bits.
type Rounding struct {
	// VectorMath: it may compute functions like exp for several elements at once,
	// see Unit.VectorMath.
	VectorMath bool
	// Fuses: it may multiply and add in one instruction, in any sum, see Unit.Fused.
	Fuses bool
	// FusesPairs: it may do so at least in products of complex numbers, and where
	// products are added and subtracted in turn.
	FusesPairs bool
	// Links: it may expand procedures of other files in place.
	Links bool
	// Lines tells whether the compiler computes the same bits when innermost loops are
	// cut on multiples of 64. It is asked when that matters; nil: it does not.
	Lines func() bool
	// Relaxed: the user takes any last bits, as with any change of the compiler's
	// flags. Such loops are cut all the same.
	Relaxed bool
	// Single: the same bits however one binary is run are enough. Then a nest stands in the
	// program once, whatever the run time makes of it, and of the loops that are cut each
	// iteration is compiled so that it does not depend on the others (Nest.Opaque).
	Single bool
	// Loose: the compiler may compute other values in any arithmetic, see Unit.Computes.
	Loose bool
}

// Exact reports whether functions of vectors are to have the bits of the program with MPI by hand: not where
// a nest stands in the program once and others may round otherwise anyway.
func (r Rounding) Exact() bool {
	return !r.Relaxed && !(r.Single && (r.Fuses || r.Loose || !r.FusesPairs))
}

// CutsLines asks Lines.
func (r Rounding) CutsLines() bool { return r.Lines != nil && r.Lines() }

// Rounding is what the compiler may do with the expressions of u.
func (u *Unit) Rounding() Rounding { return u.program.Rounding }

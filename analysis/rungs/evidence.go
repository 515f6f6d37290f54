package rungs

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/nests"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Rung is a rung of the ladder, worst first.
type Rung uint8

// The rungs this package can reach. Beside means "after" for a send and
// "before" for a receive. Counted: units of work are counted for a send; statements ask for
// what they use of a receive.
const (
	Plain Rung = iota
	Counted
	Beside
	Strips
	Scheduled
)

// Message is what was found out about one send or recv.
type Message struct {
	M    *regions.Message
	X    *regions.Exchange
	Rung Rung
	// Why says, most important first, what stood against a better rung; empty
	// only for Scheduled.
	Why []reason.Reason
	// Lazy (recv): the receive may stay pending after its exchange, because
	// Nests and Needs cover every statement of the region that may touch its
	// section or block. A receive that is not Lazy completes at its exchange.
	Lazy bool
	// Nests are the nests that write (send) or first read (recv) the section.
	Nests []*Nest
	// Counted (send) are nests that write the section, nobody knows which box what of it:
	// the run time learns it.
	Counted []*Nest
	// Units (send) are loops that are no nests, whose iterations are counted.
	Units []*Units
	// Opened (recv) are loops in which each statement waits for what it uses.
	Opened []*Uses
	// Spread (recv) are those of Nests of which every box needs a part of it, though it is
	// thin: little can be hidden.
	Spread []*Nest
	// Outlives (recv): it stands in a managed procedure and may stay pending when
	// that returns, as far as the caller grants it.
	Outlives bool
	// Granted and Refused (Outlives): the calls in regions of this file that
	// grant it, and those that do not.
	Granted, Refused []source.Span
	// Packed (send): whatever sends pieces of it does so right before the exchange, see Feed.Packed.
	Packed bool
	// Swaps: the array of the section is pointed elsewhere, moved or freed in
	// the region, so that the next section may lie where another array lies now
	// (time levels). Only addresses tell; see Array.Swapped.
	Swaps bool
}

// Order says in which order boxes of a nest may run.
type Order uint8

// InOrder: pieces of the outermost loop, in the order of its iterations.
// AnyOrder: rectangles of the boxed loops, in any order.
const (
	InOrder Order = iota
	AnyOrder
)

// Equation says that two expressions have the same value.
type Equation struct{ Of, Is ast.Expr }

// Nest is a nest that is cut into boxes, with what the run time is told about it.
type Nest struct {
	*nests.Nest
	// Before the nest, or before the OpenMP directive that stays attached to it. If
	// is nil.
	Before
	// Loops are the boxed loops, outermost first: one, or two perfectly nested ones
	// with a rectangular iteration space; none for array statements, FORALL and DO
	// CONCURRENT. Their bounds are evaluated once, before the nest, in the order lo,
	// hi, step. After the nest the variable has its as-if value:
	// lo + max(0,(hi-lo+step)/step)*step for the first loop; the same for the second
	// one if the first made at least one iteration, else its old value.
	Loops []*access.LoopInfo
	Order Order
	// Disjoint holds pairs of indices of Arrays: AnyOrder holds only if the
	// storage of these arrays does not overlap at run time; otherwise strips of
	// the outermost loop run in order. Pointers cause them.
	Disjoint [][2]int
	// Assumed are compared right before the nest: if one does not hold, it runs whole.
	Assumed []Equation
	// Arrays holds every array the nest touches and that a directive may name.
	Arrays []*Array
	// Wrote are the assignments to elements that some of Feeds send, if all are: they can be counted.
	Wrote []Written
	// LastValues are scalars (DO variables of inner loops included) that must have,
	// after the nest, the value from the last iteration in the original order:
	// the box that holds the last iteration of all boxed loops leaves it. With
	// InOrder nothing has to be done for them, and there are none.
	LastValues []*access.Object
	// Feeds are the sends whose sections the nest may complete.
	Feeds []Feed
	// In is the body in which it stands.
	In *Body
	// Why says what stood against AnyOrder (or against a second boxed loop).
	Why []reason.Reason

	used      bool
	described footprints
	cannot    reason.Reason   // why some array cannot be described
	head      *access.Effects // see header
}

// Guarded is a variable to be passed to the run time, with what must hold before it may be
// named.
type Guarded struct {
	X ast.Expr
	// Guards must hold, one after the other, before X may be evaluated.
	Guards []Guard
	// Object: no argument of assumed type can be X, but one of CLASS(*).
	Object bool
	Flat   bool           // it lies in one piece, and can be passed by its address
	obj    *access.Object // what X is, nil if it is not said
}

// Plain reports whether the variable is a name.
func (d Guarded) Plain() bool {
	_, plain := d.X.(*ast.Ident)
	return plain
}

// Inquiry is a question about a variable.
type Inquiry uint8

// The inquiries. NotBelow and NotAbove: a subscript is not outside of the bounds.
const (
	Present Inquiry = iota
	Allocated
	Associated
	NotBelow
	NotAbove
)

// Guard is an inquiry about X to which the answer must be yes.
type Guard struct {
	Ask Inquiry
	X   ast.Expr
	// Sub is a subscript of X in dimension Dim, from 1 (NotBelow, NotAbove).
	Sub ast.Expr
	Dim int
}

// Array is an array that a nest touches: what X denotes before the nest it
// denotes all through. Evaluate it only if all boxed loops make at least one
// iteration.
type Array struct {
	Guarded
	// Received and Sent tell whether a recv or a send of the region may name it.
	Received, Sent bool
	// Swapped: a send that Swaps may find its section in this array when it is
	// executed; worth watching for sections that history predicts.
	Swapped bool
	// Prints are the footprints; their union covers every access.
	Prints []Print
}

// Print is one affine footprint.
type Print struct {
	Read, Write bool
	Dims        []Dim
	// Exact: every element of the footprint is certainly accessed by its box.
	Exact bool
	// Filled: the last element is certainly written, if no range is empty, so that the
	// array goes as far as that at least.
	Filled bool
	// Lookup: one of Dims is not Whole, but looked up; nil: none is.
	Lookup *Lookup
}

// Dim is the footprint in one dimension, in terms of the array's subscripts.
// Loop 0: the elements Lo..Hi. Loop 1 or 2: for a value v of that boxed loop
// the elements Coef*v+Lo .. Coef*v+Hi. Whole: the whole dimension.
type Dim struct {
	Whole bool
	Loop  int
	Coef  int64
	// Lo and Hi keep their values all through the nest. The low end is the minimum
	// of Lo, the high end the maximum of Hi.
	Lo, Hi []ast.Expr

	lo, hi []affine.Form // the same, while prints are united
}

// Bounded reports whether it is known which elements they are.
func (d Dim) Bounded() bool {
	return !d.Whole && len(d.Lo) > 0 && len(d.Hi) > 0 && !slices.Contains(d.Lo, nil) && !slices.Contains(d.Hi, nil)
}

// Feed says that a nest may complete what a send will state.
type Feed struct {
	Message *Message
	// Stable: section, peer, tag, communicator and condition may be evaluated
	// before the nest (no side effects, all variables defined there), so that
	// the feed can be stated with today's values as a prediction.
	Stable bool
	// Guards must hold, one after the other, before the section
	// may be evaluated where the exchange need not be reached.
	Guards []Guard
	// Final: pieces need no comparison, see the rule for FINAL.
	Final bool
	// Counted: which box completes what is not known, the run time counts.
	Counted bool
	// CountedToo: it is known, and the run time counts as well, unless it is Final: of what a box
	// may write it may write little.
	CountedToo bool
	// Elements: all that the nest writes of it is in Wrote of the nest.
	Elements bool
	// FinalIf are conditions, to be evaluated before the nest, that must all hold for
	// Final: the enclosing loop goes round again, sections that are sent and received
	// have nothing in common.
	FinalIf []ast.Expr
	// Packed: what is complete leaves right before the exchange, since nothing that takes time lies between but what
	// packs messages: there is nothing to hide it behind.
	Packed bool
	// Why says what stood against Final.
	Why []reason.Reason
}

// RungName returns the name of a rung as reports print it.
func RungName(r Rung, send bool) string {
	switch {
	case r == Scheduled:
		return "scheduled"
	case r == Strips:
		return "strips"
	case r == Beside && send:
		return "after"
	case r == Beside:
		return "before"
	case r == Counted:
		return "counted"
	}
	return "plain"
}

package rungs

import (
	"strings"
	"unicode"

	"mdmp/analysis/access"
	"mdmp/analysis/affine"
	"mdmp/analysis/nests"
	"mdmp/analysis/regions"
	"mdmp/fortran/ast"
	"mdmp/fortran/source"
)

// Evidence is what is proved about one region; code generation reads it and
// decides nothing about soundness itself. A field that is left out (nil,
// false, "") always means the careful choice.
type Evidence struct {
	Region *regions.Region
	// Comms has one entry for each send and recv of the region, in the order of
	// the file.
	Comms []*Comm
	// Nests are the loop nests to be boxed, in the order of the file. They
	// never overlap each other.
	Nests []*Nest
	// Needs are the calls that complete pending receives, in the order of the
	// file; several may stand before one statement.
	Needs []*Need
	// Fires are the hints of rung after.
	Fires []*Fire
	// Calls are calls of procedures of other files over which receives may stay
	// pending.
	Calls []*Call
	// Grants say what procedures that are called may leave pending.
	Grants []*Grant
}

// Grant says, right before a call, what the procedure may leave pending when it
// returns, because every access to it from then on is covered here.
type Grant struct {
	Before ast.Item
	If     *ast.Stmt // as in Need
	Unit   *ast.Unit // that is called, if it is in the file,
	Name   string    // else its global name
	// Arrays are granted as they are. None: what was granted to the procedure in
	// which the call stands.
	Arrays []Designator
}

// Call is a call of a procedure of another file: before it everything is
// completed, unless the procedure has announced itself by its global name.
type Call struct {
	Before ast.Item
	If     *ast.Stmt // as in Need
	Name   string
}

// Rung is a rung of the ladder, worst first.
type Rung uint8

// The rungs this package can reach. Beside means "after" for a send and
// "before" for a receive.
const (
	Plain Rung = iota
	Beside
	Strips
	Scheduled
)

// Reason says why something better was not possible.
type Reason struct {
	Key  string      // short and stable: "carried", "blocking", …
	Text string      // "old(idx(i),j): subscript is not affine"
	Hint string      // what the user could do, "" if nothing
	At   source.Span // the bytes to blame
}

// Comm is what was found out about one send or recv.
type Comm struct {
	C    *regions.Comm
	X    *regions.Exchange
	Rung Rung
	// Why says, most important first, what stood against a better rung; empty
	// only for Scheduled.
	Why []Reason
	// Lazy (recv): the receive may stay pending after its exchange, because
	// Nests and Needs cover every statement of the region that may touch its
	// section or block. A receive that is not Lazy completes at its exchange.
	Lazy bool
	// Nests are the nests that write (send) or first read (recv) the section.
	Nests []*Nest
	// Final (send): proved, see Feed.Final, for at least one of the feeds.
	Final bool
	// Outlives (recv): it stands in a managed procedure and may stay pending when
	// that returns, as far as the caller grants it.
	Outlives bool
	// Granted and Refused (Outlives): the calls in regions of this file that
	// grant it, and those that do not.
	Granted, Refused []source.Span
	// Swaps: the array of the section is pointed elsewhere, moved or freed in
	// the region, so that the next section may lie where another array lies now
	// (time levels). Only addresses tell; see Array.Swapped.
	Swaps bool
	// Same tells (send) which expressions keep their value from before the last
	// writer up to the exchange.
	Same Same
}

// Same tells which expressions of a send keep their value.
type Same struct{ Section, Peer, Tag, Comm, Cond bool }

// Order says in which order boxes of a nest may run.
type Order uint8

// InOrder: pieces of the outermost loop, in the order of its iterations.
// AnyOrder: rectangles of the boxed loops, in any order.
const (
	InOrder Order = iota
	AnyOrder
)

// Nest is a loop nest whose outer loops may be cut.
type Nest struct {
	// First is the statement it begins with.
	First *ast.Stmt
	// Do is the outermost loop; the nest ends where it ends. A labelled DO may
	// have a shared or action-statement end (ast.Construct.SharedEnd). nil if
	// the nest is an array statement.
	Do *ast.Construct
	// Array, if not nil: the nest is an array assignment or a WHERE (no Loops).
	Array *nests.Array
	// Index, if not nil: the nest is a FORALL or DO CONCURRENT (no Loops; Do is
	// nil for a FORALL statement).
	Index *nests.Index
	// Before is the item before which code for the nest is inserted: Do, or the
	// OpenMP directive that stays attached to it.
	Before ast.Item
	// OMP is the combined OpenMP loop directive attached to Do, or nil. It goes
	// with the loop, inside the box loop.
	OMP *ast.Stmt
	// OMPEnd is the directive that ends OMP, or nil if none is written.
	OMPEnd *ast.Stmt
	// Loops are the boxed loops, outermost first: one, or two perfectly nested
	// ones with a rectangular iteration space.
	Loops []Loop
	Order Order
	// Grid64: cut only on multiples of 64 iterations from the first one, with a
	// last piece of 64 or more (one-dimensional nests, loops the compiler may
	// vectorise). There is only one boxed loop then.
	Grid64 bool
	// Flat: there is no loop inside; a test of the compiler tells whether cutting
	// on the grid is safe. Without one a nest with Grid64 is not cut.
	Flat bool
	// Disjoint holds pairs of indices of Arrays: AnyOrder holds only if the
	// storage of these arrays does not overlap at run time; otherwise strips of
	// the outermost loop run in order. Pointers cause them.
	Disjoint [][2]int
	// Arrays holds every array the nest touches and that a directive may name.
	Arrays []*Array
	// Finals are scalars (DO variables of inner loops included) that must have,
	// after the nest, the value from the last iteration in the original order:
	// the box that holds the last iteration of all boxed loops leaves it. With
	// InOrder nothing has to be done for them.
	Finals []Final
	// Reductions are scalars that gather over the iterations (sums of integers,
	// max and min): nothing has to be done for them, they are named for the
	// report.
	Reductions []string
	// Feeds are the sends whose sections the nest may complete.
	Feeds []Feed
	// Proc is the managed procedure in which it stands, nil if it stands in a region.
	Proc *Procedure
	// Why says what stood against AnyOrder (or against a second boxed loop).
	Why []Reason
}

// Loop is one boxed DO loop. Its bounds are evaluated once, before the nest, by
// code generation, in the order lo, hi, step. After the nest the variable must
// have its as-if value: lo + max(0,(hi-lo+step)/step)*step for the first loop;
// the same for the second one if the first made at least one iteration, else
// its old value.
type Loop struct {
	Do   *ast.Construct
	Var  string
	Lo   ast.Expr
	Hi   ast.Expr
	Step ast.Expr // nil: 1
	By   int64    // value of Step, never 0
}

// Final is a scalar with an as-if value, see Nest.Finals.
type Final struct {
	Name string
	// Text is the designator to save and to restore, in Fortran.
	Text string
}

// Designator is a variable to be passed to the run time.
type Designator struct {
	Text string // Fortran
	// Guards are inquiries that must hold, one after the other (nested IFs),
	// before Text may be evaluated: "present(a)", "associated(a%p)", …
	Guards []string
	root   *access.Var
}

// Names returns the names in the text of a designator, in lower case.
func (d Designator) Names() []string {
	return strings.FieldsFunc(strings.ToLower(d.Text), func(c rune) bool {
		return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
}

// Array is an array that a nest touches: what Text denotes before the nest it
// denotes all through. Evaluate it only if all boxed loops make at least one
// iteration.
type Array struct {
	Designator
	Name string // of the root variable, lower case
	// Lbounds are Fortran expressions for the lower bounds, "lbound(text,d)"
	// where nothing better is known.
	Lbounds []string
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
}

// Dim is the footprint in one dimension, in terms of the array's subscripts.
// Loop 0: the elements Lo..Hi. Loop 1 or 2: for a value v of that boxed loop
// the elements Coef*v+Lo .. Coef*v+Hi. Whole: the whole dimension.
type Dim struct {
	Whole bool
	Loop  int
	Coef  int64
	// Lo and Hi are invariant affine forms whose symbols are Fortran
	// expressions: Lo[0].String() is Fortran text. The low end is the minimum
	// of Lo, the high end the maximum of Hi.
	Lo, Hi []affine.Form
}

// Feed says that a nest may complete what a send will state.
type Feed struct {
	Comm *Comm
	// Stable: section, peer, tag, communicator and condition may be evaluated
	// before the nest (no side effects, all variables defined there), so that
	// the feed can be stated with today's values as a prediction.
	Stable bool
	// Guards are inquiries that must hold, one after the other, before the section
	// may be evaluated where the exchange need not be reached.
	Guards []string
	// Final: proved that the exchange comes next on its lane, follows the nest
	// on every path, with the same values, and that nothing after the nest
	// writes the section: pieces need no comparison.
	Final bool
	// FinalWhile, if not "", is a condition in Fortran, to be evaluated before
	// the nest, that must hold for Final: the enclosing loop goes round again,
	// sections that are sent and received have nothing in common.
	FinalWhile string
	// Why says what stood against Final.
	Why []Reason
}

// Need completes pending receives before a statement or construct.
type Need struct {
	// Before is the item (or the action statement of the logical IF in If).
	Before ast.Item
	// If is the logical IF whose action is Before: it has to become a block so
	// that the call happens only when the action does. nil otherwise.
	If *ast.Stmt
	// Arrays are to be named in the calls, each valid at that place. Settle:
	// complete everything; Arrays are those of which no element may stay in a
	// register.
	Arrays []Designator
	Settle bool
	// Revoke: memory may be freed or moved here, so that what was granted to the
	// procedure holds no longer.
	Revoke bool
	Why    Reason
}

// Fire is the hint that the sections of some sends are as they will be sent.
type Fire struct {
	After ast.Item  // never a statement that ends a labelled DO
	End   *ast.Stmt // the OpenMP directive behind it that belongs to it, or nil
	Feeds []Feed    // Final is as for nests
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
	}
	return "plain"
}

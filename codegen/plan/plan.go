// Package plan works out what each exchange does, before anything is written.
//
// The idea: both modes say the same things about a message (which bytes, to
// whom, under which condition) and differ only in the words. What they need to
// know is worked out here once, from the directive and from what the file shows
// about the variables it names: the rank of a section, whether it is contiguous
// for certain, which array must be handed to the compiler as "may have
// changed", how the first-element-and-count form counts.
//
// Three things are easily got wrong, and are dealt with here:
//
//   - A subscript of unknown rank might be an array; compilers pass a copy of
//     such a section, and data received into a copy are lost. Unless it is
//     known to be scalar it is put into a scalar integer variable first (a
//     Hoist), which compiles only if it is one.
//   - A directive's expressions are evaluated once, before anything is posted.
//     What would have to be written twice and might call a function, or reads
//     what the same exchange receives, becomes a Hoist, too.
//   - A vector subscript makes a copy by intention. The run time takes array and
//     list instead (List); MPI, and sections with several lists, have the copy in a variable
//     that lives until the exchange is over (Pack).
//
// Nothing is guessed: a declaration that the file does not show makes a fact
// unknown, never true.
package plan

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Unknown is the rank of something whose declaration is not seen.
const Unknown = -1

// Exchange is what one exchange does. Messages stand in the order in which
// they are posted: receives first.
type Exchange struct {
	X        *regions.Exchange
	At       source.Position // of the first directive
	Messages []*Message
	Keeps    []*Keep
	// Conds are the conditions of sections, each once however many sections have it.
	Conds []*Cond
	// MustDeclare reports whether a procedure has to be declared before it is called here.
	MustDeclare func(procedure string) bool
	// Mentions holds every name in the text of the directives, lower case.
	Mentions map[string]bool
}

// Message is one send or receive. Texts are Fortran; "" means not written.
type Message struct {
	M      *regions.Message
	Send   bool
	At     source.Position
	Peer   string
	Tag    string
	Comm   string
	CommIs CommType
	Once   bool // Comm may have another value, or do something, when it is evaluated behind the receives
	If     string
	// Any holds the conditions of the sections, if all have one: without one that
	// holds there is no message.
	Any    []*Cond
	Pieces []*Piece
}

// Conditional reports whether the message is not always there.
func (m *Message) Conditional() bool { return m.If != "" || len(m.Any) > 0 }

// Back reports whether it is received into copies.
func (m *Message) Back() bool {
	return slices.ContainsFunc(m.Pieces, func(p *Piece) bool { return p.Back })
}

// Cond is a condition under which sections are there. It is evaluated once, before
// anything is said of messages.
type Cond struct {
	Text string
	N    int // its number in the exchange, from 1
}

// Text is the condition in words for that of a message and that of a section.
func (w When) Text(message func(int) string, section func(*Cond) string) string {
	switch {
	case w.Cond == nil:
		return message(w.Message)
	case w.Message < 0:
		return section(w.Cond)
	}
	return message(w.Message) + " .and. " + section(w.Cond)
}

// Prepared reports whether something must be evaluated before the section is stated.
func (p *Piece) Prepared() bool { return len(p.Hoists) > 0 || p.PackDecl != "" }

// CommType tells what a communicator is.
type CommType uint8

// An INTEGER handle (also what is assumed if nothing shows otherwise), or a
// type(MPI_Comm).
const (
	CommInteger CommType = iota
	CommDerived
)

// Piece is one section of a message.
type Piece struct {
	At   source.Span
	Cond *Cond  // it is not there unless this holds; nil: always
	Text string // the designator to pass; in count form the whole array
	Rank int    // of Text, or Unknown
	// Contiguous: Text is contiguous for certain (scalars are).
	Contiguous bool
	// Section is Text with the subscripts (:,:) if an array is written without
	// any, so that lower bounds are 1; only if the rank is known.
	Section string
	// Pack is the variable into which Text, which has a vector subscript, is
	// copied before it is sent; "" for all other pieces. PackDecl is its type;
	// if that is "", the variable is the name of an ASSOCIATE around the exchange
	// (only for messages without a condition).
	Pack     string
	PackDecl string
	// Sized: it is a component behind the vector subscript (gfortran 12 crashes on ALLOCATE with
	// SOURCE= and that). Shape is what has its shape.
	Sized bool
	Shape string
	// Whole: Text is all of an allocatable array, which is handed over otherwise while it is allocated;
	// nil: it is handed over as it is.
	Whole *Whole
	// Back: Text is received into, from Pack, when all of the exchange is complete.
	Back bool
	// List: a dimension of Text stands for the elements that a list names; nil: none does.
	List   *List
	Hoists []Hoist
	// Measure has the element type of the section (its size is not needed).
	Measure string
	// Count form: Count elements from the element First on; Index holds its
	// subscripts (nil: the first element of the array).
	Count string
	First string
	Index []string
	Type  *scope.DataType // of an element, nil if it is not known
	Keep  *Keep
	// Unset is the name of the variable, as z%u, if it may have no storage.
	Unset string
	// Each: the section must be stated element by element; Element is the one
	// that the loops, first dimension first, count to.
	Each    []Loop
	Element string
}

// List is a vector subscript.
type List struct {
	Dim   int    // of the section, from 1
	Text  string // an array of integers
	Array string // whose subscript it is, in dimension Of
	Of    int
}

// Whole is an allocatable array as it is asked whether it is allocated ("": it is), and as a section
// that is all of it.
type Whole struct{ Array, Text string }

// Loop is a DO loop over a dimension of a section.
type Loop struct{ Var, Lo, Hi, Step string }

// Hoist is an integer, or an array of integers of rank one, that is evaluated before
// the message is stated.
type Hoist struct {
	Name, Text string
	Vector     bool
}

// Keep is a variable that an exchange reads or changes without the compiler
// seeing it.
type Keep struct {
	Text string // the whole array or the scalar
	// Contiguous: Text may be passed to anything without a copy.
	Contiguous bool
	// Elem is one element of Text; Guard are arguments of SIZE (the array, or it and a dimension) that
	// must not be 0 for it to exist. Only set if not Contiguous and the rank is known.
	Elem  string
	Guard []string
	// ReadOnly: it may not be changed here, so that it can only have been sent.
	ReadOnly bool
	// Always: some message without a condition names it; else Ifs has the
	// conditions of those that do.
	Always bool
	Ifs    []When
}

// Condition is the condition under which some message names it, "" if one always does, in
// words for the conditions of messages and of sections.
func (k *Keep) Condition(message func(int) string, section func(*Cond) string) string {
	if k.Always {
		return ""
	}
	var conds []string
	for _, w := range k.Ifs {
		conds = append(conds, w.Text(message, section))
	}
	return strings.Join(conds, " .or. ")
}

// When is the condition under which a message holds a section: of the message with
// this index, unless that is -1, and of the section.
type When struct {
	Message int
	Cond    *Cond
}

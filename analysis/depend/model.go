package depend

import (
	"iter"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Obj numbers an object of a Model.
type Obj int

// Object is what is known about a variable, component or the like.
type Object struct{ Scalar bool }

// Related is another object, and how its storage may overlap.
type Related struct {
	Obj Obj
	How Relation
}

// Relation says how the storage of two different objects may overlap.
type Relation uint8

// The relations; the zero value is the careful one. RunTime: they may overlap,
// but whether they do can be tested before the nest runs.
const (
	MayOverlap Relation = iota
	Distinct
	RunTime
)

// Model is a loop nest as this package sees it: accesses in affine terms, and nothing of
// Fortran, so that what is proved of it can be tested against running it (exec_test.go).
// nests.Nest is the nest of the program, and holds its Model. Every symbol in a form is the
// variable of a Loop around the access or keeps its value all through the nest.
type Model struct {
	Objects []Object
	// Related holds, for each object, the others that are not distinct from it; nil:
	// all are distinct.
	Related [][]Related
	// Facts are forms over invariant symbols known to be >= 0.
	Facts affine.Facts
	// Known returns equations over invariant symbols that are taken to hold: what rests on one says so (Result.Assumed);
	// nil: there are none.
	Known func() []affine.Equation
	Root  *Loop
	// Irregular: jumps inside the nest do not follow the tree, so nothing is
	// known about what is assigned before what.
	Irregular bool
	// Dead reports whether nobody reads the scalar after the nest; nil: unknown.
	Dead func(Obj) bool
	// Scratch reports the same of an array; nil: unknown.
	Scratch func(Obj) bool

	// Inner tells whether an innermost loop, or one inside of two that are boxed, may be
	// boxed with those around it; nil: no.
	Inner func(*Loop) bool

	tests int                 // see maxTests
	vars  map[affine.Sym]bool // the variables of all loops, see impossible
}

// Node is a *Loop, *If or *Stmt.
type Node interface{ node() }

// Loop is a DO loop. It starts at the largest of Lo and ends at the smallest of
// Hi; with a negative step, at the smallest of Lo and the largest of Hi. A form
// that is not known is left out.
type Loop struct {
	Var    affine.Sym
	Obj    Obj // the variable as an object, -1 if it is not one
	Lo, Hi []affine.Form
	LoOK   bool // nothing was left out of Lo
	HiOK   bool // nothing was left out of Hi
	Step   int64
	// Bounds are the accesses made by the bounds: writes, too, where functions change what they get.
	Bounds []Access
	Body   []Node
	At     source.Span
}

// If is a choice between arms, none of which need be taken unless Else is set.
type If struct {
	Reads []Access // and writes, by functions
	Arms  [][]Node
	Else  bool // the last arm is taken if no other one is
}

// Stmt is a simple statement: it makes its accesses, reads before writes.
type Stmt struct {
	Acc []Access
	// Reduction is set if the statement is x = x op e: it reads and writes the
	// object Reduction.Obj (not listed in Acc) in a way that commutes.
	Reduction *Reduction
	// Cycle ends the current iteration of the loop, if not nil.
	Cycle *Loop
	// Loops is set if the statement is a loop in itself, as array assignments
	// are.
	Loops bool
}

// Reduction is a commuting accumulation.
type Reduction struct {
	Obj Obj
	Op  string // "+", "max", "min", ".and.", …: different ones do not commute with each other
	At  source.Span
}

// Reductions goes through those of a list of nodes.
func Reductions(list []Node) iter.Seq[*Reduction] {
	return func(yield func(*Reduction) bool) {
		for _, n := range list {
			var parts [][]Node
			switch n := n.(type) {
			case *Loop:
				parts = [][]Node{n.Body}
			case *If:
				parts = n.Arms
			case *Stmt:
				if n.Reduction != nil && !yield(n.Reduction) {
					return
				}
			}
			for _, part := range parts {
				for g := range Reductions(part) {
					if !yield(g) {
						return
					}
				}
			}
		}
	}
}

func (*Loop) node() {}
func (*If) node()   {}
func (*Stmt) node() {}

// Access is a read or a write of an object.
type Access struct {
	Obj   Obj
	Write bool
	// Sub is what is touched; nil: anything in the object.
	Sub affine.Section
	// Sure (writes of scalars): whenever the statement runs the object is
	// assigned as a whole.
	Sure bool
	// Fills (writes of arrays): whenever the statement runs exactly Sub is assigned; All:
	// the whole array is.
	Fills, All bool
	At         source.Span
	// Touch is a number by which whoever made the Model knows the access again, 0 if there
	// is none: that object is touched.
	Touch int
}

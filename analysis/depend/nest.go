package depend

import (
	"mdmp/analysis/affine"
	"mdmp/fortran/source"
)

// Obj numbers an object of a Nest.
type Obj int

// Object is what is known about a variable, component or the like.
type Object struct {
	Name   string
	Scalar bool
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

// Nest is a loop nest. Every symbol in a form is the variable of a Loop around
// the access or keeps its value all through the nest.
type Nest struct {
	Objects []Object
	// Relate gives the relation of two different objects; nil: all distinct.
	Relate func(a, b Obj) Relation
	// Facts are forms over invariant symbols known to be >= 0.
	Facts affine.Facts
	Root  *Loop
	// Irregular: jumps inside the nest do not follow the tree, so nothing is
	// known about what is assigned before what.
	Irregular bool
	// Dead reports whether nobody reads the scalar after the nest; nil: unknown.
	Dead func(Obj) bool

	tests int                 // see maxTests
	vars  map[affine.Sym]bool // the variables of all loops, see impossible
}

// Node is a *Loop, *If or *Stmt.
type Node interface{ node() }

// Loop is a DO loop. Lo holds forms of which the start is the largest (step >
// 0) or smallest (step < 0), Hi forms of which the end is the smallest
// (largest); a form that is not known is left out, Exact* say that none was.
type Loop struct {
	Var    affine.Sym
	Obj    Obj // the variable as an object, -1 if it is not one
	Lo, Hi []affine.Form
	LoOK   bool // Lo is complete
	HiOK   bool // Hi is complete
	Step   int64
	// Bounds are the reads made by the bounds.
	Bounds []Access
	Body   []Node
	At     source.Span
}

// If is a choice between arms, none of which need be taken unless Else is set.
type If struct {
	Reads []Access
	Arms  [][]Node
	Else  bool // the last arm is taken if no other one is
}

// Stmt is a simple statement: it makes its accesses, reads before writes.
type Stmt struct {
	Acc []Access
	// Gather is set if the statement is x = x op e: it reads and writes the
	// object Gather.Obj (not listed in Acc) in a way that commutes.
	Gather *Gather
	// Cycle ends the current iteration of the loop, if not nil.
	Cycle *Loop
	// Loops is set if the statement is a loop in itself, as array assignments
	// are.
	Loops bool
}

// Gather is a commuting accumulation.
type Gather struct {
	Obj Obj
	Op  string // "+", "max", "min", ".and.", …: different ones do not commute with each other
	At  source.Span
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
	At   source.Span
	Text string // as written, for reports
}

package nests

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/depend"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Nest is a loop nest whose outermost loop can be cut into strips that run in
// order, if OK; else Why says why not.
type Nest struct {
	Node    *access.Node
	Last    *ast.Stmt // the statement that ends it
	OK      bool
	Refused reason.Reason
	// Result says which orders are allowed beyond strips in order.
	Result depend.Result
	// Dep is the nest as it was given to package depend; Objects are its
	// objects, by number.
	Dep     *depend.Model
	Objects []*access.Object
	// Cut are the boxed loops: Result.Any of them or fewer.
	Cut []*access.Node
	// OMP is the combined OpenMP loop directive in front, or nil. It goes with the
	// loop, inside the loop over boxes.
	OMP *ast.Stmt
	// Touched are all references of the nest with their loops.
	Touched []Touch
	// Rows are the bounds of inner loops that are looked up.
	Rows map[*depend.Loop]*Rows
	// Grid64: the last of the boxed loops is cut only on multiples of 64 iterations from
	// the first one, with a last piece of 64 or more (loops the compiler may vectorise).
	Grid64 bool
	// Tried: the test of the compiler, which tells whether cutting on the grid is safe, has loops
	// of this form. Without it a nest with Grid64 is not cut.
	Tried bool
	// Rounds, with access.Rounding.Relaxed: why pieces may have other last bits than
	// the whole; no text: they have the same.
	Rounds reason.Reason
	// Opaque, with access.Rounding.Single: so many of the boxed loops, from the outermost on, are
	// written so that a compiler knows nothing of an iteration but the value of the variable.
	Opaque int
	// Array, if not nil: the nest is an array assignment or a WHERE, which can
	// only be cut if its pieces may run in any order.
	Array *Array
	// Index, if not nil: the nest is a FORALL or DO CONCURRENT, to which the same
	// applies. The range of this index is narrowed; the order of the other loops is
	// the compiler's business.
	Index *ast.ForallIndex
	// Order says why boxes may not run in any order although strips may: "" or
	// a reason that has nothing to do with dependences.
	Ordered reason.Reason

	unit  *access.Unit
	total *access.Effects
	// reduced are the variables of REDUCTION clauses, see reduces.
	reduced map[*access.Object]string
	// written is an index of what total writes, made when it is first asked for.
	written *access.Writes
	around  Around
}

// Touch is a reference in the terms of the nest: its subscripts hold variables
// of Loops and invariants only.
type Touch struct {
	access.Ref
	Loops []*depend.Loop // around it, outermost first
	// Always: not under a condition and not behind a jump.
	Always bool
	// Copy numbers the assignment that it stands in, if that moves one value and computes nothing; 0: none.
	Copy int
	// Filled: all of Sub is certainly assigned in each iteration of Loops.
	Filled bool
	// Lookups (reads): what the dimensions of Sub that are Whole look up, nil: nothing.
	Lookups []*Lookup
	// Evaluated: its statement certainly evaluates it, if there are Lookups.
	Evaluated bool
}

// Around is what the surroundings of a nest know.
type Around struct {
	Labels map[string]bool // something jumps to
	// Known returns equations that hold all through the nest, and that can be compared right before it.
	Known func() []affine.Equation
	// Dead reports whether nobody reads a scalar after the nest, Scratch whether nobody
	// reads an array in another place, but elements that are certainly written before
	// in the same iteration of a nest; nil: unknown.
	Dead, Scratch func(*access.Object) bool
	// Across reports whether something that is sent or received, and that the nest touches
	// as told, may be thin along the array over which loop l runs, so that it pays to
	// box l; nil: it may be so.
	Across func(l *depend.Loop, touched []Touch) bool
}

// Build looks at a counted DO loop.
func Build(u *access.Unit, n *access.Node, around Around) *Nest {
	u = u.At(n)
	if deeper(n, maxDepth) {
		return &Nest{Node: n, unit: u, Refused: reason.LoopDeep.At(n.Stmt.Span())}
	}
	nest := &Nest{Node: n, unit: u, total: u.Whole(n), around: around}
	if n.Loop != nil && n.Loop.Concurrent {
		nest.indexed()
		return nest
	}
	if r, ok := nest.cuttable(); !ok {
		nest.Refused = r
		return nest
	}
	nest.OK, nest.Last = true, n.Loop.Do.End
	b := newBuilder(nest)
	root := b.loop(n)
	nest.depend(b, root)
	if r := nest.reduces(); r.Stands() {
		nest.OK, nest.Refused = false, r
		return nest
	}
	nest.loops()
	nest.Grid64 = nest.grid()
	nest.tried(nest.Grid64 && !hasSections(nest.Dep.Root.Body))
	nest.opaque()
	return nest
}

// maxDepth is the depth of the deepest nest that is looked at: the work grows
// with its third power, and arrays have fifteen dimensions at most.
const maxDepth = 32

// deeper reports whether constructs in n are nested more than depth deep.
func deeper(n *access.Node, depth int) bool {
	if depth == 0 {
		return len(n.Arms) > 0
	}
	for _, arm := range n.Arms {
		for _, m := range arm {
			if len(m.Arms) > 0 && deeper(m, depth-1) {
				return true
			}
		}
	}
	return false
}

// depend asks package depend about the nest that b has lowered.
func (nest *Nest) depend(b *builder, root *depend.Loop) {
	nest.model(b, root)
	nest.Result = nest.Dep.Analyse()
	if nest.Ordered.Stands() {
		nest.Result.Any = 0
	}
}

// model makes what b has lowered one of package depend.
func (nest *Nest) model(b *builder, root *depend.Loop) {
	around := nest.around
	nest.Dep = &depend.Model{
		Objects:   b.objects(),
		Related:   b.related(),
		Facts:     nest.unit.Facts,
		Known:     around.Known,
		Root:      root,
		Irregular: b.irregular,
		Inner:     nest.innermost,
		Dead: func(o depend.Obj) bool {
			return around.Dead != nil && around.Dead(b.objs[o])
		},
		Scratch: func(o depend.Obj) bool {
			return nest.Index == nil && around.Scratch != nil && around.Scratch(b.objs[o])
		},
	}
	b.pad()
	nest.Objects = b.objs
	nest.Touched = b.touched
}

// Privatisable reports whether each iteration of a loop, whatever else it does, writes the
// elements of an array that it reads before it reads them.
func Privatisable(u *access.Unit, n *access.Node, around Around, o *access.Object) bool {
	if n.Loop == nil || !n.Loop.Counted || n.Loop.Concurrent || deeper(n, maxDepth) {
		return false
	}
	u = u.At(n)
	nest := &Nest{Node: n, unit: u, total: u.Whole(n), around: around}
	b := newBuilder(nest)
	nest.model(b, b.loop(n))
	id, there := b.ids[o]
	return there && nest.Dep.Privatisable(id)
}

// loops sets the boxed loops. One with directives of its own stays whole: what is private in it is not what the nest has.
func (nest *Nest) loops() {
	nest.Cut = []*access.Node{nest.Node}
	for len(nest.Cut) < nest.Result.Any {
		next := nest.Cut[len(nest.Cut)-1].Arms[0][0]
		if len(next.OMP) > 0 {
			return
		}
		nest.Cut = append(nest.Cut, next)
	}
}

// Boxed returns the boxed loops as package depend knows them.
func (nest *Nest) Boxed() []*depend.Loop { return nest.Dep.Boxed(len(nest.Cut)) }

// Do returns the outermost loop, or nil: the nest is an array statement or a
// FORALL statement. A labelled DO may have a shared or action-statement end
// (ast.Construct.SharedEnd).
func (nest *Nest) Do() *ast.Construct {
	if nest.Node.Loop == nil {
		return nil
	}
	return nest.Node.Loop.Do
}

// Writes returns an index of what the nest writes.
func (nest *Nest) Writes() *access.Writes {
	if nest.written == nil {
		nest.written = nest.unit.Writes(nest.total)
	}
	return nest.written
}

// Spatial reports whether the outermost loop runs over an array: its variable
// stands in a subscript. Loops that do not (iterations of a solver) are better
// left alone, and their inner loops cut.
func (nest *Nest) Spatial() bool {
	v := nest.Dep.Root.Var
	for _, t := range nest.Touched {
		for _, d := range t.Sub {
			if !d.Whole && (d.Lo.Coef(v) != 0 || d.Hi.Coef(v) != 0) {
				return true
			}
		}
	}
	return false
}

package calls

import (
	"fmt"
	"strconv"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
)

// Where the compiler rounds by what stands around (access.Rounding.Single), the iterations of a loop
// that is cut must be computed by the same instructions whatever box they are in. Compilers join iterations: they
// interchange loops, unroll the outer one into the inner one, vectorise it, take the first ones apart, carry values from one to the
// next. They can do none of this if they do not know which iteration follows which. So each has a loop of its own,
// whose bounds come from memory of which the compiler must take it that it changes:
//
//	do mdmp_k1 = mdmp_b(1), mdmp_b(2), step
//	  mdmp_f1 = int(mdmp_k1 + mdmp_zero, kind(j))      ! mdmp_zero is volatile
//	  mdmp_l1 = mdmp_f1
//	  do j = mdmp_f1, mdmp_l1                          ! the nest
//
// A directive of OpenMP belongs to the outermost of these loops then, and the bounds of the nest are variables of each thread. The innermost loop is not touched, so it is vectorised as ever. What is the same in all iterations may be computed
// before them, once for all boxes.

// iterate opens the loop over the iterations of loop i of the nest that are in the box.
func (w *nest) iterate(i int) {
	w.Open("%s", w.over(i))
}

// over is the DO statement of that loop.
func (w *nest) over(i int) string {
	w.Declare("integer(%s) :: %s", w.rt("mdmp_long"), w.counter(i))
	return fmt.Sprintf("do %s = %s, %s, %s", w.counter(i), w.edge(i, 0), w.edge(i, 1), w.step(i))
}

// counter is the variable of that loop.
func (w *nest) counter(i int) string { return w.Used.Name("mdmp_k" + strconv.Itoa(i+1)) }

// iteration sets the bounds of loop i to one iteration.
func (w *nest) iteration(say func(string, ...any), i int) {
	l := w.n.Loops[i]
	say("%s = %s", l.First, w.like(i, w.counter(i)+" + "+w.rt("mdmp_zero")))
	say("%s = %s", l.Last, l.First)
}

// ends declares the bounds of loop i.
func (w *nest) ends(declare func(string, ...any), i int) {
	l, kind := &w.n.Loops[i], w.rt("mdmp_long")
	if l.Var != "" {
		kind = w.Intrinsic("kind") + "(" + l.Var + ")"
	}
	declare("integer(%s) :: %s, %s", kind, l.First, l.Last)
}

// iterated closes the loops over iterations.
func (w *nest) iterated() {
	if w.n.Team {
		return
	}
	for range w.n.Opaque {
		w.Shut("end do")
	}
}

// team returns what stands between a directive of OpenMP and the nest, and behind the nest.
func (w *nest) team() (open, shut []emit.Stmt) {
	depth := 0
	say := func(format string, args ...any) {
		open = append(open, emit.Stmt{Text: fmt.Sprintf(format, args...), Depth: depth, Line: w.At})
	}
	for i := range w.n.Opaque {
		say("%s", w.over(i))
		shut = append(shut, emit.Stmt{Text: "end do", Depth: w.n.Opaque - 1 - i, Line: w.At})
		depth++
	}
	say("block")
	depth++
	for i := range w.n.Opaque {
		w.ends(say, i)
	}
	for i := range w.n.Opaque {
		w.iteration(say, i)
	}
	return open, append([]emit.Stmt{{Text: "end block", Depth: w.n.Opaque, Line: w.At}}, shut...)
}

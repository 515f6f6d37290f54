package nonblocking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/overlap"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/mpi"
)

// A nest that is cut stands in a loop over boxes. The first ones are pieces of the box that touches no message, the others
// what is around it. Between pieces MPI is asked how a message fares, which is when most libraries move it on.

// Needs lists the intrinsic procedures that the text of a cut nest calls.
func Needs() []string {
	return []string{"int", "kind", "max", "min", "real", "size", "lbound", "ubound", "abs"}
}

// Nest is what is written round a nest that is cut.
type Nest struct {
	Head, Tail []emit.Stmt
	// Bounds are those of the loops of which boxes are made: the names of variables.
	Bounds [][2]string
}

// pieces is how many pieces of the box are executed while one call is under way, at most; each asks MPI.
const pieces = 8

// grid is the number of iterations between the places at which a loop that may be vectorised is cut.
const grid = 64

// cutter is the state of writing one.
type cutter struct {
	*group
	*list
	cut   *overlap.Cut
	along Range
	n     int // the number of the cut in its group
	out   *Group
}

// Range says how an array assignment that is cut counts: from 0 on.
type Range struct {
	Hi     string      // to where
	Starts [][2]string // variables, and the bounds of arrays that they hold
}

// nest writes what goes round a nest.
func (b *group) nest(cut *overlap.Cut, along Range, n int, out *Group) *Nest {
	w := &cutter{b, &list{at: b.File.Position(cut.Node.Stmt.Span().Start), depth: 1}, cut, along, n, out}
	to := &Nest{}
	w.declareCut(to)
	w.ranges()
	if len(cut.Apart) > 0 {
		w.open("if (%s) then", w.iterates()) // else what the nest names need not be there
		w.messages()
		w.table()
		w.shrink()
		w.shut("end if")
	}
	w.onGrid()
	w.unsaved()
	w.boxes(to)
	to.Head, w.stmts = w.stmts, nil
	w.save()
	w.shut("end do")
	w.variables()
	to.Tail = w.stmts
	return to
}

// v is the name of a variable of this nest.
func (w *cutter) v(short string) string { return w.name(fmt.Sprint(short, w.n, "_")) }

// at is an element of one.
func (w *cutter) el(short string, i int) string { return fmt.Sprintf("%s(%d)", w.v(short), i) }

// loops is the number of loops of which boxes are made, rank the greatest rank of an array.
func (w *cutter) loops() int { return w.cut.Rank() }

func (w *cutter) rank() int {
	most := 1
	for _, p := range w.cut.Apart {
		most = max(most, len(p.Print.Dims))
	}
	return most
}

func (w *cutter) declareCut(to *Nest) {
	d := w.loops()
	for _, name := range []string{"lo", "hi", "from", "to", "first", "last"} {
		w.Declare("integer(8) :: %s(%d)", w.v(name), d)
	}
	if len(w.cut.Apart) > 0 {
		w.Declare("integer(8) :: %s(6, %d, %d)", w.v("meet"), w.rank(), len(w.cut.Apart))
	}
	for _, name := range []string{"box", "i", "pieces"} {
		w.Declare("integer :: %s", w.v(name))
	}
	for i := range d {
		names := [2]string{w.v(fmt.Sprint("begin", i+1)), w.v(fmt.Sprint("end", i+1))}
		w.Declare("integer(%s) :: %s, %s", w.kind(i), names[0], names[1])
		to.Bounds = append(to.Bounds, names)
	}
}

// kind is the kind of the variable of a loop.
func (w *cutter) kind(i int) string {
	if i < len(w.cut.Loops) {
		return "kind(" + w.cut.Loops[i].Name + ")"
	}
	return "8"
}

// boxes opens the loop over boxes, and says what happens between them. The pieces of the box are the first ones, or the last.
func (w *cutter) boxes(to *Nest) {
	stages, d := len(w.cut.Stages), w.loops()
	box, n, i := w.v("box"), w.v("pieces"), w.v("i")
	from, last := w.el("from", 1), w.el("to", 1)
	least := 2
	if w.cut.Nest.Grid64 && d == 1 {
		least = 2 * grid
	}
	w.say("%s = int(max(1_8, min(%d_8, (%s - %s + 1)/%d)))", n, pieces, last, from, least*stages)
	w.open("do %s = 1, %d*%s + %d", box, stages, n, 2*d)
	inside, side := fmt.Sprintf("%s <= %d*%s", box, stages, n), fmt.Sprintf("%s - %d*%s", box, stages, n)
	if w.cut.Last {
		inside, side = fmt.Sprintf("%s > %d", box, 2*d), box
	}
	w.open("if (%s) then", inside)
	w.say("%s = %s", w.v("first"), w.v("from"))
	w.say("%s = %s", w.v("last"), w.v("to"))
	w.part(w.el("first", 1), w.number()+" - 1", stages, "")
	w.part(w.el("last", 1), w.number(), stages, " - 1")
	w.turn("else")
	w.say("%s = (%s + 1)/2", i, side)
	w.say("%s = %s", w.v("first"), w.v("lo"))
	w.say("%s = %s", w.v("last"), w.v("hi"))
	if d > 1 {
		w.say("%s(:%s-1) = %s(:%s-1)", w.v("first"), i, w.v("from"), i)
		w.say("%s(:%s-1) = %s(:%s-1)", w.v("last"), i, w.v("to"), i)
	}
	w.open("if (2*%s - 1 == %s) then", i, side)
	w.say("%s(%s) = %s(%s) - 1", w.v("last"), i, w.v("from"), i)
	w.turn("else")
	w.say("%s(%s) = %s(%s) + 1", w.v("first"), i, w.v("to"), i)
	w.shut("end if")
	w.shut("end if")
	w.between()
	for i := range d {
		w.say("%s = int(%s, %s)", to.Bounds[i][0], w.el("first", i+1), w.kind(i))
		w.say("%s = int(%s, %s)", to.Bounds[i][1], w.el("last", i+1), w.kind(i))
	}
}

// number is that of a piece of the box, from 1 on.
func (w *cutter) number() string {
	if w.cut.Last {
		return fmt.Sprintf("%s - %d", w.v("box"), 2*w.loops())
	}
	return w.v("box")
}

// part sets where a piece of the box begins, or the one before it ends; on the grid if need be, but at the ends of the box.
func (w *cutter) part(what, number string, stages int, less string) {
	from, last, n := w.el("from", 1), w.el("to", 1), w.v("pieces")
	share := fmt.Sprintf("(%s)*(%s - %s + 1)/(%d*%s)", number, last, from, stages, n)
	if !w.cut.Nest.Grid64 || w.loops() > 1 {
		w.say("%s = %s + %s%s", what, from, share, less)
		return
	}
	w.say("%s = %s + %s/%d*%d%s", what, from, share, grid, grid, less)
	if less != "" {
		w.say("if (%s == %d*%s) %s = %s", w.number(), stages, n, what, last)
	}
}

// between completes the calls of a stage and begins those of the next one; it lets messages move on else.
func (w *cutter) between() {
	piece, n := w.number(), w.v("pieces")
	if w.cut.Last {
		w.open("if (%s == 1) then", piece)
		w.begin(w.cut.Stages[0])
		w.shut("end if")
	}
	for k, stage := range w.cut.Stages {
		w.open("if (%s == %d*%s + 1) then", piece, k+1, n)
		w.complete(stage)
		if k+1 < len(w.cut.Stages) {
			w.begin(w.cut.Stages[k+1])
		}
		w.turn(fmt.Sprintf("else if (%s > %d*%s + 1 .and. %s <= %d*%s) then", piece, k, n, piece, k+1, n))
		w.ask(stage)
		w.shut("end if")
	}
}

// begin begins the calls of a stage that begin in the nest.
func (w *cutter) begin(stage []*overlap.Call) {
	for _, c := range stage {
		if c.Late == w.cut {
			w.take(w.out.Starts[c])
		}
	}
}

// complete completes those that are complete in the nest.
func (w *cutter) complete(stage []*overlap.Call) {
	for _, c := range stage {
		if c.In == w.cut {
			w.take(w.out.Waits[c])
		}
	}
}

// take adds statements, deeper by as much as this place is.
func (w *cutter) take(stmts []emit.Stmt) {
	for _, st := range stmts {
		st.Depth += w.depth - 1
		w.stmts = append(w.stmts, st)
	}
}

// ask asks MPI about a message of each call. A wait of the program is left out if the number of its request, or its condition, may
// be under way: one question moves all messages on.
func (w *cutter) ask(stage []*overlap.Call) {
	if w.handles {
		w.Use("MPI_Request_get_status", w.name("mpi_request_get_status"))
	}
	say := func(request string) {
		w.Declare("%s :: %s", w.logical(), w.v("done"))
		w.say("call %s(%s, %s, %s, %s)", w.name("mpi_request_get_status"), request, w.v("done"), w.ignored(), w.name("error"))
	}
	for i, c := range stage {
		if c.Kind == mpi.Wait {
			if slices.ContainsFunc(stage[:i], func(o *overlap.Call) bool { return o.Brings(c) }) {
				continue
			}
			conditions := conditions(c) // else there may be no request
			for _, x := range conditions {
				w.open("if (%s) then", x)
			}
			w.askOwn(c, say)
			for range conditions {
				w.shut("end if")
			}
			continue
		}
		for i := range c.Messages {
			n := w.out.first[c] + i + 1
			w.open("if (%s) then", w.flag(n))
			say(w.request(n))
			w.shut("end if")
		}
	}
}

// askOwn does so with the requests of a wait of the program.
func (w *cutter) askOwn(c *overlap.Call, say func(string)) {
	line := c.Stmt.Line
	if x := c.Arg("request"); x != nil {
		say(emit.Verbatim(line, x.Span()))
		return
	}
	id, ok := c.Arg("array_of_requests").(*ast.Ident)
	if !ok || len(c.Messages) == 0 || !c.Vector {
		return
	}
	w.Declare("integer :: %s", w.v("k"))
	w.open("do %s = 1, %s", w.v("k"), emit.Verbatim(line, c.Arg("count").Span()))
	say(fmt.Sprintf("%s(lbound(%s, 1) + %s - 1)", id.Name, id.Name, w.v("k")))
	w.shut("end do")
}

// saved is the variable that keeps the value of a scalar.
func (w *cutter) saved(i int) string { return w.v(fmt.Sprint("value", i+1, "n")) }

// unsaved declares these variables. They get a value at once, and so do the scalars that the nest assigns if it makes an iteration:
// compilers do not see that one box holds the last one, and would warn.
func (w *cutter) unsaved() {
	for i, o := range w.cut.LastValues {
		w.Declare("%s(kind(%s)) :: %s", o.Root.Type.Word(), o.Name, w.saved(i))
		w.say("%s = %s", w.saved(i), nothing(o))
	}
	if len(w.cut.Certain) == 0 {
		return
	}
	w.open("if (%s) then", w.iterates())
	for _, o := range w.cut.Certain {
		w.say("%s = %s", o.Name, nothing(o))
	}
	w.shut("end if")
}

// nothing is some value of a type.
func nothing(o *access.Object) string {
	if o.Root.Type.Word() == "logical" {
		return ".false."
	}
	return "0"
}

// iterates says that the nest makes an iteration.
func (w *cutter) iterates() string {
	var runs []string
	for i := 1; i <= w.loops(); i++ {
		runs = append(runs, w.el("hi", i)+" >= "+w.el("lo", i))
	}
	return strings.Join(runs, " .and. ")
}

// save keeps the values of scalars if the box held the last iteration.
func (w *cutter) save() {
	if len(w.cut.LastValues) == 0 {
		return
	}
	var last []string
	for i := 1; i <= w.loops(); i++ {
		last = append(last, w.el("last", i)+" == "+w.el("hi", i), w.el("first", i)+" <= "+w.el("last", i))
	}
	w.open("if (%s) then", strings.Join(last, " .and. "))
	for i, o := range w.cut.LastValues {
		w.say("%s = %s", w.saved(i), o.Name)
	}
	w.shut("end if")
}

// variables gives scalars and the variables of the loops the values that they have behind the nest.
func (w *cutter) variables() {
	if len(w.cut.LastValues) > 0 {
		w.open("if (%s) then", w.iterates())
		for i, o := range w.cut.LastValues {
			w.say("%s = %s", o.Name, w.saved(i))
		}
		w.shut("end if")
	}
	if w.cut.Nest.OMP != nil && w.Parallel { // each thread had variables of its own
		return
	}
	for i, l := range w.cut.Loops {
		past := fmt.Sprintf("%s = int(%s + 1, kind(%s))", l.Name, w.el("hi", i+1), l.Name)
		if i > 0 {
			past = fmt.Sprintf("if (%s >= %s) %s", w.el("hi", i), w.el("lo", i), past)
		}
		w.say("%s", past)
	}
}

package nonblocking

import (
	"fmt"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/mpicall"
	"github.com/mdmp-fortran/mdmp/analysis/overlap"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// A nest that is cut stands in a loop over boxes. The first ones are pieces of the box that touches no message, the others
// what is around it. Between pieces MPI is asked how a message fares, which is when most libraries move it on.
//
// The box is worked out before, from a table: a row for each footprint, message and dimension says which elements an
// iteration touches, and which the message. Where both can meet, the box gives up the iterations at one of its ends, of the loop
// that keeps most.

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
	cut *overlap.Cut
	n   int // the number of the cut in its group
	out *Group
}

// nest writes what goes round a nest.
func (b *group) nest(cut *overlap.Cut, n int, out *Group) *Nest {
	w := &cutter{b, &list{at: b.File.Position(cut.Node.Stmt.Span().Start), depth: 1}, cut, n, out}
	to := &Nest{}
	w.declareCut(to)
	w.ranges()
	w.messages()
	w.table()
	w.shrink()
	w.onGrid()
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
func (w *cutter) loops() int { return len(w.cut.Loops) }

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
	for _, name := range []string{"low", "high", "keep", "count"} {
		w.Declare("integer(8) :: %s", w.v(name))
	}
	for _, name := range []string{"box", "piece", "i", "j", "k", "pieces"} {
		w.Declare("integer :: %s", w.v(name))
	}
	w.Declare("real(8) :: %s, %s", w.v("share"), w.v("best"))
	w.Declare("logical :: %s, %s", w.v("clear"), w.v("done"))
	for i, l := range w.cut.Loops {
		names := [2]string{w.v(fmt.Sprint("begin", i+1)), w.v(fmt.Sprint("end", i+1))}
		w.Declare("integer(kind(%s)) :: %s, %s", l.Name, names[0], names[1])
		to.Bounds = append(to.Bounds, names)
	}
}

// ranges evaluates the bounds of the loops: those of an inner one only if the outer ones make an iteration.
func (w *cutter) ranges() {
	for i, l := range w.cut.Loops {
		lo, hi := w.el("lo", i+1), w.el("hi", i+1)
		if i > 0 {
			w.say("%s = 0", lo)
			w.say("%s = -1", hi)
			w.open("if (%s >= %s) then", w.el("hi", i), w.el("lo", i))
		}
		line := l.Do.Begin.Line
		w.say("%s = int(%s, 8)", lo, emit.Verbatim(line, l.LoX.Span()))
		w.say("%s = int(%s, 8)", hi, emit.Verbatim(line, l.HiX.Span()))
		w.say("if (%s < %s) %s = %s - 1", hi, lo, hi, lo)
		if i > 0 {
			w.shut("end if")
		}
	}
	w.say("%s = %s", w.v("from"), w.v("lo"))
	w.say("%s = %s", w.v("to"), w.v("hi"))
}

// span is the variable for the ranges of subscripts of a message.
func (w *cutter) span(m *overlap.Message, end, d int) string {
	for i, p := range w.cut.Apart {
		if p.Message == m {
			return fmt.Sprintf("%s(%d, %d)", w.v(fmt.Sprint("part", i+1, "n")), end, d)
		}
	}
	return ""
}

// messages works out which elements each message may touch: where it goes beyond the end of a dimension, all
// of that, and the next one goes on.
func (w *cutter) messages() {
	seen := map[*overlap.Message]bool{}
	count := w.v("count")
	for i, p := range w.cut.Apart {
		m := p.Message
		if seen[m] {
			continue
		}
		seen[m] = true
		rank, array := len(m.Box.First), ast.String(m.Box.Array)
		w.Declare("integer(8) :: %s(2, %d)", w.v(fmt.Sprint("part", i+1, "n")), rank)
		w.say("%s = int(%s, 8) - 1", count, ast.String(m.Box.Count))
		for d := 1; d <= rank; d++ {
			lower := fmt.Sprintf("lbound(%s, %d, 8)", array, d)
			first := lower
			if x := m.Box.First[d-1]; x != nil {
				first = "int(" + ast.String(x) + ", 8)"
			}
			low, high := w.span(m, 1, d), w.span(m, 2, d)
			w.say("%s = %s", low, first)
			w.say("%s = %s + %s", high, low, count)
			if d == rank {
				continue
			}
			extent := fmt.Sprintf("max(size(%s, %d, 8), 1_8)", array, d)
			w.open("if (%s - %s >= %s) then", high, lower, extent)
			w.say("%s = (%s - %s)/%s", count, high, lower, extent)
			w.say("%s = %s", low, lower)
			w.say("%s = ubound(%s, %d, 8)", high, array, d)
			w.turn("else")
			w.say("%s = min(%s, 0_8)", count, count)
			w.shut("end if")
		}
	}
}

// table fills the table. A row is: loop (0: none), factor, first and last element of an iteration at 0, and of the message.
func (w *cutter) table() {
	for i, p := range w.cut.Apart {
		for d := 1; d <= w.rank(); d++ {
			row := []string{"0_8", "0_8", "0_8", "0_8", "0_8", "0_8"}
			if d <= len(p.Print.Dims) {
				row[4], row[5] = w.span(p.Message, 1, d), w.span(p.Message, 2, d)
				if x := p.Print.Dims[d-1]; bounded(x) {
					row[0], row[1] = fmt.Sprint(x.Loop, "_8"), fmt.Sprintf("int(%d, 8)", x.Coef)
					row[2], row[3] = end("min", x.Lo), end("max", x.Hi)
				} else {
					row[2], row[3] = row[4], row[5]
				}
			}
			w.say("%s(:, %d, %d) = [%s]", w.v("meet"), d, i+1, strings.Join(row, ", "))
		}
	}
}

// bounded reports whether the elements of a dimension are known.
func bounded(d rungs.Dim) bool {
	if d.Whole || len(d.Lo) == 0 || len(d.Hi) == 0 {
		return false
	}
	for _, x := range append(append([]ast.Expr(nil), d.Lo...), d.Hi...) {
		if x == nil {
			return false
		}
	}
	return true
}

// end is the least or greatest of some values.
func end(pick string, values []ast.Expr) string {
	var parts []string
	for _, x := range values {
		parts = append(parts, "int("+ast.String(x)+", 8)")
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return pick + "(" + strings.Join(parts, ", ") + ")"
}

// shrink makes the box smaller until it meets no message.
func (w *cutter) shrink() {
	if len(w.cut.Apart) == 0 {
		return
	}
	i, j, k := w.v("i"), w.v("j"), w.v("k")
	from, to, low, high, keep := w.v("from"), w.v("to"), w.v("low"), w.v("high"), w.v("keep")
	meet := func(row int) string { return fmt.Sprintf("%s(%d, %s, %s)", w.v("meet"), row, j, i) }
	side := fmt.Sprintf("max(%s - %s(%s), %s(%s) - %s)", low, from, k, to, k, high)
	switch {
	case w.cut.Ordered && w.cut.Last:
		side = fmt.Sprintf("%s(%s) - %s", to, k, high)
	case w.cut.Ordered:
		side = fmt.Sprintf("%s - %s(%s)", low, from, k)
	}
	w.open("do %s = 1, %d", i, len(w.cut.Apart))
	w.say("%s = .false.", w.v("clear"))
	w.say("%s = 0", w.v("best"))
	w.say("%s = 0", w.v("piece"))
	w.open("do %s = 1, %d", j, w.rank())
	w.say("%s = int(%s)", k, meet(1))
	w.open("if (%s == 0) then", k)
	w.say("%s = %s .or. %s < %s .or. %s > %s .or. %s > %s", w.v("clear"), w.v("clear"), meet(4), meet(5), meet(3), meet(6), meet(5), meet(6))
	w.turn("else if (abs(" + meet(2) + ") == 1) then")
	w.open("if (%s > 0) then", meet(2))
	w.say("%s = max(%s - %s, %s(%s))", low, meet(5), meet(4), from, k)
	w.say("%s = min(%s - %s, %s(%s))", high, meet(6), meet(3), to, k)
	w.turn("else")
	w.say("%s = max(%s - %s, %s(%s))", low, meet(3), meet(6), from, k)
	w.say("%s = min(%s - %s, %s(%s))", high, meet(4), meet(5), to, k)
	w.shut("end if")
	w.say("%s = %s .or. %s > %s .or. %s > %s", w.v("clear"), w.v("clear"), low, high, meet(5), meet(6))
	w.say("%s = %s", keep, side)
	w.say("%s = real(%s, 8)/real(max(%s(%s) - %s(%s) + 1, 1_8), 8)", w.v("share"), keep, to, k, from, k)
	w.open("if (%s > %s) then", w.v("share"), w.v("best"))
	w.say("%s = %s", w.v("best"), w.v("share"))
	w.say("%s = %s", w.v("piece"), j)
	w.shut("end if")
	w.shut("end if")
	w.shut("end do")
	w.say("if (%s) cycle", w.v("clear"))
	j = w.v("piece")
	w.open("if (%s == 0) then", j)
	w.say("%s(1) = %s(1) - 1", to, from)
	w.say("exit")
	w.shut("end if")
	w.say("%s = int(%s)", k, meet(1))
	w.open("if (%s > 0) then", meet(2))
	w.say("%s = %s - %s", low, meet(5), meet(4))
	w.say("%s = %s - %s", high, meet(6), meet(3))
	w.turn("else")
	w.say("%s = %s - %s", low, meet(3), meet(6))
	w.say("%s = %s - %s", high, meet(4), meet(5))
	w.shut("end if")
	switch {
	case w.cut.Ordered && w.cut.Last:
		w.say("%s(%s) = %s + 1", from, k, high)
	case w.cut.Ordered:
		w.say("%s(%s) = %s - 1", to, k, low)
	default:
		w.open("if (%s - %s(%s) >= %s(%s) - %s) then", low, from, k, to, k, high)
		w.say("%s(%s) = %s - 1", to, k, low)
		w.turn("else")
		w.say("%s(%s) = %s + 1", from, k, high)
		w.shut("end if")
	}
	w.shut("end do")
}

// onGrid moves the ends of the box to where the last loop may be cut, and makes a box without iterations one that is
// followed by the whole nest.
func (w *cutter) onGrid() {
	d := w.loops()
	from, to, lo, hi := w.el("from", d), w.el("to", d), w.el("lo", d), w.el("hi", d)
	if w.cut.Nest.Grid64 {
		w.say("%s = %s + (%s - %s + %d)/%d*%d", from, lo, from, lo, grid-1, grid, grid)
		w.say("if (%s < %s) %s = min(%s, %s - %d)", to, hi, to, to, hi, grid)
		w.say("if (%s < %s) %s = %s + (%s + 1 - %s)/%d*%d - 1", to, hi, to, lo, to, lo, grid, grid)
		w.say("if (%s - %s < %d) %s = %s - 1", to, from, grid-1, to, from)
	}
	empty := make([]string, d)
	for i := range empty {
		empty[i] = w.el("to", i+1) + " < " + w.el("from", i+1)
	}
	w.open("if (%s) then", strings.Join(empty, " .or. "))
	w.say("%s = %s", w.v("from"), w.v("lo"))
	w.say("%s = %s", w.v("to"), w.v("hi"))
	w.say("%s = %s + 1", w.el("from", 1), w.el("hi", 1))
	w.shut("end if")
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
	for i, l := range w.cut.Loops {
		w.say("%s = int(%s, kind(%s))", to.Bounds[i][0], w.el("first", i+1), l.Name)
		w.say("%s = int(%s, kind(%s))", to.Bounds[i][1], w.el("last", i+1), l.Name)
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

// begin begins the calls of a stage.
func (w *cutter) begin(stage []*overlap.Call) {
	for _, c := range stage {
		w.take(w.out.Starts[c])
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

// ask asks MPI about a message of each call.
func (w *cutter) ask(stage []*overlap.Call) {
	status := w.name("status")
	if w.handles {
		w.Use("MPI_Request_get_status", w.name("mpi_request_get_status"))
		status = w.name("mpi_status_ignore")
	}
	say := func(request string) {
		w.say("call %s(%s, %s, %s, %s)", w.name("mpi_request_get_status"), request, w.v("done"), status, w.name("error"))
	}
	for _, c := range stage {
		if c.Kind == mpicall.Wait {
			w.askOwn(c, say)
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
	id, ok := c.Arg("requests").(*ast.Ident)
	if !ok || len(c.Messages) == 0 || !c.Vector {
		return
	}
	w.open("do %s = 1, %s", w.v("k"), emit.Verbatim(line, c.Arg("count").Span()))
	say(fmt.Sprintf("%s(lbound(%s, 1) + %s - 1)", id.Name, id.Name, w.v("k")))
	w.shut("end do")
}

// saved is the variable that keeps the value of a scalar.
func (w *cutter) saved(i int) string { return w.v(fmt.Sprint("value", i+1, "n")) }

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
		w.Declare("%s(kind(%s)) :: %s", o.Root.Type.Word(), o.Name, w.saved(i))
		w.say("%s = %s", w.saved(i), o.Name)
	}
	w.shut("end if")
}

// variables gives scalars and the variables of the loops the values that they have behind the nest.
func (w *cutter) variables() {
	if len(w.cut.LastValues) > 0 {
		var runs []string
		for i := 1; i <= w.loops(); i++ {
			runs = append(runs, w.el("hi", i)+" >= "+w.el("lo", i))
		}
		w.open("if (%s) then", strings.Join(runs, " .and. "))
		for i, o := range w.cut.LastValues {
			w.say("%s = %s", o.Name, w.saved(i))
		}
		w.shut("end if")
	}
	for i, l := range w.cut.Loops {
		past := fmt.Sprintf("%s = int(%s + 1, kind(%s))", l.Name, w.el("hi", i+1), l.Name)
		if i > 0 {
			past = fmt.Sprintf("if (%s >= %s) %s", w.el("hi", i), w.el("lo", i), past)
		}
		w.say("%s", past)
	}
}

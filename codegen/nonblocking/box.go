package nonblocking

import (
	"fmt"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/overlap"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// The box of a nest is worked out before the nest, from a table: a row for each footprint, message and dimension says which
// elements an iteration touches, and which the message. Where both can meet, the box gives up the iterations at one of
// its ends, of the loop that keeps most.

// ranges evaluates the bounds of the loops: those of an inner one only if the outer ones make an iteration.
func (w *cutter) ranges() {
	for _, s := range w.along.Starts {
		w.Declare("integer(8) :: %s", s[0])
		w.say("%s = %s", s[0], s[1])
	}
	if len(w.cut.Loops) == 0 {
		w.say("%s = 0", w.el("lo", 1))
		w.say("%s = max(int(%s, 8), -1_8)", w.el("hi", 1), w.along.Hi)
	}
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
		w.Declare("integer(8) :: %s", count)
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
				if x := p.Print.Dims[d-1]; x.Bounded() {
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
	for _, name := range []string{"low", "high", "keep"} {
		w.Declare("integer(8) :: %s", w.v(name))
	}
	for _, name := range []string{"j", "k", "piece"} {
		w.Declare("integer :: %s", w.v(name))
	}
	w.Declare("real(8) :: %s, %s", w.v("share"), w.v("best"))
	w.Declare("logical :: %s", w.v("clear"))
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
	w.meeting(meet, "max(%s, "+from+"("+k+"))", "min(%s, "+to+"("+k+"))")
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
	w.giveUp()
	w.shut("end do")
}

// meeting says which iterations meet the message of a row, from low to high, within limits.
func (w *cutter) meeting(meet func(int) string, lowest, highest string) {
	set := func(name, within string, x, y int) {
		w.say("%s = %s", w.v(name), fmt.Sprintf(within, meet(x)+" - "+meet(y)))
	}
	w.open("if (%s > 0) then", meet(2))
	set("low", lowest, 5, 4)
	set("high", highest, 6, 3)
	w.turn("else")
	set("low", lowest, 3, 6)
	set("high", highest, 4, 5)
	w.shut("end if")
}

// giveUp cuts off what the row with the number piece says, at one end of a loop.
func (w *cutter) giveUp() {
	i, j, k := w.v("i"), w.v("piece"), w.v("k")
	from, to, low, high := w.v("from"), w.v("to"), w.v("low"), w.v("high")
	meet := func(row int) string { return fmt.Sprintf("%s(%d, %s, %s)", w.v("meet"), row, j, i) }
	w.open("if (%s == 0) then", j)
	w.say("%s(1) = %s(1) - 1", to, from)
	w.say("exit")
	w.shut("end if")
	w.say("%s = int(%s)", k, meet(1))
	w.meeting(meet, "%s", "%s")
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
}

// onGrid moves the ends of the box to where the last loop may be cut, and makes a box without iterations, or one of a nest
// that is to be executed as it was written, one that is followed by the whole nest.
func (w *cutter) onGrid() {
	d := w.loops()
	from, to, lo, hi := w.el("from", d), w.el("to", d), w.el("lo", d), w.el("hi", d)
	if w.cut.Nest.Grid64 {
		w.say("%s = %s + (%s - %s + %d)/%d*%d", from, lo, from, lo, grid-1, grid, grid)
		w.say("if (%s < %s) %s = min(%s, %s - %d)", to, hi, to, to, hi, grid)
		w.say("if (%s < %s) %s = %s + (%s + 1 - %s)/%d*%d - 1", to, hi, to, lo, to, lo, grid, grid)
		w.say("if (%s - %s < %d) %s = %s - 1", to, from, grid-1, to, from)
	}
	empty := []string{w.written()}
	for i := range d {
		empty = append(empty, w.el("to", i+1)+" < "+w.el("from", i+1))
	}
	w.open("if (%s) then", strings.Join(empty, " .or. "))
	w.say("%s = %s", w.v("from"), w.v("lo"))
	w.say("%s = %s", w.v("to"), w.v("hi"))
	w.say("%s = %s + 1", w.el("from", 1), w.el("hi", 1))
	w.shut("end if")
}

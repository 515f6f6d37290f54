package plain

import (
	"strconv"
	"strings"

	"mdmp/analysis/rungs"
	"mdmp/codegen/layout"
	"mdmp/codegen/names"
	"mdmp/codegen/plan"
	"mdmp/fortran/source"
)

// Nest is a loop nest to be boxed, with everything as Fortran text.
type Nest struct {
	At     source.Position
	Loops  []Loop
	Any    bool // any order of boxes
	Grid64 bool
	Tested bool           // the compiler computes the same bits on the grid
	Arrays []*rungs.Array // those that directives name
	// Disjoint are pairs of designators that must not overlap for Any.
	Disjoint [][2]rungs.Designator
	Finals   []Final
	Feeds    []Feed
	Starts   []Start
	Shape    *Shape          // nil: it is as it has to be
	Copy     Copy            // the nest as it was written
	Mentions map[string]bool // names in the texts
	Facts    plan.Facts
}

// Copy is the lines of a nest, with the directives that belong to it; the zero
// value stands for a nest that must not stand twice in the text.
type Copy struct {
	Lines string
	At    source.Position
}

// Start is where a section begins: Name stands for Text in an array statement.
type Start struct{ Name, Text string }

// Shape says under which conditions an allocatable array has the shape that an
// assignment gives it; otherwise the statement runs as it was written.
type Shape struct {
	Array    string
	Same     []string
	Original string
}

// Loop is a boxed loop.
type Loop struct {
	Var, Lo, Hi, Step string // Step "" for 1; Var "": it only counts
	Down              bool   // the step is negative
	Private           bool   // the variable belongs to the statement, or is private in its OpenMP directive
	First, Last       string // names that stand for the bounds in the DO statement
}

// Final is a scalar that keeps the value of the last iteration; Decl declares a
// variable of its type, Zero is a value for it.
type Final struct{ Text, Decl, Zero string }

// BoxNames returns the names for the bounds of boxed loop i (from 0).
func BoxNames(used *names.Used, i int) (first, last string) {
	n := strconv.Itoa(i + 1)
	return used.Name("mdmp_f" + n), used.Name("mdmp_l" + n)
}

// nest is the state of writing one nest.
type nest struct {
	writer
	n      *Nest
	handle string
	box    string
}

// NestBegin returns the statements before the first DO statement of a nest; the
// BLOCK and the loop over boxes stay open.
func NestBegin(n *Nest, used *names.Used) (stmts []layout.Stmt, hidden []string) {
	w := &nest{writer: newWriter(used, n.At), n: n}
	w.handle = w.writer.handle("mdmp_n")
	w.box = used.Name("mdmp_b")
	long := w.rt("mdmp_long")
	if n.Copy.Lines != "" {
		w.idle()
		w.Inner()
	}
	w.Declare("integer(%s) :: %s(4)", long, w.box)
	if n.Shape != nil {
		w.shape()
	}
	for i := range n.Loops {
		w.loop(i)
	}
	for _, s := range n.Starts {
		w.Declare("integer(%s) :: %s", long, s.Name)
		w.Say("%s = %s", s.Name, s.Text)
	}
	w.begin()
	if n.Copy.Lines == "" {
		w.Open("if (%s(%s) /= 0_%s) then", w.rt("mdmp_nest_asks"), w.handle, w.rt("mdmp_int"))
	}
	w.Open("if (%s) then", w.runs())
	for _, a := range n.Arrays {
		w.array(a)
	}
	for _, d := range n.Disjoint {
		w.guarded(append(append([]string(nil), d[0].Guards...), d[1].Guards...), func() {
			w.Say("call %s(%s, %s, %s)", w.rt("mdmp_nest_disjoint"), w.handle, d[0].Text, d[1].Text)
		})
	}
	for i := range n.Feeds {
		w.feed(i)
	}
	w.Shut("end if")
	if n.Copy.Lines == "" {
		w.Shut("end if")
	}
	for i, f := range n.Finals {
		w.Declare("%s :: %s", f.Decl, w.saved(i))
		w.Say("%s = %s", w.saved(i), f.Zero)
	}
	w.Open("do while (%s(%s, %s) /= 0_%s)", w.rt("mdmp_nest_next"), w.handle, w.box, w.rt("mdmp_int"))
	w.keeps()
	for i, l := range n.Loops {
		if l.Var == "" {
			w.Say("%s = %s(%d)", l.First, w.box, 2*i+1)
			w.Say("%s = %s(%d)", l.Last, w.box, 2*i+2)
			continue
		}
		w.Say("%s = %s(%s(%d), %s(%s))", l.First, w.Intrinsic("int"), w.box, 2*i+1, w.Intrinsic("kind"), l.Var)
		w.Say("%s = %s(%s(%d), %s(%s))", l.Last, w.Intrinsic("int"), w.box, 2*i+2, w.Intrinsic("kind"), l.Var)
	}
	w.rt("mdmp_keep") // the end of the nest needs it
	w.last()
	all := w.Stmts(n.Mentions)
	return all[:len(all)-1], w.Clash(n.Mentions)
}

// NestEnd returns the statements behind the nest.
func NestEnd(n *Nest, used *names.Used) []layout.Stmt {
	w := &nest{writer: newWriter(used, n.At), n: n, box: used.Name("mdmp_b")}
	w.handle = used.Name("mdmp_n")
	w.keeps()
	if len(n.Finals) > 0 {
		w.Open("if (%s) then", w.last())
		for i, f := range n.Finals {
			w.Say("%s = %s", w.saved(i), f.Text)
		}
		w.Shut("end if")
	}
	w.Say("end do")
	if len(n.Finals) > 0 {
		w.Open("if (%s) then", w.runs())
		for i, f := range n.Finals {
			w.Say("%s = %s", f.Text, w.saved(i))
		}
		w.Shut("end if")
	}
	for i, l := range n.Loops {
		if l.Var == "" || l.Private {
			continue
		}
		past := "int(" + w.bound(i, 1) + " + max(0_" + w.rt("mdmp_long") + ", " + w.trip(i) + ")*" + w.step(i) + ", kind(" + l.Var + "))"
		if i == 0 {
			w.Say("%s = %s", l.Var, past)
		} else {
			w.Say("if (%s > 0) %s = %s", w.trip(0), l.Var, past)
		}
	}
	if n.Shape != nil {
		w.Say("end if")
	}
	if n.Copy.Lines != "" {
		w.Say("end block")
		w.Say("end if")
	}
	all := w.Stmts(nil)
	body := make([]layout.Stmt, 0, len(all))
	for _, s := range all { // the BLOCK is open already
		if s.Text == "block" || strings.HasPrefix(s.Text, "use ") || strings.HasPrefix(s.Text, "intrinsic ") {
			continue
		}
		body = append(body, s)
	}
	return body
}

// idle runs the nest as it was written when there is nothing to do for it: the
// boxes, and what the compiler makes of a nest with bounds that it does not
// know, cost nothing then. The ELSE branch stays open.
func (w *nest) idle() {
	w.Open("if (%s(%s, %s, %s) /= 0_%s) then", w.rt("mdmp_nest_idle"), w.handle, w.constant(w.n.At.Name),
		w.number(w.n.At.Line), w.rt("mdmp_int"))
	for _, a := range w.n.Arrays {
		if !a.Received && a.Sent {
			continue
		}
		// It may have been completed by a call that did not get it.
		if strings.ContainsAny(a.Text, "(%") {
			w.guarded(w.iterates(), func() { w.keep(a) })
		} else {
			w.keep(a)
		}
	}
	if w.n.Shape != nil {
		w.replaces()
	}
	w.Copy(w.n.Copy.Lines, w.n.Copy.At)
	w.Else("else")
}

// replaces revokes grants if the statement, as it was written, gives the array
// another shape: then it frees memory.
func (w *nest) replaces() {
	w.Intrinsic("size")
	w.Intrinsic("max")
	w.Open("if (%s(%s)) then", w.Intrinsic("allocated"), w.n.Shape.Array)
	w.Say("if (.not. (%s)) call %s()", strings.Join(w.n.Shape.Same, " .and. "), w.rt("mdmp_revoke"))
	w.Shut("end if")
}

// iterates lists the conditions, each to be evaluated only if those before hold,
// under which the nest makes an iteration: what names may lead to elsewhere.
func (w *nest) iterates() []string {
	var list []string
	for _, l := range w.n.Loops {
		if l.Var == "" {
			break // a section: it is evaluated by the statement itself
		}
		op := " <= "
		if l.Down {
			op = " >= "
		}
		list = append(list, "("+l.Lo+")"+op+"("+l.Hi+")")
	}
	return list
}

// shape runs the statement as it was written if it changes the shape of what it
// assigns; the ELSE branch stays open.
func (w *nest) shape() {
	same := w.Used.Name("mdmp_same")
	w.Declare("logical :: %s", same)
	w.Intrinsic("size")
	w.Intrinsic("max")
	w.Say("%s = .false.", same)
	w.Open("if (%s(%s)) then", w.Intrinsic("allocated"), w.n.Shape.Array)
	w.Say("%s = %s", same, strings.Join(w.n.Shape.Same, " .and. "))
	w.Shut("end if")
	w.Open("if (.not. %s) then", same)
	w.Say("call %s()", w.rt("mdmp_settle"))
	w.keeps()
	w.Say("%s", w.n.Shape.Original)
	w.Else("else")
}

// bound is the variable that holds lo, hi of loop i.
func (w *nest) bound(i, which int) string {
	return w.Used.Name([]string{"", "mdmp_lo", "mdmp_hi"}[which] + strconv.Itoa(i+1))
}

func (w *nest) saved(i int) string { return w.Used.Name("mdmp_v" + strconv.Itoa(i+1)) }

func (w *nest) step(i int) string {
	kind := w.rt("mdmp_long")
	if s := w.n.Loops[i].Step; s != "" {
		return "int(" + s + ", " + kind + ")"
	}
	return "1_" + kind
}

// trip is (hi - lo + step)/step, which may be negative.
func (w *nest) trip(i int) string {
	return "((" + w.bound(i, 2) + " - " + w.bound(i, 1) + " + " + w.step(i) + ")/" + w.step(i) + ")"
}

// runs is the condition that every boxed loop makes an iteration.
func (w *nest) runs() string {
	var list []string
	for i := range w.n.Loops {
		list = append(list, w.trip(i)+" > 0")
	}
	return strings.Join(list, " .and. ")
}

// last is the condition that the box holds the last iteration.
func (w *nest) last() string {
	var list []string
	for i := range w.n.Loops {
		list = append(list, w.box+"("+strconv.Itoa(2*i+2)+") == "+w.bound(i, 1)+" + ("+w.trip(i)+" - 1)*"+w.step(i))
	}
	w.Intrinsic("max")
	return strings.Join(list, " .and. ")
}

// loop evaluates the bounds of a loop, once.
func (w *nest) loop(i int) {
	l, kind, integer := w.n.Loops[i], w.rt("mdmp_long"), w.Intrinsic("int")
	w.Declare("integer(%s) :: %s, %s", kind, w.bound(i, 1), w.bound(i, 2))
	if l.Var == "" {
		w.Declare("integer(%s) :: %s, %s", kind, l.First, l.Last)
	} else {
		w.Declare("integer(%s(%s)) :: %s, %s", w.Intrinsic("kind"), l.Var, l.First, l.Last)
	}
	if i > 0 { // not evaluated if the outer loop makes no iteration
		w.Say("%s = 0_%s", w.bound(i, 1), kind)
		w.Say("%s = -%s", w.bound(i, 2), w.step(i))
		w.Open("if (%s > 0) then", w.trip(i-1))
	}
	w.Say("%s = %s(%s, %s)", w.bound(i, 1), integer, l.Lo, kind)
	w.Say("%s = %s(%s, %s)", w.bound(i, 2), integer, l.Hi, kind)
	if i > 0 {
		w.Shut("end if")
	}
}

func (w *nest) begin() {
	flags := "0_" + w.rt("mdmp_int")
	if w.n.Any {
		flags = w.rt("mdmp_any_order")
	}
	if w.n.Grid64 {
		flags += " + " + w.rt("mdmp_grid64")
	}
	if w.n.Tested {
		flags += " + " + w.rt("mdmp_tested")
	}
	var bounds []string
	for i := range w.n.Loops {
		bounds = append(bounds, w.bound(i, 1), w.bound(i, 2), w.step(i))
	}
	w.Say("call %s(%s, %s, %s, %s, %s, [%s])", w.rt("mdmp_nest_begin"), w.handle, w.constant(w.n.At.Name),
		w.number(w.n.At.Line), flags, w.number(len(w.n.Loops)), strings.Join(bounds, ", "))
}

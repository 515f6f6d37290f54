package calls

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Nest is what is written round a rungs.Nest: its bounds as they stand in the text, and
// of the evidence only what can be said there.
type Nest struct {
	At     source.Position
	Loops  []Loop
	Any    bool // any order of boxes
	Grid64 bool
	// Assumed must hold for that; where one does not, the nest runs whole.
	Assumed []rungs.Equation
	Tested  bool           // the compiler computes the same bits on the grid
	Arrays  []*rungs.Array // those that directives name
	// Global holds those of them that any call may change as far as a compiler knows.
	Global map[*rungs.Array]bool
	Wholes map[*rungs.Array]*Whole   // those of them that lie in one piece
	Lower  map[*rungs.Array][]Extent // lower bounds of others, of which tables tell the footprints
	// Escapes: any call may change what is passed to a dummy with TARGET, as far as the compiler knows.
	Escapes bool
	// Disjoint are pairs of designators that must not overlap for Any.
	Disjoint   [][2]rungs.Guarded
	LastValues []*access.Object
	// Opaque: so many of the loops, from the outermost on, run iteration by iteration, see opaque.go.
	Opaque int
	// Team: a directive of OpenMP stands before the loops, so that nothing may stand between.
	Team bool
	// Open and Shut, given by Around, stand between that directive and the loops, and behind them.
	Open, Shut []emit.Stmt
	Feeds      []Feed
	Elements   *Elements // nil: writes are not counted
	Starts     []Start
	Shape      *Shape          // nil: it is as it has to be
	Copy       Copy            // the nest as it was written
	Mentions   map[string]bool // names in the texts
	In         Place           // a managed procedure is also called where no region is executed
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
	Either            bool   // or may be: it is a variable, and evaluated once
	Private           bool   // the variable belongs to the statement, or is private in its OpenMP directive
	First, Last       string // names that stand for the bounds in the DO statement, given by Around
}

// nest is the state of writing one nest.
type nest struct {
	writer
	n      *Nest
	handle string
	box    string
	tables int // how many were declared
}

// Around goes round a nest, from before its first DO statement to behind its end. The
// bounds of the boxed loops get their names.
func Around(n *Nest, used *emit.Names) *emit.Block {
	w := &nest{writer: newWriter(used, n.At, n.Mentions), n: n}
	w.handle = w.writer.handle("mdmp_n")
	w.box = used.Name("mdmp_b")
	if n.Copy.Lines != "" {
		w.idle()
		w.Inner()
	}
	w.Declare("integer(%s) :: %s(%d)", w.rt("mdmp_long"), w.box, max(4, 2*len(n.Loops)))
	if n.Shape != nil {
		w.shape()
	}
	w.bounds()
	w.begin()
	w.uncounted()
	if n.Copy.Lines != "" {
		w.describe()
	} else {
		w.under(w.describe, w.rt("mdmp_nest_asks")+"("+w.handle+") /= 0_"+w.rt("mdmp_int"))
	}
	for i, v := range n.LastValues {
		w.Declare("%s(%s(%s)) :: %s", v.Root.Type.Word(), w.Intrinsic("kind"), v.Name, w.saved(i))
		zero := "0"
		if v.Root.Type.Word() == "logical" {
			zero = ".false."
		}
		w.Say("%s = %s", w.saved(i), zero)
	}
	wholes, _ := w.held()
	given, _ := firstOf(wholes)
	w.Open("do while (%s(%s, %s%s) /= 0_%s)", w.rt("mdmp_nest_next"), w.handle, w.box, given, w.rt("mdmp_int"))
	w.keeps()
	if n.Team {
		n.Open, n.Shut = w.team()
	}
	w.narrow()
	w.Rest()
	w.iterated()
	w.keeps()
	w.save()
	w.Shut("end do")
	w.values()
	if n.Shape != nil {
		w.Shut("end if")
	}
	if n.Copy.Lines != "" {
		w.Shut("end block")
		w.Shut("end if")
	}
	return w.Block
}

// describe says what the nest touches and which sends it may complete.
func (w *nest) describe() {
	w.under(func() {
		wholes, rest := w.wholes()
		w.arrays("mdmp_nest_arrays", wholes)
		for _, a := range rest {
			if w.n.Wholes[a] != nil {
				w.guarded(a.Guards, func() { w.arrays("mdmp_nest_allocated", []*rungs.Array{a}) })
			} else {
				w.array(a)
			}
		}
		for _, a := range w.n.Arrays {
			w.lookups(a)
		}
		for _, d := range w.n.Disjoint {
			w.guarded(slices.Concat(d[0].Guards, d[1].Guards), func() {
				w.Say("call %s(%s, %s, %s)", w.rt("mdmp_nest_disjoint"), w.handle, ast.String(d[0].X), ast.String(d[1].X))
			})
		}
		for i := range w.n.Feeds {
			w.feed(&w.n.Feeds[i])
		}
		w.counts()
	}, w.runs())
}

// narrow sets the bounds of the boxed loops to those of the box, or of each of its iterations.
func (w *nest) narrow() {
	for i := range w.n.Loops {
		switch {
		case i >= w.n.Opaque:
			for k, name := range []string{w.n.Loops[i].First, w.n.Loops[i].Last} {
				w.Say("%s = %s", name, w.like(i, w.edge(i, k)))
			}
		case !w.n.Team:
			w.iterate(i)
			w.iteration(w.Say, i)
		}
	}
}

// edge is the first or last value of the variable of loop i in the box.
func (w *nest) edge(i, k int) string { return w.box + "(" + strconv.Itoa(2*i+1+k) + ")" }

// like is a number of the kind of the variable of loop i.
func (w *nest) like(i int, text string) string {
	if v := w.n.Loops[i].Var; v != "" {
		return w.Intrinsic("int") + "(" + text + ", " + w.Intrinsic("kind") + "(" + v + "))"
	}
	return text
}

// save keeps the values of scalars if the box held the last iteration.
func (w *nest) save() {
	if len(w.n.LastValues) == 0 {
		return
	}
	w.under(func() {
		for i, v := range w.n.LastValues {
			w.Say("%s = %s", w.saved(i), v.Name)
		}
	}, w.last())
}

// values gives scalars and the variables of the loops the values that they have behind
// the nest.
func (w *nest) values() {
	if len(w.n.LastValues) > 0 {
		w.under(func() {
			for i, v := range w.n.LastValues {
				w.Say("%s = %s", v.Name, w.saved(i))
			}
		}, w.runs())
	}
	for i, l := range w.n.Loops {
		if l.Var == "" || l.Private {
			continue
		}
		past := w.Intrinsic("int") + "(" + w.bound(i, 1) + " + " + w.trip(i) + "*" + w.step(i) + ", " + w.Intrinsic("kind") + "(" + l.Var + "))"
		if i == 0 {
			w.Say("%s = %s", l.Var, past)
		} else {
			w.Say("if (%s > 0) %s = %s", w.trip(i-1), l.Var, past)
		}
	}
}

// shape runs the statement as it was written if it changes the shape of what it
// assigns; the ELSE branch stays open.
func (w *nest) shape() {
	same := w.Used.Name("mdmp_same")
	w.Declare("logical :: %s", same)
	w.Intrinsic("size")
	w.Intrinsic("max")
	w.Say("%s = .false.", same)
	w.under(func() { w.Say("%s = %s", same, strings.Join(w.n.Shape.Same, " .and. ")) }, w.Intrinsic("allocated")+"("+w.n.Shape.Array+")")
	w.Open("if (.not. %s) then", same)
	w.Say("call %s()", w.rt("mdmp_settle"))
	w.passArrays()
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
	if w.n.Loops[i].Either {
		return w.Used.Name("mdmp_by" + strconv.Itoa(i+1))
	}
	if s := w.n.Loops[i].Step; s != "" {
		return w.Intrinsic("int") + "(" + s + ", " + kind + ")"
	}
	return "1_" + kind
}

// trip is (hi - lo + step)/step, which is not negative for loops with a variable.
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
	return strings.Join(list, " .and. ")
}

// bounds evaluates the bounds of the loops, once, and those of arrays.
func (w *nest) bounds() {
	long := w.rt("mdmp_long")
	for i := range w.n.Loops {
		l, n := &w.n.Loops[i], strconv.Itoa(i+1)
		l.First, l.Last = w.Used.Name("mdmp_f"+n), w.Used.Name("mdmp_l"+n)
		w.Declare("integer(%s) :: %s, %s", long, w.bound(i, 1), w.bound(i, 2))
		if !w.n.Team || i >= w.n.Opaque {
			w.ends(w.Declare, i)
		}
		var outer []string
		if l.Either {
			// A step of 0 makes no iteration where gfortran makes none, and else what it makes of one.
			w.Declare("integer(%s) :: %s", long, w.step(i))
			w.Say("%s = %s(%s, %s)", w.step(i), w.Intrinsic("int"), l.Step, long)
			w.Say("if (%s == 0) %s = -1", w.step(i), w.step(i))
		}
		if i > 0 { // not evaluated if the outer loop makes no iteration
			w.Say("%s = 0_%s", w.bound(i, 1), long)
			w.Say("%s = -%s", w.bound(i, 2), w.step(i))
			outer = []string{w.trip(i-1) + " > 0"}
		}
		w.under(func() {
			w.Say("%s = %s(%s, %s)", w.bound(i, 1), w.Intrinsic("int"), l.Lo, long)
			w.Say("%s = %s(%s, %s)", w.bound(i, 2), w.Intrinsic("int"), l.Hi, long)
			if l.Var != "" {
				w.atLeastNone(i)
			}
		}, outer...)
	}
	for _, s := range w.n.Starts {
		w.Declare("integer(%s) :: %s", long, s.Name)
		w.Say("%s = %s", s.Name, s.Text)
	}
}

// atLeastNone moves the last bound of a loop that makes no iteration next to the first one:
// "do j = huge(j), -huge(j)" is such a loop, and its bounds are further apart than a
// number can say.
func (w *nest) atLeastNone(i int) {
	one := "1_" + w.rt("mdmp_long")
	lo, hi := w.bound(i, 1), w.bound(i, 2)
	up, down := "", ""
	if w.n.Loops[i].Either {
		up, down = w.step(i)+" > 0 .and. ", w.step(i)+" < 0 .and. "
	}
	if w.n.Loops[i].Down || w.n.Loops[i].Either {
		w.Say("if (%s%s > %s) %s = %s + %s", down, hi, lo, hi, lo, one)
	}
	if !w.n.Loops[i].Down {
		w.Say("if (%s%s < %s) %s = %s - %s", up, hi, lo, hi, lo, one)
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
	if holds := w.assumed(); holds != "" {
		flags = w.Intrinsic("merge") + "(" + flags + ", " + w.rt("mdmp_one_box") + ", " + holds + ")"
	}
	var bounds []string
	for i := range w.n.Loops {
		bounds = append(bounds, w.bound(i, 1), w.bound(i, 2), w.step(i))
	}
	w.Say("call %s(%s, %s, %s, %s, %s, [%s])", w.rt("mdmp_nest_begin"), w.handle, w.constant(w.n.At.Name),
		w.number(w.n.At.Line), flags, w.number(len(w.n.Loops)), strings.Join(bounds, ", "))
}

// assumed is the condition that all that is assumed holds, "" if nothing is.
func (w *nest) assumed() string {
	var list []string
	for _, q := range w.n.Assumed {
		list = append(list, ast.String(ast.Op(q.Of, "==", q.Is)))
	}
	return strings.Join(list, " .and. ")
}

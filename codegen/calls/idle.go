package calls

import (
	"fmt"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
)

// idle runs the nest as it was written when there is nothing to do for it: the
// boxes, and what the compiler makes of a nest with bounds that it does not
// know, cost nothing then. The ELSE branch stays open.
func (w *nest) idle() {
	given, kept := w.changed()
	ask := fmt.Sprintf("%s(%s, %s, %s%s)", w.rt("mdmp_nest_idle"), w.handle, w.constant(w.n.At.Name), w.number(w.n.At.Line), given)
	if w.n.In == InRegion {
		w.Open("if (%s /= 0_%s) then", ask, w.rt("mdmp_int"))
		w.asWritten(kept)
	} else {
		is := w.Used.Name("mdmp_i")
		w.Declare("integer(%s) :: %s", w.rt("mdmp_int"), is)
		w.Say("%s = 1_%s", is, w.rt("mdmp_int"))
		idle := is + " /= 0_" + w.rt("mdmp_int")
		asked := func() {
			w.Say("%s = %s", is, ask)
			if len(kept) > 0 || w.n.Shape != nil {
				w.under(func() { w.asWritten(kept) }, idle)
			}
		}
		if w.n.In == InLeaf && w.n.Shape == nil {
			w.news(w.n.In, w.handle, asked)
		} else {
			w.awake(w.n.In, asked)
		}
		w.Open("if (%s) then", idle)
	}
	w.Copy(w.n.Copy.Lines, w.n.Copy.At)
	w.Else("else")
}

// passArrays passes all arrays of the nest once more.
func (w *nest) passArrays() {
	wholes, rest := w.held()
	w.touch(wholes)
	for _, a := range rest {
		w.keep(a)
	}
}

// changed lists what the run time may have changed when it is asked whether a nest is
// idle, although it did not get it: what is given to it then, and what is kept after that.
func (w *nest) changed() (given string, kept []*rungs.Array) {
	var list []*rungs.Array
	for _, a := range w.n.Arrays {
		switch {
		case !a.Received && a.Sent:
		case w.n.Global[a], w.n.escapes(a):
		case w.n.whole(a) && len(list) < most:
			list = append(list, a)
		default:
			kept = append(kept, a)
		}
	}
	return names(list), kept
}

// asWritten says before the copy of a nest what the run time may have changed
// since it was asked.
func (w *nest) asWritten(kept []*rungs.Array) {
	for _, a := range kept {
		switch {
		case w.n.whole(a):
			w.touch([]*rungs.Array{a})
		case !a.Plain():
			w.under(func() { w.keep(a) }, w.iterates()...)
		default:
			w.keep(a)
		}
	}
	if w.n.Shape != nil {
		w.replaces()
	}
}

// replaces revokes grants if the statement, as it was written, gives the array
// another shape: then it frees memory.
func (w *nest) replaces() {
	w.Intrinsic("size")
	w.Intrinsic("max")
	w.under(func() {
		w.Say("if (.not. (%s)) call %s()", strings.Join(w.n.Shape.Same, " .and. "), w.rt("mdmp_revoke"))
	}, w.Intrinsic("allocated")+"("+w.n.Shape.Array+")")
}

// iterates lists the conditions, each to be evaluated only if those before hold,
// under which the nest makes an iteration: what names may lead to elsewhere.
func (w *nest) iterates() []string {
	var list []string
	for _, l := range w.n.Loops {
		if l.Var == "" {
			break // a section: it is evaluated by the statement itself
		}
		up, down := "("+l.Lo+") <= ("+l.Hi+")", "("+l.Lo+") >= ("+l.Hi+")"
		switch {
		case l.Either:
			list = append(list, "("+l.Step+" > 0 .and. "+up+" .or. "+l.Step+" < 0 .and. "+down+")")
		case l.Down:
			list = append(list, down)
		default:
			list = append(list, up)
		}
	}
	return list
}

// Package calls says exchanges, nests and waiting receives in calls of the run time.
//
// The idea: each exchange becomes a BLOCK that uses the module mdmp_rt, so that
// nothing is inserted into a specification part and no name of the program is
// in the way. Inside, the messages are stated, receives first; mdmp_end posts
// them and waits for all. Sections go to the run time as descriptors, without a
// copy.
//
// mdmp_keep(u) at the end passes each array once more: the run time has read or
// written it between two calls that got no such argument, and a compiler may
// otherwise keep elements in registers across them. It stands under the
// message's own condition, since an array that is not allocated may not be
// passed.
//
// A nest (mode auto) keeps its text between a BLOCK before it, in which a loop over
// boxes is opened, and what closes both behind it. It states what it reads and
// writes as affine footprints (footprint.go) and the sends it may complete
// (feed.go); the run time says which iterations come next.
package calls

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/codegen/plan"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// writer writes one BLOCK.
type writer struct {
	plan.Words
	sites map[source.Position]string // handles of exchanges that stand elsewhere
}

func newWriter(used *emit.Names, at source.Position, mentions map[string]bool) writer {
	b := emit.NewBlock(used, at, "mdmp_rt")
	b.Mentions = mentions
	w := writer{plan.Words{Block: b}, map[source.Position]string{}}
	w.Kind = func() string { return w.rt("mdmp_long") }
	return w
}

// rt returns the local name of an entity of mdmp_rt and notes that it is used.
func (w writer) rt(name string) string { return w.Use(name, w.Used.Name(name)) }

// awake says something in a managed procedure under the test whether a region is being
// executed at all. It is what the procedure costs outside of regions: one variable is
// read.
func (w writer) awake(in Place, say func()) {
	if in == InManaged || in == InLeaf {
		w.under(say, w.rt("mdmp_awake")+" /= 0_"+w.rt("mdmp_int"))
		return
	}
	say()
}

// news says something under the test whether anything has happened since the place of a
// handle had nothing to do. It is what a procedure costs that nothing is pending for, in
// regions and outside: two variables are read.
func (w writer) news(in Place, handle string, say func()) {
	if in == Straight {
		say()
		return
	}
	w.under(say, handle+"(2) /= "+w.rt("mdmp_news"))
}

// wanted says something if the run time wants it, as cond asks. Where the way is straight arrays that are passed
// then are passed otherwise, too.
func (w writer) wanted(in Place, cond string, arrays []rungs.Guarded, say func()) {
	if in != Straight || len(arrays) == 0 {
		w.under(say, cond)
		return
	}
	w.Open("if (%s) then", cond)
	say()
	w.Else("else")
	w.kept(arrays)
	w.Shut("end if")
}

// kept keeps arrays and scalars out of registers.
func (w writer) kept(list []rungs.Guarded) {
	var flat []string
	for _, a := range list {
		if a.Flat && len(a.Guards) == 0 {
			flat = append(flat, ast.String(a.X))
			continue
		}
		keep := "mdmp_keep"
		switch {
		case a.Object:
			keep = "mdmp_keep_object"
		case a.Flat:
			keep = "mdmp_touch"
		}
		w.pass(keep, a)
	}
	for some := range slices.Chunk(flat, most) {
		w.Say("call %s(%s)", w.rt("mdmp_touch"), strings.Join(some, ", "))
	}
}

// under says something under conditions, each evaluated only if those before hold.
func (w writer) under(say func(), conds ...string) {
	for _, c := range conds {
		w.Open("if (%s) then", c)
	}
	say()
	for range conds {
		w.Shut("end if")
	}
}

// handle declares the handle of a place in the text.
func (w writer) handle(want string) string {
	name := w.Used.Name(want)
	kind := w.rt("mdmp_handle")
	w.Declare("integer(%s), save :: %s(4) = 0_%s", kind, name, kind)
	return name
}

// number returns an integer constant of the kind of the run time's.
func (w writer) number(n int) string { return strconv.Itoa(n) + "_" + w.rt("mdmp_int") }

// constant returns a text (a file name) as a constant that ends in a NUL character. No
// part of it can be understood as an escape sequence, none is too long for a
// line.
func (w writer) constant(name string) string {
	const chunk = 40
	var parts []string
	for piece, rest := "", name; rest != ""; {
		i := strings.IndexByte(rest, '\\')
		switch {
		case i == 0:
			parts = append(parts, w.Intrinsic("achar")+"(92)")
			rest = rest[1:]
			continue
		case i < 0:
			i = len(rest)
		}
		i = min(i, chunk)
		piece, rest = rest[:i], rest[i:]
		parts = append(parts, "'"+strings.ReplaceAll(piece, "'", "''")+"'")
	}
	return strings.Join(append(parts, w.Intrinsic("achar")+"(0)"), "//")
}

// Package plain says exchanges, nests and waiting receives in calls of the run time.
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
package plain

import (
	"strconv"
	"strings"

	"mdmp/codegen/block"
	"mdmp/codegen/names"
	"mdmp/fortran/source"
)

// writer writes one BLOCK.
type writer struct{ *block.Writer }

func newWriter(used *names.Used, at source.Position) writer {
	return writer{block.New(used, at, "mdmp_rt")}
}

// rt returns the local name of an entity of mdmp_rt and notes that it is used.
func (w writer) rt(name string) string { return w.Use(name, w.Used.Name(name)) }

// handle declares the handle of a place in the text.
func (w writer) handle(want string) string {
	name := w.Used.Name(want)
	kind := w.rt("mdmp_handle")
	w.Declare("integer(%s), save :: %s(4) = 0_%s", kind, name, kind)
	return name
}

// inquiries notes the intrinsic procedures that a condition calls which was made
// for a variable: its own parentheses hold the same names.
func (w writer) inquiries(text string) {
	for _, name := range []string{"present", "allocated", "associated", "lbound", "ubound"} {
		for rest := text; ; {
			i := strings.Index(rest, name+"(")
			if i < 0 {
				break
			}
			if i == 0 || strings.IndexByte("(=<", rest[i-1]) >= 0 {
				w.Intrinsic(name)
			}
			rest = rest[i+len(name):]
		}
	}
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

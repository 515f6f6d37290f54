package calls

import (
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Elements are the arrays of a nest of which each write is counted, by a call or in line. A variable says whether
// anything is to be counted: that is the price of a write when nothing is.
type Elements struct {
	Inline bool
	Arrays []Counted
}

// Counted is one of them: it lies in one piece, and has bounds in all dimensions.
type Counted struct {
	Name string
	Rank int
}

// named are the names of what holds the counts of the i-th array: an address, and an array with its bounds.
func named(used *emit.Names, i int) (at, counts string) {
	n := strconv.Itoa(i + 1)
	return used.Name("mdmp_p" + n), used.Name("mdmp_e" + n)
}

// uncounted declares the counts. Nothing is to be counted yet.
func (w *nest) uncounted() {
	if w.n.Elements == nil {
		return
	}
	g, kind := w.Used.Name("mdmp_g"), w.rt("mdmp_int")
	w.Declare("integer(%s) :: %s", kind, g)
	w.Say("%s = 0_%s", g, kind)
	for i, a := range w.n.Elements.Arrays {
		at, counts := named(w.Used, i)
		w.Declare("type(%s) :: %s", w.rt("mdmp_address"), at)
		if w.n.Elements.Inline {
			w.Declare("integer(%s), pointer, contiguous :: %s(%s)", w.rt("mdmp_byte"), counts, strings.Repeat(":,", a.Rank-1)+":")
			w.Declare("integer(%s), pointer, contiguous :: %s(:)", w.rt("mdmp_byte"), counts+"l")
		}
	}
}

// counts asks for the counts, once all sends are stated. Of several arrays all have some, or nothing is counted.
func (w *nest) counts() {
	if w.n.Elements == nil {
		return
	}
	g, kind, long := w.Used.Name("mdmp_g"), w.rt("mdmp_int"), w.rt("mdmp_long")
	var there []string
	for i, a := range w.n.Elements.Arrays {
		at, _ := named(w.Used, i)
		w.Say("%s = %s(%s, %s, int(%s(%s)/8, %s), %s(%s, kind=%s))", at, w.rt("mdmp_nest_elements"), w.handle, a.Name,
			w.Intrinsic("storage_size"), a.Name, kind, w.Intrinsic("size"), a.Name, long)
		there = append(there, w.rt("mdmp_is")+"("+at+")")
	}
	w.Intrinsic("int")
	w.under(func() {
		w.Say("%s = 1_%s", g, kind)
		if !w.n.Elements.Inline {
			return
		}
		for i, a := range w.n.Elements.Arrays {
			at, counts := named(w.Used, i)
			w.Say("call %s(%s, %s, [%s(%s, kind=%s)])", w.rt("mdmp_lead"), at, counts+"l", w.Intrinsic("size"), a.Name, long)
			var bounds []string
			for d := range a.Rank {
				of := "(" + a.Name + "," + strconv.Itoa(d+1) + "," + long + ")"
				bounds = append(bounds, w.Intrinsic("lbound")+of+":"+w.Intrinsic("ubound")+of)
			}
			w.Say("%s(%s) => %s", counts, strings.Join(bounds, ","), counts+"l")
		}
	}, strings.Join(there, " .and. "))
}

// Write returns what counts a write of an element, before it is made.
func (e *Elements) Write(at source.Position, x *ast.Apply, used *emit.Names, mentions map[string]bool) *emit.Block {
	w := newWriter(used, at, mentions)
	name := ast.String(x.X)
	for i, a := range e.Arrays {
		if a.Name != name {
			continue
		}
		p, counts := named(used, i)
		some := used.Name("mdmp_g") + " /= 0_" + w.rt("mdmp_int")
		if e.Inline {
			element := counts + strings.TrimPrefix(ast.String(x), name)
			w.Say("if (%s) %s = %s + 1_%s", some, element, element, w.rt("mdmp_byte"))
			continue
		}
		w.Say("if (%s) call %s(%s, %s, %s, %s(%s(%s)/8, %s))", some, w.rt("mdmp_wrote"), p, ast.String(x), name, w.Intrinsic("int"),
			w.Intrinsic("storage_size"), name, w.rt("mdmp_int"))
	}
	return w.Block
}

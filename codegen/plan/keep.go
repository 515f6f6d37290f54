package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// keep notes which variable message number n touches: the whole array, since
// the compiler may hold any element of it in a register.
func (x *section) keep(n int) {
	whole := x.whole()
	k := x.keeps[emit.Key(whole)]
	if k == nil {
		k = &Keep{Text: whole}
		x.describe(k)
		x.keeps[emit.Key(whole)] = k
		x.x.Keeps = append(x.x.Keeps, k)
	}
	x.p.Keep = k
	x.when(k, n)
}

// whole is the variable that has the elements, without subscripts: complex numbers, if it is half of them.
func (x *section) whole() string {
	switch {
	case x.d.inElements():
		return x.around("(:" + strings.Repeat(",:", rankOf(x.d.base().Symbol)-1) + ")")
	case !x.d.half():
		return x.around("")
	}
	return x.upTo(x.numbers(), "")
}

// numbers is where the designator ends, without %re or %im.
func (x *section) numbers() source.Pos {
	if !x.d.half() {
		return x.end()
	}
	p := &x.d.Steps[len(x.d.Steps)-2]
	if p.Subs != nil {
		return p.Subs.Span().End
	}
	return p.X.Span().End
}

// keepCopy notes that message number n is received into the copy of the section.
func (x *section) keepCopy(n int) {
	k := &Keep{Text: x.p.Pack, Contiguous: true}
	x.x.Keeps = append(x.x.Keeps, k)
	x.p.Keep = k
	x.when(k, n)
}

// when notes that message number n touches k.
func (x *section) when(k *Keep, n int) {
	w := When{Message: n, Cond: x.p.Cond}
	if x.m.If == "" {
		w.Message = -1
	}
	switch {
	case w == When{Message: -1}:
		k.Always = true
	case !slices.Contains(k.Ifs, w):
		k.Ifs = append(k.Ifs, w)
	}
}

// describe fills in how the array may be handed to a procedure that takes
// anything.
func (x *section) describe(k *Keep) {
	d, base := x.d, x.d.base()
	name := d.Steps[0].Name
	k.ReadOnly = fixed(x.names, name) || x.x.X.Counts(name, x.names.Lookup(name))
	for _, p := range d.Steps[1:] {
		k.ReadOnly = k.ReadOnly && p.Symbol != nil && !p.Symbol.Has(scope.Pointer)
	}
	last := base == &d.Steps[len(d.Steps)-1]
	rank := rankOf(base.Symbol)
	if base.Subs != nil {
		rank = len(base.Args())
	}
	k.Contiguous = contiguous(base.Symbol) && last || rankOf(base.Symbol) == 0 && d.rank == 0 && base.Subs == nil
	if k.Contiguous || rank <= 0 {
		return
	}
	array := x.at(x.start(), base.X.Span().End)
	low := make([]string, rank)
	for i := range low {
		low[i] = "lbound(" + array + "," + strconv.Itoa(i+1) + ")"
	}
	k.Elem = x.around("(" + strings.Join(low, ",") + ")")
	k.Guard = guard(x.names, base.Symbol, array, rank)
}

// guard returns what must have elements if the array has: the array, or all of its dimensions but the last if it may be one of assumed
// size. A name without a declaration is a dummy argument where those of the procedure stand in another file.
func guard(names *scope.Scope, y *scope.Symbol, array string, rank int) []string {
	switch {
	case y != nil && y.Shape == scope.AssumedSize:
		return nil
	case y != nil || !names.DummiesUnseen():
		return []string{array}
	}
	var out []string
	for i := 1; i < rank; i++ {
		out = append(out, array+","+strconv.Itoa(i))
	}
	return out
}

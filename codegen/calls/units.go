package calls

import (
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Units is what is written round a loop whose iterations are counted, and at their beginning: a variable counts
// them, another one holds the number at which the run time wants to be asked. That is the price of a loop for which
// it does not.
type Units struct {
	At       source.Position
	Feeds    []Feed
	In       Place
	Mentions map[string]bool // names in the texts
}

// Around returns what goes round the loop, and what stands at the beginning of each iteration.
func (u *Units) Around(used *emit.Names) (around, inside *emit.Block) {
	w := u.writer(used)
	long, zero := w.rt("mdmp_long"), "0_"+w.rt("mdmp_long")
	k, next := used.Name("mdmp_k"), used.Name("mdmp_w")
	handle := w.writer.handle("mdmp_u")
	w.handle = handle
	w.Declare("integer(%s) :: %s, %s", long, k, next)
	w.Say("%s = %s", k, zero)
	w.Say("%s = %s", next, zero)
	w.Rest()
	w.under(func() { u.ask(w, k, next, 1) }, next+" >= "+zero)
	if u.In == Straight {
		u.passSections(w)
	}

	in := u.writer(used)
	in.handle = handle
	in.under(func() { u.ask(in, k, next, 0) }, k+" == "+next)
	in.Say("%s = %s + 1_%s", k, k, in.rt("mdmp_long"))
	return w.Block, in.Block
}

func (u *Units) writer(used *emit.Names) *nest {
	return &nest{writer: newWriter(used, u.At, u.Mentions), n: &Nest{}}
}

// passSections passes what the sends would send.
func (u *Units) passSections(w *nest) {
	for i := range u.Feeds {
		w.guarded(u.Feeds[i].Guards, func() { w.passSections(u.Feeds[i].Message) })
	}
}

// ask states the sends as they would be now.
func (u *Units) ask(w *nest, k, next string, ends int) {
	w.Say("call %s(%s, %s, %s)", w.rt("mdmp_unit"), w.handle, w.constant(u.At.Name), w.number(u.At.Number()))
	for i := range u.Feeds {
		w.feed(&u.Feeds[i])
	}
	w.Say("%s = %s(%s, %s, %s)", next, w.rt("mdmp_unit_next"), w.handle, k, w.number(ends))
}

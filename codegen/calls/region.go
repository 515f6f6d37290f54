package calls

import (
	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// RegionBegin enters a region; comm is the text of its comm clause, "" if it has none,
// mentions are the names in it.
func RegionBegin(used *emit.Names, at source.Position, comm string, mentions map[string]bool) *emit.Block {
	w := newWriter(used, at, mentions)
	r := w.handle("mdmp_r")
	w.Say("call %s(%s, %s, %s)", w.rt("mdmp_region_begin"), r, w.constant(at.Name), w.number(at.Line))
	if comm != "" {
		w.Say("call %s(%s, %s)", w.rt("mdmp_region_comm"), r, w.outside(comm))
	}
	return w.Block
}

// outside returns a communicator. If its names are those of intrinsic procedures in
// the BLOCK, it is evaluated before, and has another name there.
func (w writer) outside(comm string) string {
	if len(w.Clash()) == 0 {
		return comm
	}
	name := w.Used.Name("mdmp_n1")
	w.Alias(name, comm)
	w.Mentions = nil
	return name
}

// RegionEnd leaves the region entered last.
func RegionEnd(used *emit.Names, at source.Position) *emit.Block {
	w := newWriter(used, at, nil)
	w.Say("call %s(%s)", w.rt("mdmp_region_end"), w.handle("mdmp_r"))
	return w.Block
}

// Init does what an init directive says; comm is the text of its clause, "" for
// MPI_COMM_WORLD.
func Init(used *emit.Names, at source.Position, comm string, mentions map[string]bool) *emit.Block {
	w := newWriter(used, at, mentions)
	place := w.constant(at.Name) + ", " + w.number(at.Line)
	if comm == "" {
		w.Say("call %s(%s)", w.rt("mdmp_init"), place)
	} else {
		w.Say("call %s(%s, %s)", w.rt("mdmp_init_comm"), place, w.outside(comm))
	}
	return w.Block
}

package plain

import (
	"mdmp/codegen/layout"
	"mdmp/codegen/names"
	"mdmp/fortran/source"
)

// RegionBegin returns the statements that enter a region; comm is the text of
// its comm clause, "" if it has none.
func RegionBegin(used *names.Used, at source.Position, comm string, mentions map[string]bool) []layout.Stmt {
	w := newWriter(used, at)
	r := w.handle("mdmp_r")
	w.Say("call %s(%s, %s, %s)", w.rt("mdmp_region_begin"), r, w.constant(at.Name), w.number(at.Line))
	if comm != "" {
		if len(w.Clash(mentions)) > 0 {
			comm, mentions = w.outside(comm), nil
		}
		w.Say("call %s(%s, %s)", w.rt("mdmp_region_comm"), r, comm)
	}
	return w.Stmts(mentions)
}

// outside evaluates a communicator before the BLOCK, in which its names are those
// of intrinsic procedures, and returns the name that it has there.
func (w writer) outside(comm string) string {
	name := w.Used.Name("mdmp_n1")
	w.Alias([]string{name + " => " + comm})
	return name
}

// RegionEnd returns the statements that leave the region entered last.
func RegionEnd(used *names.Used, at source.Position) []layout.Stmt {
	w := newWriter(used, at)
	w.Say("call %s(%s)", w.rt("mdmp_region_end"), w.handle("mdmp_r"))
	return w.Stmts(nil)
}

// Init returns the statements for init; comm is the text of its clause, "" for
// MPI_COMM_WORLD.
func Init(used *names.Used, at source.Position, comm string, mentions map[string]bool) []layout.Stmt {
	w := newWriter(used, at)
	if comm == "" {
		w.Say("call %s(%s, %s)", w.rt("mdmp_init"), w.constant(at.Name), w.number(at.Line))
	} else {
		file := w.constant(at.Name)
		if len(w.Clash(mentions)) > 0 {
			comm, mentions = w.outside(comm), nil
		}
		w.Say("call %s(%s, %s, %s)", w.rt("mdmp_init_comm"), file, w.number(at.Line), comm)
	}
	return w.Stmts(mentions)
}

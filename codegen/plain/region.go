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
	w.Say("call %s(%s, %s, %s)", w.rt("mdmp_region_begin"), r, w.fileName(at.Name), w.number(at.Line))
	if comm != "" {
		w.Say("call %s(%s, %s)", w.rt("mdmp_region_comm"), r, comm)
	}
	return w.Stmts(mentions)
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
		w.Say("call %s(%s, %s)", w.rt("mdmp_init"), w.fileName(at.Name), w.number(at.Line))
	} else {
		w.Say("call %s(%s, %s, %s)", w.rt("mdmp_init_comm"), w.fileName(at.Name), w.number(at.Line), comm)
	}
	return w.Stmts(mentions)
}

package codegen

import (
	"fmt"

	"github.com/mdmp-fortran/mdmp/codegen/emit"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// mark appends the link-time mark of off mode: a common block that the run time
// looks for when it starts, and another that names the MPI.
func (t *translator) mark() {
	at := source.Position{Name: t.file.Name, Line: max(1, t.file.LineCount())}
	say := func(depth int, text string) emit.Stmt { return emit.Stmt{Text: text, Depth: depth, Line: at} }
	lines := []emit.Stmt{
		say(0, fmt.Sprintf("subroutine mdmp_off_mark_%016x", t.hash())),
		say(1, "integer(selected_int_kind(9)) :: mdmp_m"),
		say(1, "common /mdmp_off_mode/ mdmp_m"),
	}
	if t.opt.Flavour != "" {
		lines = append(lines, say(1, "integer(selected_int_kind(9)) :: mdmp_f"),
			say(1, fmt.Sprintf("common /mdmp_off_%s/ mdmp_f", t.opt.Flavour)))
	}
	t.text.End(append(lines, say(0, "end subroutine")))
}

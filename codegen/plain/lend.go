package plain

import (
	"mdmp/analysis/rungs"
	"mdmp/codegen/layout"
	"mdmp/codegen/names"
	"mdmp/fortran/source"
)

// Grant returns the statements right before the call of a managed procedure that
// may leave receives into some arrays pending.
func Grant(at source.Position, name string, arrays []rungs.Designator, used *names.Used) []layout.Stmt {
	w := &nest{writer: newWriter(used, at)}
	w.Say("call %s(%s, %s)", w.rt("mdmp_grant"), w.writer.handle("mdmp_c"), w.fileName(name))
	for _, a := range arrays {
		w.guarded(a.Guards, func() { w.Say("call %s(%s)", w.rt("mdmp_grant_array"), a.Text) })
	}
	return w.Stmts(nil)
}

// Pass returns the statements by which the procedure called own hands on to the
// one that it calls what was granted to itself.
func Pass(at source.Position, name, own string, used *names.Used) []layout.Stmt {
	w := newWriter(used, at)
	w.Say("call %s(%s, %s, %s, %s)", w.rt("mdmp_pass"), w.handle("mdmp_c"), w.fileName(name), w.handle("mdmp_p"), w.fileName(own))
	return w.Stmts(nil)
}

// Revoke returns the statement before memory is freed or moved in a managed
// procedure.
func Revoke(at source.Position, used *names.Used) []layout.Stmt {
	w := newWriter(used, at)
	w.Say("call %s()", w.rt("mdmp_revoke"))
	return w.Stmts(nil)
}

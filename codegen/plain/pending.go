package plain

import (
	"slices"

	"mdmp/analysis/rungs"
	"mdmp/codegen/layout"
	"mdmp/codegen/names"
	"mdmp/fortran/source"
)

// Grant returns the statements right before the call of a managed procedure that
// may leave receives into some arrays pending.
func Grant(at source.Position, name string, arrays []rungs.Designator, used *names.Used) []layout.Stmt {
	w := &nest{writer: newWriter(used, at)}
	w.Say("call %s(%s, %s)", w.rt("mdmp_grant"), w.writer.handle("mdmp_c"), w.constant(name))
	for _, a := range arrays {
		w.guarded(a.Guards, func() { w.Say("call %s(%s)", w.rt("mdmp_grant_array"), a.Text) })
	}
	if len(w.Clash(namesIn(arrays))) > 0 {
		return Grant(at, name, nil, used)
	}
	return w.Stmts(nil)
}

// Pass returns the statements by which the procedure called own hands on to the
// one that it calls what was granted to itself.
func Pass(at source.Position, name, own string, used *names.Used) []layout.Stmt {
	w := newWriter(used, at)
	w.Say("call %s(%s, %s, %s, %s)", w.rt("mdmp_pass"), w.handle("mdmp_c"), w.constant(name), w.handle("mdmp_p"), w.constant(own))
	return w.Stmts(nil)
}

// Revoke returns the statement before memory is freed or moved in a managed
// procedure.
func Revoke(at source.Position, used *names.Used) []layout.Stmt {
	w := newWriter(used, at)
	w.Say("call %s()", w.rt("mdmp_revoke"))
	return w.Stmts(nil)
}

// Need returns the statements that complete pending receives: those of the
// arrays, or all (settle); arrays are also kept out of registers.
//
// If the arrays use names of intrinsic procedures for something else, so that one
// of them cannot be asked whether it exists, all receives are completed.
func Need(at source.Position, arrays []rungs.Designator, settle bool, used *names.Used) []layout.Stmt {
	w := &nest{writer: newWriter(used, at)}
	verb := "mdmp_need"
	if settle {
		w.Say("call %s()", w.rt("mdmp_settle"))
		verb = "mdmp_keep"
	}
	for _, a := range arrays {
		w.guarded(a.Guards, func() { w.Say("call %s(%s)", w.rt(verb), a.Text) })
	}
	if own := namesIn(arrays); len(w.Clash(own)) > 0 {
		simple := slices.DeleteFunc(slices.Clone(arrays), func(a rungs.Designator) bool { return len(a.Guards) > 0 })
		return Need(at, simple, true, used)
	}
	return w.Stmts(nil)
}

// namesIn returns the names in the designators themselves.
func namesIn(arrays []rungs.Designator) map[string]bool {
	set := map[string]bool{}
	for _, a := range arrays {
		for _, name := range a.Names() {
			set[name] = true
		}
	}
	return set
}

// Enter returns the statements at the beginning of a managed procedure: name is
// what other files know it by, "" if they do not; scalars are to be complete.
func Enter(at source.Position, name string, scalars []rungs.Designator, used *names.Used) []layout.Stmt {
	if name == "" && len(scalars) == 0 {
		return nil
	}
	w := &nest{writer: newWriter(used, at)}
	enter := w.rt("mdmp_enter") + "(" + w.writer.handle("mdmp_p") + ", " + w.constant(name) + ") /= 0_" + w.rt("mdmp_int")
	if len(scalars) == 0 {
		w.Say("if (%s) continue", enter)
		return w.Stmts(nil)
	}
	w.Open("if (%s) then", enter)
	for _, s := range scalars {
		w.guarded(s.Guards, func() { w.Say("call %s(%s)", w.rt("mdmp_need"), s.Text) })
	}
	if len(w.Clash(namesIn(scalars))) > 0 {
		w.Say("call %s()", w.rt("mdmp_settle"))
		w.Shut("end if")
		return w.Stmts(namesIn(scalars))
	}
	w.Shut("end if")
	return w.Stmts(nil)
}

// Call returns the statements before the call of a procedure of another file.
func Call(at source.Position, name string, used *names.Used) []layout.Stmt {
	w := newWriter(used, at)
	w.Say("call %s(%s, %s)", w.rt("mdmp_call"), w.handle("mdmp_c"), w.constant(name))
	return w.Stmts(nil)
}

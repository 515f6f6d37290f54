package access

import (
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// What messages order besides memory.
//
// A rank writes a file and sends; another one receives and reads it. So what is
// seen from outside of the process, or tells what happened there, comes after
// all that was received before, and no message is complete at its receiver
// before what its sender did of the kind before the exchange is over (the run
// time sees to that: rtlib/src/pending.c). Effects.Outside marks it. It is set for
//
//   - input and output on external units, whatever the statement (external);
//   - STOP and ERROR STOP, which write and end the program;
//   - whatever reads or writes a VOLATILE variable (volatile);
//   - image control, and everything that is not known: EXECUTE_COMMAND_LINE,
//     SYSTEM, procedures of other files that are not PURE, procedure pointers,
//     defined operators (unknown, call);
//   - calls of procedures of the file that hold any of that.
//
// MPI calls have marks of their own: they let messages move on. What reads a
// clock or the environment of the process is not marked.

// outside notes that messages order the statement.
func (e *Effects) outside(at Span, why *reason.Code, of ...reason.Arg) {
	e.blame(at, why, of...)
	e.Does(Outside)
}

// external reports whether an input/output statement does more than to move
// characters inside of the program, or to compute the length of a record.
func (u *Unit) external(s *ast.Stmt, b *ast.IO) bool {
	switch s.Kind {
	case ast.KInquire:
		for _, c := range b.Control {
			if c.Key() != "iolength" {
				return true
			}
		}
		return len(b.Control) == 0
	case ast.KRead, ast.KWrite:
	default:
		return true
	}
	for i, c := range b.Control {
		first := i == 0 && c.Key() == "" && (s.Kind == ast.KWrite || len(b.Control) > 1) // else it is a format
		if first || c.Key() == "unit" {
			return !u.internalFile(c.X)
		}
	}
	return true
}

// internalFile reports whether a unit is certainly a character variable.
func (u *Unit) internalFile(x ast.Expr) bool {
	d, ok := u.designator(x)
	return ok && d.last != nil && d.last.Type.Word() == "character"
}

// volatile notes that memory is read or written that others may look at or
// change at any time.
func (e *Effects) volatile(l *LoopInfo) {
	for _, r := range e.Refs {
		if r.Obj.Root.Volatile {
			e.outside(r.At, reason.VolatileOrdered, r.Obj.As())
			return
		}
	}
	if l != nil && l.Obj != nil && l.Obj.Root.Volatile {
		e.Does(Outside)
	}
}

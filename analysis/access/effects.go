package access

import (
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Span is a range of bytes of the file.
type Span = source.Span

// Reach is what a statement may touch without naming it.
type Reach uint8

// Nothing; what a call can reach that does not get it (Unit.Reachable), only to
// read it (ReachLook, of PURE procedures) or to change it, too; everything.
const (
	ReachNamed Reach = iota
	ReachLook
	ReachOuter
	ReachAll
)

// Effects is what a statement may do. The zero value does nothing.
type Effects struct {
	Refs  []Ref
	Reach Reach
	// Sent is Reach as far as it goes to what directives send or receive: less
	// than that where the program says that a procedure is harmless.
	Sent Reach
	// Blocks: it may wait for another rank (MPI calls that are not local
	// queries, image control, calls that are not known).
	Blocks bool
	// MPI: it is an MPI call other than a local query.
	MPI bool
	// Stops: it may end the program or not return.
	Stops bool
	// IO: it is an input/output statement, or holds one.
	IO bool
	// Outside: when it happens can be seen from outside of the process, or tells
	// what happened there (files, other programs, memory that others change):
	// messages order it among the ranks.
	Outside bool
	// Impure: evaluating it early or twice could be noticed.
	Impure bool
	// Finalises: a function returns something that may have a final procedure, which
	// is called when the innermost construct around the statement is over.
	Finalises bool
	// Jumps: labels it may go to.
	Jumps []string
	// Why says, where something above is set, what did it.
	Why reason.Reason
	// Set is the statement "integer scalar = affine form".
	Set *SetInt
	// Gather is the statement "x = x op e" for an op that commutes exactly.
	Gather *Gather
}

// SetInt is an assignment of an affine form to an integer scalar.
type SetInt struct {
	Obj  *Object
	Form affine.Form
}

// Gather is an accumulation whose result does not depend on the order.
type Gather struct {
	Obj *Object
	Op  string
}

// blame records the first reason; that e looks at what it can reach is the
// weakest of all.
func (e *Effects) blame(at Span, why *reason.Code, of ...reason.Arg) {
	if !e.Why.Stands() || e.onlyLooks() {
		e.Why = why.At(at, of...)
	}
}

// onlyLooks reports whether e does nothing unnamed to what is sent or received but read.
func (e *Effects) onlyLooks() bool {
	return e.Reach != ReachNamed && e.Sent <= ReachLook && !e.Blocks && !e.MPI && !e.Stops && !e.Outside
}

// reaches notes what e may touch without naming it, whatever it is.
func (e *Effects) reaches(r Reach) {
	e.Reach, e.Sent = max(e.Reach, r), max(e.Sent, r)
}

// unknown makes e the effects of something that is not understood.
func (e *Effects) unknown(at Span, why *reason.Code, of ...reason.Arg) {
	e.blame(at, why, of...)
	e.reaches(ReachAll)
	e.Blocks, e.Stops, e.Outside, e.Impure = true, true, true, true
}

// Merge adds the effects of f to e.
func (e *Effects) Merge(f *Effects) {
	if !e.Why.Stands() || e.onlyLooks() && f.Why.Stands() && !f.onlyLooks() {
		e.Why = f.Why
	}
	e.Refs = append(e.Refs, f.Refs...)
	e.Reach, e.Sent = max(e.Reach, f.Reach), max(e.Sent, f.Sent)
	e.Blocks = e.Blocks || f.Blocks
	e.MPI = e.MPI || f.MPI
	e.Stops = e.Stops || f.Stops
	e.IO = e.IO || f.IO
	e.Outside = e.Outside || f.Outside
	e.Impure = e.Impure || f.Impure
	e.Finalises = e.Finalises || f.Finalises
	e.Jumps = append(e.Jumps, f.Jumps...)
}

// MayWrite reports whether e may write storage of r, which directives send or
// receive, and the blame.
func (u *Unit) MayWrite(e *Effects, r Ref) (Ref, bool) { return u.may(e, r, true) }

// MayTouch reports whether e may read or write storage of r, which directives
// send or receive.
func (u *Unit) MayTouch(e *Effects, r Ref) (Ref, bool) { return u.may(e, r, false) }

// maxTests bounds how many pairs of references of one unit are compared; the
// rest may overlap.
const maxTests = 500000

func (u *Unit) may(e *Effects, r Ref, writes bool) (Ref, bool) {
	if u.tests += len(e.Refs); u.tests > maxTests {
		return Blamed(r.Obj, reason.TooLargeToLook.At(e.Why.At)), true
	}
	for _, x := range e.Refs {
		if x.Status && !x.Write || x.Spared {
			continue // bounds and status are no values
		}
		if (x.Write || !writes) && Overlaps(x, r, u.Facts) {
			return x, true
		}
	}
	switch {
	case e.Sent == ReachAll, e.Sent == ReachOuter && u.Reachable(r.Obj):
		return Blamed(r.Obj, e.Why), true
	case !writes && u.LooksAt(e, r.Obj):
		return e.Seen(r.Obj), true
	}
	return Ref{}, false
}

// LooksAt is Looks for an object that directives send or receive.
func (u *Unit) LooksAt(e *Effects, o *Object) bool {
	return e.Sent == ReachAll || e.Sent >= ReachLook && u.Reachable(o)
}

// Looks reports whether e may read o without naming it.
func (u *Unit) Looks(e *Effects, o *Object) bool {
	return e.Reach == ReachAll || e.Reach >= ReachLook && u.Reachable(o)
}

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

// Everything; what a call can reach that does not get it (Unit.Reachable), to
// change it or (ReachLook, of PURE procedures) only to read it; nothing.
const (
	ReachAll Reach = iota
	ReachOuter
	ReachLook
	ReachNamed
)

// Beyond reports whether r goes further than o.
func (r Reach) Beyond(o Reach) bool { return r < o }

// Act is something else that a statement may do, or several such things.
type Act uint8

// Acts.
const (
	// Blocks: it may wait for another rank (MPI calls that are not local
	// queries, image control, calls that are not known).
	Blocks Act = 1 << iota
	// MPI: it is an MPI call other than a local query.
	MPI
	// Stops: it may end the program or not return.
	Stops
	// IO: it is an input/output statement, or holds one.
	IO
	// Outside: when it happens can be seen from outside of the process, or tells
	// what happened there (files, other programs, memory that others change):
	// messages order it among the ranks.
	Outside
	// Impure: evaluating it early or twice could be noticed.
	Impure
	// Finalises: a function returns something that may have a final procedure, which
	// is called when the innermost construct around the statement is over.
	Finalises

	allActs = Blocks | MPI | Stops | IO | Outside | Impure | Finalises
)

// Effects is what a statement may do. The zero value may do everything: what nobody
// filled in is taken for the worst. What does nothing is said so: Nothing.
type Effects struct {
	Refs  []Ref
	Reach Reach
	// Sent is Reach as far as it goes to what directives send or receive: less
	// than that where the program says that a procedure is harmless.
	Sent Reach
	// never is what it certainly does not do.
	never Act
	// Jumps: labels it may go to.
	Jumps []string
	// Why says, where something above is set, what did it.
	Why reason.Reason
	// Set is the statement "integer scalar = affine form".
	Set *SetInt
	// Reduction is the statement "x = x op e" for an op that commutes exactly.
	Reduction *Reduction
}

// Nothing are the effects of what does nothing.
func Nothing() Effects { return Effects{Reach: ReachNamed, Sent: ReachNamed, never: allActs} }

// Touching are the effects of what does nothing but to touch refs.
func Touching(refs ...Ref) *Effects {
	e := Nothing()
	e.Refs = refs
	return &e
}

// May reports whether e may do any of some acts.
func (e *Effects) May(some Act) bool { return some&^e.never != 0 }

// Does notes that e may do some acts.
func (e *Effects) Does(some Act) { e.never &^= some }

// doesIf notes that e may do some acts if something holds.
func (e *Effects) doesIf(holds bool, some Act) {
	if holds {
		e.Does(some)
	}
}

// SetInt is an assignment of an affine form to an integer scalar.
type SetInt struct {
	Obj  *Object
	Form affine.Form
}

// Reduction is an accumulation whose result does not depend on the order.
type Reduction struct {
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
	return e.Reach != ReachNamed && !e.Sent.Beyond(ReachLook) && !e.May(Blocks|MPI|Stops|Outside)
}

// reaches notes what e may touch without naming it, whatever it is.
func (e *Effects) reaches(r Reach) {
	e.Reach, e.Sent = min(e.Reach, r), min(e.Sent, r)
}

// unknown makes e the effects of something that is not understood.
func (e *Effects) unknown(at Span, why *reason.Code, of ...reason.Arg) {
	e.blame(at, why, of...)
	e.reaches(ReachAll)
	e.Does(Blocks | Stops | Outside | Impure)
}

// Merge adds the effects of f to e.
func (e *Effects) Merge(f *Effects) {
	if !e.Why.Stands() || e.onlyLooks() && f.Why.Stands() && !f.onlyLooks() {
		e.Why = f.Why
	}
	e.Refs = append(e.Refs, f.Refs...)
	e.Reach, e.Sent, e.never = min(e.Reach, f.Reach), min(e.Sent, f.Sent), e.never&f.never
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
		if x.Status && !x.Write || x.Trusted {
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
	return e.Sent == ReachAll || e.Sent.Beyond(ReachNamed) && u.Reachable(o)
}

// Looks reports whether e may read o without naming it.
func (u *Unit) Looks(e *Effects, o *Object) bool {
	return e.Reach == ReachAll || e.Reach.Beyond(ReachNamed) && u.Reachable(o)
}

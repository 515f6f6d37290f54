package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/escape"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// What may be touched by what does not name it, because it escaped (package escape), or because of where it comes from.

// escapes says how the variables of the file escape. It is found out when somebody asks: the modules of other files are known then.
func (r *resolver) escapes() *escape.Facts {
	if r.facts == nil {
		r.facts = escape.Of(r.table)
		if r.set != nil {
			for _, x := range r.set.Exchanges {
				r.nameMessages(x)
			}
		}
	}
	return r.facts
}

// Escapes says how the variables of the file escape.
func (p *Program) Escapes() *escape.Facts { return p.resolver.escapes() }

// nameMessages notes the variables that directives name, and perhaps nothing else does.
func (r *resolver) nameMessages(x *regions.Exchange) {
	in := r.table.At(x.Span().Start)
	if in == nil {
		return
	}
	for _, c := range x.All {
		for _, e := range c.Expressions() {
			r.facts.Name(in, e)
		}
	}
}

// escaped fills in how a variable escapes.
func (r *resolver) escaped(v *Entity) {
	if v.Class == scope.Variable { // a name of ASSOCIATE stands for one, or for a value
		v.pointed = r.escapes().May(v.Symbol, escape.Pointer)
		v.unseen = r.escapes().May(v.Symbol, escape.Unseen)
		v.requested = r.escapes().Parts(v.Symbol)
	}
}

// requestedAs reports whether a request may use some of o as its variable or as a part of that: by name, for what a type inherits has
// several paths.
func (v *Entity) requestedAs(o *Object) bool {
	if len(v.requested) == 0 || v.requested[""] || escape.Group(o.Last) == "" {
		return len(v.requested) > 0
	}
	return slices.ContainsFunc(o.Path, func(name string) bool { return v.requested[name] })
}

// Requested reports whether something in the file gives the object to an MPI call that returns before it is done
// with it, or to asynchronous input or output, or whether it is declared ASYNCHRONOUS.
func (u *Unit) Requested(o *Object) bool {
	v := o.Root
	return v.Asynchronous || v.requestedAs(o) ||
		(o.pointer || o.target || v.pointedAt()) && u.program.resolver.escapes().Led(escape.Group(o.Last))
}

// lent reports whether v is a dummy argument: the caller may have given it to MPI.
func (v *Entity) lent() bool {
	return v.Storage == scope.Dummy && v.Intent != "in" && !v.Has(scope.Value)
}

// completes reports whether e may change d, which it does not name: a request that was begun before receives it, or
// asynchronous input reads it. What is not seen of the program may do both.
//
// A procedure that is not seen may also complete a request that a caller of the unit began: the request lies in a module, or is
// passed on, and the dummy argument is what it receives. The standard wants ASYNCHRONOUS where that happens, and
// compilers believe that it stands there. Programs forget it, for MPI calls of the unit itself as for those of other files, so both are
// taken alike: a dummy argument that may be written keeps its value over what is local. In the corpora nothing was lost by that.
func (u *Unit) completes(e *Effects, d Ref) (Ref, bool) {
	switch {
	case d.Status:
		return Ref{}, false
	case (e.May(MPI|IO) || e.Reach.Beyond(ReachLook)) && u.Requested(d.Obj):
	case (e.May(MPI) || e.Reach.Beyond(ReachLook)) && d.Obj.Root.unseen:
	case (e.May(MPI) || e.Sent.Beyond(ReachLook)) && d.Obj.Root.lent(): // by a request of a caller; what is said to be harmless waits for none
	case e.May(MPI) && u.Reachable(d.Obj): // callbacks, too: operations, generalized requests
	default:
		return Ref{}, false
	}
	return Blamed(d.Obj, reason.Asynchronous.At(e.Why.At, d.Obj.As())), true
}

package access

import (
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Iface is what the explicit interface of a procedure tells, whose body is not
// in the file. It stands in the module file, so that it may be believed.
type Iface struct {
	names     []string
	args      []use
	pure      bool // and if so nothing is written that is not an argument
	elemental bool
}

// iface returns the explicit interface of a procedure, nil if none is seen.
func (r *resolver) iface(y *scope.Symbol) *Iface {
	if y.Storage == scope.Dummy || y.Has(scope.Pointer) || !y.Has(scope.Subroutine) && !y.Has(scope.Function) {
		return nil
	}
	dummies := y.Dummies
	if y.Module == "" {
		if y.Unit == nil || y.Scope == nil {
			return nil // an implicit one
		}
		dummies = y.Scope.Dummies(y)
	}
	f := &Iface{pure: y.Has(scope.Pure), elemental: y.Has(scope.Elemental)}
	if res := r.resultOf(y); y.Has(scope.Function) && (res == nil || !res.OwnType() || res.Has(scope.Pointer)) {
		f.pure = false // what ends the life of the result need not be pure
	}
	for _, d := range dummies {
		if d == nil || d.Unsure != "" || d.Class != scope.Variable {
			return nil
		}
		var w use
		w.unless(d.Intent == "in" && !d.Has(scope.Pointer) || d.Has(scope.Value), writes|changes|copies)
		switch d.Shape {
		case scope.AssumedShape, scope.DeferredShape:
			w.unless(!d.Has(scope.Contiguous), copies)
		case scope.Scalar:
			w.scalar = true
		}
		if w.may(writes) && (d.Has(scope.Pointer) || !d.OwnType()) {
			f.pure = false // it may write what a pointer, or a pointer component, leads to
		}
		f.names, f.args = append(f.names, d.Name), append(f.args, w)
	}
	return f
}

// callIface adds the effects of a call of a procedure of which no more is seen
// than its interface. A pure procedure may look at whatever it can reach, but
// changes nothing else than its arguments and does not wait for anybody. (One
// that ends the program by ERROR STOP is taken like any error at run time.)
func (u *Unit) callIface(name string, v *Entity, list []ast.Arg, at Span, e *Effects) {
	how, ok := matchArgs(v.Iface.names, v.Iface.args, list)
	switch {
	case !ok:
		e.call(at, reason.ProcedureMisfits, reason.Name(name))
		u.actuals(list, nil, e)
		return
	case v.Iface.pure:
		if !e.Why.Stands() {
			e.blame(at, reason.OtherFileLooks, reason.Name(name))
		}
		e.reaches(ReachLook)
	default:
		e.call(at, reason.OtherFile, reason.Name(name))
	}
	u.actuals(list, how, e)
}

package access

import "github.com/mdmp-fortran/mdmp/fortran/scope"

// fate is something that may become of an argument, or several such things.
type fate uint8

// The procedure reads it; writes it; changes its allocation or association, or that of components; the actual argument may be
// copied in and out. What may outlast the procedure is said by package escape.
const (
	reads fate = 1 << iota
	writes
	changes
	copies
)

// use says what a procedure does with an argument. The zero value may do everything.
type use struct {
	never  fate // what it certainly does not do
	scalar bool // the dummy is a scalar
}

// may reports whether any of some things may become of the argument.
func (w use) may(some fate) bool { return some&^w.never != 0 }

// unless notes that some things do not become of it, if that is said.
func (w *use) unless(said bool, some fate) {
	if said {
		w.never |= some
	}
}

// received is what a procedure does with a dummy argument whatever its statements
// are. INTENT(OUT) gives it its default value, and deallocates it or its
// components. What has TARGET may be changed under the name of a pointer, here or
// in any procedure that is called.
func received(v *scope.Symbol) use {
	w := use{scalar: v.Rank == 0 && v.Known()}
	in, target := v.Intent == "in", v.Has(scope.Target)
	undefines := v.Intent == "out" && (v.Has(scope.Allocatable) || !v.OwnType())
	w.unless(!target, reads)
	w.unless(!undefines && !(target && !in), writes)
	w.unless(!undefines, changes)
	w.unless(in || v.ByDescriptor() && !v.Has(scope.Contiguous), copies)
	return w
}

// touched notes that the procedure touches the argument.
func (w *use) touched(r Ref) {
	switch {
	case !r.Write:
		w.never &^= reads
	case r.Status:
		w.never &^= writes | changes
	default:
		w.never &^= writes
	}
}

package rungs

import (
	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// undefined reports whether v is a pointer that is undefined when the procedure begins, so
// that nobody may ask what it is associated with. It need not be named: what pointers lead to
// has TARGET, and compilers do not keep that in registers over a call.
func undefined(v *access.Entity) bool {
	return v.Storage == scope.Local && v.Has(scope.Pointer) && !v.Saved()
}

package escape

import (
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Way is a way in which a variable escapes, or several such ways.
type Way uint8

// Ways.
const (
	Pointer Way = 1 << iota // anything that is not seen may touch it
	Request                 // MPI, or input or output, may use it until that is completed
	Unseen                  // a procedure that is not seen got it, and may have begun a Request

	anyway = Pointer | Request | Unseen
)

// Facts says how the variables of a file escape. Of the zero value all do, in all ways; so do variables of the file that
// it never names, and those of which scopes are not sure.
type Facts struct {
	vars   map[*scope.Symbol]*variable
	blocks map[string]*variable // COMMON
	led    map[string]bool      // see Led
	known  bool                 // the file was read
	partly bool                 // but for some lines
}

// variable is what is known of one, or of a common block.
type variable struct {
	ways  Way
	parts map[string]bool // see Parts
	edges []place         // that escape as it does
}

// place is where a variable stands.
type place struct {
	v *variable // nil: what a function returns
	// part is the component, allocatable or a pointer, that holds what stands there; "" if that may lie in the variable itself.
	part string
	// pointed: a pointer may lead to it; group is its type then, see Group.
	pointed bool
	group   string
}

// May reports whether a variable may escape in any of some ways.
func (f *Facts) May(y *scope.Symbol, some Way) bool {
	v := f.of(y)
	return v == nil || v.ways&some != 0
}

// Whole reports whether all of the file was read: else what is not seen may let anything escape.
func (f *Facts) Whole() bool { return f != nil && f.known && !f.partly }

// Parts names the components of a variable that escape through a Request, "" for the variable itself: those that hold
// storage of their own, allocatable ones and pointers. It is nil if none does.
func (f *Facts) Parts(y *scope.Symbol) map[string]bool {
	if v := f.of(y); v != nil {
		return v.parts
	}
	return map[string]bool{"": true}
}

// of returns what is known of a variable, nil if nothing is.
func (f *Facts) of(y *scope.Symbol) *variable {
	if f == nil || !f.known || y == nil || y.Unsure != "" {
		return nil
	}
	v := f.vars[y.Root()]
	if v == nil && y.Root().Scope == nil && !f.partly {
		return &variable{} // of a module of another file, and not named here
	}
	return v
}

// Led reports whether a Request may use what pointers lead to, of this type (see Group).
func (f *Facts) Led(group string) bool {
	return f == nil || !f.known || f.led[""] || f.led[group] || group == "" && len(f.led) > 0
}

// Group is what the types have in common that a pointer to v, or to a part of it, may have; "" if that is any type.
func Group(v *scope.Symbol) string {
	if v == nil || !v.Known() {
		return ""
	}
	switch word := v.Type.Basic(); word {
	case "real", "complex":
		return "real" // z%re is real
	case "integer", "logical", "character":
		return word
	}
	return ""
}

package mpicall

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// elem is an element: its basic type in Fortran, and its bytes.
type elem struct {
	basic string
	bytes int
}

// mpiTypes are the types of MPI that are one element of a Fortran type. The sizes are
// those without flags that change the default kinds: with such flags both sides of the
// comparison below change, or the call is wrong.
var mpiTypes = map[string]elem{
	"mpi_integer": {"integer", 4}, "mpi_integer4": {"integer", 4}, "mpi_integer8": {"integer", 8}, "mpi_integer2": {"integer", 2}, "mpi_integer1": {"integer", 1},
	"mpi_real": {"real", 4}, "mpi_real4": {"real", 4}, "mpi_real8": {"real", 8}, "mpi_double_precision": {"real", 8}, "mpi_real16": {"real", 16},
	"mpi_complex": {"complex", 8}, "mpi_complex8": {"complex", 8}, "mpi_double_complex": {"complex", 16}, "mpi_complex16": {"complex", 16},
	"mpi_logical": {"logical", 4}, "mpi_character": {"character", 1},
}

// elemOf is the element of a Fortran type; false if its size is not known.
func elemOf(d *scope.DataType) (elem, bool) {
	if d == nil || d.IsDerived() {
		return elem{}, false
	}
	basic, kind := d.Basic(), d.KindValue
	if basic == "" || basic == "character" || kind < 0 {
		return elem{}, false
	}
	switch name := strings.ReplaceAll(d.Name, " ", ""); {
	case name == "doubleprecision":
		return elem{"real", 8}, true
	case name == "doublecomplex":
		return elem{"complex", 16}, true
	case kind == 0 && basic == "complex":
		return elem{basic, 8}, true
	case kind == 0:
		return elem{basic, 4}, true
	case basic == "complex" && !d.Star:
		return elem{basic, 2 * kind}, true
	}
	return elem{basic, kind}, true
}

// Fit says how elements of a Fortran type and of a type of MPI go together.
type Fit uint8

// The ways.
const (
	Fits       Fit = iota // one is the other
	NotSingle             // the type of MPI is not one element of a Fortran type
	NotKnown              // the Fortran type is not known
	OtherBytes            // they are different
)

// FitOf compares a Fortran type with a constant of MPI.
func FitOf(d *scope.DataType, mpi string) Fit {
	want, ok := mpiTypes[mpi]
	if !ok {
		return NotSingle
	}
	have, known := elemOf(d)
	switch {
	case !known:
		return NotKnown
	case have != want:
		return OtherBytes
	}
	return Fits
}

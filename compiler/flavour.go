package compiler

import "strings"

// Flavour is a family of MPIs that agree on constants and handles. Objects
// compiled for different ones link, and misunderstand each other.
type Flavour string

// The flavours. "" is an MPI that is of neither, or does not say what it is:
// nothing is known of what it agrees with.
const (
	OpenMPI Flavour = "openmpi"
	MPICH   Flavour = "mpich" // with its kin: MVAPICH, Intel MPI
)

// Flavours returns all that are known.
func Flavours() []Flavour { return []Flavour{OpenMPI, MPICH} }

// String returns the name that people know.
func (f Flavour) String() string {
	switch f {
	case OpenMPI:
		return "Open MPI"
	case MPICH:
		return "MPICH"
	}
	return "an unknown MPI"
}

// Flavour returns the family of the MPI that a compiler belongs to.
func (t *Tool) Flavour() Flavour {
	if strings.HasPrefix(t.MPI, "Open MPI ") {
		return OpenMPI
	}
	for _, name := range []string{"MPICH", "MVAPICH", "Intel(R) MPI"} {
		if strings.Contains(t.MPI, name) {
			return MPICH
		}
	}
	return ""
}

package compiler

import "testing"

func TestFlavour(t *testing.T) {
	for mpi, want := range map[string]Flavour{
		"Open MPI 4.1.4":              OpenMPI,
		"Open MPI v5.0.1":             OpenMPI,
		"MPICH version 4.0.2":         MPICH,
		"MVAPICH2 version 2.3.7":      MPICH,
		"Intel(R) MPI Library 2021.5": MPICH,
		"Some MPI 3":                  "",
		"":                            "",
	} {
		if got := (&Tool{MPI: mpi}).Flavour(); got != want {
			t.Errorf("%q: %q, want %q", mpi, got, want)
		}
	}
}

package main

import (
	"os"

	"github.com/mdmp-fortran/mdmp/tests/oracle"
)

// roundTrip puts lines into an accepted text and asks the compilers again.
func roundTrip(t oracle.Text) (*oracle.RoundTrip, error) {
	dir, err := os.MkdirTemp("", "agree") // gfortran leaves .mod files
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	after, r := oracle.CheckInsert(t)
	r.TryCompilers(t, after, true, dir)
	return r, nil
}

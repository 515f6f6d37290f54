package main

import (
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/tests/oracle"
)

const notAccepted = "gfortran does not accept it"

// compareSymbols compares our symbols with gfortran's. Module files are read
// in folders and left in the first.
func compareSymbols(name string, src []byte, form source.Form, headers *oracle.Headers, folders ...string) (*oracle.SymbolResult, string, error) {
	text, err := oracle.Prepare(name, src, form, headers)
	if err != nil {
		return nil, err.Error(), nil
	}
	t := oracle.Text{Src: text, Form: form}
	spaces, ok, err := oracle.Namespaces(t, folders[0], folders[1:]...)
	if err != nil || !ok {
		return nil, notAccepted, err
	}
	r := oracle.CompareSymbols(t, spaces, folders...)
	return &r, "", nil
}

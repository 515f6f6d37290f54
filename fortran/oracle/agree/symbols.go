package main

import (
	"mdmp/fortran/oracle"
	"mdmp/fortran/source"
)

// compareSymbols compares our symbols with gfortran's.
func compareSymbols(name string, src []byte, form source.Form, headers *oracle.Headers) (*oracle.SymbolResult, string, error) {
	text, err := oracle.Prepare(name, src, form, headers)
	if err != nil {
		return nil, err.Error(), nil
	}
	t := oracle.Text{Src: text, Form: form}
	spaces, ok, err := oracle.Namespaces(t)
	if err != nil || !ok {
		return nil, "gfortran does not accept it", err
	}
	r := oracle.CompareSymbols(t, spaces)
	return &r, "", nil
}

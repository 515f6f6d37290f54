package main

import "mdmp/fortran/oracle"

func (o *options) roundTrip(t oracle.Text) (*oracle.RoundTrip, error) { return nil, nil }

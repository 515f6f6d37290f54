package compiler

import "strings"

// Joins says why the compiler may connect a procedure with a call of it by another name
// in the same file, or may not compile what stands there; "" if it does neither. Known is
// gfortran, which gives external procedures the name of Fortran and an underscore, and looks
// at no assembler names where it compiles file by file.
func (c *Command) Joins() string {
	if c.Family != GNU {
		return "this compiler is not known to keep procedures apart"
	}
	switch c.Standard {
	case "f95", "f2003", "f2008":
		return "-std=" + c.Standard + " has no dummies of any type"
	}
	for word := range c.flags() {
		for _, f := range joining {
			if name, open := strings.CutSuffix(f, "*"); word == name || open && strings.HasPrefix(word, name) {
				return "there is " + word
			}
		}
	}
	return ""
}

// joining are flags under which procedures are not compiled one by one, with nothing but
// their text, or have other names; or under which passing an array is more than that.
var joining = [...]string{
	"-flto*", "-fwhole-program", "-fprofile*", "-fauto-profile*", "-fbranch-probabilities",
	"-fno-underscoring", "-fsecond-underscore", "-fcheck=*", "-fbounds-check", "-C", "-fsanitize=*",
	"-frepack-arrays", "-fipa-pta",
	"-fdefault-*", "-freal-*", "-finteger-4-integer-8", // kinds as numbers would have to follow
}

package mutate

// Equal says why a mutant changes nothing that a program could show; "" if it may.
func Equal(name string) string {
	switch name {
	case "keep before anything":
		return "for compilers that take the standard at its word, by which nobody keeps the address of what is no TARGET; " +
			"gfortran reads an array that was received into again behind every call, since `mdmp_recv` names its dummy TARGET " +
			"(registers.f90 fails without that), and finds what it sends or feeds in memory, since that depends on the loop that is cut"
	}
	return ""
}

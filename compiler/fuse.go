package compiler

import (
	"runtime"
	"slices"
	"strings"
)

// Fuses reports whether the compiler may multiply and add in one instruction,
// which rounds once, where it likes: in any sum; in pairs, of which the vector
// instructions for complex numbers add one and subtract the other, which gfortran
// 12 takes under -ffp-contract=off too. A user who lets values change anyway (see
// ValueUnsafe) has said that last bits do not matter.
func (c *Command) Fuses() (sums, pairs bool) {
	if c.ValueUnsafe() != "" {
		return false, false
	}
	has := runtime.GOARCH != "amd64" || c.Family == NV // nvfortran compiles for the machine it runs on
	contracts, optimises, vectors := true, c.Family != GNU, true
	for word := range c.flags() {
		switch {
		case strings.HasPrefix(word, "-O"):
			optimises = word != "-O0" || c.Family != GNU
		case word == "-ffp-contract=off" || word == "-Mnofma" || word == "-no-fma":
			contracts = false
		case strings.HasPrefix(word, "-ffp-contract=") || word == "-Mfma" || word == "-fma":
			contracts = true
		case word == "-fno-tree-vectorize":
			vectors = false
		case word == "-ftree-vectorize" || word == "-ftree-slp-vectorize" || word == "-ftree-loop-vectorize":
			vectors = true
		case multipliesAndAdds(word):
			has = true
		}
	}
	sums = has && contracts && optimises
	return sums, sums || has && optimises && vectors && c.Family == GNU
}

// multipliesAndAdds reports whether a flag may choose a processor that does it.
// What takes it back (-mno-fma, a later -march) is not believed.
func multipliesAndAdds(word string) bool {
	switch word {
	case "-march=x86-64", "-march=x86-64-v2":
		return false
	}
	choose := []string{"-march=", "-mcpu=", "-mfma", "-mavx512", "-mavx10", "-xHost", "-xCORE", "-ax", "-tp"}
	return slices.ContainsFunc(choose, func(s string) bool { return strings.HasPrefix(word, s) })
}

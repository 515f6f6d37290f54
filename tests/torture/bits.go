package torture

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"
)

// bits is what a batch asks of the last bits, and so what of it is compared.
//
//	exact    all modes with the program by hand, all bits
//	same     runs of one binary, all bits, under flags that let the compiler round by what stands around:
//	         MDMP_MODE=plain, the default, early sends, nests that are cut anywhere
//	relaxed  all modes with the program by hand: all bits where the compiler neither
//	         computes vectors nor fuses products, else in what cannot round
type bits string

const (
	exactBits   bits = "exact"
	sameBits    bits = "same"
	relaxedBits bits = "relaxed"
)

// bitsOf draws them, unless MDMP_TORTURE_BITS says which.
func bitsOf(seed int64) (bits, error) {
	switch b := bits(os.Getenv("MDMP_TORTURE_BITS")); b {
	case exactBits, sameBits, relaxedBits:
		return b, nil
	case "":
	default:
		return b, fmt.Errorf("MDMP_TORTURE_BITS is exact, same or relaxed, not %q", b)
	}
	// Not with the numbers of the plan: what else a seed means stays.
	r := rand.New(rand.NewSource(seed ^ 0x6d646d70))
	switch n := r.Intn(8); {
	case n < 5:
		return exactBits, nil
	case n < 7:
		return sameBits, nil
	}
	return relaxedBits, nil
}

// ask sets what follows from the bits of a batch.
func (h *hunt) ask(b bits, r *rand.Rand) {
	openmp := slices.Contains(h.flags, "-fopenmp")
	switch b {
	case sameBits:
		h.ref, h.refEnv = "auto", []string{"MDMP_MODE=plain"}
		level := []string{"-O3 -march=native", "-O3 -march=native", "-O3 -mfma", "-O2 -mfma", "-Ofast", "-Ofast -march=native"}[r.Intn(6)]
		h.level(level, openmp)
		ranks := h.trials[1].ranks
		h.trials = []trial{{"auto", ranks, nil}, {"auto", ranks, []string{"MDMP_TUNE=0"}}, {"auto", ranks, []string{"MDMP_TUNE=0", "MDMP_DELTA=512"}}}
		for i := range 3 {
			h.trials = append(h.trials, trial{"auto", ranks, []string{"MDMP_TUNE=0", fmt.Sprint("MDMP_FAULT=cuts:", 1+r.Intn(1000000)+i)}})
		}
	case relaxedBits:
		h.own = []string{"-mdmp-bits=relaxed"}
		level := []string{"-O0", "-O1", "-O3 -march=native", "-Ofast -march=native"}[r.Intn(4)]
		h.level(level, openmp)
		h.rounds = strings.Contains(level, "native")
	}
}

func (h *hunt) level(flags string, openmp bool) {
	h.flags = append([]string{"-w"}, strings.Fields(flags)...)
	if openmp {
		h.flags = append(h.flags, "-fopenmp")
	}
}

// against is the mode that trials are compared with, and whether only what cannot round is.
func (h *hunt) against() (string, bool) {
	return h.ref, h.rounds
}

// exact reports whether nothing in the arrays of a kernel can round.
func (k *kernel) exact() bool {
	if k.code != nil {
		return k.code.exact
	}
	return slices.Contains([]string{"integer", "logical", "character"}, k.elem.name)
}

// rounded lists for what cannot be compared: hashes of kernels that round, and of what
// classes of statements have for themselves. Of these lines only the names stay.
func rounded(kernels []*kernel, text string) string {
	list := strings.Split(text, "\n")
	for i, line := range list {
		id := 0
		_, _ = fmt.Sscan(line, &id)
		name, _, _ := strings.Cut(line, ":")
		if id < 1 || id > len(kernels) || !slices.ContainsFunc(kernels, func(k *kernel) bool { return k.id == id && k.exact() }) || strings.Contains(name, " own ") {
			list[i] = name
		}
	}
	return strings.Join(list, "\n")
}

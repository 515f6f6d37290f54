package mpirun

import (
	"os"
	"strconv"
)

// Turn is which of two halves of the tests that take long is asked for by MDMP_TEST_TURNS (1: "make test"; 2: what that leaves
// out). 0: all.
func Turn() int {
	n, err := strconv.Atoi(os.Getenv("MDMP_TEST_TURNS"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// NotNow reports whether the k-th of what is done in n turns is for another one.
func NotNow(k, n int) bool { return Turn() > 0 && (k+Turn())%n != 0 }

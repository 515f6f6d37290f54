// Package share divides tests that take long among parts of about equal time.
//
// The idea: all tests with all variants take more than an hour, so that nobody runs them for every change. A part runs what
// depends on nothing but the name of the test: the hash of the name, modulo the number of parts. So a test is always in the
// same part, parts need no list that somebody has to keep, and all parts together are all tests.
//
// MDMP_TEST_SHARE=3/8 asks for the third of eight parts; without it, all is run. With -short a test does not ask: it runs
// in its short form, which is what "make test" runs.
package share

import (
	"fmt"
	"hash/fnv"
	"os"
	"testing"
)

// Variable is the environment variable that says which part is run.
const Variable = "MDMP_TEST_SHARE"

// A Share is a part, from 1 on, of so many. The zero value is everything.
type Share struct{ Part, Of int }

// Parse reads "3/8"; nothing at all is everything.
func Parse(text string) (Share, error) {
	if text == "" {
		return Share{}, nil
	}
	var s Share
	rest := ""
	if n, _ := fmt.Sscanf(text+" .", "%d/%d %s", &s.Part, &s.Of, &rest); n != 3 || rest != "." || s.Part < 1 || s.Of < s.Part {
		return Share{}, fmt.Errorf("%q is no part such as 3/8", text)
	}
	return s, nil
}

// String is what Parse reads.
func (s Share) String() string {
	if s.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Part, s.Of)
}

// Has reports whether what has this name is in the part.
func (s Share) Has(name string) bool {
	if s.Of == 0 {
		return true
	}
	return PartOf(name, s.Of) == s.Part
}

// PartOf is the part, of so many, that a name is in: 1 to parts.
func PartOf(name string, parts int) int {
	h := fnv.New64a()
	h.Write([]byte(name))
	sum := h.Sum64()
	return int((sum^sum>>32)%uint64(parts)) + 1 // FNV's low bits alone are uneven for names that end alike
}

// Takes reports whether what has this name is run now: with -short everything is.
func Takes(t testing.TB, name string) bool {
	t.Helper()
	s, err := Parse(os.Getenv(Variable))
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	return testing.Short() || s.Has(name)
}

// Take skips the test if it is in another part than the one that is run.
func Take(t testing.TB) {
	t.Helper()
	if !Takes(t, t.Name()) {
		t.Skip("in another part")
	}
}

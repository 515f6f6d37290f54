package rtlib

import (
	"fmt"
	"slices"
	"strings"
)

// Variant is a way to build the run time.
type Variant struct {
	Name    string
	Meaning string
	compile []string // for C and for linking the self-test
	sources bool     // the sources stay beside the library, for debuggers
}

// variants: the first is the one for users.
var variants = [...]Variant{
	{"", "optimised, for any machine", []string{"-O2"}, false},
	{"debug", "unoptimised, with symbols", []string{"-O0", "-g"}, true},
	{"asan", "address sanitizer", []string{"-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address"}, true},
	{"ubsan", "undefined behaviour sanitizer",
		[]string{"-O1", "-g", "-fsanitize=undefined", "-fno-sanitize-recover=undefined"}, true},
	{"tsan", "thread sanitizer", []string{"-O1", "-g", "-fsanitize=thread"}, true},
}

// Variants returns all variants.
func Variants() []Variant { return slices.Clone(variants[:]) }

// FindVariant returns a variant by its name.
func FindVariant(name string) (Variant, error) {
	var names []string
	for _, v := range variants {
		if v.Name == name {
			return v, nil
		}
		if v.Name != "" {
			names = append(names, v.Name)
		}
	}
	return Variant{}, fmt.Errorf("no variant %q of the run time (there are %s)", name, strings.Join(names, ", "))
}

// LinkFlags returns what a program that uses this variant is linked with, too.
func (v Variant) LinkFlags() []string {
	var flags []string
	for _, f := range v.compile {
		if strings.HasPrefix(f, "-fsanitize=") {
			flags = append(flags, f)
		}
	}
	return flags
}

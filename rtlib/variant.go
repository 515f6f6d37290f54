package rtlib

import (
	"fmt"
	"strings"
)

// Variant is a way to build the run time.
type Variant struct {
	Name    string
	compile []string // for C and for linking the self-test
	sources bool     // the sources stay beside the library, for debuggers
}

// variants: the first is the one for users, for any machine; the others are for
// those who look for mistakes.
var variants = [...]Variant{
	{"", []string{"-O2"}, false},
	{"debug", []string{"-O0", "-g", "-DMDMP_ASSERT"}, true},
	{"asan", []string{"-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address", "-DMDMP_ASSERT"}, true},
	{"ubsan", []string{"-O1", "-g", "-fsanitize=undefined", "-fno-sanitize-recover=undefined", "-DMDMP_ASSERT"}, true},
	{"tsan", []string{"-O1", "-g", "-fsanitize=thread", "-DMDMP_ASSERT"}, true},
}

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

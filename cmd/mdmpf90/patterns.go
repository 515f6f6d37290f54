package main

import (
	"debug/elf"
	"fmt"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen"
)

// Whoever uses a halo pattern of another file's module refers to a procedure with the hash of the pattern in its
// name, which the file of the module defines. What does not fit the linker would not link; here it is said in words.

// needsStem begins the names of the procedures that refer to those of patterns.
const needsStem = "mdmp_needs_"

// patternNames are names of the procedures of patterns.
type patternNames struct{ defined, needed []string }

// add takes those of a source.
func (p *patternNames) add(of codegen.Patterns) {
	for _, one := range of.Published {
		p.defined = append(p.defined, one.Symbol)
	}
	p.needed = append(p.needed, of.Needed...)
}

// symbol takes a symbol of an object.
func (p *patternNames) symbol(sym elf.Symbol) *patternNames {
	name := strings.TrimRight(sym.Name, "_")
	if !strings.HasPrefix(name, regions.PatternPrefix) {
		return p
	}
	if p == nil {
		p = &patternNames{}
	}
	switch {
	case sym.Section == elf.SHN_UNDEF:
		p.needed = append(p.needed, name)
	default:
		p.defined = append(p.defined, name)
	}
	return p
}

func (p *patternNames) or(q *patternNames) *patternNames {
	switch {
	case p == nil:
		return q
	case q == nil:
		return p
	}
	return &patternNames{slices.Concat(p.defined, q.defined), slices.Concat(p.needed, q.needed)}
}

// fit returns an error if a pattern is there, but not as it was when a file that uses it was compiled. (What is not there
// at all may be in a library that only the linker finds.) Files are those that need them.
func (p *patternNames) fit(files map[string]string) error {
	for _, name := range p.needed {
		if slices.Contains(p.defined, name) {
			continue
		}
		which := withoutHash(name)
		if !slices.ContainsFunc(p.defined, func(other string) bool { return withoutHash(other) == which }) {
			continue
		}
		pattern, module, _ := strings.Cut(strings.TrimPrefix(which, regions.PatternPrefix), "_of_")
		file := files[name]
		if file == "" {
			file = "a source of this command"
		}
		return fmt.Errorf("halo pattern '%s' of module %s was changed after %s was compiled: compile it again", pattern, module, file)
	}
	return nil
}

func withoutHash(name string) string { return name[:max(0, strings.LastIndexByte(name, '_'))] }

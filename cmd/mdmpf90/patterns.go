package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/compiler/include"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/modinfo"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
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
}

// tellModules gives a loader the modules of the command's other sources, as far as they are known, if there are halo
// patterns among them that the module files do not hold yet. When they do the command is done once more.
func (d *driver) tellModules(l *modinfo.Loader, in *compiler.Input, opt scope.Options) {
	there := modinfo.NewLoader(d.moduleDirs(in))
	if d.round() > 0 || !slices.ContainsFunc(d.published, func(f *modinfo.File) bool { return !there.Holds(f) }) {
		return
	}
	for _, f := range d.published {
		l.Tell(f)
	}
	for _, it := range d.cmd.Sources() {
		if it.Input == in {
			return
		}
		for _, f := range d.modulesOf(it.Input, opt) {
			l.Tell(f)
		}
	}
}

// modulesOf returns the modules of a source without directives. A source is read once.
func (d *driver) modulesOf(in *compiler.Input, opt scope.Options) []*modinfo.File {
	list, known := d.told[in]
	if known {
		return list
	}
	text, v, err := d.inspect(in)
	if err == nil && v == include.No && in.Path != "-" && !d.needsCpp(in, text) {
		tree := parse.File(source.New(in.Path, text, d.cmd.Reading(in)))
		scopes := scope.New(tree, opt)
		for _, u := range tree.Units {
			if u.Kind == ast.KModule && scopes.ModuleScope(u.Name) != nil {
				list = append(list, modinfo.Make(scopes.ModuleScope(u.Name), modinfo.Hash(text)))
			}
		}
	}
	if d.told == nil {
		d.told = map[*compiler.Input][]*modinfo.File{}
	}
	d.told[in] = list
	return list
}

// symbol takes a symbol of an object.
func (p *patternNames) symbol(sym elf.Symbol) *patternNames {
	return p.take(sym.Name, sym.Section != elf.SHN_UNDEF)
}

// lto takes the symbols of an object for link time optimisation: name, name of a group, kind, visibility, eight bytes of
// size, four of a number.
func (p *patternNames) lto(table []byte) *patternNames {
	const rest, undefined = 14, 2
	for {
		name, behind, ok := bytes.Cut(table, []byte{0})
		_, behind, also := bytes.Cut(behind, []byte{0})
		if !ok || !also || len(behind) < rest {
			return p
		}
		p = p.take(string(name), behind[0] != undefined)
		table = behind[rest:]
	}
}

func (p *patternNames) take(symbol string, defined bool) *patternNames {
	name := strings.TrimRight(symbol, "_")
	if !strings.HasPrefix(name, regions.PatternPrefix) {
		return p
	}
	if p == nil {
		p = &patternNames{}
	}
	if defined {
		p.defined = append(p.defined, name)
	} else {
		p.needed = append(p.needed, name)
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

// fit returns an error if a pattern is there, but not as it was when an object that needs it was compiled. (What is not
// there at all may be in a library that only the linker finds; sources of the command are compiled once more
// if they have seen an older module file.)
func (p *patternNames) fit(needs map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(needs)) {
		which := withoutHash(name)
		another := func(other string) bool { return withoutHash(other) == which }
		if p == nil || slices.Contains(p.defined, name) || !slices.ContainsFunc(p.defined, another) {
			continue
		}
		return fmt.Errorf("%s was changed after %s was compiled: compile its source again", patternIn(which), needs[name])
	}
	return nil
}

// patternIn says which pattern a name without its hash is about.
func patternIn(which string) string {
	pattern, module, _ := strings.Cut(strings.TrimPrefix(which, regions.PatternPrefix), "_of_")
	if module == "" || strings.Contains(module, "_of_") {
		return "the halo pattern of " + which
	}
	return "halo pattern '" + pattern + "' of module " + module
}

func withoutHash(name string) string { return name[:max(0, strings.LastIndexByte(name, '_'))] }

package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/compiler/include"
)

// move says from which folder a source was taken to which.
type move struct{ to, from string }

// compileArgs adds to the command line what translations are compiled with.
func (d *driver) compileArgs(jobs []*job, args []string, plain bool) []string {
	var before, after []string
	for _, dir := range d.folders(jobs) {
		if include.ExtraFirst(d.cmd.Family) {
			before = append(before, "-I"+dir)
		} else {
			after = append(after, "-I"+dir)
		}
	}
	if plain {
		after = append(after, "-I"+d.lib.Modules())
	}
	if d.cmd.Family == compiler.GNU {
		for _, m := range d.moved {
			after = append(after, "-ffile-prefix-map="+m.to+"/="+d.mapped(m.from))
		}
		if d.allNamed(jobs) {
			after = append(after, "-fpreprocessed")
		}
	}
	return slices.Concat(before, args, after)
}

// allNamed reports whether all that is compiled is translated text that names the user's files.
func (d *driver) allNamed(jobs []*job) bool {
	named := 0
	for _, j := range jobs {
		if j.done && j.named && j.item.Input.Lang == "" && !j.fromStdin() {
			named++
		}
	}
	for _, it := range d.cmd.Inputs() {
		if compiled := it.Input.Fortran || !slices.Contains([]string{".o", ".a", ".so"}, filepath.Ext(it.Input.Path)); compiled {
			named--
		}
	}
	return named == 0
}

// mapped returns the beginning of file names of a folder as debug information
// is to have it: what the user's own maps make of it, the last one first.
func (d *driver) mapped(dir string) string {
	prefix := ""
	if dir != "." {
		prefix = dir + "/"
	}
	for i := range slices.Backward(d.cmd.Items) {
		it := &d.cmd.Items[i]
		if it.Means != compiler.DebugPrefix {
			continue
		}
		if from, to, ok := strings.Cut(it.Value, "="); ok && strings.HasPrefix(prefix, from) {
			return to + prefix[len(from):]
		}
	}
	return prefix
}

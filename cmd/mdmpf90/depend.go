package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/compiler"
)

// The dependency file is made by the preprocessor, because the compilation will not
// see the user's file. But the compiler alone leaves none behind a mistake at which
// it gives up (a module or an include file that is not there). So it is made in
// our folder, and left where it belongs when the compilation is over.

// dependency is a dependency file that is made.
type dependency struct {
	made, name string
	check      []string // the arguments with which the compiler alone would look at the source
}

// dependArgs names the dependency file and its target as the compilation would have
// done; args are those of the preprocessor without it.
func (d *driver) dependArgs(it *compiler.Item, args []string) []string {
	var asked, target bool
	var file string
	for i := range d.cmd.Items {
		if d.cmd.Items[i].Means != compiler.Depend {
			continue
		}
		switch words := d.cmd.Items[i].Words; {
		case words[0].Text == "-MF" && len(words) > 1:
			file = words[1].Text
		case strings.HasPrefix(words[0].Text, "-MF"):
			file = strings.TrimPrefix(words[0].Text, "-MF")
		case strings.HasPrefix(words[0].Text, "-MT"), strings.HasPrefix(words[0].Text, "-MQ"):
			target = true
		case words[0].Text == "-MD", words[0].Text == "-MMD":
			asked = true
		}
	}
	if !asked {
		return nil
	}
	stem := strings.TrimSuffix(filepath.Base(it.Input.Path), filepath.Ext(it.Input.Path))
	object := stem + ".o"
	if d.cmd.Output != "" {
		object = d.cmd.Output
		stem = strings.TrimSuffix(object, filepath.Ext(object))
	}
	var out []string
	if !target { // with blanks and dollars as make wants them
		out = append(out, "-MQ", object)
	}
	name := file
	if name == "" {
		name = stem + ".d"
	}
	if made := d.holdDepend(it, name); made != "" {
		d.depend = &dependency{made: made, name: name, check: append(slices.Clone(args), "-MF", made+".check", "-fsyntax-only", it.Input.Path)}
		return append(out, "-MF", made)
	}
	if file == "" {
		out = append(out, "-MF", name)
	}
	return out
}

// holdDepend returns a name in our folder for a dependency file; "" if it is made
// where it belongs: that of one source among several, or what is no ordinary file.
func (d *driver) holdDepend(it *compiler.Item, name string) string {
	if d.cmd.Family != compiler.GNU || len(d.cmd.Sources()) != 1 || it.Input.Path == "-" || name == "-" {
		return ""
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return ""
	}
	dir, err := d.work.sub()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "depend")
}

// leave puts the dependency file where it belongs, if one was made.
func (p *dependency) leave() {
	if text, err := os.ReadFile(p.made); err == nil {
		_ = os.WriteFile(p.name, text, 0o666) // the compiler alone says nothing either
	}
}

// settleDepend leaves the dependency file. If the compilation failed it does so if the
// compiler alone would have left one.
func (d *driver) settleDepend(failed bool) {
	if d.depend == nil || d.ended.signal != 0 {
		return
	}
	if failed {
		// Whether it would have is seen when it looks at the user's file.
		if _, err := d.signals.quiet("", d.fcPath, d.depend.check, d.childEnv()); err != nil {
			return
		}
		if _, err := os.Stat(d.depend.made + ".check"); err != nil {
			return
		}
	}
	d.depend.leave()
}

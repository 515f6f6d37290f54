package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/mdmp-fortran/mdmp/compiler"
)

// The dependency file is made by the preprocessor, because the compilation will not
// see the user's file. But the compiler alone names the module files in it, too, and leaves none behind a mistake at which
// it gives up (a module or an include file that is not there). So where it can be asked to look at the user's file by itself, it
// makes the file behind the compilation, in our folder, from which it goes where it belongs.

// dependency is a dependency file that is made.
type dependency struct {
	made, name string
	check      []string // the arguments with which the compiler alone would look at the source
	modules    string   // where that leaves module files
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
		d.depend = &dependency{made: made, name: name, modules: filepath.Dir(made)}
		d.depend.check = d.checkArgs(it, d.depend)
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

// checkArgs are the arguments with which the compiler makes p from the user's file. What else it writes goes into our folder:
// module files (it looks for others where it would), and what flags ask for (-save-temps, --coverage).
func (d *driver) checkArgs(it *compiler.Item, p *dependency) []string {
	args := d.cmd.Without(func(other *compiler.Item) bool {
		switch other.Means {
		case compiler.ModuleDir, compiler.CompileOnly, compiler.AssembleOnly, compiler.Library, compiler.LinkDir, compiler.LinkWord, compiler.Language:
			return true
		}
		return other.Input != nil
	})
	if d.cmd.ModuleDir != "" {
		args = append([]string{"-I" + d.cmd.ModuleDir}, args...)
	}
	args = append(args, "-J", p.modules, "-dumpdir", p.modules+"/", "-MF", p.made+".check", "-fsyntax-only")
	if it.Input.Lang != "" {
		args = append(args, "-x", it.Input.Lang)
	}
	return append(args, it.Input.Path)
}

// look has the compiler look at the user's file, and returns what it says of dependencies; nothing if it would leave no file.
func (d *driver) look(p *dependency) []byte {
	if _, err := d.signals.quiet("", d.fcPath, p.check, d.childEnv()); err != nil {
		return nil
	}
	text, err := os.ReadFile(p.made + ".check")
	if err != nil {
		return nil
	}
	dir := ""
	if d.cmd.ModuleDir != "" {
		dir = d.cmd.ModuleDir + "/"
	}
	return bytes.ReplaceAll(text, []byte(p.modules+"/"), []byte(dir))
}

// settleDepend leaves the dependency file where it belongs. If the compilation failed it does so if the
// compiler alone would have left one.
func (d *driver) settleDepend(failed bool) {
	if d.depend == nil || d.ended.signal != 0 {
		return
	}
	text := d.look(d.depend)
	if text == nil && !failed {
		text, _ = os.ReadFile(d.depend.made)
	}
	if text != nil && d.signals.caught() == 0 {
		_ = os.WriteFile(d.depend.name, text, 0o666) // the compiler alone says nothing either
	}
}

package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler"
)

// againEnv counts how often a command has been done.
const againEnv = "MDMP_AGAIN"

// maxRounds bounds how often a command is done. The first round leaves module
// files; the second knows them, and what it translates differently may leave
// others in which nothing but notes of the compiler is new; the third finds
// them as they were.
const maxRounds = 5

// round returns how often the command has been done before.
func (d *driver) round() int {
	n, _ := strconv.Atoi(d.getenv(againEnv)) // 0 if it is not set
	return n
}

// changedModule returns a module file that the command itself has changed after
// a translation relied on it; "" if there is none. A command that compiles a
// module and what uses it finds the module file of an older text, or none. (One
// that was not there is no reason to repeat the compiler's complaints, or to
// begin a third time.)
func (d *driver) changedModule() string {
	if len(d.cmd.Sources()) < 2 {
		return ""
	}
	added := !d.ended.bad() && d.round() == 0
	for _, l := range d.loaders {
		if path := l.Changed(added); path != "" {
			return path
		}
	}
	return ""
}

// again does the whole command once more, now that the module files are those
// of its sources. It returns only if that is not possible.
func (d *driver) again(path string) error {
	changed := fmt.Errorf("%s changed while sources that use it were compiled", path)
	if d.round() >= maxRounds-1 {
		return changed
	}
	for _, it := range d.cmd.Sources() {
		if it.Input.Path == "-" {
			return fmt.Errorf("%w; compile them one by one", changed)
		}
	}
	return errors.Join(changed, d.redo(againEnv, strconv.Itoa(d.round()+1)))
}

// redo does the command once more, with a variable that says why. It returns only if
// that is not possible, or somebody wants it to end: a compiler may answer a signal with an exit code.
func (d *driver) redo(name, value string) error {
	if d.signals.caught() != 0 {
		return errInterrupted
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	environ := slices.DeleteFunc(slices.Clone(d.environ), func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
	d.work.remove()
	return fmt.Errorf("%s: %w", self, syscall.Exec(self, os.Args, append(environ, name+"="+value)))
}

// errWithoutModules: a source was not translated, and its command compiles others that may hold the modules it uses.
var errWithoutModules = errors.New("modules are not there yet")

// mayMakeModules reports whether a translation that failed is to be tried once more when the modules of the command's
// sources are there. What stands in a module that nobody has compiled yet is not known, and mode off has to know.
func (d *driver) mayMakeModules() bool {
	stdin := func(it *compiler.Item) bool { return it.Input.Path == "-" }
	sources := d.cmd.Sources()
	return d.own.mode == codegen.Off && d.cmd.Family == compiler.GNU && d.cmd.Stage >= compiler.Assembly && d.round() == 0 &&
		len(sources) > 1 && !slices.ContainsFunc(sources, stdin)
}

// makeModules has the compiler leave the modules of the sources as they are, in which directives are comments, and does the
// command once more. What the compiler says is said by the next round, which is to say what is wrong with directives, too.
func (d *driver) makeModules() error {
	args := d.cmd.Without(func(it *compiler.Item) bool {
		switch it.Means {
		case compiler.CompileOnly, compiler.AssembleOnly, compiler.Output, compiler.Depend, compiler.Library, compiler.LinkDir, compiler.LinkWord:
			return true
		}
		return false
	})
	if _, err := d.signals.quiet("", d.fcPath, append(args, "-fsyntax-only"), d.childEnv()); err != nil {
		return fmt.Errorf("compiling the modules of the sources: %w", err)
	}
	return d.redo(againEnv, "1")
}

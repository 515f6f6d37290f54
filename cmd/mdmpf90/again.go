package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// againEnv is set for a wrapper that does a command once more.
const againEnv = "MDMP_AGAIN"

// changedModule returns a module file that the command itself has changed after
// a translation relied on it; "" if there is none. A command that compiles a
// module and what uses it finds the module file of an older text, or none. (One
// that was not there is no reason to repeat the compiler's complaints.)
func (d *driver) changedModule() string {
	if len(d.cmd.Sources()) < 2 {
		return ""
	}
	for _, l := range d.loaders {
		if path := l.Changed(!d.ended.bad()); path != "" {
			return path
		}
	}
	return ""
}

// again does the whole command once more, now that the module files are those
// of its sources. It returns only if that is not possible.
func (d *driver) again(path string) error {
	changed := fmt.Errorf("%s changed while sources that use it were compiled", path)
	if d.getenv(againEnv) != "" {
		return changed
	}
	for _, it := range d.cmd.Sources() {
		if it.Input.Path == "-" {
			return fmt.Errorf("%w; compile them one by one", changed)
		}
	}
	self, err := os.Executable()
	if err != nil {
		return errors.Join(changed, err)
	}
	d.work.remove()
	return errors.Join(changed, syscall.Exec(self, os.Args, append(d.environ, againEnv+"=1")))
}

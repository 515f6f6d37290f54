package rtlib

import (
	"fmt"
	"os"
	"strings"

	"github.com/mdmp-fortran/mdmp/compiler"
)

// flavoured are the entries whose names tell the MPI that an object was
// compiled for: each object that speaks to an MPI of its own by directives
// calls one of them. The module of the run time binds them to names of its own,
// and no other run time has these. It costs a program nothing.
var flavoured = [...]string{"mdmp_begin", "mdmp_region_begin", "mdmp_init", "mdmp_init_comm"}

// FlavouredEntries returns the names that the run time has for one flavour
// alone.
func FlavouredEntries(f compiler.Flavour) []string {
	var names []string
	for _, name := range flavoured {
		names = append(names, flavouredName(name, f))
	}
	return names
}

// flavouredName is read by people where a linker misses it.
func flavouredName(name string, f compiler.Flavour) string {
	return name + "_" + string(f) + "_link_with_mdmpf90"
}

// Flavour returns the flavour of what is built, "" if neither compiler says.
func (tc Toolchain) Flavour() compiler.Flavour {
	if f := tc.FC.Flavour(); f != "" {
		return f
	}
	return tc.CC.Flavour()
}

// flavourFlags rename the entries for the C compiler.
func (tc Toolchain) flavourFlags() []string {
	f := tc.Flavour()
	if f == "" {
		return nil
	}
	var flags []string
	for _, name := range flavoured {
		flags = append(flags, "-D"+name+"="+flavouredName(name, f))
	}
	return flags
}

// flavourModule renames the entries in the source of the module.
func (tc Toolchain) flavourModule(path string) error {
	f := tc.Flavour()
	if f == "" {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	module := string(text)
	for _, name := range flavoured {
		bound := "name='" + name + "'"
		if strings.Count(module, bound) != 1 {
			return fmt.Errorf("%s does not bind %s once", path, name)
		}
		module = strings.Replace(module, bound, "name='"+flavouredName(name, f)+"'", 1)
	}
	return os.WriteFile(path, []byte(module), 0o644)
}

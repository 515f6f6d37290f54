package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/mdmp-fortran/mdmp/rtlib"
	"github.com/mdmp-fortran/mdmp/safefile"
)

// install puts the run time for the compilers at hand into a folder of the user's, with what build systems read that link by
// other means: mdmp.pc, mdmp-fortran.pc and MDMPConfig.cmake. They name nothing in the cache, and the folder may be moved.
func (d *driver) install() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := d.runtime(ctx); err != nil {
		return err
	}
	for from, to := range map[string]string{d.lib.Headers(): "include", d.lib.Modules(): "include/mdmp", filepath.Dir(d.lib.Archive()): "lib"} {
		if err := copyFiles(from, filepath.Join(d.own.install, to)); err != nil {
			return err
		}
	}
	fortran, err := d.placed("mdmp-fortran.flags", d.lib.LinkFlags(rtlib.Wrappers{Numbered: true, Waits: true}))
	if err != nil {
		return err
	}
	c, err := d.placed("mdmp.flags", d.lib.LinkFlagsC())
	if err != nil {
		return err
	}
	for _, file := range []struct{ name, text string }{
		{"lib/pkgconfig/mdmp.pc", d.pkgConfig("mdmp", "delta send-recv over MPI (mdmp.h)", "-I${prefix}/include", c)},
		{"lib/pkgconfig/mdmp-fortran.pc", d.pkgConfig("mdmp-fortran", "programs with MDMP directives, linked by other means than mdmpf90",
			"-I${prefix}/include/mdmp", fortran)},
		{"lib/cmake/MDMP/MDMPConfig.cmake", d.cmakeConfig(fortran, c)},
		{"lib/cmake/MDMP/MDMPConfigVersion.cmake", fmt.Sprintf("set(PACKAGE_VERSION %s)\nif(NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)\n"+
			"  set(PACKAGE_VERSION_COMPATIBLE TRUE)\nendif()\n", rtlib.Version)},
	} {
		path := filepath.Join(d.own.install, file.name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := safefile.Write(path, []byte(file.text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// copyFiles copies the files of a folder into another one.
func copyFiles(from, to string) error {
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	list, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range list {
		text, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			return err
		}
		if err := safefile.Write(filepath.Join(to, e.Name()), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// libdir stands for the folder of the libraries in flags.
const libdir = "@libdir@"

// placed makes flags of those for the library in the cache: names for the linker go into a file (pkg-config cuts lines that are too
// long), and the folder has a name.
func (d *driver) placed(file string, flags []string) ([]string, error) {
	var out, names []string
	for _, f := range flags {
		if rest, ok := strings.CutPrefix(f, "-Wl,--wrap="); ok {
			names = append(names, strings.Split("--wrap="+rest, ",")...)
			continue
		}
		out = append(out, strings.ReplaceAll(f, filepath.Dir(d.lib.Archive()), libdir))
	}
	text := []byte(strings.Join(names, "\n") + "\n")
	return append([]string{"-Wl,@" + libdir + "/" + file}, out...), safefile.Write(filepath.Join(d.own.install, "lib", file), text, 0o666)
}

func (d *driver) pkgConfig(name, description, cflags string, libs []string) string {
	return fmt.Sprintf(`# For %s and %s; written by mdmpf90 -mdmp-install.
prefix=${pcfiledir}/../..
Name: %s
Description: %s
Version: %s
Cflags: %s
Libs: %s
`, d.fc.MPI, d.fcPath, name, description, rtlib.Version, cflags, strings.ReplaceAll(strings.Join(libs, " "), libdir, "${prefix}/lib"))
}

// cmakeConfig defines MDMP::MDMP, for objects with directives, and MDMP::C, for programs in C that use the API. All flags of one
// are one word: CMake leaves out words that it has met.
func (d *driver) cmakeConfig(fortran, c []string) string {
	word := func(flags []string) string {
		var parts []string
		for _, f := range flags {
			parts = append(parts, strings.TrimPrefix(f, "-Wl,"))
		}
		return "-Wl," + strings.ReplaceAll(strings.Join(parts, ","), libdir, "${_mdmp_prefix}/lib")
	}
	return fmt.Sprintf(`# For %s and %s; written by mdmpf90 -mdmp-install.
get_filename_component(_mdmp_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET MDMP::MDMP)
  add_library(MDMP::MDMP INTERFACE IMPORTED)
  set_target_properties(MDMP::MDMP PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_mdmp_prefix}/include/mdmp"
    INTERFACE_LINK_LIBRARIES "%s")
  add_library(MDMP::C INTERFACE IMPORTED)
  set_target_properties(MDMP::C PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_mdmp_prefix}/include"
    INTERFACE_LINK_LIBRARIES "%s")
endif()
`, d.fc.MPI, d.fcPath, word(fortran), word(c))
}

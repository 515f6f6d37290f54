// Mdmpf90 compiles and links Fortran programs with MDMP directives: a drop-in
// replacement for mpifort.
//
// The idea: it is not a compiler driver but a thin shell around one. The
// command line is read just far enough to know which words are Fortran sources
// and what is made of them (package compiler); every source that holds
// directives is translated into a private temporary folder, under the user's
// base name; then the wrapped compiler is started once, in the user's folder,
// with the user's command line, in which only these words are replaced. So
// everything a compiler does with a command line (several sources, objects,
// archives, -S, -MMD, -save-temps, response files) goes on working, and there
// is no second implementation of it here.
//
// A command line that needs nothing from us ends in an exec of the wrapped
// compiler with the very words that came in: questions about the compiler
// (-show, --version, -print-...), preprocessing, sources without directives,
// links of objects without directives. That is also the cheapest way, and a
// build system that probes the compiler sees the compiler.
//
// Files: options.go our own options; driver.go the order of things; inspect.go
// which sources hold directives (include files are compiler/include);
// cpp.go, cppflang.go the compiler's preprocessor; translate.go, args.go, report.go sources;
// modules.go, again.go modules of other files;
// link.go, objects.go what a link needs; child.go, workdir.go processes,
// signals and temporary files.
package main

import (
	"os"
	"runtime/debug"

	"github.com/mdmp-fortran/mdmp/codegen"
)

// garbage is how much may be thrown away before it is collected, in percent of what is in
// use: a translation is over before a collection has paid. GOGC, if set, comes first.
const garbage = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	os.Exit(run(os.Args, os.Environ(), codegen.Translate))
}

// Package codegen turns a file with directives into Fortran without them.
//
// The idea: the user's text stays as it is, byte for byte, directives included
// (they are comments). Code is put behind each run of send and recv directives,
// at the beginning and the end of a region and before the statements that leave
// one. What is put there is worked out in steps, each a package of its own:
//
//	source, parse, scope, regions   what the file says (other packages)
//	plan       what each exchange does, with every doubt resolved on the safe side
//	calls      that, in calls of the run time
//	offmode    that, in plain MPI
//	emit       statements as lines of this file's form, at their places
//
// No step looks back at an earlier one, and none knows how a later one works.
//
// Line markers ('# 41 "heat.f90"') around each insertion keep the user's line
// numbers true in messages and debuggers. They are left out of text that is
// made to be read.
package codegen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/modinfo"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Mode is what the directives become.
type Mode string

// The modes.
const (
	Off   Mode = "off"   // pure MPI Fortran, no run time
	Plain Mode = "plain" // the same exchange through the run time
	Auto  Mode = "auto"  // through the run time, sent early and waited for late where that is proved to be the same
)

// Managing says which procedures are managed without a directive that asks for it,
// beside those that a region of their file calls.
type Managing string

const (
	ManageOff   Managing = "off"   // none (also "")
	ManageWorth Managing = "worth" // those that do so much that it pays
	ManageAll   Managing = "all"   // all that can be, as if the file began with a manage directive
)

// Managings returns the values of Managing that users may give, the usual one first.
func Managings() []string {
	return []string{string(ManageWorth), string(ManageAll), string(ManageOff)}
}

// ParseManaging reads one of them.
func ParseManaging(text string) (Managing, error) {
	if !slices.Contains(Managings(), text) {
		return ManageOff, fmt.Errorf("%q is not one of %s", text, strings.Join(Managings(), ", "))
	}
	return Managing(text), nil
}

// What users may ask for of the last bits (access.Rounding), beside nothing.
const (
	Same    = "same"
	Exact   = "exact"
	Relaxed = "relaxed"
)

// Bits returns all of it.
func Bits() []string { return []string{Same, Exact, Relaxed} }

// Single reports whether nests stand in the program once: where a flag lets the compiler round by what stands around, unless
// something else is asked for.
func Single(bits string, r access.Rounding) bool {
	return bits == Same || bits == "" && (r.Fuses || r.FusesPairs || r.Loose)
}

// manages reports whether procedures may be managed in a file without directives.
func (o Options) manages() bool {
	return o.Mode == Auto && (o.Manage == ManageWorth || o.Manage == ManageAll)
}

// Options of a translation.
type Options struct {
	Mode   Mode
	Source source.Options
	// Marker (off mode, set by the wrapper): leave a link-time mark, a common
	// block in a subroutine at the end of the file, so that mixed modes are
	// diagnosed. gfortran -std=f2018 warns about every common block: leave it
	// out there.
	Marker bool
	// Flavour goes into the mark: the family of MPIs whose constants the compiler
	// puts into the object ("": not known).
	Flavour string
	// Manage (auto mode): the procedures that are managed without a directive.
	Manage Managing
	// Delta (auto mode): the size of pieces in regions that do not say it.
	Delta Delta
	// Paged (auto mode): regions that say no mode have mode(paged).
	Paged bool
	// Counted (auto mode): regions that say no mode have mode(counted).
	Counted bool
	// Count is what they count ("": units).
	Count Count
	// Overlap: calls of MPI overlap, too, not only those behind a directive that asks for it.
	Overlap bool
	// LineMarkers: write '# n "file"' around what is inserted.
	LineMarkers bool
	// Alone (off mode): the file is all of the program.
	Alone bool
	// NoCommon (off mode): the compiler warns of common blocks.
	NoCommon bool
	// OnlyHeader (off mode): the compiler cannot read the MPI library's modules;
	// mpif.h must do.
	OnlyHeader bool
	// Loose (auto mode) is a flag under which values depend on how loops are cut.
	Loose string
	// Rounding (text of auto mode) is what the compiler may do with expressions by what
	// stands around their loop.
	Rounding access.Rounding
	// Parallel (auto mode): the compiler obeys OpenMP's PARALLEL directives; variables
	// of their loops keep their values.
	Parallel bool
	// Escapes (auto mode): the compiler takes it that any call may change what was passed to a dummy with TARGET.
	Escapes bool
	// Copies is a flag under which procedures work on copies of their arguments:
	// what is received later would miss them. Mode auto is plain then.
	Copies string
	// Names finds modules of other files and include files.
	Names scope.Options
	// Fault, if not nil, is called at some stages: tests make it panic.
	Fault func(mode Mode, at Stage)
	// Planned, if not nil, is called with each plan: a test of ours looks it over.
	Planned func(*scope.Table, *regions.Set, *rungs.File)
	// Hearsay: the module files that Names finds may be older than the sources that
	// this one will be compiled with. What is a mistake by their word alone is left
	// to the compiler.
	Hearsay bool
	// Modules: say in Result.Modules what the modules of the file are.
	Modules bool
}

// Result of a translation. Text is nil if there were errors.
type Result struct {
	Text    []byte
	Changed bool // Text is more than the source: it holds directives, or managed procedures, or its calls of MPI overlap
	Runtime bool // Text is for the run time, or in mode off was to be: there is more than calls of MPI that overlap
	Diags   []diag.Diagnostic
	Remarks []Remark
	File    *source.File
	// Unused is the name of a module that was added and that nobody uses, "" if none was.
	Unused string
	// Modules is what other files need to know of the modules of this one.
	Modules  []*modinfo.File
	Patterns Patterns
}

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/diag"
)

// option is a row of the table of our own options. One without a meaning is not
// for users.
type option struct {
	name    string // up to and with '=' if a value follows
	value   string // what the value is, for the help; "" if there is none
	meaning string
	set     func(o *options, value string) error
}

// options are our own options as given.
type options struct {
	mode         codegen.Mode
	fc           string
	keep         string
	bits         string // codegen.Bits, or ""
	delta        codegen.Delta
	paged        bool
	counted      bool
	count        codegen.Count
	manage       codegen.Managing
	overlap      bool
	report       bool
	reportFile   string
	reportFormat string
	diagnostics  diag.Format
	install      string
	show         bool
	action       string // "help", "version", "cflags", "fflags", "libs", "link-flags", "install", "man"
}

// optionTable is sorted by name; the help and the suggestions come from it.
func optionTable() []option {
	return []option{
		{"-mdmp-bits=", strings.Join(codegen.Bits(), "|"), "exact: mode auto cuts only loops that keep, in pieces, the bits that they have in mode plain and with MPI by hand; same: all runs of a binary have the same bits, " +
			"with MDMP_MODE=plain and however loops are cut: those in which the compiler rounds by what stands around are written so that it cannot; relaxed cuts loops also where the compiler may " +
			"round otherwise in pieces of them, as with any change of its flags. Without a word: same with gfortran under flags that let it round otherwise (-march=native, -Ofast, ...), else exact",
			func(o *options, v string) error { o.bits = v; return oneOf(v, codegen.Bits()...) }},
		{"-mdmp-cflags", "", "print where mdmp.h is, for the C compiler",
			func(o *options, _ string) error { o.action = "cflags"; return nil }},
		{"-mdmp-count=", strings.Join(codegen.Counts(), "|"), "mode(counted): what is counted of a loop nest: its boxes (unit, the default), or each write of what is sent, by a call or in line, " +
			"to compare what that costs",
			func(o *options, v string) error { o.count = codegen.Count(v); return oneOf(v, codegen.Counts()...) }},
		{"-mdmp-delta=", "auto|element|bytes", "mode auto: the size of the pieces in which messages are sent, in regions without a delta clause: what the run time finds " +
			"best (auto, the default), one element, or so many bytes, at most 8192",
			func(o *options, v string) (err error) { o.delta, err = codegen.ParseDelta(v); return err }},
		{"-mdmp-diagnostics=", "text|json|sarif", "form of messages about directives: for people, a JSON object a line, or a SARIF log for each source (default text)",
			func(o *options, v string) error { o.diagnostics = diag.Format(v); return oneOf(v, diag.Formats()...) }},
		{"-mdmp-fc=", "compiler", "the MPI Fortran compiler to wrap (else MDMP_FC, else mpifort, mpif90, ftn in PATH)",
			func(o *options, v string) error { o.fc = v; return nonEmpty(v) }},
		{"-mdmp-fflags", "", "print where module mdmp is, for the Fortran compiler",
			func(o *options, _ string) error { o.action = "fflags"; return nil }},
		{"-mdmp-help", "", "print this text",
			func(o *options, _ string) error { o.action = "help"; return nil }},
		{"-mdmp-install=", "dir", "put the run time for the compilers at hand into this folder, with mdmp.pc and MDMPConfig.cmake",
			func(o *options, v string) error { o.action, o.install = "install", v; return nonEmpty(v) }},
		{"-mdmp-keep=", "dir", "keep the translated sources in this folder",
			func(o *options, v string) error { o.keep = v; return nonEmpty(v) }},
		{"-mdmp-libs", "", "print what programs in C that include mdmp.h are linked with",
			func(o *options, _ string) error { o.action = "libs"; return nil }},
		{"-mdmp-link-flags", "", "print what a foreign linker (C, C++) needs to link objects with directives",
			func(o *options, _ string) error { o.action = "link-flags"; return nil }},
		{"-mdmp-man", "", "",
			func(o *options, _ string) error { o.action = "man"; return nil }},
		{"-mdmp-manage", "", "the same as -mdmp-manage=all",
			func(o *options, _ string) error { o.manage = codegen.ManageAll; return nil }},
		{"-mdmp-manage=", strings.Join(codegen.Managings(), "|"), "mode auto: which procedures may be called while messages are under way, in files without directives, too: " +
			"those with loop nests, those that call other files, timers and counters (worth, the default), all, as if each file held a manage directive, or none but those that directives and regions name",
			func(o *options, v string) (err error) { o.manage, err = codegen.ParseManaging(v); return err }},
		{"-mdmp-overlap", "", "let the messages of the program's own MPI calls be under way while it computes, where that is proved to be the same",
			func(o *options, _ string) error { o.overlap = true; return nil }},
		{"-mdmp-report", "", "say on the standard error what became of each directive",
			func(o *options, _ string) error { o.report = true; return nil }},
		{"-mdmp-report-format=", "text|json", "form of the report (default text)",
			func(o *options, v string) error { o.reportFormat = v; return oneOf(v, "text", "json") }},
		{"-mdmp-report=", "file", "append the report to this file",
			func(o *options, v string) error { o.report, o.reportFile = true, v; return nonEmpty(v) }},
		{"-mdmp-show", "", "print the commands instead of running them",
			func(o *options, _ string) error { o.show = true; return nil }},
		{"-mdmp-version", "", "print the version, the wrapped compiler and its MPI",
			func(o *options, _ string) error { o.action = "version"; return nil }},
		{"-mdmp=", "off|plain|auto|counted|paged", "what directives become: MPI calls (off), calls of the run time (plain), " +
			"the same, sent early and waited for late where the bits stay (auto, the default), and that with mode(counted) or mode(paged) in regions that say no mode (counted, paged)",
			setMode},
	}
}

func setMode(o *options, v string) error {
	o.paged, o.counted = v == "paged", v == "counted"
	if o.paged || o.counted {
		v = string(codegen.Auto)
	}
	switch m := codegen.Mode(v); m {
	case codegen.Off, codegen.Plain, codegen.Auto:
		o.mode = m
		return nil
	}
	return fmt.Errorf("there is no mode %q; there are off, plain, auto, counted and paged", v)
}

func nonEmpty(v string) error {
	if v == "" {
		return fmt.Errorf("a value is missing behind the =")
	}
	return nil
}

func oneOf(v string, allowed ...string) error {
	if slices.Contains(allowed, v) {
		return nil
	}
	return fmt.Errorf("%q is not one of %s", v, strings.Join(allowed, ", "))
}

// isOwn tells whether a word is an option of ours; no compiler has flags that
// begin so.
func isOwn(word string) bool {
	return word == "-mdmp" || strings.HasPrefix(word, "-mdmp-") || strings.HasPrefix(word, "-mdmp=") ||
		strings.HasPrefix(word, "--mdmp")
}

// splitOptions takes our options out of the words.
func splitOptions(words []compiler.Word) (o options, rest, own []compiler.Word, err error) {
	o = options{mode: codegen.Auto, manage: codegen.ManageWorth, reportFormat: "text"}
	table := optionTable()
	for _, w := range words {
		if !isOwn(w.Text) {
			rest = append(rest, w)
			continue
		}
		own = append(own, w)
		if e := o.apply(table, w.Text); e != nil && err == nil {
			err = fmt.Errorf("%s: %w", w.Text, e)
		}
	}
	return o, rest, own, err
}

func (o *options) apply(table []option, word string) error {
	name, value := word, ""
	if i := strings.IndexByte(word, '='); i >= 0 {
		name, value = word[:i+1], word[i+1:]
	}
	for _, row := range table {
		if row.name == name {
			return row.set(o, value)
		}
	}
	return fmt.Errorf("unknown option; did you mean %s?", suggest(table, name))
}

// suggest returns the option meant by a misspelt one: the one that has its
// words, else the one with the nearest name.
func suggest(table []option, name string) string {
	best, least := "", 1<<30
	words := strings.Trim(strings.TrimPrefix(strings.TrimLeft(name, "-"), "mdmp"), "-=")
	for _, row := range table {
		if row.meaning == "" {
			continue
		}
		if len(words) > 2 && strings.Contains(row.name, words) {
			return row.name + row.value
		}
		if d := distance(strings.TrimLeft(name, "-"), strings.TrimLeft(row.name, "-")); d < least {
			best, least = row.name+row.value, d
		}
	}
	return best
}

// distance is the number of single-letter edits between two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d++
			}
			diagonal = row[j+1]
			row[j+1] = min(d, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// environment is the table of variables that mdmpf90 reads.
var environment = [...]struct{ name, meaning string }{
	{"MDMP_CACHE", "folder of built run times (default $XDG_CACHE_HOME/mdmp or ~/.cache/mdmp)"},
	{"MDMP_CC", "the C compiler of the same MPI (default: mpicc beside the Fortran compiler)"},
	{"MDMP_DISABLE", "1: hand everything on to the wrapped compiler; directives stay comments"},
	{"MDMP_FC", "the MPI Fortran compiler to wrap"},
	{"MDMP_VARIANT", "another build of the run time: debug, asan, ubsan, tsan"},
}

func printHelp(w io.Writer) {
	fmt.Fprint(w, `mdmpf90 compiles and links Fortran programs with MDMP directives. Use it in place
of mpifort: all other options are those of the wrapped compiler.

Options:
`)
	for _, row := range optionTable() {
		if row.meaning == "" {
			continue
		}
		fmt.Fprintf(w, "  %-31s %s\n", row.name+row.value, row.meaning)
	}
	fmt.Fprint(w, "\nEnvironment:\n")
	for _, row := range environment {
		fmt.Fprintf(w, "  %-31s %s\n", row.name, row.meaning)
	}
	fmt.Fprint(w, "\nThe manual is docs/wrapper.md; \"mdmp explain CODE\" explains a diagnostic.\n")
}

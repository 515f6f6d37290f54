package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/compiler/include"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/modinfo"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/safefile"
)

// translateFlags are the flags of mdmp translate.
type translateFlags struct {
	mode        string
	output      string
	form        string
	lineLength  int
	openmp      bool
	openacc     bool
	compiler    string
	dLines      bool
	markers     bool
	header      bool
	vectorMath  bool
	fuses       bool
	bits        string
	manage      string
	saves       bool
	kinds       bool
	cpp         bool
	diagnostics string
	fc          string
	define      []string
	include     []string
}

func newTranslate() *cobra.Command {
	var f translateFlags
	cmd := &cobra.Command{
		Use:   "translate [flags] FILE",
		Short: "Print what becomes of the directives of a file",
		Long: `Translates a Fortran file and prints the result. With --mode=off that is plain
MPI Fortran, to be read, kept and compiled by anyone. FILE may be "-".

A file is read in the form that its contents show, else the one its extension
says. Files that are preprocessed (.F90, .F, ..., or --cpp) go through the
preprocessor of the MPI Fortran compiler first. Include files that hold directives
are taken in; so are those that hold more than declarations, where something is added
between these. They are looked for beside FILE and in the folders named by -I.
Modules of other files are known if their .mod files (gfortran, flang) are in the
current folder, beside FILE or in a folder named by -I.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.mode, "mode", "off", "what directives become: off (MPI calls), plain or auto (calls of the run time)")
	flags.StringVarP(&f.output, "output", "o", "", "write to this file, which cannot be FILE itself")
	flags.StringVar(&f.form, "form", "auto", "source form: free, fixed or auto")
	flags.IntVar(&f.lineLength, "line-length", 0, "last column that counts (0: 72 in fixed form, no limit in free form)")
	flags.BoolVar(&f.openmp, "openmp", false, "'!$' lines are code and OpenMP's directives hold, as under -fopenmp; else both are comments")
	flags.BoolVar(&f.openacc, "openacc", false, "OpenACC's directives hold, as under -fopenacc; else they are comments")
	flags.StringVar(&f.compiler, "compiler", "unknown", "whose directives in comments (!DIR$, !GCC$, ...) hold: those of gnu, flang, intel or nvidia, else all")
	flags.BoolVar(&f.dLines, "d-lines", false, "'d' lines of fixed form are code")
	flags.BoolVar(&f.markers, "markers", false, "write line markers, as for the compiler")
	flags.BoolVar(&f.header, "mpif", false, "use mpif.h instead of the module mpi_f08 in off mode")
	flags.BoolVar(&f.vectorMath, "vector-math", true, "the compiler may compute functions like exp for several elements at once; auto mode leaves such loops as they are")
	flags.BoolVar(&f.fuses, "fuses", runtime.GOARCH != "amd64", "the compiler may multiply and add in one instruction (-march=native)")
	flags.StringVar(&f.bits, "bits", "", "auto mode: same writes loops so that all runs of a binary have the same bits, exact leaves those alone of which pieces may round otherwise, relaxed cuts them all the same (as a rule: same with --fuses, else exact)")
	flags.StringVar(&f.manage, "manage", codegen.Managings()[0], "auto mode: which procedures are managed without being asked for: worth (those with loop nests and those that call other files), all, off")
	flags.BoolVar(&f.saves, "save", false, "local variables keep their values from call to call (-fno-automatic)")
	flags.BoolVar(&f.kinds, "kinds", false, "numbers have other kinds than the text says (-fdefault-real-8)")
	flags.BoolVar(&f.cpp, "cpp", false, "preprocess whatever the extension says")
	flags.StringVar(&f.diagnostics, "diagnostics", string(diag.Text), "form of messages on the standard error: text, json (an object a line) or sarif (a log)")
	flags.StringVar(&f.fc, "fc", "", "compiler whose preprocessor is used (default MDMP_FC, else mpifort)")
	flags.StringArrayVarP(&f.define, "define", "D", nil, "macro for the preprocessor: NAME or NAME=TEXT")
	flags.StringArrayVarP(&f.include, "include-dir", "I", nil, "folder of include files and modules")
	fixed := func(values ...string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	}
	// These fail only for flags that do not exist.
	_ = cmd.RegisterFlagCompletionFunc("mode", fixed("off", "plain", "auto"))
	_ = cmd.RegisterFlagCompletionFunc("diagnostics", fixed(diag.Formats()...))
	_ = cmd.RegisterFlagCompletionFunc("bits", fixed(codegen.Bits()...))
	_ = cmd.RegisterFlagCompletionFunc("manage", fixed(codegen.Managings()...))
	_ = cmd.RegisterFlagCompletionFunc("compiler", fixed("gnu", "flang", "intel", "nvidia", "unknown"))
	_ = cmd.RegisterFlagCompletionFunc("form", fixed("auto", "free", "fixed"))
	return cmd
}

// reading turns the flags into options of the front end.
func (f *translateFlags) reading() (source.Options, error) {
	o := source.Options{LineLength: f.lineLength, OpenMP: f.openmp, DLines: f.dLines}
	switch f.form {
	case "auto":
	case "free":
		o.Form = source.Free
	case "fixed":
		o.Form = source.Fixed
	default:
		return o, fmt.Errorf("--form is free, fixed or auto, not %q", f.form)
	}
	family := compiler.ParseFamily(f.compiler)
	if f.compiler != "" && family.String() != f.compiler {
		return o, fmt.Errorf("--compiler is gnu, flang, intel, nvidia or unknown, not %q", f.compiler)
	}
	o.Unread = compiler.Unread(family, map[string]bool{"-fopenmp": f.openmp, "-fopenacc": f.openacc})
	if f.lineLength < 0 {
		return o, fmt.Errorf("--line-length cannot be negative")
	}
	return o, nil
}

func (f *translateFlags) rounding() access.Rounding {
	r := access.Rounding{VectorMath: f.vectorMath, Fuses: f.fuses, FusesPairs: f.fuses, Relaxed: f.bits == codegen.Relaxed}
	r.Single = codegen.Single(f.bits, r)
	return r
}

func (f *translateFlags) run(out, errs io.Writer, name string) error {
	mode := codegen.Mode(f.mode)
	if mode != codegen.Off && mode != codegen.Plain && mode != codegen.Auto {
		return fmt.Errorf("there is no mode %q; there are off, plain and auto", f.mode)
	}
	manage, err := codegen.ParseManaging(f.manage)
	if err != nil {
		return fmt.Errorf("--manage: %w", err)
	}
	if f.bits != "" && !slices.Contains(codegen.Bits(), f.bits) {
		return fmt.Errorf("--bits is same, exact or relaxed, not %q", f.bits)
	}
	if !slices.Contains(diag.Formats(), f.diagnostics) {
		return fmt.Errorf("--diagnostics is text, json or sarif, not %q", f.diagnostics)
	}
	reading, err := f.reading()
	if err != nil {
		return err
	}
	own, err := f.read(name)
	if err != nil {
		return err
	}
	path := name
	if name == "-" {
		name = "<stdin>"
	}
	reading.Form = source.New(name, own, reading).Form // include files are read in the form of the file
	e := f.expander(errs, path, reading)
	text, err := e.Expand(path, name, own)
	if err != nil {
		return err
	}
	res, err := codegen.Translate(name, text, codegen.Options{Mode: mode, Source: reading, LineMarkers: f.markers,
		OnlyHeader: f.header, Manage: manage, Rounding: f.rounding(), Parallel: f.openmp, Names: f.names(path, reading), Hearsay: true})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := diag.Write(errs, diag.Format(f.diagnostics), res.File, res.Diags); err != nil {
		return err
	}
	if res.Text == nil {
		return status(1)
	}
	made := e.Fold(res.Text)
	if !f.markers && (f.preprocessed(path) || len(markers(own)) == 0) {
		made = withoutMarkers(made)
	}
	return f.write(out, made, append(markers(text), path))
}

// searcher says where include files are found: as gfortran looks for them.
func (f *translateFlags) searcher(name string) *include.Searcher {
	return &include.Searcher{Family: compiler.GNU, Main: filepath.Dir(name), Dirs: f.include}
}

// names says where modules and include files are found.
func (f *translateFlags) names(name string, reading source.Options) scope.Options {
	trees := include.Trees{Search: f.searcher(name), Source: reading}
	dirs := append([]string{".", filepath.Dir(name)}, f.include...)
	return scope.Options{Module: modinfo.NewLoader(dirs).Module, Include: trees.File, Saves: f.saves, Kinds: f.kinds}
}

// expander takes in the include files that hold directives, as mdmpf90 does. A
// file that is not found may hold some, too: then they would be lost without a
// word. (Those of the MPI hold none.)
func (f *translateFlags) expander(errs io.Writer, path string, reading source.Options) *include.Expander {
	search := f.searcher(path)
	e := &include.Expander{Search: search, Moved: search, Source: reading}
	e.Missing = func(file string, at source.Position) {
		if !strings.EqualFold(file, "mpif.h") {
			fmt.Fprintf(errs, "%v: warning: %s is not found: directives in it stay comments; name its folder with -I\n", at, file)
		}
	}
	return e
}

// write puts the result where it is wanted, but never over what it was made of.
func (f *translateFlags) write(out io.Writer, made []byte, sources []string) error {
	if f.output == "" || f.output == "-" {
		_, err := out.Write(made)
		return err
	}
	for _, name := range sources {
		if include.SameFile(name, f.output) {
			return fmt.Errorf("-o %s: the translation would replace its own source %s", f.output, name)
		}
	}
	return safefile.Write(f.output, made, 0o666)
}

// withoutMarkers drops the line markers that the preprocessor and include files
// have brought, so that what is printed can be kept.
func withoutMarkers(made []byte) []byte {
	var out []byte
	marked := lineMarker()
	for line := range bytes.Lines(made) {
		if marked.FindSubmatch(line) == nil {
			out = append(out, line...)
		}
	}
	return out
}

// markers returns the names in the line markers of a text.
func markers(text []byte) []string {
	var names []string
	marked := lineMarker()
	for line := range bytes.Lines(text) {
		if m := marked.FindSubmatch(line); m != nil {
			names = append(names, string(m[1]))
		}
	}
	return names
}

func lineMarker() *regexp.Regexp { return regexp.MustCompile(`^# [0-9]+ "(.*)"`) }

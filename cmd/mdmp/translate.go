package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"mdmp/analysis/access"
	"mdmp/codegen"
	"mdmp/compiler"
	"mdmp/diag"
	"mdmp/fortran/ast"
	"mdmp/fortran/modinfo"
	"mdmp/fortran/parse"
	"mdmp/fortran/scope"
	"mdmp/fortran/source"
	"mdmp/rtlib"
)

// translateFlags are the flags of mdmp translate.
type translateFlags struct {
	mode       string
	output     string
	form       string
	lineLength int
	openmp     bool
	dLines     bool
	markers    bool
	header     bool
	vectorMath bool
	fuses      bool
	cpp        bool
	fc         string
	define     []string
	include    []string
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
preprocessor of the MPI Fortran compiler first. Modules of other files are known
if their .mod files (gfortran, flang) are in the current folder, beside FILE or
in a folder named by -I.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.mode, "mode", "off", "what directives become: off (MPI calls), plain or auto (calls of the run time)")
	flags.StringVarP(&f.output, "output", "o", "", "write to this file")
	flags.StringVar(&f.form, "form", "auto", "source form: free, fixed or auto")
	flags.IntVar(&f.lineLength, "line-length", 0, "last column that counts (0: 72 in fixed form, no limit in free form)")
	flags.BoolVar(&f.openmp, "openmp", false, "'!$' lines are code, as under -fopenmp")
	flags.BoolVar(&f.dLines, "d-lines", false, "'d' lines of fixed form are code")
	flags.BoolVar(&f.markers, "markers", false, "write line markers, as for the compiler")
	flags.BoolVar(&f.header, "mpif", false, "use mpif.h instead of the module mpi_f08 in off mode")
	flags.BoolVar(&f.vectorMath, "vector-math", true, "the compiler may compute functions like exp for several elements at once; auto mode leaves such loops as they are")
	flags.BoolVar(&f.fuses, "fuses", runtime.GOARCH != "amd64", "the compiler may multiply and add in one instruction (-march=native); auto mode leaves such loops as they are")
	flags.BoolVar(&f.cpp, "cpp", false, "preprocess whatever the extension says")
	flags.StringVar(&f.fc, "fc", "", "compiler whose preprocessor is used (default MDMP_FC, else mpifort)")
	flags.StringArrayVarP(&f.define, "define", "D", nil, "macro for the preprocessor: NAME or NAME=TEXT")
	flags.StringArrayVarP(&f.include, "include-dir", "I", nil, "folder of include files and modules")
	fixed := func(values ...string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	}
	// These fail only for flags that do not exist.
	_ = cmd.RegisterFlagCompletionFunc("mode", fixed("off", "plain", "auto"))
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
	if f.lineLength < 0 {
		return o, fmt.Errorf("--line-length cannot be negative")
	}
	return o, nil
}

func (f *translateFlags) run(out, errs io.Writer, name string) error {
	mode := codegen.Mode(f.mode)
	if mode != codegen.Off && mode != codegen.Plain && mode != codegen.Auto {
		return fmt.Errorf("there is no mode %q; there are off, plain and auto", f.mode)
	}
	reading, err := f.reading()
	if err != nil {
		return err
	}
	text, err := f.read(name)
	if err != nil {
		return err
	}
	if name == "-" {
		name = "<stdin>"
	}
	res, err := codegen.Translate(name, text, codegen.Options{Mode: mode, Source: reading, LineMarkers: f.markers,
		OnlyHeader: f.header, Rounding: access.Rounding{VectorMath: f.vectorMath, Fuses: f.fuses, FusesPairs: f.fuses}, Parallel: f.openmp, Names: f.names(name, reading)})
	if err != nil {
		return err
	}
	if err := diag.WriteText(errs, res.File, res.Diags, diag.Color(errs)); err != nil {
		return err
	}
	if res.Text == nil {
		return status(1)
	}
	made := res.Text
	if !f.markers {
		made = withoutMarkers(made, text)
	}
	if f.output == "" || f.output == "-" {
		_, err := out.Write(made)
		return err
	}
	return writeWhole(f.output, made)
}

// names says where modules and include files are found.
func (f *translateFlags) names(name string, reading source.Options) scope.Options {
	dirs := append([]string{filepath.Dir(name)}, f.include...)
	include := func(path string, _ *ast.File) *ast.File {
		for _, dir := range dirs {
			if text, err := os.ReadFile(filepath.Join(dir, path)); err == nil {
				return parse.File(source.New(path, text, reading))
			}
		}
		return nil
	}
	return scope.Options{Module: modinfo.NewLoader(append([]string{"."}, dirs...)).Module, Include: include}
}

// withoutMarkers drops the line markers that the preprocessor has put into the
// text, so that what is printed can be kept.
func withoutMarkers(made, source []byte) []byte {
	if !bytes.HasPrefix(source, []byte("# 1 \"")) {
		return made
	}
	var out []byte
	for line := range bytes.Lines(made) {
		if len(line) < 4 || line[0] != '#' || line[1] != ' ' || line[2] < '0' || line[2] > '9' {
			out = append(out, line...)
		}
	}
	return out
}

// read gets the text of a file, preprocessed if it is to be.
func (f *translateFlags) read(name string) ([]byte, error) {
	suffix, _ := compiler.SuffixOf(compiler.Unknown, name)
	if name == "-" {
		if f.cpp {
			return nil, fmt.Errorf("--cpp needs a file")
		}
		return io.ReadAll(os.Stdin)
	}
	if !f.cpp && !suffix.Cpp {
		return os.ReadFile(name)
	}
	return f.preprocess(name)
}

// preprocess runs the preprocessor of the MPI Fortran compiler.
func (f *translateFlags) preprocess(name string) ([]byte, error) {
	asked := f.fc
	if asked == "" {
		asked = os.Getenv("MDMP_FC")
	}
	path, err := compiler.NewFinder(os.Getenv("PATH"), nil).Fortran(asked, "")
	if err != nil {
		return nil, fmt.Errorf("preprocessing %s: %w", name, err)
	}
	memo := compiler.Memo{Env: os.Environ()}
	if cache, err := rtlib.CacheDir(os.Getenv); err == nil {
		memo.Dir = rtlib.ToolsDir(cache)
	}
	tool, err := memo.Tool(path, nil)
	if err != nil {
		return nil, fmt.Errorf("preprocessing %s: %w", name, err)
	}
	args := []string{"-E"}
	switch compiler.ParseFamily(tool.Family) {
	case compiler.GNU:
		args = append(args, "-cpp")
	case compiler.Intel:
		args = append(args, "-fpp")
	case compiler.NV:
		args = append(args, "-Mpreprocess")
	default:
		// Flang's -E drops comments and with them directives.
		return nil, fmt.Errorf("preprocessing %s: not with %s; \"mdmpf90 -mdmp=%s -mdmp-keep=DIR -c %s\" keeps the translation",
			name, tool.Version, f.mode, name)
	}
	for _, d := range f.define {
		args = append(args, "-D"+d)
	}
	for _, d := range f.include {
		args = append(args, "-I"+d)
	}
	var errs bytes.Buffer
	cmd := exec.Command(path, append(args, name)...)
	cmd.Stderr = &errs
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("preprocessing %s: %w\n%s", name, err, errs.String())
	}
	return text, nil
}

// writeWhole writes a file under another name first, so that it is never half
// there.
func writeWhole(path string, text []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(text)
	for _, step := range []func() error{func() error { return tmp.Chmod(0o644) }, tmp.Close} {
		if e := step(); err == nil {
			err = e
		}
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/compiler/include"
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/rtlib"
)

// job is a source that may have to be compiled from a file of ours.
type job struct {
	item    *compiler.Item
	text    []byte
	verdict include.Verdict // on directives
	cpp     bool            // it goes through the preprocessor
	silent  bool            // it holds no directives: it is left to the compiler if anything is wrong
	said    bytes.Buffer    // by the preprocessor, of a silent source
	done    bool            // what is compiled is text, not the user's file
	named   bool            // its line markers name the user's file
}

func (j *job) fromStdin() bool { return j.item.Input.Path == "-" }

// jobs returns the sources that are not left to the compiler as they are; the
// standard input is always among them, because it has been read.
func (d *driver) jobs() ([]*job, error) {
	var list, rest []*job
	directives := false
	for _, it := range d.cmd.Sources() {
		text, v, err := d.inspect(it.Input)
		if err != nil {
			if it.Input.Path != "-" {
				continue // the compiler will say that it cannot read the file
			}
			return nil, err
		}
		j := &job{item: it, text: text, verdict: v, cpp: d.needsCpp(it.Input, text)}
		directives = directives || v != include.No
		if v != include.No || j.fromStdin() {
			list = append(list, j)
		} else {
			rest = append(rest, j)
		}
	}
	if d.managesSilent() {
		list = append(list, silent(rest)...)
		return list, d.refuse(list)
	}
	if !directives {
		return list, nil
	}
	if d.cmd.Cpp == compiler.CppOn {
		// The flag must go, or translations are preprocessed once more; so the
		// sources that rely on it are preprocessed here, too.
		for _, j := range rest {
			if !j.item.Input.Suffix.Cpp {
				list = append(list, j)
			}
		}
	}
	return list, d.refuse(list)
}

// refuse says what cannot be translated.
func (d *driver) refuse(list []*job) error {
	if d.cmd.Family == compiler.Unknown {
		if d.fc == nil {
			return fmt.Errorf("files with directives need a compiler that answers: %w", d.mute)
		}
		return fmt.Errorf("the compiler behind %s (%s) is not one that mdmpf90 knows: gfortran, flang, ifx, nvfortran",
			d.fcPath, d.fc.Version)
	}
	for _, j := range list {
		if d.cmd.Unsure != "" && bytes.Contains(j.text, []byte("!$ ")) {
			return fmt.Errorf("%s: with %s it is not known whether '!$' lines are code", j.item.Input.Path, d.cmd.Unsure)
		}
	}
	return nil
}

// prepare preprocesses and translates all jobs and puts the results in the
// place of the sources. Nothing is compiled before all of it went well. The
// result is the standard input of the compilation.
func (d *driver) prepare(jobs []*job) (stdin io.Reader, err error) {
	stdin = os.Stdin
	if len(jobs) == 0 {
		return stdin, nil
	}
	if d.work, err = newWorkdir(); err != nil {
		return nil, err
	}
	if err := d.oneMeaning(jobs); err != nil {
		return nil, err
	}
	directives := slices.ContainsFunc(jobs, func(j *job) bool { return j.verdict != include.No || j.silent })
	failed := false
	for _, j := range jobs {
		if directives {
			err = d.process(j, jobs)
		}
		switch {
		case j.silent && !j.done && err != nil: // the compiler knows better what to say
		case errors.Is(err, errNotCompiled):
			failed = true
		case err != nil:
			return nil, err
		case j.fromStdin():
			stdin = bytes.NewReader(j.text)
			d.setLanguage(j, "-")
		}
	}
	if failed {
		return nil, errNotCompiled
	}
	if !d.translated {
		return stdin, nil
	}
	for _, j := range jobs {
		if !j.done || j.fromStdin() {
			continue
		}
		if err := d.substitute(j); err != nil {
			return nil, err
		}
	}
	if d.cmd.Cpp == compiler.CppOn && slices.ContainsFunc(jobs, func(j *job) bool { return j.cpp && !j.done && !j.item.Input.Suffix.Cpp }) {
		return nil, errNotRead
	}
	d.dropCpp(jobs)
	if d.translated {
		if said := d.cmd.Admit(); said != "" {
			fmt.Fprintln(os.Stderr, "mdmpf90: warning: "+said)
		}
	}
	return stdin, nil
}

// process turns the text of a source into what is compiled.
func (d *driver) process(j *job, jobs []*job) (err error) {
	in := j.item.Input
	name := in.Path
	if j.fromStdin() {
		name = "<stdin>"
	}
	text := j.text
	if j.cpp {
		if text, err = d.preprocess(j, text); err != nil {
			return err
		}
	}
	search := d.searcher(in)
	expander := include.Expander{Search: search, Moved: search.Moved(d.folders(jobs)), Source: d.cmd.Reading(in)}
	if text, err = expander.Expand(in.Path, name, text); err != nil {
		return err
	}
	if !(source.Options{}).HasSentinel(text) {
		if j.fromStdin() || !d.managesSilent() {
			d.untouched(j, text)
			return nil
		}
		j.silent = true
	}
	opt, err := d.translation(in)
	if err != nil {
		return err
	}
	res, err := d.translate(name, text, opt)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if res.Text == nil && j.silent {
		return errNotCompiled
	}
	if res.Text == nil && d.mayMakeModules() {
		return errWithoutModules
	}
	if err := diag.Write(os.Stderr, d.own.diagnostics, res.File, res.Diags); err != nil {
		return err
	}
	switch {
	case res.Text == nil:
		return errNotCompiled
	case !res.Changed: // why nothing of it is managed is worth a word
		d.remarks = append(d.remarks, remarksOf(name, res.Remarks)...)
		d.untouched(j, text)
		return nil
	}
	if _, err := j.said.WriteTo(os.Stderr); err != nil {
		return fmt.Errorf("standard error: %w", err)
	}
	res.Text = expander.Fold(res.Text)
	j.text, j.named = withMarkers(name, res.Text)
	j.done, d.translated = true, true
	d.managed = d.managed || res.Runtime
	d.needs.Waits = d.needs.Waits || bytes.Contains(res.Text, []byte(rtlib.TrustedEntry))
	d.remarks = append(d.remarks, remarksOf(name, res.Remarks)...)
	d.modules = append(d.modules, res.Modules...)
	if len(res.Patterns.Published) > 0 {
		d.published = append(d.published, res.Modules...)
	}
	d.patterns.add(res.Patterns)
	if res.Unused != "" {
		d.unused = append(d.unused, res.Unused)
	}
	return d.keepCopy(name, res.Text)
}

// untouched notes that nothing is to be done to a source. The user's file will do,
// unless the flag that had it preprocessed goes.
func (d *driver) untouched(j *job, text []byte) {
	if j.cpp && d.cmd.Cpp == compiler.CppOn {
		j.text, j.done = text, true
	}
}

// translation gives the options for a source.
func (d *driver) translation(in *compiler.Input) (codegen.Options, error) {
	opt := codegen.Options{Mode: d.own.mode, Source: d.cmd.Reading(in), LineMarkers: true,
		Loose: d.cmd.ValueUnsafe(), Manage: d.own.manage, Delta: d.own.delta, Paged: d.own.paged, Counted: d.own.counted, Count: d.own.count, Overlap: d.own.overlap, Names: d.names(in), Modules: d.wantsModules()}
	// This command may be about to compile the modules anew.
	opt.Hearsay = len(d.cmd.Sources()) > 1 && d.round() == 0
	opt.Parallel = d.cmd.Parallel()
	opt.Rounding = d.rounding()
	opt.Escapes = d.cmd.Family == compiler.GNU
	if c := d.cmd.CopiesArguments(); c != "" && opt.Mode == codegen.Auto {
		opt.Mode, opt.Copies = codegen.Plain, c
	}
	if d.own.mode != codegen.Off {
		return opt, nil
	}
	// The mark of this mode is a common block, which compilers call obsolescent
	// under newer standards; then the run time has to do without.
	opt.NoCommon = d.cmd.Standard == "f2018" || d.cmd.Standard == "f2023"
	opt.Marker = !opt.NoCommon
	opt.Flavour = string(d.fc.Flavour())
	opt.Alone = d.cmd.Alone()
	reads, err := d.readsModules()
	opt.OnlyHeader = !reads
	return opt, err
}

// rounding is what the compiler may do with expressions, and what the user wants of their
// last bits: without a word those of the program with MPI by hand where no flag stands against that,
// else the same in all runs of the binary. Of gfortran it is known how to have them so.
func (d *driver) rounding() access.Rounding {
	r := access.Rounding{VectorMath: d.cmd.VectorMath(), Links: d.cmd.Links(), Relaxed: d.own.bits == codegen.Relaxed, Lines: d.cutsLines, Loose: d.cmd.ValueUnsafe() != ""}
	r.Fuses, r.FusesPairs = d.cmd.Fuses()
	r.Single = d.cmd.Family == compiler.GNU && codegen.Single(d.own.bits, r)
	return r
}

// single reports whether loops stand in the program once.
func (d *driver) single() bool { return d.rounding().Single }

// readsModules tells whether the compiler can read the modules of the MPI.
// They are made by one compiler and mean nothing to others.
func (d *driver) readsModules() (bool, error) {
	return d.memo().Fact(d.fc, "mpi_f08", func() (bool, error) {
		dir, err := d.work.sub()
		if err != nil {
			return false, err
		}
		file := filepath.Join(dir, "modules.f90")
		if err := os.WriteFile(file, []byte("program modules\n  use mpi_f08\nend program modules\n"), 0o600); err != nil {
			return false, fmt.Errorf("temporary file: %w", err)
		}
		args := append(slices.Clone(d.fc.Args), "-c", file, "-o", file+".o")
		e, err := d.signals.quiet("", d.fcPath, args, d.childEnv())
		if err == nil && d.interrupted(e) {
			err = fmt.Errorf("asking %s whether it reads module mpi_f08: %w", d.fcPath, errInterrupted)
		}
		return !e.bad(), err
	})
}

// withMarkers puts line markers first: without one the lines before the first change would be those of a temporary file.
// gfortran takes the file's name from the first of two (-fpreprocessed) and puts it into messages of the program; named
// tells that they are there, and not those of whoever preprocessed the source.
func withMarkers(name string, text []byte) (out []byte, named bool) {
	marker := include.AppendMarker(nil, 1, name)
	switch {
	case bytes.HasPrefix(text, marker):
		return append(marker, text...), true
	case bytes.HasPrefix(text, []byte("# 1 ")):
		return text, false
	}
	return append(append(marker, marker...), text...), true
}

// folders returns the folders of the sources, in order, once each.
func (d *driver) folders(jobs []*job) []string {
	var list []string
	for _, j := range jobs {
		if dir := filepath.Dir(j.item.Input.Path); !slices.Contains(list, dir) {
			list = append(list, dir)
		}
	}
	return list
}

// oneMeaning refuses the case that one command compiles sources of several
// folders that hold modules of the same name: the folder of each source would
// have to come first.
func (d *driver) oneMeaning(jobs []*job) error {
	folders := d.folders(jobs)
	if len(folders) < 2 || !include.ExtraFirst(d.cmd.Family) {
		return nil
	}
	first := map[string]string{}
	for _, dir := range folders {
		mods, _ := filepath.Glob(filepath.Join(dir, "*.mod")) // at worst none is found
		for _, m := range mods {
			base := filepath.Base(m)
			if old, ok := first[base]; ok {
				return fmt.Errorf("%s and %s have the same name; compile the sources of these folders one by one", old, m)
			}
			first[base] = m
		}
	}
	return nil
}

// substitute writes the text for the compiler and names it on the command
// line. The base name stays: compilers put it into messages and objects.
func (d *driver) substitute(j *job) error {
	dir, err := d.work.sub()
	if err != nil {
		return err
	}
	in := j.item.Input
	base := filepath.Base(in.Path)
	if j.cpp && in.Suffix.Ext != "" {
		base = strings.TrimSuffix(base, in.Suffix.Ext) + d.plainExt(in)
	}
	path := filepath.Join(dir, base)
	if err := os.WriteFile(path, j.text, 0o600); err != nil {
		return fmt.Errorf("temporary file: %w", err)
	}
	d.setLanguage(j, path)
	d.moved = append(d.moved, move{dir, filepath.Dir(in.Path)})
	return nil
}

// setLanguage names a file on the command line in place of a source, so that
// it is not preprocessed again.
func (d *driver) setLanguage(j *job, path string) {
	in := j.item.Input
	switch lang, wasCpp := strings.CutSuffix(in.Lang, "-cpp-input"); {
	case j.item.Means == compiler.SourceFile:
		d.cmd.Set(j.item, "-Tf", path)
	case wasCpp && j.done && j.item == d.cmd.Inputs()[len(d.cmd.Inputs())-1]: // the compiler warns of a language behind it
		d.cmd.Set(j.item, "-x", lang, path)
	case wasCpp && j.done:
		d.cmd.Set(j.item, "-x", lang, path, "-x", in.Lang)
	default:
		d.cmd.Set(j.item, path)
	}
}

// plainExt returns an extension of the same form that is not preprocessed.
func (d *driver) plainExt(in *compiler.Input) string {
	if in.Suffix.Cpp {
		return in.Suffix.Plain()
	}
	return in.Suffix.Ext
}

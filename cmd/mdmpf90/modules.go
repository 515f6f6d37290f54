package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/mdmp-fortran/mdmp/codegen"
	"github.com/mdmp-fortran/mdmp/compiler"
	"github.com/mdmp-fortran/mdmp/compiler/include"
	"github.com/mdmp-fortran/mdmp/fortran/modinfo"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/safefile"
)

// names says how the translation of a source finds modules and include files:
// where the compiler finds them.
func (d *driver) names(in *compiler.Input) scope.Options {
	inc := include.Trees{Search: d.searcher(in), Source: d.cmd.Reading(in)}
	l := modinfo.NewLoader(d.moduleDirs(in))
	d.loaders = append(d.loaders, l)
	opt := scope.Options{Module: l.Module, Include: inc.File, Saves: d.cmd.Saves(), Kinds: d.cmd.Kinds()}
	d.tellModules(l, in, opt)
	return opt
}

// moduleDirs are the folders that may hold the module files which a source
// uses. In which order they are searched differs between compilers; a
// modinfo.Loader does not care.
func (d *driver) moduleDirs(in *compiler.Input) []string {
	dirs := []string{"."}
	if include.ExtraFirst(d.cmd.Family) && in.Path != "-" {
		dirs = append(dirs, filepath.Dir(in.Path))
	}
	if d.cmd.ModuleDir != "" {
		dirs = append(dirs, d.cmd.ModuleDir)
	}
	dirs = slices.Concat(dirs, d.cmd.IncludeDirs, include.SystemDirs(d.fc))
	seen := map[string]bool{}
	return slices.DeleteFunc(dirs, func(dir string) bool {
		old := seen[filepath.Clean(dir)]
		seen[filepath.Clean(dir)] = true
		return old
	})
}

// otherRuntime returns an error if a module file of the name of the run time's
// lies where compilers look first: in the current folder, beside a source or in
// a folder of the user's. The translations would be compiled with that one.
func (d *driver) otherRuntime(jobs []*job) error {
	ours, err := os.ReadFile(filepath.Join(d.lib.Modules(), runtimeModule))
	if err != nil {
		return nil // it is not built (-mdmp-show)
	}
	for _, dir := range slices.Concat([]string{".", d.cmd.ModuleDir}, d.folders(jobs), d.cmd.IncludeDirs) {
		path := filepath.Join(dir, runtimeModule)
		if mod, err := os.ReadFile(path); err == nil && !bytes.Equal(mod, ours) {
			return fmt.Errorf("%s would be taken for the module of the run time, which has that name: remove it, or give that module another name", path)
		}
	}
	return nil
}

// runtimeModule is the module file that translations use.
const runtimeModule = "mdmp_rt.mod"

// leaveModules writes module information beside the module files that the
// compiler has written since, where those cannot be read.
func (d *driver) leaveModules(began time.Time) error {
	for _, f := range d.modules {
		path := filepath.Join(d.cmd.ModuleDir, f.Module)
		mod, err := os.ReadFile(path + ".mod")
		if err != nil {
			continue // not written, or not under this name
		}
		if d.cmd.Stage == compiler.Check && !writtenSince(path+".mod", began) {
			continue // it may be that of an older source
		}
		if modinfo.Readable(mod) {
			continue
		}
		f.Mod = modinfo.Hash(mod)
		var text bytes.Buffer
		if err := f.Write(&text); err != nil {
			return err
		}
		if err := safefile.Write(path+modinfo.Extension, text.Bytes(), 0o666); err != nil {
			return fmt.Errorf("writing module information: %w", err)
		}
	}
	return nil
}

// dropModules removes the files of modules that nobody uses.
func (d *driver) dropModules() error {
	var all error
	for _, name := range d.unused {
		if err := os.Remove(filepath.Join(d.cmd.ModuleDir, name+".mod")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, fmt.Errorf("module file: %w", err))
		}
	}
	return all
}

func writtenSince(path string, t time.Time) bool {
	info, err := os.Stat(path)
	return err == nil && !info.ModTime().Before(t)
}

// wantsModules tells whether module information is to be left: not for code
// that no run time goes with.
func (d *driver) wantsModules() bool { return d.own.mode != codegen.Off }

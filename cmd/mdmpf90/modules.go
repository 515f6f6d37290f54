package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"mdmp/codegen"
	"mdmp/compiler"
	"mdmp/compiler/include"
	"mdmp/fortran/modinfo"
	"mdmp/fortran/scope"
	"mdmp/safefile"
)

// names says how the translation of a source finds modules and include files:
// where the compiler finds them.
func (d *driver) names(in *compiler.Input) scope.Options {
	inc := include.Trees{Search: d.searcher(in), Source: d.cmd.Reading(in)}
	l := modinfo.NewLoader(d.moduleDirs(in))
	d.loaders = append(d.loaders, l)
	return scope.Options{Module: l.Module, Include: inc.File}
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

func writtenSince(path string, t time.Time) bool {
	info, err := os.Stat(path)
	return err == nil && !info.ModTime().Before(t)
}

// wantsModules tells whether module information is to be left: not for code
// that no run time goes with.
func (d *driver) wantsModules() bool { return d.own.mode != codegen.Off }

package main

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"mdmp/codegen"
	"mdmp/compiler"
	"mdmp/fortran/ast"
	"mdmp/fortran/modinfo"
	"mdmp/fortran/parse"
	"mdmp/fortran/scope"
	"mdmp/fortran/source"
)

// names says how the translation of a source finds modules and include files:
// where the compiler finds them.
func (d *driver) names(in *compiler.Input) scope.Options {
	inc := includes{search: d.searcher(in), opt: d.cmd.Reading(in), family: d.cmd.Family, folders: map[*ast.File]string{}}
	l := modinfo.NewLoader(d.moduleDirs(in))
	d.loaders = append(d.loaders, l)
	return scope.Options{Module: l.Module, Include: inc.file}
}

// moduleDirs are the folders that may hold the module files which a source
// uses. In which order they are searched differs between compilers; a
// modinfo.Loader does not care.
func (d *driver) moduleDirs(in *compiler.Input) []string {
	dirs := []string{"."}
	if extraFirst(d.cmd.Family) && in.Path != "-" {
		dirs = append(dirs, filepath.Dir(in.Path))
	}
	if d.cmd.ModuleDir != "" {
		dirs = append(dirs, d.cmd.ModuleDir)
	}
	dirs = slices.Concat(dirs, d.cmd.IncludeDirs, systemDirs(d.fc))
	seen := map[string]bool{}
	return slices.DeleteFunc(dirs, func(dir string) bool {
		old := seen[filepath.Clean(dir)]
		seen[filepath.Clean(dir)] = true
		return old
	})
}

// includes reads include files for understanding.
type includes struct {
	search  *searcher
	opt     source.Options
	family  compiler.Family
	folders map[*ast.File]string // where the files lie that were read
}

// file returns the tree of an include file, nil if it is not known which file
// is meant or what the compiler makes of it.
func (i *includes) file(name string, in *ast.File) *ast.File {
	from, nested := i.folders[in]
	if !nested {
		from = i.search.main
	}
	path, ok, _ := i.search.find(name, from, false)
	if !ok {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil || hasCppLines(text) {
		return nil
	}
	f := parse.File(source.New(path, text, i.opt))
	i.folders[f] = filepath.Dir(path)
	return f
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
		if err := f.Save(path + modinfo.Extension); err != nil {
			return err
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

// Package program reads the files of an MPI program together.
//
// The idea: a module of one file is what another file uses, and an exchange routine
// of one is called by the other, so all files are read before anything is asked of
// one of them. Names are resolved by package scope, to which the modules of the
// other files are shown as if their .mod files were there. Files are read as they
// stand, without preprocessing: a patch must fit what the user has.
package program

import (
	"fmt"
	"path/filepath"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// File is a file of the program.
type File struct {
	Name   string
	Source *source.File
	Tree   *ast.File
	Table  *scope.Table
	Access *access.Program
	// Units are all units that have statements, in the order of the text.
	Units []*ast.Unit

	include func(path string, in *ast.File) *ast.File
	given   map[string]bool // the names of all files of the program
}

// Program is what is known of all files.
type Program struct {
	Files   []*File
	modules map[string]*File
	made    map[string]*scope.Module
	under   map[string]bool // modules that are being made: a circle of USE ends there
}

// Input is a file to be read.
type Input struct {
	Name string
	Src  []byte
	// Names finds modules and include files that are not among the files given.
	Names scope.Options
}

// Read reads files.
func Read(in []Input, opt source.Options) *Program {
	p := &Program{modules: map[string]*File{}, made: map[string]*scope.Module{}, under: map[string]bool{}}
	given := map[string]bool{}
	for _, i := range in {
		given[filepath.Clean(i.Name)] = true
	}
	for _, i := range in {
		src := source.New(i.Name, i.Src, opt)
		f := &File{Name: i.Name, Source: src, Tree: parse.File(src), include: i.Names.Include, given: given}
		names, outside := i.Names, i.Names.Module
		names.Module = func(name string) *scope.Module { return p.module(name, f, outside) }
		f.Table = scope.New(f.Tree, names)
		f.Access = access.NewProgram(f.Table, nil)
		f.collect(f.Tree.Units)
		for _, u := range f.Tree.Units {
			if u.Kind == ast.KModule && p.modules[u.Name] == nil {
				p.modules[u.Name] = f
			}
		}
		p.Files = append(p.Files, f)
	}
	return p
}

func (f *File) collect(units []*ast.Unit) {
	for _, u := range units {
		f.Units = append(f.Units, u)
		f.collect(u.Subs)
	}
}

// module returns a module that file asks for: of another file given, else what
// outside knows.
func (p *Program) module(name string, file *File, outside func(string) *scope.Module) *scope.Module {
	f := p.modules[name]
	if f == nil || f == file {
		if outside == nil {
			return nil
		}
		return outside(name)
	}
	if m := p.made[name]; m != nil {
		return m
	}
	if p.under[name] {
		return nil
	}
	p.under[name] = true
	defer delete(p.under, name)
	s := f.Table.ModuleScope(name)
	if s == nil {
		return nil
	}
	m := s.Export()
	p.made[name] = m
	return m
}

// At is the place of a statement.
func (f *File) At(s *ast.Stmt) source.Position { return f.Source.Position(s.Line.Span.Start) }

// Scope is where the names of a statement are to be looked up.
func (f *File) Scope(s *ast.Stmt) *scope.Scope { return f.Table.At(s.Line.Span.Start) }

// Refusal is why something stays as it is, and what could be done about it.
type Refusal struct {
	Reason, Hint string
}

// Refuse makes a Refusal.
func Refuse(hint, format string, args ...any) *Refusal {
	return &Refusal{Reason: fmt.Sprintf(format, args...), Hint: hint}
}

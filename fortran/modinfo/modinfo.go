// Package modinfo knows modules of other files.
//
// The idea: what a module declares stands in the module file (.mod) that the
// compiler wrote, and that file is what the compiler itself believes. So a
// Loader reads it wherever it can: gfortran's is lists of symbols, flang's is
// Fortran text. Nothing has to be left behind for that, it is never out of
// date, and modules of libraries are known like those of the program.
//
// For compilers whose module files are their secret there is a small file of
// our own beside the .mod, written by mdmpf90 for the sources that it
// translates: a JSON object with a version. A reader that does not know the
// version knows nothing, which is always a legal answer. It holds the hash of
// the .mod file that it was written for: beside another one it counts for
// nothing.
//
// What the bodies of procedures do is in neither. A body may change while the
// module file stays the same, and then no build system compiles the users
// again: what they were told would be wrong.
//
// Expressions (bounds, character lengths) are kept as text in the spelling of
// ast.String and parsed again; where they are constant they are kept as
// numbers, because they may need names that are not public.
package modinfo

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Version is the version of the format. Readers refuse others.
const Version = 2

// Extension is that of the files: module m is kept in m.mdmpmod.
const Extension = ".mdmpmod"

// File is a module on its way to or from disk.
type File struct {
	Version  int               `json:"version"`
	Module   string            `json:"module"`
	Source   string            `json:"source"`        // hash of the text, see Hash
	Mod      string            `json:"mod,omitempty"` // hash of the module file
	Complete bool              `json:"complete"`
	Symbols  []Symbol          `json:"symbols"`
	Types    map[string]Symbol `json:"types,omitempty"` // all derived types that are mentioned, by home

	added []string // see Add
}

// Symbol is a public name.
type Symbol struct {
	Name       string   `json:"name"`
	Origin     string   `json:"origin,omitempty"` // module/name of a variable or procedure from another module
	Class      int      `json:"class"`
	Storage    int      `json:"storage,omitempty"`
	Attrs      uint32   `json:"attrs,omitempty"`
	Intent     string   `json:"intent,omitempty"`
	Type       *Type    `json:"type,omitempty"`
	Shape      int      `json:"shape,omitempty"`
	Rank       int      `json:"rank,omitempty"`
	Bounds     []string `json:"bounds,omitempty"`
	Corank     int      `json:"corank,omitempty"`
	Common     string   `json:"common,omitempty"`
	Value      *int64   `json:"value,omitempty"`
	Text       string   `json:"text,omitempty"` // of a character constant
	Specifics  []string `json:"specifics,omitempty"`
	Iface      string   `json:"iface,omitempty"`
	Unsure     string   `json:"unsure,omitempty"`
	Extends    string   `json:"extends,omitempty"`
	Components []Symbol `json:"components,omitempty"`
	Bindings   []string `json:"bindings,omitempty"`
	Dummies    []Symbol `json:"dummies,omitempty"`
	Result     *Symbol  `json:"result,omitempty"`
}

// Type is a type.
type Type struct {
	Name    string `json:"name"`
	Derived string `json:"derived,omitempty"`
	Home    string `json:"home,omitempty"` // module/name of a derived type that is known
	Kind    int    `json:"kind,omitempty"`
	Len     string `json:"len,omitempty"`
}

// Hash returns the hash of a text that File.Source holds.
func Hash(text []byte) string {
	h := fnv.New128a()
	h.Write(text)
	return fmt.Sprintf("%x", h.Sum(nil))
}

// Make collects what is public in a module of a file whose text has the hash
// src.
func Make(s *scope.Scope, src string) *File {
	f := &File{Version: Version, Module: s.Unit.Name, Source: src, Complete: s.Complete(), Types: map[string]Symbol{}}
	for _, y := range s.Public() {
		f.Symbols = append(f.Symbols, f.symbol(s, y))
	}
	return f
}

// Add adds a character constant that the translation of the module declares.
func (f *File) Add(name, text string) {
	f.added = append(f.added, name)
	f.Symbols = append(f.Symbols, Symbol{Name: name, Class: int(scope.Constant), Type: &Type{Name: "character"}, Text: text})
}

// Write writes f.
func (f *File) Write(w io.Writer) error {
	if err := json.NewEncoder(w).Encode(f); err != nil {
		return fmt.Errorf("writing module information: %w", err)
	}
	return nil
}

// Read reads a file of this version.
func Read(r io.Reader) (*File, error) {
	f := &File{}
	if err := json.NewDecoder(r).Decode(f); err != nil {
		return nil, fmt.Errorf("reading module information: %w", err)
	}
	if f.Version != Version {
		return nil, fmt.Errorf("module information of version %d, not %d", f.Version, Version)
	}
	list := slices.AppendSeq(slices.Clone(f.Symbols), maps.Values(f.Types))
	for i := range list {
		if err := list[i].check(0); err != nil {
			return nil, fmt.Errorf("reading module information of %s: %w", f.Module, err)
		}
	}
	return f, nil
}

// check refuses values that this version does not have.
func (y *Symbol) check(depth int) error {
	if depth > 3 || y.Class < 0 || y.Class > int(scope.Intrinsic) || y.Storage < 0 || y.Storage > int(scope.CommonStorage) ||
		y.Shape < 0 || y.Shape > int(scope.AssumedRank) || y.Rank < -1 || y.Rank > 15 {
		return fmt.Errorf("bad symbol %q", y.Name)
	}
	for _, list := range [][]Symbol{y.Components, y.Dummies} {
		for i := range list {
			if err := list[i].check(depth + 1); err != nil {
				return err
			}
		}
	}
	if y.Result != nil {
		return y.Result.check(depth + 1)
	}
	return nil
}

// symbol describes y, which s sees.
func (f *File) symbol(s *scope.Scope, y *scope.Symbol) Symbol {
	out := Symbol{Name: y.Name, Class: int(y.Class), Storage: int(y.Storage), Attrs: uint32(y.Attrs), Intent: y.Intent,
		Shape: int(y.Shape), Rank: y.Rank, Corank: y.Corank, Common: y.Common, Specifics: y.Specifics, Iface: y.Iface,
		Unsure: y.Unsure}
	if home := y.Origin(); home != "" && (home != f.Module || y.Root().Name != y.Name) {
		out.Origin = home + "/" + y.Root().Name
	}
	if t := y.Type; t != nil {
		out.Type = &Type{Name: t.Name, Derived: t.Derived, Kind: t.KindValue, Len: text(s, y, t.Len)}
		if d := t.Definition(); d != nil {
			out.Type.Home = f.define(d)
		}
	}
	for _, b := range y.Bounds {
		out.Bounds = append(out.Bounds, text(s, y, b))
	}
	if y.Class == scope.Constant && y.Rank == 0 {
		if v, ok := s.Int(&ast.Ident{Name: y.Name}); ok {
			out.Value = &v
		}
		out.Text, _ = y.Text()
	}
	if y.Derived != nil {
		out.Type = &Type{Derived: y.Derived.Name, Home: f.define(y.Derived)}
	}
	for _, d := range s.Dummies(y) {
		out.Dummies = append(out.Dummies, f.symbol(s, d))
	}
	if r := s.Result(y); r != nil {
		res := f.symbol(s, r)
		out.Result = &res
	}
	return out
}

// define keeps the definition of a type and returns its home.
func (f *File) define(d *scope.DerivedType) string {
	home := d.Home() + "/" + d.Name
	if _, done := f.Types[home]; done {
		return home
	}
	f.Types[home] = Symbol{} // while it is being described
	out := Symbol{Name: d.Name, Extends: d.Extends, Bindings: d.Bindings}
	up := d.Parent
	if up == nil && d.Extends != "" && d.Scope != nil {
		up = d.Scope.DerivedType(d.Extends)
	}
	if up != nil {
		out.Type = &Type{Home: f.define(up)}
	}
	for _, c := range d.Components {
		out.Components = append(out.Components, f.symbol(d.Scope, c))
	}
	f.Types[home] = out
	return home
}

// text keeps a bound or length of y: as a number if it is constant.
func text(s *scope.Scope, y *scope.Symbol, x ast.Expr) string {
	if y.Scope != nil {
		s = y.Scope
	}
	if r, ok := x.(*ast.Range); ok && r.Step == nil {
		c := *r
		for _, end := range []*ast.Expr{&c.Lo, &c.Hi} {
			if *end != nil {
				*end = constant(s, *end)
			}
		}
		return ast.String(&c)
	}
	return ast.String(constant(s, x))
}

// constant returns the value of an integer constant, other expressions as they
// are.
func constant(s *scope.Scope, x ast.Expr) ast.Expr {
	if v, ok := s.Int(x); ok && v >= 0 {
		return &ast.Literal{Kind: ast.IntLit, Text: strconv.FormatInt(v, 10)}
	}
	return x
}

// scopeModule returns the module as package scope takes it; nil if the file
// that it was made from did not show all public names.
func (f *File) scopeModule(l *Loader) *scope.Module {
	if !f.Complete {
		return nil
	}
	return f.open(l)
}

// open returns the module with as much as the file that it was made from showed.
func (f *File) open(l *Loader) *scope.Module {
	r := reader{f, l}
	m := &scope.Module{Name: f.Module, Open: !f.Complete}
	for i := range f.Symbols {
		y := &f.Symbols[i]
		origin := y.Origin
		if origin == "" {
			origin = f.Module + "/" + y.Name
		}
		root := l.symbols[origin]
		if root == nil {
			root = r.symbol(y)
			home, name, _ := strings.Cut(origin, "/")
			root.Module, root.Name = home, name
			l.symbols[origin] = root
		}
		m.Symbols = append(m.Symbols, as(root, y.Name))
	}
	return m
}

// reader makes symbols of a file.
type reader struct {
	f *File
	l *Loader
}

func (r reader) symbol(y *Symbol) *scope.Symbol {
	out := &scope.Symbol{Name: y.Name, Class: scope.Class(y.Class), Storage: scope.Storage(y.Storage),
		Attrs: scope.Attr(y.Attrs), Intent: y.Intent, Shape: scope.Shape(y.Shape), Rank: y.Rank, Corank: y.Corank,
		Common: y.Common, Specifics: y.Specifics, Iface: y.Iface, Unsure: y.Unsure}
	if t := y.Type; t != nil && t.Name != "" {
		out.Type = &scope.DataType{Name: t.Name, Derived: t.Derived, KindValue: t.Kind, Len: readExpr(t.Len), Def: r.define(t.Home)}
		if t.Kind > 0 {
			out.Type.Kind = &ast.Literal{Kind: ast.IntLit, Text: strconv.Itoa(t.Kind)}
		}
	} else if t != nil {
		out.Derived = r.define(t.Home)
	}
	for _, b := range y.Bounds {
		out.Bounds = append(out.Bounds, readExpr(b))
	}
	if y.Value != nil {
		out.Init = &ast.Literal{Kind: ast.IntLit, Text: strconv.FormatInt(*y.Value, 10)}
	} else if y.Text != "" {
		out.Init = scope.Quoted(y.Text)
	}
	for i := range y.Dummies {
		out.Dummies = append(out.Dummies, r.symbol(&y.Dummies[i]))
	}
	if y.Result != nil {
		out.Result = r.symbol(y.Result)
	}
	return out
}

// define returns the definition of a type; nil if it is not known. One home is
// one definition, whatever file it is read from.
func (r reader) define(home string) *scope.DerivedType {
	if d := r.l.types[home]; d != nil {
		return d
	}
	t, ok := r.f.Types[home]
	if !ok {
		return nil
	}
	module, _, _ := strings.Cut(home, "/")
	d := &scope.DerivedType{Name: t.Name, Module: module, Extends: t.Extends, Bindings: t.Bindings}
	r.l.types[home] = d
	if t.Type != nil {
		d.Parent = r.define(t.Type.Home)
	}
	for i := range t.Components {
		d.Components = append(d.Components, r.symbol(&t.Components[i]))
	}
	return d
}

// readExpr parses an expression or bound; nil if that is no longer possible.
func readExpr(text string) ast.Expr {
	if text == "" {
		return nil
	}
	f := source.New("", []byte("x="+text), source.Options{Form: source.Free})
	if len(f.Lines) != 1 {
		return nil
	}
	args, err := parse.Args(&f.Lines[0], 2, len(f.Lines[0].Text))
	if err != nil || len(args) != 1 {
		return nil
	}
	return args[0].X
}

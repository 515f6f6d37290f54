// Package modinfo keeps what is known of a module in a small file beside the
// compiler's .mod file, so that the files that use the module can be
// understood.
//
// The idea: a compiler's own module files are its secret. What a source tool
// needs is little: the public names with class, type, kind, rank, bounds and
// attributes, the components of derived types, the dummy arguments of
// procedures. It is written as one JSON object with a version; a reader that
// does not know the version knows nothing, which is always a legal answer. The
// file carries a hash of the text it was made from, so that a stale one can be
// told.
//
// Expressions (bounds, character lengths) are kept as text in the spelling of
// ast.String and parsed again. Values of integer constants are kept as numbers,
// because their expressions may need names that are not public.
//
// The field Summaries is for the analysis of procedures; it is carried through
// unread.
package modinfo

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"

	"mdmp/fortran/ast"
	"mdmp/fortran/parse"
	"mdmp/fortran/scope"
	"mdmp/fortran/source"
)

// Version is the version of the format. Readers refuse others.
const Version = 1

// Extension is that of the files: module m is kept in m.mdmpmod.
const Extension = ".mdmpmod"

// File is a module on its way to or from disk.
type File struct {
	Version   int                        `json:"version"`
	Module    string                     `json:"module"`
	Source    string                     `json:"source"` // hash of the text, see Hash
	Complete  bool                       `json:"complete"`
	Symbols   []Symbol                   `json:"symbols"`
	Summaries map[string]json.RawMessage `json:"summaries,omitempty"`
}

// Symbol is a public name.
type Symbol struct {
	Name       string   `json:"name"`
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
	f := &File{Version: Version, Module: s.Unit.Name, Source: src, Complete: s.Complete()}
	for _, y := range s.Public() {
		f.Symbols = append(f.Symbols, makeSymbol(s, y))
	}
	return f
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
	for i := range f.Symbols {
		if err := f.Symbols[i].check(0); err != nil {
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

// makeSymbol describes y, which s sees.
func makeSymbol(s *scope.Scope, y *scope.Symbol) Symbol {
	out := Symbol{Name: y.Name, Class: int(y.Class), Storage: int(y.Storage), Attrs: uint32(y.Attrs), Intent: y.Intent,
		Shape: int(y.Shape), Rank: y.Rank, Corank: y.Corank, Common: y.Common, Specifics: y.Specifics, Iface: y.Iface,
		Unsure: y.Unsure}
	if t := y.Type; t != nil {
		out.Type = &Type{Name: t.Name, Derived: t.Derived, Kind: t.KindValue, Len: ast.String(t.Len)}
	}
	for _, b := range y.Bounds {
		out.Bounds = append(out.Bounds, ast.String(b))
	}
	if y.Class == scope.Constant && y.Rank == 0 {
		if v, ok := s.Int(&ast.Ident{Name: y.Name}); ok {
			out.Value = &v
		}
	}
	if d := y.Derived; d != nil {
		out.Extends, out.Bindings = d.Extends, d.Bindings
		for _, c := range d.Components {
			out.Components = append(out.Components, makeSymbol(d.Scope, c))
		}
	}
	for _, d := range s.Dummies(y) {
		out.Dummies = append(out.Dummies, makeSymbol(s, d))
	}
	if r := s.Result(y); r != nil {
		res := makeSymbol(s, r)
		out.Result = &res
	}
	return out
}

// ScopeModule returns the module as package scope takes it; nil if the file
// that it was made from did not show all public names.
func (f *File) ScopeModule() *scope.Module {
	if !f.Complete {
		return nil
	}
	m := &scope.Module{Name: f.Module}
	types := make(map[string]*scope.DerivedType)
	for _, y := range f.Symbols {
		m.Symbols = append(m.Symbols, readSymbol(y, types))
	}
	for _, y := range m.Symbols {
		if y.Derived != nil {
			types[y.Name] = y.Derived
		}
	}
	for _, y := range m.Symbols {
		link(y, types)
	}
	return m
}

// readSymbol makes a symbol.
func readSymbol(y Symbol, types map[string]*scope.DerivedType) *scope.Symbol {
	out := &scope.Symbol{Name: y.Name, Class: scope.Class(y.Class), Storage: scope.Storage(y.Storage),
		Attrs: scope.Attr(y.Attrs), Intent: y.Intent, Shape: scope.Shape(y.Shape), Rank: y.Rank, Corank: y.Corank,
		Common: y.Common, Specifics: y.Specifics, Iface: y.Iface, Unsure: y.Unsure}
	if t := y.Type; t != nil {
		out.Type = &scope.DataType{Name: t.Name, Derived: t.Derived, KindValue: t.Kind, Len: readExpr(t.Len)}
		if t.Kind > 0 {
			out.Type.Kind = &ast.Literal{Kind: ast.IntLit, Text: strconv.Itoa(t.Kind)}
		}
	}
	for _, b := range y.Bounds {
		out.Bounds = append(out.Bounds, readExpr(b))
	}
	if y.Value != nil {
		out.Init = &ast.Literal{Kind: ast.IntLit, Text: strconv.FormatInt(*y.Value, 10)}
	}
	if out.Class == scope.Type {
		out.Derived = &scope.DerivedType{Name: y.Name, Extends: y.Extends, Bindings: y.Bindings}
		for _, c := range y.Components {
			out.Derived.Components = append(out.Derived.Components, readSymbol(c, types))
		}
	}
	for _, d := range y.Dummies {
		out.Dummies = append(out.Dummies, readSymbol(d, types))
	}
	if y.Result != nil {
		out.Result = readSymbol(*y.Result, types)
	}
	return out
}

// link gives types their definitions.
func link(y *scope.Symbol, types map[string]*scope.DerivedType) {
	if y.Type != nil && y.Type.Derived != "" {
		y.Type.Def = types[y.Type.Derived]
	}
	if y.Derived != nil {
		y.Derived.Parent = types[y.Derived.Extends]
		for _, c := range y.Derived.Components {
			link(c, types)
		}
	}
	for _, d := range y.Dummies {
		link(d, types)
	}
	if y.Result != nil {
		link(y.Result, types)
	}
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

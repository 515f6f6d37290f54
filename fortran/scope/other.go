package scope

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// OfOtherFile returns a module that is not in the file, nil if it is not known.
func (t *Table) OfOtherFile(name string) *Module {
	if t.modules[name] != nil {
		return nil
	}
	return t.module(name)
}

// Unseen reports whether nothing is known of a module that is used.
func (t *Table) Unseen(u *ast.Use) bool {
	if _, ok := wellKnown(u.Module); ok && u.Nature != "non_intrinsic" || u.Nature == "intrinsic" {
		return false
	}
	return t.modules[u.Module] == nil && t.module(u.Module) == nil
}

// Exports returns what a module has under a name: a symbol, or may if it may be something that is not known.
func (m *Module) Exports(name string) (y *Symbol, may bool) {
	for _, y := range m.Symbols {
		if y.Name == name {
			return y, false
		}
	}
	if m.Names[name] || m.Open {
		return nil, true
	}
	for i := range m.imports {
		if m.imports[i].mayBring(name) {
			return nil, true
		}
	}
	return nil, false
}

// ExportsAll reports whether a module hands on what it uses: it has no bare PRIVATE.
func (s *Scope) ExportsAll() bool {
	s.build()
	return !s.private
}

// Text returns the value of a character constant that is one literal.
func (y *Symbol) Text() (string, bool) {
	x, ok := y.Root().Init.(*ast.Literal)
	if !ok || y.Class != Constant || x.Kind != ast.StringLit || len(x.Text) < 2 {
		return "", false
	}
	quote := x.Text[:1]
	return strings.ReplaceAll(x.Text[1:len(x.Text)-1], quote+quote, quote), true
}

// Quoted makes a character literal of a text.
func Quoted(text string) *ast.Literal {
	return &ast.Literal{Kind: ast.StringLit, Text: "'" + strings.ReplaceAll(text, "'", "''") + "'"}
}

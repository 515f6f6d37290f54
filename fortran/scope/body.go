package scope

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Body returns the unit that a procedure's statements stand in, if the file
// shows it; nil for interface bodies, dummies and pointers.
func (t *Table) Body(y *Symbol) *ast.Unit {
	if y.Storage == Dummy || y.Has(Pointer) || y.Has(Deferred) {
		return nil
	}
	if y.Unit != nil && t.definition(y.Unit) && y.Unit.Name == y.Name {
		return y.Unit
	}
	if y.Module != "" || y.Scope == nil || y.Scope.Interface || !t.Outside(y) {
		return nil
	}
	// An external procedure: names of external procedures are global, and so are
	// binding labels. The two have nothing to do with each other.
	want, ok := label(y.Unit)
	if y.Has(BindC) && (y.Unit == nil || !ok) {
		return nil
	}
	if t.bodies == nil {
		t.bodies = t.externals()
	}
	if want != "" {
		return t.bodies[global{label: want}]
	}
	return t.bodies[global{name: y.Name}]
}

// Outside reports whether a procedure that something in this file declares may be an external one: it has
// no statements of its own here (an ENTRY has those of the procedure around it), and is none that a submodule defines.
func (t *Table) Outside(y *Symbol) bool {
	if y.Unit == nil {
		return true
	}
	s := t.Unit(y.Unit)
	h, ok := y.Unit.Heading()
	return s != nil && s.Interface && ok && !hasPrefix(h, "module")
}

// global is what an external procedure is known by: its binding label or, if it has none,
// its name.
type global struct{ name, label string }

// externals lists the external procedures of the file; of those with one name or label
// the first.
func (t *Table) externals() map[global]*ast.Unit {
	out := map[global]*ast.Unit{}
	for _, u := range t.File.Units {
		has, ok := label(u)
		if !ok || u.Kind != ast.KSubroutine && u.Kind != ast.KFunction {
			continue
		}
		g := global{label: has}
		if has == "" {
			g.name = u.Name
		}
		if out[g] == nil {
			out[g] = u
		}
	}
	return out
}

// definition reports whether u is a procedure with its statements.
func (t *Table) definition(u *ast.Unit) bool {
	s := t.Unit(u)
	return s != nil && !s.Interface && (u.Kind == ast.KSubroutine || u.Kind == ast.KFunction)
}

// label returns the binding label of a procedure or interface body, "" if it has
// none; false if it is not known.
func label(u *ast.Unit) (string, bool) {
	if u == nil {
		return "", true
	}
	h, ok := u.Heading()
	switch {
	case !ok || !h.BindC:
		return "", ok
	case h.BindName == nil:
		return u.Name, true
	}
	lit, ok := h.BindName.(*ast.Literal)
	if !ok || lit.Kind != ast.StringLit || lit.Sub != nil || len(lit.Text) < 3 {
		return "", false
	}
	return strings.TrimSpace(lit.Text[1 : len(lit.Text)-1]), true
}

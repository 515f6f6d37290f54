package scope

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// heading declares dummy arguments and the result.
func (s *Scope) heading() {
	u := s.Unit
	h, ok := u.Heading()
	if !ok {
		return
	}
	if u.Kind == ast.KModuleProcedure {
		s.separate(h)
		return
	}
	s.procedureNames(h, u.Begin, u.Kind == ast.KFunction)
	if u.Kind == ast.KFunction && h.Type != nil {
		y := s.symbol(resultName(h))
		y.Type = s.dataType(h.Type)
		y.Attrs |= Typed
	}
}

// resultName returns the name of the result of a function.
func resultName(h *ast.Procedure) string {
	if h.Result != "" {
		return h.Result
	}
	return h.Name
}

// procedureNames declares the dummies and the result of a heading or ENTRY.
func (s *Scope) procedureNames(h *ast.Procedure, st *ast.Stmt, function bool) {
	for _, a := range h.Args {
		if a.Name == "*" {
			continue
		}
		y := s.declared(a.Name, st)
		y.Storage = Dummy
	}
	if function {
		y := s.declared(resultName(h), st)
		y.Class, y.Storage = Variable, Result
	}
	if !function || h.Result != "" {
		y := s.declared(h.Name, st)
		y.Class = Procedure
		y.Unit = s.Unit
		y.Attrs |= procedureAttrs(h, function)
	}
}

// sharedResult: what a function returns and what an ENTRY in it does share storage.
func (s *Scope) sharedResult(entry *ast.Procedure) {
	h, ok := s.Unit.Heading()
	if !ok || s.Unit.Kind != ast.KFunction || resultName(h) == resultName(entry) {
		return
	}
	s.equivalence(&ast.Equivalence{Sets: [][]ast.Expr{{ast.Named(resultName(h)), ast.Named(resultName(entry))}}})
}

// procedureAttrs returns the attributes that a heading gives.
func procedureAttrs(h *ast.Procedure, function bool) Attr {
	a := Subroutine
	if function {
		a = Function
	}
	for _, p := range h.Prefixes {
		switch p {
		case "pure", "simple":
			a |= Pure
		case "elemental":
			a |= Elemental
			if !hasPrefix(h, "impure") {
				a |= Pure
			}
		case "recursive":
			a |= Recursive
		}
	}
	if h.BindC {
		a |= BindC
	}
	return a
}

func hasPrefix(h *ast.Procedure, want string) bool {
	for _, p := range h.Prefixes {
		if p == want {
			return true
		}
	}
	return false
}

// separate takes the dummies of MODULE PROCEDURE from its interface body.
func (s *Scope) separate(h *ast.Procedure) {
	y := s.declared(h.Name, s.Unit.Begin)
	y.Class = Procedure
	for up := s.Host; up != nil; up = up.Host {
		up.build()
		if p := up.known(h.Name); p != nil && p.Unit != nil {
			from := s.table.units[p.Unit]
			if from == nil || !from.Interface {
				continue
			}
			from.build()
			for _, d := range from.all() {
				if d.Name != h.Name || d.Storage == Result {
					copied := *d
					s.symbols[d.Name] = &copied
					s.order = append(s.order, &copied)
				}
			}
			return
		}
	}
	s.imports = append(s.imports, importer{what: "interface of module procedure " + h.Name, dummies: true})
}

// DummiesUnseen reports whether this is in a separate module procedure whose interface stands in another file: what is
// declared nowhere may be its dummy argument.
func (s *Scope) DummiesUnseen() bool {
	for s.Construct != nil {
		s = s.Host
	}
	s.build()
	return slices.ContainsFunc(s.imports, func(im importer) bool { return im.dummies })
}

// submodule notes that names come from the ancestors of a submodule.
func (s *Scope) submodule() {
	b, ok := s.Unit.Begin.Body.(*ast.Submodule)
	if !ok {
		return
	}
	parent := b.Ancestor
	if b.Parent != "" {
		parent = b.Parent
	}
	if up := s.table.modules[parent]; up != nil && b.Parent == "" && up != s {
		s.Host = up
		return
	}
	for u, up := range s.table.units {
		if b.Parent != "" && u.Kind == ast.KSubmodule && u.Name == b.Parent && ancestor(u) == b.Ancestor && up != s && !up.isBelow(s) {
			s.Host = up
			return
		}
	}
	s.imports = append(s.imports, importer{what: "module " + parent})
}

// ancestor returns the module of a submodule.
func ancestor(u *ast.Unit) string {
	if b, ok := u.Begin.Body.(*ast.Submodule); ok {
		return b.Ancestor
	}
	return ""
}

// isBelow tells whether o is a host of s.
func (s *Scope) isBelow(o *Scope) bool {
	for ; s != nil; s = s.Host {
		if s == o {
			return true
		}
	}
	return false
}

// subprogram declares the name of a module procedure or internal procedure.
func (s *Scope) subprogram(u *ast.Unit) {
	h, ok := u.Heading()
	if !ok || u.Name == "" {
		return
	}
	s.procedureSymbol(h, u.Begin, u, u.Kind == ast.KFunction)
	for _, e := range entries(u) {
		b := e.Body.(*ast.Procedure)
		s.procedureSymbol(b, e, u, u.Kind == ast.KFunction)
		s.symbol(b.Name).Attrs |= procedureAttrs(h, u.Kind == ast.KFunction) & Elemental
	}
}

// heading returns the statement with the dummies of a procedure whose body or interface body is in this file: that of the
// unit, or the ENTRY statement of its name.
func (y *Symbol) heading() (*ast.Procedure, bool) {
	h, ok := y.Unit.Heading()
	name := y.Root().Name
	if !ok || h.Name == name {
		return h, ok
	}
	for _, e := range entries(y.Unit) {
		if b := e.Body.(*ast.Procedure); b.Name == name {
			return b, true
		}
	}
	return nil, false
}

// procedureSymbol declares a procedure that is defined in u.
func (s *Scope) procedureSymbol(h *ast.Procedure, st *ast.Stmt, u *ast.Unit, function bool) {
	y := s.declared(h.Name, st)
	if y.Class == Generic {
		return // a generic may have the name of one of its procedures
	}
	y.Class, y.Unit = Procedure, u
	y.Attrs |= procedureAttrs(h, function)
	if u.Kind == ast.KModuleProcedure {
		y.Attrs &^= Subroutine | Function
	}
	if h.Type != nil {
		y.Type = s.dataType(h.Type)
	}
}

// entries returns the ENTRY statements of u.
func entries(u *ast.Unit) []*ast.Stmt {
	var out []*ast.Stmt
	for _, items := range [][]ast.Item{u.Spec, u.Exec} {
		for _, it := range items {
			if st, ok := it.(*ast.Stmt); ok && st.Kind == ast.KEntry {
				out = append(out, st)
			}
		}
	}
	return out
}

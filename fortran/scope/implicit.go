package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// implicitMap gives types to first letters.
type implicitMap struct {
	none bool
	// external: IMPLICIT NONE (EXTERNAL), procedures that are called must be declared.
	external bool
	types    [26]*ast.TypeSpec // nil: the default
	scope    *Scope
}

// integerType and realType are the default implicit types.
var (
	integerType = &ast.TypeSpec{Name: "integer"}
	realType    = &ast.TypeSpec{Name: "real"}
)

// of returns the type for a name, nil if there is none.
func (m *implicitMap) of(name string) *ast.TypeSpec {
	if m != nil && m.none || name == "" || name[0] < 'a' || name[0] > 'z' {
		return nil
	}
	if m != nil && m.types[name[0]-'a'] != nil {
		return m.types[name[0]-'a']
	}
	if 'i' <= name[0] && name[0] <= 'n' {
		return integerType
	}
	return realType
}

// implicitRules returns the map in force, and nil if the default rules are.
func (s *Scope) implicitRules() *implicitMap {
	for {
		s.build()
		if s.implicit != nil {
			return s.implicit
		}
		if s.Host == nil || s.Interface || s.Unit.Kind == ast.KSubmodule { // a program unit: the default rules
			return nil
		}
		s = s.Host
	}
}

// setImplicit takes an IMPLICIT statement.
func (s *Scope) setImplicit(im *ast.Implicit) {
	if s.implicit == nil {
		s.implicit = &implicitMap{scope: s}
		if s.Host != nil && !s.Interface && s.Unit.Kind != ast.KSubmodule {
			if up := s.Host.implicitRules(); up != nil {
				s.implicit.types = up.types
				s.implicit.none = up.none && len(im.Specs) == 0
				s.implicit.external = up.external
			}
		}
	}
	if im.None {
		s.implicit.none = true
	}
	s.implicit.external = s.implicit.external || im.External
	for _, sp := range im.Specs {
		for _, r := range sp.Ranges {
			for c := r[0]; 'a' <= c && c <= 'z' && c <= r[1]; c++ {
				s.implicit.types[c-'a'] = sp.Type
			}
		}
	}
}

// MustDeclare reports whether a procedure has to be declared in s before it is called, and is not.
func (s *Scope) MustDeclare(procedure string) bool {
	m := s.implicitRules()
	if m == nil || !m.external {
		return false
	}
	y := s.Lookup(procedure)
	return y == nil || y.Unsure != "" || y.Class != Procedure && y.Class != Generic
}

// implicitType returns the type that a name has without a declaration, nil if
// it must have one.
func (s *Scope) implicitType(name string) *DataType {
	m := s.implicitRules()
	sp := m.of(name)
	if sp == nil {
		return nil
	}
	at := s
	if m != nil {
		at = m.scope
	}
	return at.dataType(sp)
}

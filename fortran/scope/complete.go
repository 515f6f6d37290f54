package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// completeUnit gives the symbols of a unit what follows from all declarations
// together: class, implicit type, storage, SAVE.
func (s *Scope) completeUnit() {
	s.doubt()
	inModule := s.Unit.Kind == ast.KModule || s.Unit.Kind == ast.KSubmodule
	for _, y := range s.order {
		if y.Scope != s || y.Of != nil || y.Module != "" {
			continue
		}
		if s.onlyAttributes(y) {
			continue
		}
		if y.Class == Unknown && y.Unsure == "" {
			y.Class = s.classByAttrs(y)
		}
		if y.Type == nil && (y.Class == Variable || y.Class == StatementFunc || y.Class == Constant) {
			y.Type = s.implicitType(y.Name)
		}
		if y.Class == Variable && y.Storage == NoStorage {
			y.Storage = Local
			if inModule {
				y.Storage = ModuleStorage
			}
		}
		if inModule || s.Unit.Kind == ast.KProgram {
			if y.Class == Variable {
				y.Attrs |= Save
			}
		}
		if access := s.access[y.Name]; access == "private" || access == "" && s.private {
			y.Attrs |= Private
		}
	}
}

// onlyAttributes is for names that are declared elsewhere and to which a VOLATILE or ASYNCHRONOUS
// statement adds an attribute here: they stay what they are there.
func (s *Scope) onlyAttributes(y *Symbol) bool {
	const added = Volatile | Asynchronous
	if y.Unsure != "" || y.Attrs&added == 0 || y.Attrs&^added != 0 || y.Rank != 0 || y.Storage != NoStorage || y.Class != Unknown {
		return false
	}
	up := s.elsewhere(y)
	if up == nil {
		return false
	}
	attrs := y.Attrs
	*y = *up
	y.Attrs |= attrs
	if y.Unsure == "" {
		y.Added = up
	}
	return true
}

// elsewhere returns what the name of y means if s does not declare it: something that may come from where
// it was not seen, or what it means around s; nil if it means nothing there.
func (s *Scope) elsewhere(y *Symbol) (up *Symbol) {
	delete(s.symbols, y.Name)
	defer func() { s.symbols[y.Name] = y }()
	switch up = s.fromImports(y.Name); {
	case up != nil:
		return up
	case s.Construct != nil:
		return s.Host.Lookup(y.Name)
	}
	return s.fromHost(y.Name)
}

// classByAttrs tells variables from procedures by their attributes and, for
// names that are only typed, by how the unit uses them: a scalar that appears
// with arguments and never without is a function.
func (s *Scope) classByAttrs(y *Symbol) Class {
	switch {
	case y.Has(External):
		return Procedure
	case y.Has(IntrinsicAttr):
		return Intrinsic
	case y.Shape == Scalar && y.Storage != Result && y.Attrs&(Allocatable|Pointer|Target|Initialised|Equivalenced|InNamelist) == 0:
		u := s.usage()
		switch {
		case u.called[y.Name]:
			y.Attrs |= Subroutine
			return Procedure
		case !u.plain[y.Name] && u.applied[y.Name]:
			if IsIntrinsic(y.Name) && y.Storage != Dummy {
				return Intrinsic
			}
			y.Attrs |= Function
			return Procedure
		}
	}
	return Variable
}

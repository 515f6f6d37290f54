package scope

import "mdmp/fortran/ast"

// build fills a scope from the declarations of its unit or construct.
func (s *Scope) build() {
	if s.built {
		return
	}
	s.built = true
	s.symbols = make(map[string]*Symbol)
	if s.Construct != nil {
		return // filled by its maker
	}
	u := s.Unit
	if u.Kind == ast.KSubmodule {
		s.submodule()
	}
	s.implicitStatements(u.Spec)
	s.heading()
	s.spec(u.Spec)
	s.late(u.Exec)
	for _, sub := range u.Subs {
		s.subprogram(sub)
	}
	s.completeUnit()
	s.complete = true
}

// implicitStatements are taken first: they hold for the heading too.
func (s *Scope) implicitStatements(items []ast.Item) {
	for _, it := range items {
		if st, ok := it.(*ast.Stmt); ok {
			if im, ok := st.Body.(*ast.Implicit); ok {
				s.setImplicit(im)
			}
		}
	}
}

// symbol returns the symbol of a name in this scope, made if there is none.
func (s *Scope) symbol(name string) *Symbol {
	y := s.symbols[name]
	if y == nil {
		y = &Symbol{Name: name, Scope: s}
		s.symbols[name] = y
		s.order = append(s.order, y)
	}
	return y
}

// declared returns the symbol of a name that st declares.
func (s *Scope) declared(name string, st *ast.Stmt) *Symbol {
	y := s.symbol(name)
	if y.Decl == nil {
		y.Decl = st
	}
	return y
}

// heading declares dummy arguments and the result.
func (s *Scope) heading() {
	u := s.Unit
	if u.Begin == nil {
		return
	}
	h, ok := u.Begin.Body.(*ast.Procedure)
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

// procedureAttrs returns the attributes that a heading gives.
func procedureAttrs(h *ast.Procedure, function bool) Attr {
	a := Subroutine
	if function {
		a = Function
	}
	for _, p := range h.Prefixes {
		switch p {
		case "pure":
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
		if p := up.symbols[h.Name]; p != nil && p.Unit != nil {
			from := s.table.units[p.Unit]
			if from == nil || !from.Interface {
				continue
			}
			from.build()
			for _, d := range from.order {
				if d.Name != h.Name || d.Storage == Result {
					copied := *d
					s.symbols[d.Name] = &copied
					s.order = append(s.order, &copied)
				}
			}
			return
		}
	}
	s.imports = append(s.imports, importer{what: "interface of module procedure " + h.Name})
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
		if b.Parent != "" && u.Kind == ast.KSubmodule && u.Name == b.Parent && up != s && !up.isBelow(s) {
			s.Host = up
			return
		}
	}
	s.imports = append(s.imports, importer{what: "module " + parent})
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
	if u.Begin == nil || u.Name == "" {
		return
	}
	h, ok := u.Begin.Body.(*ast.Procedure)
	if !ok {
		return
	}
	s.procedureSymbol(h, u.Begin, u, u.Kind == ast.KFunction)
	for _, e := range entries(u) {
		s.procedureSymbol(e.Body.(*ast.Procedure), e, u, u.Kind == ast.KFunction)
	}
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

// late takes the declarations that may stand among executable statements.
func (s *Scope) late(items []ast.Item) {
	for _, it := range items {
		st, ok := it.(*ast.Stmt)
		if !ok {
			continue
		}
		switch st.Kind {
		case ast.KData, ast.KEntry, ast.KNamelist, ast.KStmtFunction, ast.KDecl, ast.KAttr, ast.KCommon, ast.KEquivalence,
			ast.KParameter, ast.KUse:
			s.specStmt(st)
		}
	}
}

// spec takes a specification part.
func (s *Scope) spec(items []ast.Item) {
	for _, it := range items {
		switch it := it.(type) {
		case *ast.Stmt:
			s.specStmt(it)
		case *ast.Construct:
			switch it.Kind {
			case ast.KTypeDef:
				s.typeDef(it)
			case ast.KInterface:
				s.interfaceBlock(it)
			case ast.KEnum:
				s.enum(it)
			}
		}
	}
}

// specStmt takes a statement of a specification part.
func (s *Scope) specStmt(st *ast.Stmt) {
	switch b := st.Body.(type) {
	case *ast.Use:
		s.use(b)
	case *ast.Names:
		if st.Kind == ast.KImport {
			s.importNames(b)
		}
	case *ast.Decl:
		s.decl(b, st)
	case *ast.ProcDecl:
		s.procDecl(b, st)
	case *ast.Attr:
		s.attrStmt(b, st)
	case *ast.Assigns:
		if st.Kind == ast.KParameter {
			s.parameters(b, st)
		}
	case *ast.Common:
		if st.Kind == ast.KCrayPointer {
			s.crayPointers(b, st)
			return
		}
		s.groups(b, st)
	case *ast.Equivalence:
		s.equivalence(b)
	case *ast.Data:
		for _, set := range b.Sets {
			for _, x := range set.Objects {
				s.initialised(x)
			}
		}
	case *ast.Procedure:
		if st.Kind == ast.KEntry {
			s.procedureNames(b, st, s.Unit.Kind == ast.KFunction)
			s.symbol(b.Name).Attrs |= Entry
		}
	case *ast.Assign:
		if st.Kind == ast.KStmtFunction {
			s.statementFunction(b, st)
		}
	case *ast.Include:
		s.include(b, st)
	case *ast.Unknown:
		s.notUnderstood(b)
	}
}

// notUnderstood makes the names of a statement that was not understood unsure:
// it may have declared them.
func (s *Scope) notUnderstood(u *ast.Unknown) {
	names := make(map[string]bool, len(u.Mentions))
	for _, id := range u.Mentions {
		names[id.Name] = true
		if y := s.symbols[id.Name]; y != nil {
			y.Unsure = "a statement that was not understood mentions it"
		}
	}
	s.imports = append(s.imports, importer{what: "a statement that was not understood", names: names})
}

// statementFunction declares a statement function.
func (s *Scope) statementFunction(b *ast.Assign, st *ast.Stmt) {
	if a, ok := b.X.(*ast.Apply); ok {
		if id, ok := a.X.(*ast.Ident); ok {
			y := s.declared(id.Name, st)
			y.Class, y.Expr = StatementFunc, b
		}
	}
}

// initialised marks the variables of a DATA object.
func (s *Scope) initialised(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident:
		s.symbol(x.Name).Attrs |= Initialised | Save
	case *ast.Apply:
		s.initialised(x.X)
	case *ast.Member:
		s.initialised(x.X)
	case *ast.ImpliedDo:
		for _, it := range x.Items {
			s.initialised(it)
		}
	}
}

// completeUnit gives the symbols of a unit what follows from all declarations
// together: class, implicit type, storage, SAVE.
func (s *Scope) completeUnit() {
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

// isCharacter tells whether y has type character, perhaps by its first letter.
func (s *Scope) isCharacter(y *Symbol) bool {
	t := y.Type
	if t == nil {
		t = s.implicitType(y.Name)
	}
	return t != nil && t.Name == "character"
}

// onlyAttributes is for names of the host to which a VOLATILE or ASYNCHRONOUS
// statement adds an attribute here: they stay those of the host.
func (s *Scope) onlyAttributes(y *Symbol) bool {
	const added = Volatile | Asynchronous
	if y.Attrs&added == 0 || y.Attrs&^added != 0 || y.Rank != 0 || y.Storage != NoStorage || y.Class != Unknown {
		return false
	}
	up := s.fromHost(y.Name)
	if up == nil {
		return false
	}
	attrs := y.Attrs
	*y = *up
	y.Attrs |= attrs
	return true
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
		case !u.plain[y.Name] && u.applied[y.Name] && !s.isCharacter(y):
			if IsIntrinsic(y.Name) && y.Storage != Dummy {
				return Intrinsic
			}
			y.Attrs |= Function
			return Procedure
		}
	}
	return Variable
}

package scope

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/omp"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

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
	y := s.known(name)
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

// late takes the declarations that may stand among executable statements.
func (s *Scope) late(items []ast.Item) {
	for _, it := range items {
		st, ok := it.(*ast.Stmt)
		if !ok {
			if c, ok := it.(*ast.Construct); ok && c.Kind != ast.KBlock { // DATA may stand anywhere
				for _, p := range c.Parts {
					s.late(p.Body)
				}
			}
			continue
		}
		switch st.Kind {
		case ast.KData, ast.KEntry, ast.KNamelist, ast.KStmtFunction, ast.KDecl, ast.KAttr, ast.KCommon, ast.KEquivalence,
			ast.KParameter, ast.KUse:
			s.specStmt(st)
		default: // declares nothing
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
			default: // declares nothing here
			}
		default:
			ast.Unlisted(it)
		}
	}
}

// specStmt takes a statement of a specification part.
func (s *Scope) specStmt(st *ast.Stmt) {
	if st.Kind == ast.KDirective {
		s.threadPrivate(st.Line)
		return
	}
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
			s.sharedResult(b)
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
	default: // declares nothing here
	}
}

// notUnderstood notes the names of a statement that was not understood: it may have
// declared them.
func (s *Scope) notUnderstood(u *ast.Unknown) {
	names := make(map[string]bool, len(u.Mentions))
	if s.mentioned == nil {
		s.mentioned = make(map[string]bool)
	}
	for _, id := range u.Mentions {
		names[id.Name], s.mentioned[id.Name] = true, true
	}
	if len(u.Mentions) > 0 && u.Mentions[0].Name == "use" {
		names = nil // a module may bring any name
	}
	s.imports = append(s.imports, importer{what: "a statement that was not understood", names: names})
}

// doubt makes unsure what statements that were not understood mention, wherever it is declared.
func (s *Scope) doubt() {
	for name := range s.mentioned {
		if y := s.known(name); y != nil {
			y.Unsure = "a statement that was not understood mentions it"
		}
	}
}

// threadPrivate takes OpenMP's THREADPRIVATE, also of common blocks: what it names
// in any way is marked.
func (s *Scope) threadPrivate(l *source.Line) {
	list, ok := strings.CutPrefix(omp.Read(l).Squeezed, "threadprivate")
	if !ok || l.Sentinel() != "omp" || l.Inert {
		return
	}
	for _, name := range strings.FieldsFunc(list, func(c rune) bool { return strings.ContainsRune("(),", c) }) {
		if block, ok := strings.CutPrefix(name, "/"); ok {
			block = strings.TrimSuffix(block, "/")
			for _, y := range s.all() {
				if y.Storage == CommonStorage && y.Common == block {
					y.Attrs |= ThreadPrivate
				}
			}
			continue
		}
		s.symbol(name).Attrs |= ThreadPrivate
	}
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
	default: // not understood: any of the names
		for id := range ast.Idents(x) {
			s.initialised(id)
		}
	}
}

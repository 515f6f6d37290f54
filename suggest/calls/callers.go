package calls

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// Who calls a procedure is known if nothing names it but calls by its own name. Another name by USE, a generic
// name, a type that it is bound to, a pointer to it, its being passed on, an ENTRY and C may call it where that is
// not seen: then nothing is said of what it gets, nor of how often it is executed.

// Site is a statement that may call a procedure. A name with parentheses may be something else, too.
type Site struct {
	*Procedure
	Stmt *ast.Stmt
	Call *ast.Call // nil: no CALL statement
}

// Callers returns the statements that may call a unit, false if there may be others.
func (x *Index) Callers(u *ast.Unit) ([]Site, bool) {
	if h, ok := u.Heading(); !ok || h.BindC || x.loose[u.Name] || x.entered[u] {
		return nil, false
	}
	var out []Site
	for _, list := range x.Procedures {
		for _, p := range list {
			for _, s := range p.Names[u.Name] {
				b, isCall := s.Body.(*ast.Call)
				if isCall {
					id := ast.Root(b.X)
					isCall = id != nil && id.Name == u.Name
				}
				switch {
				case isCall:
					out = append(out, Site{p, s, b})
				case u.Kind != ast.KSubroutine:
					out = append(out, Site{p, s, nil})
				}
			}
		}
	}
	return out, true
}

// named notes the procedures of a file that something but a call may call, and whether types extend others.
func (x *Index) named(f *program.File) {
	generic := false
	for i := range f.Tree.Stmts {
		switch b := f.Tree.Stmts[i].Body.(type) {
		case *ast.Use:
			for _, r := range b.Renames {
				x.loose[r.Remote] = x.loose[r.Remote] || r.Local != r.Remote
			}
		case *ast.TypeDef:
			x.extended = x.extended || b.Extends != ""
		case *ast.Binding:
			for _, r := range b.Names {
				x.loose[r.Remote] = true
			}
		case *ast.Interface:
			generic = b.Spec != "" && !b.Abstract
		case *ast.End:
			generic = generic && b.What != "interface"
		case *ast.ProcDecl:
			for _, e := range b.Entities {
				x.loose[e.Name.Name] = x.loose[e.Name.Name] || generic
				x.passedOn(f, &f.Tree.Stmts[i], nil)
			}
		case *ast.Names:
			for _, id := range b.Names {
				x.loose[id.Name] = x.loose[id.Name] || generic
			}
		case *ast.Procedure:
			x.loose[b.Name] = x.loose[b.Name] || generic
		}
	}
	for _, u := range f.Units {
		ast.Items(u.Exec, func(s *ast.Stmt) bool {
			x.entered[u] = x.entered[u] || s.Kind == ast.KEntry
			for ; s != nil; s = s.Inner {
				one := *s
				one.Inner = nil
				x.passedOn(f, &one, s.Body)
			}
			return true
		})
	}
}

// passedOn notes the procedures that a statement names other than to call them.
func (x *Index) passedOn(f *program.File, s *ast.Stmt, body any) {
	called := map[*ast.Ident]bool{}
	if b, ok := body.(*ast.Call); ok {
		if id, ok := b.X.(*ast.Ident); ok {
			called[id] = true
		}
	}
	sc := f.Scope(s)
	ast.InspectStmt(s, func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.Apply:
			if id, ok := e.X.(*ast.Ident); ok {
				called[id] = true
			}
		case *ast.Ident:
			x.loose[e.Name] = x.loose[e.Name] || !called[e] && maybeProcedure(sc, e.Name)
		}
		return true
	})
}

// maybeProcedure reports whether a name may be that of a procedure.
func maybeProcedure(sc *scope.Scope, name string) bool {
	if sc == nil {
		return true
	}
	y := sc.Lookup(name)
	if y == nil || y.Unsure != "" || y.Has(scope.External) {
		return true
	}
	switch y.Class {
	case scope.Procedure, scope.Generic, scope.Unknown:
		return true
	}
	return false
}

// is reports whether a name, where it is looked up, certainly is that of a unit.
func is(sc *scope.Scope, name string, u *ast.Unit) bool {
	y := sc.Lookup(name)
	switch {
	case y == nil:
		return u.Parent == nil && u.Name == name
	case y.Storage == scope.Dummy || y.Has(scope.Pointer) || y.Class == scope.Generic || y.Original() != u.Name:
		return false
	}
	r := y.Root()
	if r.Unit == u {
		return true
	}
	if u.Parent == nil { // an external procedure, perhaps with its interface
		return y.Origin() == "" && (r.Unit == nil || r.Unit.Parent == nil)
	}
	return u.Parent.Kind == ast.KModule && y.Origin() == u.Parent.Name
}

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
					if m, ok := b.X.(*ast.Member); ok && m.Name == u.Name {
						return nil, false // of a type that was not seen
					}
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

// Procedure is the procedure of the program that a name certainly calls where it is looked up, nil if that is not known.
func (x *Index) Procedure(sc *scope.Scope, name string) *Procedure {
	if list := x.Procedures[name]; sc != nil && len(list) == 1 && is(sc, name, list[0].Unit) {
		return list[0]
	}
	return nil
}

// Called are the procedures that a name may call, by its letters: those of that name, and those for which it may stand by
// USE, as a generic name or in a type.
func (x *Index) Called(name string) []*Procedure {
	out := x.Procedures[name]
	for _, other := range x.stands[name] {
		if other != name {
			out = append(out[:len(out):len(out)], x.Procedures[other]...)
		}
	}
	return out
}

// standsFor notes another name for a procedure.
func (x *Index) standsFor(name, procedure string) {
	x.loose[procedure] = true
	x.stands[name] = append(x.stands[name], procedure)
}

// named notes the procedures of a file that something but a call may call, and whether types extend others.
func (x *Index) named(f *program.File) {
	generic := "" // in the interface of that name
	for i := range f.Tree.Stmts {
		switch b := f.Tree.Stmts[i].Body.(type) {
		case *ast.Use:
			for _, r := range b.Renames {
				if r.Local != r.Remote {
					x.standsFor(r.Local, r.Remote)
				}
			}
		case *ast.TypeDef:
			x.extended = x.extended || b.Extends != ""
		case *ast.Binding:
			for _, r := range b.Names {
				x.standsFor(r.Local, r.Remote)
				if b.Spec != "" {
					x.standsFor(b.Spec, r.Remote)
				}
			}
		case *ast.Interface:
			generic = ""
			if !b.Abstract {
				generic = b.Spec
			}
		case *ast.End:
			if b.What == "interface" {
				generic = ""
			}
		case *ast.ProcDecl:
			for _, e := range b.Entities {
				if generic != "" {
					x.standsFor(generic, e.Name.Name)
				}
			}
			x.passedOn(f, &f.Tree.Stmts[i], nil)
		case *ast.Names:
			for _, id := range b.Names {
				if generic != "" {
					x.standsFor(generic, id.Name)
				}
			}
		case *ast.Procedure:
			if generic != "" {
				x.standsFor(generic, b.Name)
			}
		case *ast.Unknown:
			x.passedOn(f, &f.Tree.Stmts[i], nil)
		default: // gives no procedure another name
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
		default: // its parts tell
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

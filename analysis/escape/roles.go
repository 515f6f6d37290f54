package escape

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// body finds the roles of names in what a statement says. What is not in the list leaves them without.
func (w *walker) body(s *ast.Stmt) {
	switch b := s.Body.(type) {
	case *ast.Assign:
		w.assign(s, b)
	case *ast.Call:
		w.call(b.X, b.Args)
	case *ast.Allocate:
		w.typed(b.Type)
		w.values(b.Objects)
		w.args(b.Opts)
	case *ast.IO:
		w.inputOutput(s, b)
	case *ast.Goto:
		w.value(b.X)
	case *ast.Cond:
		w.value(b.X)
	case *ast.Forall:
		w.forall(b)
	case *ast.Do:
		if b.Var != nil {
			w.value(b.Var)
		}
		w.values([]ast.Expr{b.Lo, b.Hi, b.Step, b.While})
		if b.Conc != nil {
			w.forall(b.Conc)
		}
	case *ast.Case:
		w.values(b.List)
	case *ast.Select: // its names stand for the variable
		w.value(b.X)
	case *ast.TypeGuard:
		w.typed(b.Type)
	case *ast.Associate:
		w.associate(s, b)
	case *ast.Exprs:
		switch s.Kind {
		case ast.KNullify, ast.KReturn, ast.KStop, ast.KErrorStop, ast.KPause:
			w.values(b.List)
		default: // images
		}
	default:
		w.declaration(s)
	}
}

func (w *walker) forall(b *ast.Forall) {
	w.typed(b.Type)
	for _, ix := range b.Index {
		w.value(ix.Var)
		w.values([]ast.Expr{ix.Lo, ix.Hi, ix.Step})
	}
	w.value(b.Mask)
	for _, l := range b.Locality {
		w.names(l.Names)
	}
}

// associate: the names stand for the variables behind them, whose roles are those of the names.
func (w *walker) associate(s *ast.Stmt, b *ast.Associate) {
	if s.Kind != ast.KAssociate {
		return // CHANGE TEAM
	}
	for _, p := range b.Pairs {
		w.marked[p.Name] = true
		w.value(p.X)
	}
}

// declaration finds the roles of names in a statement that declares something.
func (w *walker) declaration(s *ast.Stmt) {
	switch b := s.Body.(type) {
	case *ast.Decl:
		w.typed(b.Type)
		w.attrs(b.Attrs)
		w.entities(b.Entities)
	case *ast.ProcDecl:
		w.typed(b.Type)
		w.attrs(b.Attrs)
		w.entities(b.Entities)
	case *ast.Attr:
		w.attrs([]ast.AttrSpec{b.Attr})
		w.entities(b.Entities)
	case *ast.Common:
		if s.Kind == ast.KCrayPointer { // what it leads to has been found by LOC
			break
		}
		for _, g := range b.Groups {
			w.entities(g.Entities)
		}
	case *ast.Equivalence:
		for _, set := range b.Sets {
			w.values(set)
		}
	case *ast.Assigns:
		for _, a := range b.List {
			w.value(a.X)
			w.value(a.Y)
		}
	case *ast.Data:
		for _, set := range b.Sets {
			w.values(set.Objects)
			for _, x := range set.Values {
				w.pointedAt(x)
			}
		}
	case *ast.Procedure:
		w.typed(b.Type)
		w.names(b.Args)
		w.value(b.BindName)
	case *ast.Names: // of procedures, or of what is the host's
		w.names(b.Names)
	case *ast.Implicit:
		for _, one := range b.Specs {
			w.typed(one.Type)
		}
	default: // names nothing that is understood
	}
}

func (w *walker) names(list []*ast.Ident) {
	for _, id := range list {
		w.value(id)
	}
}

func (w *walker) attrs(list []ast.AttrSpec) {
	for _, a := range list {
		w.values(a.Bounds)
		w.value(a.X)
	}
}

func (w *walker) entities(list []ast.Entity) {
	for _, e := range list {
		w.value(e.Name)
		w.values(e.Bounds)
		more := e.Extra()
		w.values(more.Cobound)
		w.value(more.Len)
		w.values(more.Values)
		if more.Pointer {
			w.pointedAt(e.Init)
		} else {
			w.value(e.Init)
		}
	}
}

// typed: the expressions of a type are read.
func (w *walker) typed(t *ast.TypeSpec) {
	if t != nil {
		w.value(t.Kind)
		w.value(t.Len)
		w.args(t.Params)
	}
}

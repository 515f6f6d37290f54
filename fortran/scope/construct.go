package scope

import "github.com/mdmp-fortran/mdmp/fortran/ast"

// Enter returns the scope in branch part of construct c, which stands in s: a
// scope of its own for BLOCK, ASSOCIATE, CHANGE TEAM, SELECT TYPE, SELECT RANK,
// and for FORALL (a statement, too, that is made the opening one of a construct) and
// DO CONCURRENT; s itself for all others.
func (s *Scope) Enter(c *ast.Construct, part int) *Scope {
	key := partKey{c.Begin, part}
	if in := s.table.parts[key]; in != nil {
		return in
	}
	if !declares(c, part) {
		return s
	}
	in := &Scope{table: s.table, Unit: s.Unit, Construct: c, Host: s, symbols: map[string]*Symbol{}, built: true}
	switch b := c.Begin.Body.(type) {
	case *ast.Associate:
		for _, p := range b.Pairs {
			in.associate(p.Name.Name, p.X, c.Begin, nil)
		}
	case *ast.Select:
		g, _ := c.Parts[part].Head.Body.(*ast.TypeGuard)
		if g != nil && g.What == "class default" {
			g = nil
		}
		y := in.associate(selector(b), b.X, c.Parts[part].Head, g)
		if c.Kind == ast.KSelectRank {
			y.Unsure = "it is an assumed-rank object"
		}
	case *ast.Forall:
		in.indices(b, c.Begin)
	case *ast.Do:
		in.indices(b.Conc, c.Begin)
	default:
		in.implicitStatements(c.Parts[part].Spec)
		s.table.declareBodies(c.Parts[part].Spec, in)
		in.spec(c.Parts[part].Spec)
		in.completeBlock()
	}
	in.complete = true
	s.table.parts[key] = in
	return in
}

// declares reports whether a branch of a construct has a scope of its own.
func declares(c *ast.Construct, part int) bool {
	switch b := c.Begin.Body.(type) {
	case *ast.Associate, *ast.Forall:
		return true
	case *ast.Select:
		return part > 0 && selector(b) != ""
	case *ast.Do:
		return b.Conc != nil
	default:
		return c.Kind == ast.KBlock
	}
}

// selector returns the name of what SELECT TYPE or SELECT RANK selects by, "" if it has none.
func selector(b *ast.Select) string {
	if id, ok := b.X.(*ast.Ident); ok && b.Name == "" {
		return id.Name
	}
	return b.Name
}

// associate declares an associate name.
func (s *Scope) associate(name string, x ast.Expr, st *ast.Stmt, g *ast.TypeGuard) *Symbol {
	y := s.declared(name, st)
	y.Class, y.Target, y.Outer, y.Guard = Associate, x, s.Host, g
	return y
}

// indices declares the index variables of FORALL and DO CONCURRENT. They are
// scalars of the construct with the type that the name has outside, which must be integer.
func (s *Scope) indices(f *ast.Forall, st *ast.Stmt) {
	for _, ix := range f.Index {
		outer := s.Host.Lookup(ix.Var.Name)
		y := s.declared(ix.Var.Name, st)
		y.Class, y.Storage = Variable, Local
		switch {
		case f.Type != nil:
			y.Type = s.dataType(f.Type)
		case outer != nil && outer.Type.Word() == "integer":
			y.Type = outer.Type
		default:
			y.Type = &DataType{Name: "integer", KindValue: -1}
		}
	}
	for _, l := range f.Locality {
		if l.What != "local" && l.What != "local_init" {
			continue
		}
		for _, id := range l.Names {
			outer := s.Host.Lookup(id.Name)
			if outer == nil {
				continue
			}
			y := *outer
			y.Scope, y.Storage, y.Common = s, Local, ""
			s.symbols[id.Name] = &y
			s.order = append(s.order, &y)
		}
	}
}

// completeBlock gives the symbols of a BLOCK what follows from all its
// declarations.
func (s *Scope) completeBlock() {
	s.doubt()
	for _, y := range s.order {
		if y.Module != "" || y.Unsure != "" || s.onlyAttributes(y) {
			continue
		}
		if y.Class == Unknown {
			y.Class = s.classByAttrs(y)
		}
		if y.Type == nil && y.Class == Variable {
			y.Type = s.implicitType(y.Name)
		}
		if y.Class == Variable && y.Storage == NoStorage {
			y.Storage = Local
		}
	}
}

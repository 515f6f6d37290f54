package access

import (
	"slices"
	"strconv"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// newResolver returns the resolver of a file.
func newResolver(t *scope.Table) *resolver {
	return &resolver{table: t, vars: map[*scope.Symbol]*Var{}, types: map[*scope.DerivedType]*TypeDef{},
		foreign: map[string]*ast.Unit{}, numbered: map[*scope.Scope]bool{}}
}

// resolver makes Vars of symbols. A variable of a module or host is the same
// Var in all units that see it.
type resolver struct {
	table *scope.Table
	vars  map[*scope.Symbol]*Var
	types map[*scope.DerivedType]*TypeDef
	// foreign stands for modules of other files; numbered are the units whose
	// EQUIVALENCE statements were read.
	foreign  map[string]*ast.Unit
	numbered map[*scope.Scope]bool
}

// names are those of one scoping unit, or of a construct in it.
type names struct {
	r     *resolver
	scope *scope.Scope
	host  *names // around a construct or a statement function, nil for a unit
	inner map[*scope.Scope]*names
	named map[string]*Var
	// called has the names of what USE renames, where that is not Var.Name.
	called map[*Var]string
	// top are those of the unit; it notes which names constructs declare. open: some of
	// these scopes may bring in names that it does not declare.
	top      *names
	declared map[string]bool
	open     bool
}

// unit returns the names of a unit, nil if it has none.
func (r *resolver) unit(au *ast.Unit) *names {
	s := r.table.Unit(au)
	if s == nil {
		return nil
	}
	r.numbered[s] = true
	n := &names{r: r, scope: s, named: map[string]*Var{}, declared: map[string]bool{}}
	n.top = n
	n.equivalences()
	return n
}

// lookup returns what a name stands for; never nil.
func (n *names) lookup(name string) *Var {
	if v := n.named[name]; v != nil {
		return v
	}
	at := n
	for at.host != nil && (at.scope == at.host.scope || at.scope.Own(name) == nil) {
		if at = at.host; !at.open && !at.top.declared[name] {
			at = at.top // constructs nested by the thousand are not asked one by one
		}
		if v := at.named[name]; v != nil {
			n.note(name, v)
			return v
		}
	}
	v := n.r.variable(at.scope.Lookup(name), name)
	at.note(name, v)
	n.note(name, v)
	return v
}

// note keeps what a name stands for.
func (n *names) note(name string, v *Var) {
	n.named[name] = v
	if v.Name != name && n.called[v] == "" {
		if n.called == nil {
			n.called = map[*Var]string{}
		}
		n.called[v] = name
	}
}

// within returns the names in a scope that n is around; its own where that is no
// other one.
func (n *names) within(s *scope.Scope) *names {
	if s == n.scope {
		return n
	}
	in := n.inner[s]
	if in == nil {
		if n.inner == nil {
			n.inner = map[*scope.Scope]*names{}
		}
		in = &names{r: n.r, scope: s, host: n, named: map[string]*Var{}, top: n.top, open: n.open || !s.Closed()}
		for _, y := range s.OwnSymbols() {
			n.top.declared[y.Name] = true
		}
		n.inner[s] = in
	}
	return in
}

// global returns the global name of a subroutine or function of another file, "" if
// that is not certain, and its dummies if they are known; bound: the call names a
// binding of it.
func (n *names) global(y *scope.Symbol, kind ast.Kind, bound bool) (string, []*Var, bool) {
	other := scope.Function
	if kind == ast.KFunction {
		other = scope.Subroutine | scope.Pure | scope.Elemental
	}
	if y == nil || y.Unsure != "" || y.Class != scope.Procedure || y.Storage == scope.Dummy ||
		y.Attrs&(scope.Pointer|other|scope.BindC|scope.Deferred) != 0 {
		return "", nil, false
	}
	name := y.Name
	switch {
	case y.Of != nil || bound:
		// Whatever modules hand the name on: the one that declares it counts.
		home := y.Origin()
		if home == "" {
			return "", nil, false
		}
		name = home + "::" + y.Root().Name
	case y.Module != "":
		return "", nil, false
	case y.Unit != nil && separate(y.Unit):
		return "", nil, false
	}
	var dummies []*Var
	for _, d := range n.scope.Dummies(y) {
		dummies = append(dummies, n.r.variable(d, d.Name))
	}
	return name, dummies, y.Of != nil || bound || y.Unit != nil
}

// separate reports whether an interface body is that of a separate module
// procedure.
func separate(u *ast.Unit) bool {
	h, ok := u.Heading()
	return !ok || h.BindName != nil || slices.Contains(h.Prefixes, "module")
}

// variable returns the Var of a symbol.
func (r *resolver) variable(y *scope.Symbol, name string) *Var {
	if y == nil {
		return &Var{Name: name, Rank: -1}
	}
	if y.Unsure != "" {
		if mpi := r.table.MPIName(y, name); mpi != "" {
			return &Var{Name: name, What: Constant, Rank: -1, MPI: mpi}
		}
		return &Var{Name: name, Rank: -1}
	}
	key := y.Root()
	v := r.vars[key]
	if v == nil {
		v = &Var{Name: name}
		r.vars[key] = v
		r.fill(v, key)
		v.MPI = r.table.MPIName(y, name)
		if s := key.Scope; s != nil && s.Construct != nil {
			v.Shadows, v.Mark = true, "@"+strconv.Itoa(int(s.Construct.Begin.Span().Start))
			v.Owner, v.Upper = nil, nil // what bounds are computed from is not looked at
		}
	}
	// These may be said where a variable is used.
	v.Volatile = v.Volatile || y.Has(scope.Volatile)
	v.Asynchronous = v.Asynchronous || y.Has(scope.Asynchronous)
	return v
}

// fill sets what is known of a symbol.
func (r *resolver) fill(v *Var, y *scope.Symbol) {
	v.Sym = y
	v.Rank = y.Rank
	if y.Scope != nil {
		v.Owner = y.Scope.Unit
	}
	v.What = y.Class
	switch y.Class {
	case Variable, Constant, StmtFunction:
	case Procedure:
		v.Unit, v.Iface = r.table.Body(y), r.iface(y)
		v.Yields = r.yields(v, y)
		if v.Unit != nil && v.Unit.Kind == ast.KFunction && y.Type == nil {
			r.typed(v, r.result(v.Unit))
			return
		}
		if res := r.resultOf(y); res != nil && y.Type == nil {
			r.typed(v, res)
			return
		}
	case scope.Generic:
		v.What = Procedure
	case TypeName:
		v.Handle = scope.IsMPIModule(y.Origin())
		if y.Derived != nil {
			v.TypeDef = r.typeDef(y.Derived)
		}
	case Intrinsic:
		if scope.BuiltinOf(y.Name).Does <= scope.Unclear {
			v.What = Procedure
		}
	default:
		v.What, v.Rank = NotKnown, -1
	}
	r.attributes(v, y)
	r.typed(v, y)
	r.shape(v, y)
}

func (r *resolver) attributes(v *Var, y *scope.Symbol) {
	v.Volatile, v.Asynchronous = y.Has(scope.Volatile), y.Has(scope.Asynchronous)
	v.Saved = y.Has(scope.Save) || y.Has(scope.Initialised) ||
		y.Storage == scope.Local && (r.table.Saves() || y.Scope != nil && y.Scope.SaveAll())
	v.Storage = y.Storage
	switch y.Storage {
	case scope.Result:
		v.Storage = Local
	case scope.ModuleStorage:
		v.Storage = Elsewhere
	case InCommon:
		v.Block = y.Common + "/"
		if v.Owner == nil {
			v.Owner = r.elsewhere(y.Module)
		}
	}
	if y.Has(scope.Equivalenced) {
		r.equivalenced(v, y)
	}
	if y.Corank > 0 {
		// Other images may touch it at any time.
		v.Volatile = true
	}
}

// elsewhere stands for a module of another file.
func (r *resolver) elsewhere(module string) *ast.Unit {
	u := r.foreign[module]
	if u == nil {
		u = &ast.Unit{Kind: ast.KModule, Name: module}
		r.foreign[module] = u
	}
	return u
}

// constant returns the value of a named constant, nil if it is not known.
func (v *Var) constant() ast.Expr {
	if v.Sym == nil {
		return nil
	}
	return settled(v.Sym, v.Sym.Init)
}

// settled returns an expression that means the same everywhere: the value of a
// constant, nil for others. Names in the expression are those of the scope that
// declares y.
func settled(y *scope.Symbol, x ast.Expr) ast.Expr {
	if lit, ok := x.(*ast.Literal); ok || x == nil {
		if !ok {
			return nil
		}
		return lit
	}
	if y.Scope == nil {
		return nil
	}
	n, ok := y.Scope.Int(x)
	if !ok {
		return nil
	}
	lit := &ast.Literal{Node: ast.Node{At: x.Span()}, Kind: ast.IntLit, Text: strconv.FormatInt(n, 10)}
	if n >= 0 {
		return lit
	}
	lit.Text = lit.Text[1:]
	return &ast.Unary{Node: lit.Node, Op: "-", X: lit}
}

func (r *resolver) typed(v *Var, y *scope.Symbol) {
	if y.Type == nil {
		return
	}
	v.Type, v.CharKind = typeWord(y.Type.Name), y.Type.Operand(0).Kind
	v.Handle = y.Type.IsMPI(r.table)
	if d := y.Type.Definition(); d != nil && (v.Type == "type" || v.Type == "class") {
		v.TypeDef = r.typeDef(d)
	}
}

// typeWord names a type without its kind, which decides nothing here: real(8) and
// double precision are one type.
func typeWord(name string) string {
	if basic := scope.BasicType(name); basic != "" {
		return basic
	}
	return name
}

func (r *resolver) typeDef(d *scope.DerivedType) *TypeDef {
	if t := r.types[d]; t != nil {
		return t
	}
	t := &TypeDef{Name: d.Name, Comps: map[string]*Var{}, Complete: true}
	r.types[d] = t
	for i := 0; d != nil && i < 100; i++ {
		for _, c := range d.Components {
			if c.Unsure != "" {
				t.Comps[c.Name] = &Var{Name: c.Name, Rank: -1}
			}
			if t.Comps[c.Name] == nil {
				v := &Var{Name: c.Name}
				t.Comps[c.Name] = v
				r.fill(v, c)
				v.Storage, v.Saved = Elsewhere, false
			}
		}
		for _, b := range d.Bindings {
			t.Comps[b] = &Var{Name: b, What: Procedure}
		}
		if d.Extends == "" {
			return t
		}
		t.Comps[d.Extends] = &Var{Name: d.Extends, Rank: -1} // the parent component: anything in it
		if d.Parent != nil {
			d = d.Parent
			continue
		}
		if d.Scope == nil {
			break
		}
		d = d.Scope.DerivedType(d.Extends)
	}
	t.Complete = false
	return t
}

func (r *resolver) shape(v *Var, y *scope.Symbol) {
	switch y.Shape {
	case scope.AssumedShape, scope.DeferredShape:
		return
	case scope.AssumedRank:
		v.Rank = -1
		return
	}
	for _, b := range y.Bounds {
		hi := b
		switch b := b.(type) {
		case *ast.Range:
			hi = b.Hi
		case *ast.Star:
			hi = nil
		}
		if c := settled(y, hi); c != nil || y.Storage != scope.Local && y.Storage != scope.Dummy {
			hi = c
		}
		v.Upper = append(v.Upper, hi)
	}
}

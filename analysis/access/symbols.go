package access

import (
	"slices"
	"strconv"

	"mdmp/analysis/regions"
	"mdmp/fortran/ast"
	"mdmp/fortran/scope"
)

// FromScopes prepares a file whose names package scope has resolved.
func FromScopes(t *scope.Table, set *regions.Set) *Program {
	r := &resolver{table: t, vars: map[*scope.Symbol]*Var{}, types: map[*scope.DerivedType]*TypeDef{},
		foreign: map[string]*ast.Unit{}, numbered: map[*scope.Scope]bool{}}
	p := NewProgram(t.File, r.unit, set)
	p.Saves = t.Saves()
	return p
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

// scoped answers for one unit.
type scoped struct {
	r     *resolver
	scope *scope.Scope
	named map[string]*Var
	// defines are answers of MayDefine.
	defines map[string]bool
}

func (r *resolver) unit(au *ast.Unit) Names {
	s := r.table.Unit(au)
	if s == nil {
		return nil
	}
	r.numbered[s] = true
	n := &scoped{r: r, scope: s, named: map[string]*Var{}, defines: map[string]bool{}}
	n.equivalences()
	return n
}

// Lookup implements Names.
func (n *scoped) Lookup(name string) *Var {
	if v := n.named[name]; v != nil {
		return v
	}
	v := n.r.variable(n.scope.Lookup(name), name)
	n.named[name] = v
	return v
}

// MayDefine implements definer.
func (n *scoped) MayDefine(spec string) bool {
	may, known := n.defines[spec]
	if !known {
		may = n.scope.MayDefine(spec)
		n.defines[spec] = may
	}
	return may
}

// Global implements globals.
func (n *scoped) Global(name string) (string, []*Var, bool) {
	y := n.scope.Lookup(name)
	if y == nil || y.Unsure != "" || y.Class != scope.Procedure || y.Storage == scope.Dummy ||
		y.Attrs&(scope.Pointer|scope.Function|scope.BindC|scope.Deferred) != 0 {
		return "", nil, false
	}
	global := y.Name
	switch {
	case y.Of != nil:
		// Whatever modules hand the name on: the one that declares it counts.
		home := y.Origin()
		if home == "" {
			return "", nil, false
		}
		global = home + "::" + y.Root().Name
	case y.Module != "":
		return "", nil, false
	case y.Unit != nil && separate(y.Unit):
		return "", nil, false
	}
	var dummies []*Var
	for _, d := range n.scope.Dummies(y) {
		dummies = append(dummies, n.r.variable(d, d.Name))
	}
	return global, dummies, y.Of != nil || y.Unit != nil
}

// separate reports whether an interface body is that of a separate module
// procedure.
func separate(u *ast.Unit) bool {
	h, ok := u.Begin.Body.(*ast.Procedure)
	return !ok || h.BindName != nil || slices.Contains(h.Prefixes, "module")
}

// variable returns the Var of a symbol.
func (r *resolver) variable(y *scope.Symbol, name string) *Var {
	if y == nil {
		return &Var{Name: name, Rank: -1}
	}
	if y.Unsure != "" {
		if mpi := r.mpiName(y, name); mpi != "" {
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
		v.MPI = r.mpiName(y, name)
	}
	// These may be said where a variable is used.
	v.Volatile = v.Volatile || y.Has(scope.Volatile)
	v.Asynchronous = v.Asynchronous || y.Has(scope.Asynchronous)
	return v
}

// fill sets what is known of a symbol.
func (r *resolver) fill(v *Var, y *scope.Symbol) {
	v.Rank = y.Rank
	if y.Scope != nil {
		v.Owner = y.Scope.Unit
	}
	switch y.Class {
	case scope.Variable:
		v.What = Variable
	case scope.Constant:
		v.What, v.Value = Constant, settled(y, y.Init)
	case scope.StatementFunc:
		v.What, v.Body = StmtFunction, y.Expr
	case scope.Procedure:
		v.What = Procedure
		v.Unit, v.Iface = r.body(y), r.iface(y)
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
	case scope.Type:
		v.What = TypeName
		v.Handle = isMPIModule(y.Origin())
		if y.Derived != nil {
			v.TypeDef = r.typeDef(y.Derived)
		}
	case scope.Intrinsic:
		v.What = Procedure
		if intrinsic(y.Name) != notIntrinsic {
			v.What = Intrinsic
		}
	default:
		v.Rank = -1
	}
	r.attributes(v, y)
	r.typed(v, y)
	r.shape(v, y)
}

func (r *resolver) attributes(v *Var, y *scope.Symbol) {
	v.Pointer, v.Target, v.Allocatable = y.Has(scope.Pointer), y.Has(scope.Target), y.Has(scope.Allocatable)
	v.Volatile, v.Asynchronous = y.Has(scope.Volatile), y.Has(scope.Asynchronous)
	v.Threads = y.Has(scope.ThreadPrivate)
	v.Optional, v.Contiguous, v.IntentIn = y.Has(scope.Optional), y.Has(scope.Contiguous), y.Intent == "in"
	v.IntentOut, v.ByValue = y.Intent == "out", y.Has(scope.Value)
	v.Saved = y.Has(scope.Save) || y.Has(scope.Initialised) ||
		y.Storage == scope.Local && (r.table.Saves() || y.Scope != nil && y.Scope.SaveAll())
	switch y.Storage {
	case scope.Local:
		v.Storage = Local
	case scope.Result:
		v.Storage, v.Result = Local, true
	case scope.Dummy:
		v.Storage = Dummy
	case scope.CommonStorage:
		v.Storage = InCommon
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
	v.Type, v.Derived = withoutKind(y.Type.Name), y.Type.Derived
	if v.Type == "character" && y.Type.KindValue != 1 { // 1 is the default kind
		v.CharKind = y.Type.KindValue
	}
	v.Handle = r.handle(y.Type)
	if d := y.Type.Definition(); d != nil && (v.Type == "type" || v.Type == "class") {
		v.TypeDef = r.typeDef(d)
	}
}

// withoutKind names a type without its kind: real(8) and double precision are
// one type, and which kind it is decides nothing here.
func withoutKind(name string) string {
	switch name {
	case "double precision":
		return "real"
	case "double complex":
		return "complex"
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
		v.ByDescriptor = true
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

package access

import (
	"github.com/mdmp-fortran/mdmp/analysis/escape"
	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// newResolver returns the resolver of a file with directives.
func newResolver(t *scope.Table, set *regions.Set) *resolver {
	return &resolver{table: t, set: set, entities: map[*scope.Symbol]*Entity{}, numbered: map[*scope.Scope]bool{}}
}

// resolver makes Entities of symbols.
type resolver struct {
	table    *scope.Table
	set      *regions.Set
	facts    *escape.Facts // see escapes
	entities map[*scope.Symbol]*Entity
	numbered map[*scope.Scope]bool // the units whose EQUIVALENCE statements were read
}

// names are those of one scoping unit, or of a construct in it.
type names struct {
	r     *resolver
	scope *scope.Scope
	host  *names // around a construct or a statement function, nil for a unit
	inner map[*scope.Scope]*names
	named map[string]*Entity
	// called has the names of what USE renames.
	called map[*Entity]string
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
	n := &names{r: r, scope: s, named: map[string]*Entity{}, declared: map[string]bool{}}
	n.top = n
	n.equivalences()
	return n
}

// lookup returns what a name stands for; never nil.
func (n *names) lookup(name string) *Entity {
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
	v := n.r.entity(at.scope.Lookup(name), name)
	at.note(name, v)
	n.note(name, v)
	return v
}

// note keeps what a name stands for.
func (n *names) note(name string, v *Entity) {
	n.named[name] = v
	if v.Name != name && n.called[v] == "" {
		if n.called == nil {
			n.called = map[*Entity]string{}
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
		in = &names{r: n.r, scope: s, host: n, named: map[string]*Entity{}, top: n.top, open: n.open || !s.Closed()}
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
func (n *names) global(y *scope.Symbol, kind ast.Kind, bound bool) (string, []*scope.Symbol, bool) {
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
	case !n.r.table.Outside(y) || y.Unit != nil && labelled(y.Unit):
		return "", nil, false
	}
	var dummies []*scope.Symbol
	for _, d := range n.scope.Dummies(y) {
		dummies = append(dummies, certain(d, d.Name))
	}
	return name, dummies, y.Of != nil || bound || y.Unit != nil
}

// labelled reports whether an interface body may be that of a procedure with a name for other languages.
func labelled(u *ast.Unit) bool {
	h, ok := u.Heading()
	return !ok || h.BindName != nil
}

// certain returns the symbol that declares what y stands for where it is seen as name; if
// that is not certain, one of which nothing is known. y may be nil.
func certain(y *scope.Symbol, name string) *scope.Symbol {
	if y == nil || y.Unsure != "" {
		return scope.NotKnown(name)
	}
	y = y.Root()
	switch y.Class {
	case scope.Unknown, scope.Associate, scope.Namelist:
		c := *y
		c.Class, c.Rank = scope.Unknown, -1
		return &c
	}
	return y
}

// entity returns the Entity of a symbol that is seen as name.
func (r *resolver) entity(y *scope.Symbol, name string) *Entity {
	if y == nil || y.Unsure != "" {
		v := &Entity{Symbol: certain(y, name)}
		if v.MPI = r.table.MPIName(y, name); v.MPI != "" {
			v.Class = scope.Constant
		}
		return v
	}
	v := r.entities[y.Root()]
	if v == nil {
		v = &Entity{Symbol: certain(y, name), MPI: r.table.MPIName(y, name)}
		r.entities[y.Root()] = v
		r.fill(v)
	}
	// These may be said where a variable is used.
	v.Volatile = v.Volatile || y.Has(scope.Volatile)
	v.Asynchronous = v.Asynchronous || y.Has(scope.Asynchronous)
	return v
}

// fill sets what is known of an entity besides its symbol.
func (r *resolver) fill(v *Entity) {
	v.Volatile = v.Has(scope.Volatile) || v.Corank > 0 // other images may touch it at any time
	v.Asynchronous = v.Has(scope.Asynchronous)
	r.escaped(v)
	if v.Storage == scope.CommonStorage {
		v.Block = v.Common + "/"
	}
	if v.Has(scope.Equivalenced) {
		r.equivalenced(v)
	}
	if v.Class == scope.Procedure {
		v.Body, v.Iface = r.table.Body(v.Symbol), r.iface(v.Symbol)
		v.Yields = r.yields(v)
	}
}

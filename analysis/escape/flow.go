package escape

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// variable returns what is known of a symbol, which is nothing at first; nil if it is none that can be followed.
func (f *Facts) variable(y *scope.Symbol) *variable {
	if y == nil || y.Unsure != "" {
		return nil
	}
	y = y.Root()
	v := f.vars[y]
	if v == nil {
		v = &variable{}
		f.vars[y] = v
		f.shareBlock(y, v)
	}
	return v
}

// Name notes that directives name variables, which does nothing to them that is said here.
func (f *Facts) Name(s *scope.Scope, x ast.Expr) {
	for id := range ast.Idents(x) {
		f.variable(s.Lookup(id.Name))
	}
}

// shareBlock joins a variable with its common block.
func (f *Facts) shareBlock(y *scope.Symbol, v *variable) {
	if y.Storage == scope.CommonStorage {
		b := f.blocks[y.Common]
		if b == nil {
			b = &variable{}
			f.blocks[y.Common] = b
		}
		f.share(b, v)
	}
}

// share: what escapes of one escapes of the other.
func (f *Facts) share(a, b *variable) {
	f.edge(a, place{v: b})
	f.edge(b, place{v: a})
}

// edge: what stands in a place escapes as v does.
func (f *Facts) edge(v *variable, to place) {
	v.edges = append(v.edges, to)
	f.escape(to, v.ways)
}

// equivalences joins what EQUIVALENCE of a scope says shares storage.
func (f *Facts) equivalences(s *scope.Scope) {
	for _, set := range s.Equivalences() {
		var first *variable
		for _, x := range set {
			id := ast.Root(x)
			if id == nil {
				continue
			}
			v := f.variable(s.Lookup(id.Name))
			switch {
			case v == nil:
			case first == nil:
				first = v
			default:
				f.share(first, v)
			}
		}
	}
}

// escape notes that what stands in a place escapes, and what does so with it.
func (f *Facts) escape(p place, ways Way) {
	if ways&Request != 0 && p.pointed {
		f.led[p.group] = true
	}
	v := p.v
	if v == nil {
		return
	}
	isNew := ways&^v.ways != 0
	v.ways |= ways
	if ways&Request != 0 && !v.parts[p.part] {
		if v.parts == nil {
			v.parts = map[string]bool{}
		}
		v.parts[p.part], isNew = true, true
	}
	if isNew {
		f.follow(v)
	}
}

// follow goes along the edges of v.
func (f *Facts) follow(v *variable) {
	for _, to := range v.edges {
		f.escape(to, v.ways)
	}
}

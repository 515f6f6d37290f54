package access

import (
	"bytes"
	"sort"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// Unit is a program unit whose statements are asked for their effects, as it is seen
// at a place of it: names mean what they mean there. What Program.Unit returns
// is seen outside of all constructs; see At.
type Unit struct {
	*body
	here *names
}

// At returns u as it is seen at n.
func (u *Unit) At(n *Node) *Unit { return u.with(n.names) }

// within returns u as it is seen in a scope at the current place.
func (u *Unit) within(s *scope.Scope) *Unit { return u.with(u.here.within(s)) }

// outside returns u with the names of the unit itself, those of constructs left out.
func (u *Unit) outside() *Unit { return u.with(nil) }

func (u *Unit) with(n *names) *Unit {
	if n == nil {
		n = u.names
	}
	return &Unit{u.body, n}
}

// body is what a unit has in common at all its places.
type body struct {
	AST  *ast.Unit
	File *ast.File
	Main bool // the main program
	// Facts are known to hold all through the unit.
	Facts affine.Facts
	// Deps says from what a symbol is computed, loop variables included.
	Deps map[affine.Sym][]Ref

	trees   map[affine.Sym]ast.Expr // what symbols stand for, see ExprOf
	names   *names                  // of the unit itself
	program *Program
	objects map[*Entity]map[string]*Object
	// scalars are names of unknown rank that stand in DO bounds, arrays those
	// that directives or the file show to be arrays.
	scalars, arrays map[string]bool
	inner           map[*Entity]bool     // names that internal procedures mention, see hosted
	unread          bool                 // some of their statements stand in INCLUDE lines
	assoc           map[*Entity]ast.Expr // what an ASSOCIATE name stands for
	// meant says what names mean in expressions that are read elsewhere than where
	// they stand: selectors of ASSOCIATE, values of constants of a BLOCK.
	meant   map[*ast.Ident]*Entity
	severed map[*ast.Ident]bool // ASSOCIATE names that are pointers of their own
	given   *bool               // see innerGiven
	total   *Effects            // see Total
	whole   map[*Node]*Effects
	depth   int // of statement functions being expanded

	inSymbol, inDesignator, inApply, inValue int // how deep these are in themselves
	tests                                    int // see maxTests
}

// lookup resolves a name at the current place.
func (u *Unit) lookup(name string) *Entity { return u.here.lookup(name) }

// named resolves a name where it stands.
func (u *Unit) named(id *ast.Ident) *Entity {
	if v := u.meant[id]; v != nil {
		return v
	}
	return u.lookup(id.Name)
}

// Hidden reports whether v belongs to a construct that n stands outside of.
func (u *Unit) Hidden(v *Entity, n *Node) bool {
	return v.Shadows() && u.At(n).lookup(v.Name) != v
}

// bind makes the names in x mean for good what they mean at the current place.
func (u *Unit) bind(x ast.Expr) {
	idents(x, func(id *ast.Ident) {
		if u.meant == nil {
			u.meant = map[*ast.Ident]*Entity{}
		}
		u.meant[id] = u.named(id)
	})
}

// entry is changed whenever the construct is entered that declares v by ASSOCIATE:
// from then on v may stand for something else, or have another value.
func (u *Unit) entry(v *Entity) *Object {
	if v.entry == nil {
		y := *v.Symbol
		y.Class, y.Storage, y.Attrs, y.Rank, y.Type = scope.Variable, scope.Local, 0, 0, &scope.DataType{Name: "integer"}
		v.entry = &Entity{Symbol: &y}
	}
	return u.object(v.entry, nil, "", v.entry.Symbol, true, false, false)
}

// Changes reports whether e may change what symbol s stands for.
func (u *Unit) Changes(e *Effects, s affine.Sym) (Ref, bool) {
	for _, d := range u.Deps[s] {
		if r, ok := u.Alters(e, d); ok {
			return r, true
		}
	}
	return Ref{}, false
}

// Alters reports whether e may change the value that reading d gives. A
// reference to bounds only (Status) is not changed by writing values.
func (u *Unit) Alters(e *Effects, d Ref) (Ref, bool) {
	for _, w := range e.Refs {
		if !w.Write || d.Status && !w.Status {
			continue
		}
		if Overlaps(w, d, u.Facts) {
			return w, true
		}
	}
	return u.beyond(e, d)
}

// beyond reports whether e may change d without naming it.
func (u *Unit) beyond(e *Effects, d Ref) (Ref, bool) {
	if e.Reach == ReachAll || e.Reach == ReachOuter && u.Reachable(d.Obj) && !(d.Status && d.Obj.stays()) {
		return Blamed(d.Obj, e.Why), true
	}
	return u.completes(e, d)
}

// stays reports whether an object is an array of its own whose bounds nothing changes.
func (o *Object) stays() bool {
	v := o.Root
	return !o.pointer && len(o.Path) == 0 && v.What() == scope.Variable && v.Rank > 0 && !v.Has(scope.Allocatable) && !v.Has(scope.Pointer) && v.Known()
}

// PragmaBefore returns the sentinel of the first directive to the compiler that stands as a comment between the
// statement before s in the file and s, "" if there is none. Directives that are no comments to the reader but to the
// compiler do not end what is looked at.
func (u *Unit) PragmaBefore(s *ast.Stmt) string {
	if u.File == nil || s.Line == nil {
		return ""
	}
	end := s.Line.Span.Start
	i := sort.Search(len(u.File.Stmts), func(i int) bool { return u.File.Stmts[i].Line.Span.Start >= end })
	first := ""
	for ; i > 0; i-- {
		l := u.File.Stmts[i-1].Line
		for line := range bytes.SplitSeq(u.File.Src[min(end, l.Span.End):end], []byte("\n")) {
			if p := source.Pragma(line, u.File.Unread); p != "" {
				first = p
				break
			}
		}
		if end = min(end, l.Span.Start); !l.Inert {
			break
		}
	}
	return first
}

// Lookup returns what a name means at the current place.
func (u *Unit) Lookup(name string) *Entity { return u.lookup(name) }

// Called returns a name that means v at the current place; false if none was met.
func (u *Unit) Called(v *Entity) (string, bool) {
	if u.lookup(v.Name) == v {
		return v.Name, true
	}
	for n := u.here; n != nil; n = n.host {
		if name := n.called[v]; name != "" && u.lookup(name) == v {
			return name, true
		}
	}
	return "", false
}

package access

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/analysis/escape"
	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Object is a variable, or a component reached from it.
type Object struct {
	Root *Entity
	Path []string // component names
	// Name is what the unit calls the variable, Key the object as it is written:
	// "chunk%tile%u". Through names the
	// subscripts before the last pointer on the way, if there are any.
	Name, Key, Through string
	// Scalar: rank 0, no subscript anywhere.
	Scalar bool
	// Last is the variable or component the path ends at, nil if not known.
	Last *scope.Symbol
	// pointer: the storage is reached through a pointer; target: a pointer may
	// point at it.
	pointer, target bool
	x               ast.Expr // see Expr
}

// Expr is the object as it is written.
func (o *Object) Expr() ast.Expr {
	if o.x == nil {
		o.x = ast.Named(o.Name)
		for _, name := range o.Path {
			o.x = &ast.Member{X: o.x, Name: name}
		}
	}
	return o.x
}

// As is the object in a reason.
func (o *Object) As() reason.Arg { return reason.Expr(o.Expr()) }

// Sym is the symbol for the value of a scalar.
func (o *Object) Sym() affine.Sym { return affine.Sym(o.Key + o.Root.Mark()) }

// Relation says how the storage of two objects may overlap.
type Relation uint8

// The relations. Pointers: they overlap only if pointers make them, which the
// run time can test by comparing addresses.
const (
	MayOverlap Relation = iota
	Distinct
	Same
	Pointers
)

// Relate compares two objects of one unit.
func Relate(a, b *Object) Relation {
	if a == b {
		return Same
	}
	if a.Root == b.Root {
		return samePath(a, b)
	}
	if a.Root.Equiv > 0 && a.Root.Equiv == b.Root.Equiv {
		return MayOverlap
	}
	if a.Root.Block != "" && a.Root.Block == b.Root.Block && a.Root.home() != b.Root.home() {
		return MayOverlap
	}
	if !a.Root.Known() && !b.Root.Known() || !a.Root.Known() && maybeSeen(b.Root) || !b.Root.Known() && maybeSeen(a.Root) {
		return MayOverlap
	}
	return byPointer(a, b)
}

// alone reports whether o shares no storage with any other variable's objects,
// whatever these are.
func (o *Object) alone() bool {
	v := o.Root
	return v.Equiv == 0 && v.Block == "" && v.Known() && !maybeSeen(v) && !o.pointer && !o.target
}

// maybeSeen reports whether a variable of another file's module may be v, or
// share its storage.
func maybeSeen(v *Entity) bool { return v.Block != "" || v.pointedAt() }

func samePath(a, b *Object) Relation {
	for i := 0; i < len(a.Path) && i < len(b.Path); i++ {
		if a.Path[i] != b.Path[i] {
			if unclear(a.Last) || unclear(b.Last) {
				return MayOverlap // its components may be pointers, or it is the parent, which holds the other
			}
			return byPointer(a, b)
		}
	}
	return MayOverlap // one holds the other, or different pointers of an array of them
}

func byPointer(a, b *Object) Relation {
	if !(a.pointer && (b.pointer || b.target) || b.pointer && a.target || dummyTargets(a, b)) {
		return Distinct
	}
	if differentTypes(a, b) {
		return Distinct
	}
	return Pointers
}

// dummyTargets: two names with TARGET of which one is a dummy argument may be
// the same variable.
func dummyTargets(a, b *Object) bool {
	return a.target && b.target && (a.Root.Storage == scope.Dummy || b.Root.Storage == scope.Dummy)
}

// differentTypes reports whether both are of intrinsic types of which no
// pointer to the one can point at (a part of) the other.
func differentTypes(a, b *Object) bool {
	ta, tb := escape.Group(a.Last), escape.Group(b.Last)
	return ta != "" && tb != "" && ta != tb
}

// Reachable reports whether a procedure that does not get o as an argument may
// touch it.
func (u *Unit) Reachable(o *Object) bool {
	v := o.Root
	return !u.own(v) && !v.Shadows() || v.pointedAt() || o.target || o.pointer ||
		v.Equiv > 0 || v.Saved() && !u.Main || u.hosted(v)
}

// hosted reports whether an internal procedure may touch v because it is declared here.
func (u *Unit) hosted(v *Entity) bool {
	if len(u.AST.Subs) == 0 {
		return false
	}
	if u.inner == nil {
		u.inner = map[*Entity]bool{}
		for _, sub := range u.AST.Subs {
			u.namedIn(sub)
		}
	}
	return u.inner[v] || u.unread || v.Has(scope.InNamelist) // of which only the group is named
}

// namedIn notes what an internal procedure names, in directives, too.
func (u *Unit) namedIn(sub *ast.Unit) {
	su := u.program.Unit(sub)
	if su == nil {
		su = u
	}
	var name func(in *names, id *ast.Ident)
	name = func(in *names, id *ast.Ident) {
		v := in.lookup(id.Name)
		known := u.inner[v]
		u.inner[v] = true
		if !known && v.What() == scope.StatementFunc && v.DeclaredBy(u.AST) { // what it names is named, too
			idents(v.Expr.Y, func(id *ast.Ident) { name(u.names, id) })
		}
	}
	note := func(x ast.Expr) bool {
		if id, ok := x.(*ast.Ident); ok {
			name(su.names, id)
		}
		return true
	}
	u.unread = u.unread || !ast.Items(sub.Exec, func(s *ast.Stmt) bool { return s.Kind != ast.KInclude })
	sub.Statements(func(s *ast.Stmt) bool {
		ast.InspectStmt(s, note)
		if w, ok := s.Body.(*ast.Unknown); ok {
			for _, id := range w.Mentions {
				u.inner[u.names.lookup(id.Name)] = true
			}
		}
		return true
	})
	for _, c := range u.program.messagesIn(sub) {
		for _, x := range c.Expressions() {
			ast.Inspect(x, note)
		}
	}
}

// own reports whether v is a local variable or dummy argument of the unit, not
// of a host.
func (u *Unit) own(v *Entity) bool {
	return (v.Local() || v.Storage == scope.Dummy) && v.DeclaredBy(u.AST)
}

// object interns the object with the given root and path.
func (u *Unit) object(root *Entity, path []string, through string, last *scope.Symbol, scalar, pointer, target bool) *Object {
	components := ""
	if len(path) > 0 {
		components = "%" + strings.Join(path, "%")
	}
	full := components + "|" + through
	byRoot := u.objects[root]
	if byRoot == nil {
		byRoot = map[string]*Object{}
		u.objects[root] = byRoot
	}
	if o := byRoot[full]; o != nil {
		return o
	}
	name := root.Name
	if !root.Shadows() { // what a construct declares has one name
		if called, ok := u.Called(root); ok {
			name = called
		}
	}
	o := &Object{Root: root, Path: append([]string(nil), path...), Name: name, Key: name + components, Through: through,
		Scalar: scalar, Last: last, pointer: pointer, target: target}
	byRoot[full] = o
	return o
}

// Ref is one reference to an object.
type Ref struct {
	Obj *Object
	// Sub is the section touched, path subscripts first; nil: anything in it.
	// It may be shorter than another reference's: missing dimensions are whole.
	Sub affine.Section
	// Before is how many of Sub belong to parts before the last: 1 in t(k)%u(i), and in t(k)%u, where
	// Sub has no more. Spread: these choose several elements, so Base has more dimensions than its last part.
	Before int
	Spread bool
	Write  bool
	// Sure (writes): exactly Sub (a scalar: all of it) is assigned whenever the
	// statement runs.
	Sure bool
	// Fills (writes of arrays, by an assignment): if the array is assigned exactly Sub
	// is, where that says something.
	Fills bool
	// Status: allocation, association or bounds change, not (only) values.
	Status bool
	// Contents: only what lies in the variable itself, not what its components
	// point at or are allocated as.
	Contents bool
	// Trusted: by a procedure that is said to be harmless, so it is not there if
	// directives send or receive the object.
	Trusted bool
	// Base is the designator without its last subscripts, nil if there is none.
	Base ast.Expr
	At   Span
	// X is the designator as it was written, nil: all of Obj, or X is Why instead: what may
	// touch Obj without naming it.
	X     ast.Expr
	Why   *reason.Reason
	Via   string // the procedure called here that does it, "" if none
	names *names // where Base stands
}

// Blamed is a write of o, nil for anything, by something that does not name it.
func Blamed(o *Object, why reason.Reason) Ref {
	return Ref{Obj: o, Write: true, At: why.At, Why: &why}
}

// Seen is a read of o by something that looks at what it can see.
func (e *Effects) Seen(o *Object) Ref {
	why := reason.LooksAt.At(e.Why.At, reason.Because(e.Why), o.As())
	return Ref{Obj: o, At: why.At, Why: &why}
}

// Own returns the subscripts of the last part of r, an array of that rank; false if they are not all there.
func (r *Ref) Own(rank int) (affine.Section, bool) {
	if len(r.Sub) != r.Before+rank {
		return nil, false
	}
	return r.Sub[r.Before:], true
}

// Savable reports whether a variable of the same type can be declared that keeps the value of a scalar.
func (o *Object) Savable() bool {
	switch o.Root.Type.Word() {
	case "integer", "real", "complex", "logical":
		return len(o.Path) == 0 && o.Root.Rank == 0
	}
	return false
}

// Carries reports whether the names in the designator of r mean at n what they
// mean where r stands.
func (u *Unit) Carries(r Ref, n *Node) bool { return agree(r.Base, u.with(r.names), u.At(n)) }

// Alike reports whether all names in x mean the same at two nodes.
func (u *Unit) Alike(x ast.Expr, a, b *Node) bool { return agree(x, u.At(a), u.At(b)) }

// Plainly reports whether all names in x mean at a node what they mean outside of all constructs.
func (u *Unit) Plainly(x ast.Expr, n *Node) bool { return agree(x, u.outside(), u.At(n)) }

// agree reports whether all names in x mean the same in two places, the kinds of its constants included.
func agree(x ast.Expr, there, here *Unit) bool {
	for id := range ast.Idents(x) {
		if there.lookup(id.Name) != here.lookup(id.Name) {
			return false
		}
	}
	return true
}

// As is the reference as it is written, in a reason.
func (r Ref) As() reason.Arg {
	switch {
	case r.Why != nil:
		return reason.Because(*r.Why)
	case r.X == nil:
		return r.Obj.As()
	}
	if _, ok := Text(r.X); !ok && r.Base != nil {
		return reason.Expr(r.Base)
	}
	return reason.Expr(r.X)
}

// Does is what touches the storage, in a reason: the reference as written, or the
// procedure that is called.
func (r Ref) Does() reason.Arg {
	if r.Via == "" {
		return r.As()
	}
	return reason.Via(r.Via, r.X)
}

// Overlaps reports whether two references may touch common storage; facts hold
// for symbols that mean the same at both places.
func Overlaps(a, b Ref, facts affine.Facts) bool {
	if a.Contents && !a.Holds(b.Obj) || b.Contents && !b.Holds(a.Obj) {
		return false
	}
	switch Relate(a.Obj, b.Obj) {
	case Distinct:
		return false
	case Same:
		if a.Sub == nil || b.Sub == nil || a.Obj.Through != "" {
			return true
		}
		n := min(len(a.Sub), len(b.Sub))
		return !affine.Apart(a.Sub[:n], b.Sub[:n], facts)
	}
	return true
}

// Own reports whether o is (part of) a local variable of the unit itself.
func (u *Unit) Own(o *Object) bool {
	return o.Root.Local() && (o.Root.DeclaredBy(u.AST) || o.Root.Shadows())
}

// unclear reports whether a component is one of which nothing is known.
func unclear(v *scope.Symbol) bool { return v == nil || !v.Known() }

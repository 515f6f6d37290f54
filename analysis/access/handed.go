package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// given is what a variable that MPI may still use shares its storage with: anything in the same
// common block; anything equivalenced; where it is a pointer, anything that a pointer may lead to.
type given struct {
	blocks       map[string]bool
	equivalences bool
	// led: types (see group; "": any) of what pointers lead to that MPI may still use.
	led map[string]bool
}

// handItems is hand for what is read or written while the program goes on.
func (u *Unit) handItems(s *ast.Stmt, items []ast.Expr) {
	for _, x := range items {
		if d, ok := x.(*ast.ImpliedDo); ok {
			u.handItems(s, d.Items)
			continue
		}
		u.hand(s, x)
	}
}

// hand notes that MPI, or an input/output statement, may use x, which stands in s, from now on.
func (u *Unit) hand(s *ast.Stmt, x ast.Expr) {
	root := ast.Root(x)
	if root == nil {
		return
	}
	p := u.program
	p.more = p.more || !u.handed[root.Name]
	u.handed[root.Name] = true
	v := u.begins(s, root)
	if v == nil || v.What() != scope.Variable {
		return
	}
	var t *scope.Path
	if u.named(root) == v { // else x begins with a name of ASSOCIATE
		t = scope.Walk(x, v.Symbol, nil)
	}
	part := ownPart(t, v)
	if v.handed == nil {
		v.handed = map[string]bool{}
	}
	p.more = p.more || !v.handed[part]
	v.handed[part] = true
	if v.Block != "" {
		p.given.blocks[v.Block] = true
	}
	p.given.equivalences = p.given.equivalences || v.Equiv > 0
	if to, leads := pointsTo(t); leads {
		p.given.led[to] = true
	}
}

// ownPart names the component of v, allocatable or a pointer, that holds what t leads to; "" if that may lie in v itself: what MPI
// is told to use goes on behind it, then (its type may be that of all of v).
func ownPart(t *scope.Path, v *Entity) string {
	if t == nil || !v.Known() {
		return ""
	}
	part := ""
	for _, step := range t.Steps[1:] {
		if step.Symbol == nil {
			return ""
		}
		if step.Symbol.Has(scope.Allocatable) || step.Symbol.Has(scope.Pointer) {
			part = step.Name
		}
	}
	return part
}

// handedAs reports whether some of o was handed as its variable or as a part of that: by name, for what a type inherits has
// several paths.
func (v *Entity) handedAs(o *Object) bool {
	if len(v.handed) == 0 || v.handed[""] || group(o.Last) == "" {
		return len(v.handed) > 0
	}
	return slices.ContainsFunc(o.Path, func(name string) bool { return v.handed[name] })
}

// pointsTo reports whether a pointer may lead to what t does, and the type of that as group has it. Of nil nothing is known.
func pointsTo(t *scope.Path) (string, bool) {
	if t == nil {
		return "", true
	}
	leads := false
	for _, step := range t.Steps {
		leads = leads || step.Symbol == nil || points(step.Symbol)
	}
	return group(t.Steps[len(t.Steps)-1].Symbol), leads
}

// Handed reports whether a procedure of the file gives the object's variable to an MPI call that returns before it is done
// with it, or to asynchronous input or output, or whether it is declared ASYNCHRONOUS.
func (u *Unit) Handed(o *Object) bool {
	v, g := o.Root, &u.program.given
	return v.Asynchronous || v.handedAs(o) || v.Block != "" && g.blocks[v.Block] || v.Equiv > 0 && g.equivalences ||
		len(g.led) > 0 && (o.pointer || o.target || v.pointedAt()) && g.leadsTo(group(o.Last))
}

// leadsTo reports whether one of these pointers may lead to something of a type.
func (g *given) leadsTo(word string) bool { return word == "" || g.led[""] || g.led[word] }

// completes reports whether e may change d, which it does not name: a request that was begun before receives it, or
// asynchronous input reads it.
func (u *Unit) completes(e *Effects, d Ref) (Ref, bool) {
	if !e.MPI && !e.IO || d.Status || !u.Handed(d.Obj) {
		return Ref{}, false
	}
	return Blamed(d.Obj, reason.Asynchronous.At(e.Why.At, d.Obj.As())), true
}

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
	// entrusted: something equivalenced was passed to a procedure that is not seen.
	entrusted bool
	elsewhere bool // lines that are executed are not seen
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

// entrust notes that a procedure that is not seen gets x, which stands in s, and may give it to MPI.
func (u *Unit) entrust(s *ast.Stmt, x ast.Expr) {
	root := ast.Root(x)
	if root == nil {
		return
	}
	if v := u.begins(s, root); v != nil && v.What() == scope.Variable && !v.entrusted {
		v.entrusted, u.program.more = true, true
		u.program.given.entrusted = u.program.given.entrusted || v.Equiv > 0
	}
}

// entrustAll is entrust for the arguments of a procedure that is not seen: what it can only read MPI does not change for
// it. Where its interface is not seen either it may change all.
func (u *Unit) entrustAll(s *ast.Stmt, v *Entity, list []ast.Arg) {
	var how []use
	if v != nil && v.Iface != nil {
		if v.Iface.pure {
			return
		}
		how, _ = matchArgs(v.Iface.names, v.Iface.args, list)
	}
	for i, a := range list {
		if a.X != nil && (how == nil || how[i].may(writes)) {
			u.entrust(s, a.X)
		}
	}
}

// entrustUnseen is entrustAll for a procedure, or for those that a generic name means, as far as they are not seen.
func (u *Unit) entrustUnseen(s *ast.Stmt, v *Entity, list []ast.Arg) {
	if v.MPI != "" || v.Body != nil {
		return
	}
	specifics := u.specifics(v)
	if v.Class != scope.Generic || len(specifics) < len(v.Specifics) || len(specifics) == 0 {
		u.entrustAll(s, v, list)
		return
	}
	for _, one := range specifics {
		if one.Body == nil {
			u.entrustAll(s, one, list)
		}
	}
}

// Entrusted reports whether code that is not seen may have given the object's variable to MPI, or to asynchronous
// input: it was passed to a procedure of another file, or to one that only the running program knows, or lines of this file
// are not seen. What such code can reach without that is not asked for here: see Reachable.
func (u *Unit) Entrusted(o *Object) bool {
	v := o.Root
	return v.entrusted || u.program.given.elsewhere || v.Equiv > 0 && u.program.given.entrusted
}

// lent reports whether v is a dummy argument: the caller may have given it to MPI.
func (v *Entity) lent() bool {
	return v.Storage == scope.Dummy && v.Intent != "in" && !v.Has(scope.Value)
}

// completes reports whether e may change d, which it does not name: a request that was begun before receives it, or
// asynchronous input reads it. What is not seen of the program may do both.
func (u *Unit) completes(e *Effects, d Ref) (Ref, bool) {
	switch {
	case d.Status:
		return Ref{}, false
	case (e.May(MPI|IO) || e.Reach.Beyond(ReachLook)) && u.Handed(d.Obj):
	case (e.May(MPI) || e.Reach.Beyond(ReachLook)) && u.Entrusted(d.Obj):
	case e.May(MPI) && (d.Obj.Root.lent() || u.Reachable(d.Obj)): // callbacks, too: operations, generalized requests
	default:
		return Ref{}, false
	}
	return Blamed(d.Obj, reason.Asynchronous.At(e.Why.At, d.Obj.As())), true
}

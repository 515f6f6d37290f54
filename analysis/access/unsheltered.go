package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// What a procedure that is called may not leave receives in although it may leave
// them in all else.
//
// The idea: a caller that covers every access to memory that others can reach may let
// a procedure leave anything pending there. Some memory that it passes is not of that
// kind: its own local variables, which go when it returns, and scalars, which it uses
// without a word. (A procedure without an interface may take a scalar for an array of
// one element.)

// Unsheltered lists the variables of that kind that an invocation, which calls c, passes,
// each by a name that can be given to the run time; false if there may be others, among
// them copies that are made for the call. What a function assigns to is not looked at.
func (u *Unit) Unsheltered(n *Node, c *Callee) ([]Ref, bool) {
	b, ok := u.invocation(n)
	if !ok || c == nil || c.Shallow.Reach != ReachNamed {
		return nil, false
	}
	for _, r := range c.Shallow.Refs {
		if r.Write && !r.Contents && !r.Obj.Scalar {
			return nil, false
		}
	}
	u = u.At(n)
	var list []Ref
	for i, x := range argExprs(b.args) {
		d, isVariable, fine := u.argument(x)
		if !fine {
			return nil, false
		}
		if !isVariable || takesScalar(c.dummies[i]) {
			continue
		}
		r, passes, fine := u.unsheltered(d, x)
		if !fine {
			return nil, false
		}
		if passes {
			list = append(list, r)
		}
	}
	return u.hostsOf(c, b, list)
}

// hostsOf adds to list the variables of the unit that an internal procedure may leave receives in which is called, or
// which what is called may call: it reaches them without an argument. Scalars it leaves complete.
func (u *Unit) hostsOf(c *Callee, b invocation, list []Ref) ([]Ref, bool) {
	if !u.innerCalled(c, b) {
		return list, true
	}
	for _, y := range u.names.scope.OwnSymbols() {
		v := u.names.lookup(y.Name)
		if y.Class != scope.Variable || intrinsicScalar(v.Symbol) || !u.hosted(v) {
			continue
		}
		name := ast.Named(v.Name)
		d, ok := u.outside().designator(name)
		if !ok || u.Standing(d.obj) != Private {
			continue
		}
		r, passes, fine := u.unsheltered(d, name)
		if !fine || u.lookup(v.Name) != v {
			return nil, false
		}
		if passes && !slices.ContainsFunc(list, func(x Ref) bool { return x.Obj == r.Obj }) {
			list = append(list, r)
		}
	}
	return list, true
}

// innerCalled reports whether an invocation may call an internal procedure of the unit.
func (u *Unit) innerCalled(c *Callee, b invocation) bool {
	if len(u.AST.Subs) == 0 {
		return false
	}
	return slices.Contains(u.AST.Subs, c.Unit) || u.innerGiven()
}

// innerGiven reports whether an internal procedure may be given to something that calls it: an argument, a pointer.
func (u *Unit) innerGiven() bool {
	if u.given == nil {
		given := false
		for _, sub := range u.AST.Subs {
			given = given || handedOn(u.AST.Exec, sub.Name)
			for _, other := range u.AST.Subs {
				given = given || (other != sub || !resultOfItsName(sub)) && handedOn(other.Exec, sub.Name)
			}
		}
		u.given = &given
	}
	return *u.given
}

// resultOfItsName reports whether a procedure is a function in which its name is that of a variable.
func resultOfItsName(sub *ast.Unit) bool {
	h, ok := sub.Heading()
	return ok && sub.Kind == ast.KFunction && h.Result == ""
}

// handedOn reports whether statements name a procedure otherwise than to call it.
func handedOn(items []ast.Item, name string) bool {
	found := false
	each(items, func(s *ast.Stmt) {
		var called ast.Expr
		if b, ok := s.Body.(*ast.Call); ok {
			called = b.X
		}
		ast.InspectStmt(&ast.Stmt{Body: s.Body}, func(x ast.Expr) bool {
			switch x := x.(type) {
			case *ast.Apply:
				if id, ok := x.X.(*ast.Ident); ok && id.Name == name {
					called = id
				}
			case *ast.Ident:
				found = found || x.Name == name && ast.Expr(x) != called
			default: // its parts tell
			}
			return !found
		})
	})
	return found
}

// argument returns the designator that an argument is, if it is a variable; not fine
// if that is not understood.
func (u *Unit) argument(x ast.Expr) (d desig, isVariable, fine bool) {
	root := ast.Root(x)
	if root == nil {
		return d, false, true // what it leads to is memory of others, or a value
	}
	if v := u.named(root); v.What() != scope.Variable && v.Known() {
		return d, false, true
	}
	d, ok := u.designator(x)
	return d, ok, ok && d.last != nil
}

// takesScalar reports whether a dummy argument is certainly a scalar.
func takesScalar(dummy *scope.Symbol) bool {
	return dummy != nil && dummy.Class == scope.Variable && intrinsicScalar(dummy)
}

// unsheltered looks at one variable.
func (u *Unit) unsheltered(d desig, x ast.Expr) (r Ref, passes, fine bool) {
	v := d.obj.Root
	own := v.Local() || v.Shadows()
	switch {
	case d.obj.Scalar && intrinsicScalar(d.last):
		r = u.ref(d, x, true)
		r.Base = x
		return r, true, u.chosen(x)
	case !own:
		return r, false, true
	case v.Shadows() || v.Rank < 0 || !v.OwnType() || v.Type.IsDerived() || v.Has(scope.Allocatable) || v.Has(scope.Pointer):
		return r, true, false
	}
	name := ast.Named(v.Name)
	whole, ok := u.designator(name)
	if !ok || whole.obj.Root != v {
		return r, true, false
	}
	r = u.ref(whole, name, true)
	r.Base = name
	return r, true, true
}

// Sheds reports whether memory of the unit that goes when it returns may be reached by
// procedures that do not get it for an argument: targets of pointers, arguments that
// are copies, and what is declared in BLOCK constructs.
func (u *Unit) Sheds() bool {
	for _, y := range u.names.scope.OwnSymbols() {
		if y.Class != scope.Variable {
			continue
		}
		v := u.names.lookup(y.Name)
		switch {
		case v.Has(scope.Value) && !intrinsicScalar(v.Symbol):
			return true
		case v.Local() && !v.Saved() && (v.Has(scope.Target) || v.pointed):
			return true
		}
	}
	return u.Blocks()
}

// Goes reports whether the memory of an object is the unit's own and goes when it returns.
func (u *Unit) Goes(o *Object) bool {
	return u.Own(o) && !o.Root.Saved() && !o.pointer
}

// Blocks reports whether the unit holds BLOCK constructs, whose variables go with them.
func (u *Unit) Blocks() bool {
	return !ast.Items(u.AST.Exec, func(s *ast.Stmt) bool { return s.Kind != ast.KBlock })
}

// Unnamed is an array that shares storage with nothing that the unit names.
func Unnamed() *Object {
	y := &scope.Symbol{Class: scope.Variable, Storage: scope.Local, Rank: 1, Type: &scope.DataType{Name: "real"}}
	return &Object{Root: &Entity{Symbol: y}, Last: y}
}

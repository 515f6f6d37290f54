package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Callee is an invocation seen from outside: what the call does to its
// arguments before and after the procedure runs, as opposed to what the
// procedure does. A procedure that looks after pending receives itself
// (managed, see package rungs) leaves only that to its caller.
type Callee struct {
	Unit *ast.Unit // of this file, else nil
	Name string    // of a procedure of another file: its global name
	// Shallow is what the caller touches: arguments that are evaluated, copied
	// in and out, passed to scalar dummies or changed by INTENT(OUT), and the
	// variable that gets what a function returns.
	Shallow Effects
	// Into is that variable, nil for a CALL. It is assigned after the return.
	Into *Object
	// dummies get the arguments, one each; nil where no interface is seen.
	dummies []*scope.Symbol
}

// Callee looks at a node that calls a procedure of this file whose arguments
// fit, or one of another file by its global name; nil if it does anything else.
func (u *Unit) Callee(n *Node) *Callee {
	b, ok := u.invocation(n)
	if !ok {
		return nil
	}
	u = u.At(n)
	if b.procedure != nil && u.spares(b.procedure) {
		return nil
	}
	c := u.passes(b)
	if c != nil && b.into != nil {
		c.Into = b.to.obj
		c.Shallow.Refs = append(c.Shallow.Refs, u.ref(b.to, b.into, true))
	}
	return c
}

// passes is Callee without what is done with the result.
func (u *Unit) passes(b invocation) *Callee {
	v := u.called(b)
	if v.What() != scope.Procedure || v.Body != nil && v.Body.Kind != b.calls() {
		return nil
	}
	var c *Callee
	if v.Body != nil {
		c = u.nearby(v, b)
	} else {
		c = u.distant(v, b)
	}
	if c == nil {
		return nil
	}
	for i, a := range b.args {
		if d := c.dummies[i]; d != nil {
			u.shallow(a.X, d, &c.Shallow)
		} else {
			u.shallowImplicit(a.X, &c.Shallow)
		}
	}
	return c
}

// nearby finds the dummies of a procedure of this file, nil if the arguments do not fit.
func (u *Unit) nearby(v *Entity, b invocation) *Callee {
	inner := u.program.Unit(v.Body)
	dummies, ok := dummiesFor(v.Body, b.args)
	if inner == nil || !ok {
		return nil
	}
	c := &Callee{Unit: v.Body, Shallow: Nothing()}
	for _, name := range dummies {
		c.dummies = append(c.dummies, inner.names.lookup(name).Symbol)
	}
	return c
}

// distant is nearby for procedures of other files.
func (u *Unit) distant(v *Entity, b invocation) *Callee {
	y := b.bound
	if y == nil {
		if u.names.lookup(b.procedure.Name) != v {
			return nil
		}
		y = u.names.scope.Lookup(b.procedure.Name)
	}
	if v.MPI != "" || v.Iface != nil && v.Iface.pure {
		return nil // a pure procedure never announces itself
	}
	global, dummies, explicit := u.names.global(y, b.calls(), b.bound != nil)
	if global == "" {
		return nil
	}
	c := &Callee{Name: global, Shallow: Nothing()}
	for i, a := range b.args {
		k := a.Place(i, len(dummies), func(k int) string { return dummies[k].Name })
		switch {
		case k >= 0:
			c.dummies = append(c.dummies, dummies[k])
		case explicit:
			return nil
		default:
			c.dummies = append(c.dummies, nil)
		}
	}
	return c
}

// shallowImplicit is shallow for a procedure without an explicit interface: an
// array or a section that lies side by side is passed as it is.
func (u *Unit) shallowImplicit(x ast.Expr, e *Effects) {
	if d, ok := u.designator(x); ok && !d.element && d.last != nil && d.last.Rank > 0 && d.last.OwnType() && !u.mayCopy(d, x) {
		u.subscripts(d, e)
		return
	}
	u.actual(x, use{}, e)
}

// dummiesFor returns the dummy that each argument belongs to.
func dummiesFor(au *ast.Unit, list []ast.Arg) ([]string, bool) {
	head, ok := au.Heading()
	if !ok || len(list) > len(head.Args) {
		return nil, false
	}
	out := make([]string, len(list))
	for i, a := range list {
		k := a.Place(i, len(head.Args), func(k int) string { return head.Args[k].Name })
		if k < 0 {
			return nil, false
		}
		out[i] = head.Args[k].Name
	}
	return out, true
}

// shallow adds what passing x to a dummy does by itself.
func (u *Unit) shallow(x ast.Expr, dummy *scope.Symbol, e *Effects) {
	anything := use{}
	if _, alt := x.(*ast.AltReturn); alt || dummy.Class != scope.Variable {
		u.actual(x, anything, e)
		return
	}
	switch x := x.(type) {
	case *ast.Ident:
		if v := u.named(x); v.What() != scope.Variable {
			u.actual(x, anything, e)
			return
		}
	case *ast.Member, *ast.Apply:
	default:
		u.actual(x, anything, e)
		return
	}
	d, ok := u.designator(x)
	if !ok || d.last == nil {
		u.actual(x, anything, e)
		return
	}
	u.subscripts(d, e)
	if u.byReference(x, d, dummy) {
		return
	}
	r := u.ref(d, x, false)
	if d.element && dummy.Rank > 0 {
		r.Sub = nil
	}
	r.Contents = dummy.Rank == 0 && !(dummy.Intent == "out" && !dummy.OwnType())
	e.Refs = append(e.Refs, r)
	r.Write = true
	r.Status = dummy.Intent == "out" && (dummy.Has(scope.Allocatable) || !dummy.OwnType())
	e.Refs = append(e.Refs, r)
}

// byReference reports whether the elements of an actual argument are left alone
// by passing it: an array is passed to an array without a copy.
func (u *Unit) byReference(x ast.Expr, d desig, dummy *scope.Symbol) bool {
	switch {
	case dummy.Rank <= 0 || !dummy.Known() || dummy.Has(scope.Value) || dummy.Intent == "out" && redefines(dummy) ||
		dummy.Has(scope.Volatile) || dummy.Has(scope.Asynchronous) || dummy.Corank > 0:
		return false
	case dummy.Type.Word() == "" || dummy.Type.Word() == "class" || d.last.Type.Word() == "class" || dummy.Type.Word() != d.last.Type.Word():
		return false
	case u.Vector(x), u.apart(d, x):
		return false
	case dummy.ByDescriptor() && !dummy.Has(scope.Contiguous):
		return true
	}
	return !u.mayCopy(d, x)
}

// apart reports whether there may be other things between the elements of an actual argument: it is a component of many
// elements, half of them, or a pointer to that. gfortran copies these in and out for assumed shape, too.
func (u *Unit) apart(d desig, x ast.Expr) bool {
	return !d.scalarPath || d.part || u.program.leadsApart(ast.Root(x).Name)
}

// leadsApart reports whether a variable of this name gets a pointer to such things in this file. (What is not seen
// here the compiler does not see either, when it comes to the call.)
func (p *Program) leadsApart(name string) bool {
	if p.apart == nil {
		p.apart = map[string]bool{}
		for again := true; again; {
			again = false
			for _, u := range p.allUnits() {
				each(u.AST.Exec, func(s *ast.Stmt) {
					again = u.leadApart(s) || again
				})
			}
		}
	}
	return p.apart[name]
}

// leadApart notes the pointer assignment that a statement is; true: it told something new.
func (u *Unit) leadApart(s *ast.Stmt) bool {
	b, ok := s.Body.(*ast.Assign)
	if !ok || s.Kind != ast.KPointerAssign {
		return false
	}
	to, from := ast.Root(b.X), ast.Root(b.Y)
	if to == nil || from == nil || u.program.apart[to.Name] {
		return false
	}
	d, isVariable := u.designator(b.Y)
	if v := u.named(from); !isVariable && v.Known() && v.What() != scope.Variable {
		return false // what a function returns
	}
	if isVariable && d.scalarPath && !d.part && !u.program.apart[from.Name] {
		return false
	}
	u.program.apart[to.Name] = true
	return true
}

// redefines reports whether a call does something to what is passed to an INTENT(OUT)
// dummy: an allocatable one is deallocated, components may be initialised. Numbers stay as they
// are until the procedure writes them.
func redefines(dummy *scope.Symbol) bool {
	return !dummy.OwnType() || dummy.Has(scope.Allocatable) || dummy.Has(scope.Pointer)
}

// Holds reports whether storage of inner, which is what r names or a part of
// it, lies in what r names: components behind a pointer or in an allocatable
// component have storage of their own.
func (r Ref) Holds(inner *Object) bool {
	o := r.Obj
	if o.Root != inner.Root || len(inner.Path) < len(o.Path) {
		return true
	}
	for i, name := range o.Path {
		if inner.Path[i] != name {
			return true
		}
	}
	v := o.Last
	for _, name := range inner.Path[len(o.Path):] {
		if v = component(v, name); v == nil || !v.Known() {
			return true
		}
		if v.Has(scope.Allocatable) || v.Has(scope.Pointer) && !o.target {
			return false
		}
	}
	return true
}

// Passed returns, for a call of a procedure of this file, the objects that its
// dummies stand for, nil where that is an expression.
func (u *Unit) Passed(n *Node) map[string]*Object {
	out := map[string]*Object{}
	u = u.At(n)
	for dummy, x := range u.Arguments(n) {
		if d, ok := u.designator(x); ok {
			out[dummy] = d.obj
		}
	}
	return out
}

// Vector reports whether a designator may have a vector subscript, so that
// passing it makes a copy.
func (u *Unit) Vector(x ast.Expr) bool { return u.Vectors(x) > 0 }

// Vectors is how many subscripts of a designator may be vectors.
func (u *Unit) Vectors(x ast.Expr) int {
	switch e := x.(type) {
	case *ast.Member:
		return u.Vectors(e.X)
	case *ast.Apply:
		n := u.Vectors(e.X)
		for _, s := range e.Args {
			if _, isRange := s.X.(*ast.Range); !isRange && !u.scalar(s.X) {
				n++
			}
		}
		return n
	case *ast.Ident:
		return 0
	default: // no designator that is understood
		return 1
	}
}

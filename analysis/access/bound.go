package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Calls of procedures that are bound to a type.
//
// Which one is called depends on the type that the object has when the program runs.
// That is known if it is not polymorphic, or if the binding is NON_OVERRIDABLE, or PRIVATE and
// not overridden in its module. Then the call is one of the procedure, with the object among its arguments.

// target returns what a call statement calls, with all arguments; nil if that is not a
// name and not known. y is the procedure's symbol where it is bound to a type.
func (u *Unit) target(b *ast.Call) (v *Entity, y *scope.Symbol, args []ast.Arg) {
	switch x := b.X.(type) {
	case *ast.Ident:
		return u.named(x), nil, b.Args
	case *ast.Member:
		to := u.bindingOf(x)
		if to == nil {
			return nil, nil, nil
		}
		args, ok := to.With(u.here.scope.Dummies(to.Procedure), x.X, b.Args)
		if !ok {
			return nil, nil, nil
		}
		return u.procedureOf(to), to.Procedure, args
	default:
		return nil, nil, nil
	}
}

// The function in an expression is known in the same way. Where it may be overridden, it is still pure
// if the one of the declared type is, with dummies of the same intent (F2018 7.5.7.3): that
// is all that is said of it then.

// callBound adds the effects of a reference to a function that is bound to a type; false if nothing is known of it.
func (u *Unit) callBound(x *ast.Apply, m *ast.Member, e *Effects) bool {
	to, sure := u.binding(m)
	if to == nil {
		return false
	}
	args, ok := to.With(u.here.scope.Dummies(to.Procedure), m.X, x.Args)
	v := u.procedureOf(to)
	switch {
	case !ok:
		return false
	case sure:
		u.callNamed(v.Name, v, args, x.Span(), e)
	case v.Iface == nil || !v.Iface.pure:
		return false
	default:
		u.callIface(v.Name, v, args, x.Span(), e)
	}
	if to.Nopass {
		u.prefix(m.X, e)
	}
	return true
}

// boundTo returns the procedure that is bound to the declared type of an object, nil if x is no object with its name or
// nothing is known of it.
func (u *Unit) boundTo(x ast.Expr) *Entity {
	m, ok := x.(*ast.Member)
	if !ok {
		return nil
	}
	to, _ := u.binding(m)
	if to == nil {
		return nil
	}
	return u.procedureOf(to)
}

// boundBody returns the unit of this file that may be expanded in place where x is a procedure that is bound to a type, nil
// if there is none; false if that may be another one.
func (u *Unit) boundBody(x *ast.Member) (body *ast.Unit, sure bool) {
	to, sure := u.binding(x)
	if to == nil {
		return nil, true // a component, or a call of which nothing is known
	}
	v := u.procedureOf(to)
	return v.Body, sure && !u.expands(v)
}

// expands reports whether v is a procedure of another file that may be expanded in place.
func (u *Unit) expands(v *Entity) bool {
	return u.program.Rounding.Links && v.What() == scope.Procedure && v.Body == nil && v.MPI == ""
}

func (u *Unit) procedureOf(to *scope.Bound) *Entity {
	return u.program.resolver.entity(to.Procedure, to.Procedure.Name)
}

// bindingOf returns the binding that x, an object and a name, means for certain; nil
// if it is none or not known.
func (u *Unit) bindingOf(x *ast.Member) *scope.Bound {
	if to, sure := u.binding(x); sure {
		return to
	}
	return nil
}

// binding returns the binding that x means for an object of the declared type, nil if it is
// none or not known; and whether it means that for certain.
func (u *Unit) binding(x *ast.Member) (to *scope.Bound, sure bool) {
	s, root := u.here.scope, ast.Root(x.X)
	if root == nil {
		return nil, false
	}
	y := s.Lookup(root.Name)
	if y == nil || y.Class == scope.Associate { // its type may be that of a type guard
		return nil, false
	}
	in := s.Designator(x.X)
	d := in.Type.Definition()
	if !in.Known || in.Rank != 0 || in.Call || in.Coindexed || d == nil || d.Component(x.Name) != nil {
		return nil, false
	}
	if to = d.Target(s, x.Name); to == nil {
		return nil, false
	}
	return to, in.Type.Name == "type" || to.Fixed || to.Private && u.program.bindings()[x.Name] == 1
}

// bindings counts how often a name is bound to types in the file. A private binding cannot be
// overridden elsewhere but in submodules, which nobody calls if the file declares no separate module
// procedures: then, and if something is not understood, no name is counted.
func (p *Program) bindings() map[string]int {
	if p.bound != nil {
		return p.bound
	}
	p.bound = map[string]int{}
	clear := true
	for _, au := range p.File.Units {
		au.Statements(func(s *ast.Stmt) bool {
			switch b := s.Body.(type) {
			case *ast.Binding:
				for _, r := range b.Names {
					p.bound[r.Local]++
				}
			case *ast.Procedure:
				clear = clear && !slices.Contains(b.Prefixes, "module") && s.Kind != ast.KModuleProcedure
			default: // binds nothing, if it is understood
			}
			clear = clear && s.Kind != ast.KUnknown && s.Kind != ast.KInclude && (s.Kind != ast.KCpp || s.Line.IsMarker())
			return clear
		})
	}
	if !clear {
		p.bound = map[string]int{}
	}
	return p.bound
}

package access

import (
	"strings"

	"mdmp/fortran/ast"
	"mdmp/fortran/scope"
)

// body returns the unit that a procedure's statements stand in, if the file
// shows it; nil for interface bodies, dummies and pointers.
func (r *resolver) body(y *scope.Symbol) *ast.Unit {
	if y.Storage == scope.Dummy || y.Has(scope.Pointer) || y.Has(scope.Deferred) {
		return nil
	}
	if y.Unit != nil && r.definition(y.Unit) && y.Unit.Name == y.Name {
		return y.Unit
	}
	if y.Module != "" || y.Scope == nil || y.Scope.Interface {
		return nil
	}
	// An external procedure: names of external procedures are global, and so are
	// binding labels. The two have nothing to do with each other.
	want, ok := label(y.Unit)
	if y.Has(scope.BindC) && (y.Unit == nil || !ok) {
		return nil
	}
	for _, u := range r.table.File.Units {
		if u.Kind != ast.KSubroutine && u.Kind != ast.KFunction {
			continue
		}
		has, ok := label(u)
		if ok && has == want && (u.Name == y.Name || want != "") {
			return u
		}
	}
	return nil
}

// label returns the binding label of a procedure or interface body, "" if it has
// none; false if it is not known.
func label(u *ast.Unit) (string, bool) {
	if u == nil {
		return "", true
	}
	h, ok := u.Begin.Body.(*ast.Procedure)
	switch {
	case !ok || !h.BindC:
		return "", ok
	case h.BindName == nil:
		return u.Name, true
	}
	lit, ok := h.BindName.(*ast.Literal)
	if !ok || lit.Kind != ast.StringLit || lit.Sub != nil || len(lit.Text) < 3 {
		return "", false
	}
	return strings.TrimSpace(lit.Text[1 : len(lit.Text)-1]), true
}

// yields returns the result of a function, nil if it is not known.
func (r *resolver) yields(v *Var, y *scope.Symbol) *Var {
	res := r.resultOf(y)
	if v.Unit != nil && v.Unit.Kind == ast.KFunction {
		res = r.result(v.Unit)
	}
	switch {
	case res != nil && res.Class == scope.Variable:
		return r.variable(res, res.Name)
	case v.Unit == nil && y.Unit == nil && y.Iface == "" && y.Module == "" && y.Type != nil && !y.Has(scope.Pointer):
		out := &Var{Name: y.Name, What: Variable, Storage: Local} // without an explicit interface it is a scalar value
		r.typed(out, y)
		return out
	}
	return nil
}

// handle reports whether a type is one of MPI's own.
func (r *resolver) handle(t *scope.DataType) bool {
	switch d := t.Definition(); {
	case t.Derived == "":
		return false
	case d != nil:
		return isMPIModule(d.Module)
	case t.Scope == nil:
		return false
	}
	y := t.Scope.Lookup(t.Derived)
	return y != nil && r.mpiName(y, t.Derived) != ""
}

// resultOf returns the result of a function of which only the interface is
// seen, nil if it is not.
func (r *resolver) resultOf(y *scope.Symbol) *scope.Symbol {
	if y.Module == "" && y.Scope != nil {
		return y.Scope.Result(y)
	}
	return y.Result
}

// result returns the symbol of a function's result.
func (r *resolver) result(u *ast.Unit) *scope.Symbol {
	name := u.Name
	if h, ok := u.Begin.Body.(*ast.Procedure); ok && h.Result != "" {
		name = h.Result
	}
	if y := r.table.Unit(u).Lookup(name); y != nil {
		return y
	}
	return &scope.Symbol{}
}

// definition reports whether u is a procedure with its statements.
func (r *resolver) definition(u *ast.Unit) bool {
	s := r.table.Unit(u)
	return s != nil && !s.Interface && (u.Kind == ast.KSubroutine || u.Kind == ast.KFunction)
}

package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// yields returns the result of a function, nil if it is not known.
func (r *resolver) yields(v *Entity) *scope.Symbol {
	y, res := v.Symbol, r.resultOf(v.Symbol)
	if v.Body != nil && v.Body.Kind == ast.KFunction {
		res = r.result(v.Body)
	}
	switch {
	case res != nil && res.Class == scope.Variable:
		return certain(res, res.Name)
	case v.Body == nil && y.Unit == nil && y.Iface == "" && y.Module == "" && y.Type != nil && !y.Has(scope.Pointer):
		// Without an explicit interface it is a scalar value.
		return &scope.Symbol{Name: y.Name, Class: scope.Variable, Storage: scope.Result, Type: y.Type}
	}
	return nil
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
	if h, ok := u.Heading(); ok && h.Result != "" {
		name = h.Result
	}
	if y := r.table.Unit(u).Lookup(name); y != nil {
		return y
	}
	return &scope.Symbol{}
}

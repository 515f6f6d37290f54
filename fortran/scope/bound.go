package scope

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Bound is a specific procedure bound to a type.
type Bound struct {
	Name string // of the binding
	// Procedure is what is called, nil if it has to be looked up: it is what To means
	// where the type is defined.
	Procedure *Symbol
	To        string
	// Pass is the dummy that gets the object, "" the first; Nopass: none does.
	Pass   string
	Nopass bool
	// Fixed: NON_OVERRIDABLE. Private: declared so, in this file.
	Fixed, Private bool
}

// bound takes the procedures of a binding statement of a type.
func (d *DerivedType) bound(b *ast.Binding) {
	if b.Iface != "" {
		return // deferred
	}
	for _, r := range b.Names {
		to := Bound{Name: r.Local, To: r.Remote}
		if to.To == "" {
			to.To = r.Local
		}
		for _, a := range b.Attrs {
			switch a = strings.ToLower(a); {
			case a == "nopass":
				to.Nopass = true
			case a == "non_overridable":
				to.Fixed = true
			case a == "private":
				to.Private = true
			case a == "deferred":
				return
			case strings.HasPrefix(a, "pass("):
				to.Pass = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(a, "pass("), ")"))
			}
		}
		d.Bound = append(d.Bound, to)
	}
}

// Target returns the binding that a name means in s for an object of the type, nil if
// it is not known, or generic or deferred.
func (d *DerivedType) Target(s *Scope, name string) *Bound {
	for t := range d.Lineage() {
		if t == nil {
			return nil
		}
		if i := slices.IndexFunc(t.Bound, func(b Bound) bool { return b.Name == name }); i >= 0 {
			return t.resolved(s, t.Bound[i])
		}
		if slices.Contains(t.Bindings, name) {
			return nil
		}
	}
	return nil
}

// resolved returns b with its procedure, nil if that is not known. What a name means in
// another file is not asked.
func (d *DerivedType) resolved(s *Scope, b Bound) *Bound {
	if b.Procedure == nil && d.Scope != nil && d.Scope.table == s.table {
		b.Procedure = d.Scope.Lookup(b.To)
	}
	if y := b.Procedure; y == nil || y.Unsure != "" || y.Class != Procedure || y.Storage == Dummy || y.Has(Pointer) {
		return nil
	}
	return &b
}

// With puts the object that a call names among the arguments of the procedure, whose dummy arguments are given; false if they are not known.
func (b *Bound) With(dummies []*Symbol, object ast.Expr, list []ast.Arg) ([]ast.Arg, bool) {
	if b.Nopass {
		return list, true
	}
	k := 0
	if b.Pass != "" {
		k = slices.IndexFunc(dummies, func(d *Symbol) bool { return d != nil && d.Name == b.Pass })
	}
	if k < 0 || k >= len(dummies) || dummies[k] == nil {
		return nil, false
	}
	positional := 0
	for positional < len(list) && list[positional].Keyword == nil {
		positional++
	}
	if k <= positional {
		return slices.Insert(slices.Clone(list), k, ast.Arg{X: object}), true
	}
	name := &ast.Ident{Node: ast.Node{At: object.Span()}, Name: dummies[k].Name}
	return append(slices.Clone(list), ast.Arg{Keyword: name, X: object}), true
}

package access

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/diag/reason"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Finalises returns a variable for which the unit may call a final procedure when
// it begins or ends; nil if there is none.
func (u *Unit) Finalises() *Entity {
	if u.Main {
		return nil // what the main program declares is never finalised
	}
	for _, y := range u.names.scope.OwnSymbols() {
		if y.Class != scope.Variable || !y.Type.IsDerived() {
			continue
		}
		v := u.names.lookup(y.Name)
		ends := v.Local() && !v.Saved() || v.Storage == scope.Dummy && (v.Intent == "out" || v.Has(scope.Value))
		if v.DeclaredBy(u.AST) && ends && u.final(v.Symbol) {
			return v
		}
	}
	return nil
}

// final reports whether something in a variable may have a final procedure.
func (u *Unit) final(v *scope.Symbol) bool {
	return !v.Has(scope.Pointer) && u.finalType(v.Type, 0)
}

// finalType reports whether something in a value of a type may have a final procedure.
func (u *Unit) finalType(d *scope.DataType, depth int) bool {
	if !d.IsDerived() || d.IsMPI(u.program.resolver.table) {
		return false
	}
	return d.Name == "class" || u.finalParts(d.Definition(), depth)
}

// finalParts is finalType for the components of a type, nil if it is not known.
func (u *Unit) finalParts(def *scope.DerivedType, depth int) bool {
	if def == nil || def.Extends != "" || depth > 20 || slices.Contains(def.Bindings, scope.FinalBinding) {
		return true
	}
	return slices.ContainsFunc(def.Components, func(c *scope.Symbol) bool {
		return !c.Known() || c.Class == scope.Variable && !c.Has(scope.Pointer) && u.finalType(c.Type, depth+1)
	})
}

// finalBlock notes that variables of a BLOCK may have final procedures, which
// are called where it ends.
func (b *builder) finalBlock(list []*Entity, n *Node) {
	for _, v := range list {
		if v.What() != scope.Constant && !v.Saved() && b.u.final(v.Symbol) {
			n.E.unknown(n.Stmt.Span(), reason.FinalInBlock)
			b.unclear(n.Stmt.Span())
			return
		}
	}
}

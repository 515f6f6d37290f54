package access

import (
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// Finalises returns a variable for which the unit may call a final procedure when
// it begins or ends; nil if there is none.
func (u *Unit) Finalises() *Var {
	if u.Main {
		return nil // what the main program declares is never finalised
	}
	for _, y := range u.names.scope.OwnSymbols() {
		if y.Type == nil || y.Class != scope.Variable || y.Type.Name != "type" && y.Type.Name != "class" {
			continue
		}
		v := u.names.lookup(y.Name)
		ends := v.Storage == Local && !v.Saved || v.Storage == Dummy && (v.Intent() == "out" || v.Has(scope.Value))
		if v.Owner == u.AST && ends && !v.Has(scope.Pointer) && v.final(0) {
			return v
		}
	}
	return nil
}

// final reports whether something in a variable may have a final procedure.
func (v *Var) final(depth int) bool {
	switch {
	case v.Has(scope.Pointer) || v.Type != "type" && v.Type != "class" || v.Handle:
		return false
	case v.Type == "class" || v.TypeDef == nil || !v.TypeDef.Complete || depth > 20:
		return true
	}
	for name, c := range v.TypeDef.Comps {
		if name == scope.FinalBinding || c.What == NotKnown || c.What == Variable && c.final(depth+1) {
			return true
		}
	}
	return false
}

// finalBlock notes that variables of a BLOCK may have final procedures, which
// are called where it ends.
func (b *builder) finalBlock(list []*Var, n *Node) {
	for _, v := range list {
		if v.What != Constant && !v.Saved && v.final(0) {
			n.E.unknown(n.Stmt.Span(), "a variable that may have a final procedure is declared in the BLOCK")
			b.unclear(n.Stmt.Span())
			return
		}
	}
}

package access

import (
	"mdmp/fortran/scope"
)

// Finalises returns a variable for which the unit may call a final procedure when
// it begins or ends; nil if there is none.
func (u *Unit) Finalises() *Var {
	n, ok := u.Names.(*scoped)
	if !ok || u.Main {
		return nil // what the main program declares is never finalised
	}
	for _, y := range n.scope.Symbols() {
		if y.Type == nil || y.Class != scope.Variable || y.Type.Name != "type" && y.Type.Name != "class" {
			continue
		}
		v := n.Lookup(y.Name)
		ends := v.Storage == Local && !v.Saved || v.Storage == Dummy && (v.IntentOut || v.ByValue)
		if v.Owner == u.AST && ends && !v.Pointer && v.final(0) {
			return v
		}
	}
	return nil
}

// final reports whether something in a variable may have a final procedure.
func (v *Var) final(depth int) bool {
	switch {
	case v.Pointer || v.Type != "type" && v.Type != "class" || v.Handle:
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
func (b *builder) finalBlock(scope map[string]*Var, n *Node) {
	for _, v := range scope {
		if v.What != Constant && !v.Saved && v.final(0) {
			n.E.unknown(n.Stmt.Span(), "a variable that may have a final procedure is declared in the BLOCK")
			b.unclear(n.Stmt.Span())
			return
		}
	}
}

// typeDef finds the definition of a derived type by its name.
func (u *Unit) typeDef(name string) *TypeDef {
	n, ok := u.Names.(*scoped)
	if !ok || name == "" {
		return nil
	}
	if d := n.scope.DerivedType(name); d != nil {
		return n.r.typeDef(d)
	}
	return nil
}

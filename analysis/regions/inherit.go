package regions

import (
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// sameMeaning makes sure that the names in a clause that a message takes over
// from its region mean the same at both places: no BLOCK, ASSOCIATE, SELECT
// TYPE or SELECT RANK between them declares one anew.
func (w *listWalk) sameMeaning(r *Region, c *Message, clause string) {
	x := c.Tag
	if clause == "comm" {
		x = c.Comm
	}
	for in := w.ctx.in; in.level() > len(r.Outer); in = in.up {
		for _, id := range declaredBy(in.c) {
			if mentions(x, id.Name) {
				w.report(diag.Diagnostic{Code: diag.HiddenName, At: c.Span,
					Message: "'" + id.Name + "' in the " + clause + " clause of the region is something else here",
					Notes: []diag.Related{{At: x.Span(), Message: "the clause stands here"},
						{At: id.Span(), Message: "the name is declared anew here"}},
					Hint: "give the directive a " + clause + " clause of its own"})
				return
			}
		}
	}
	there, here := w.scopes.At(r.Begin.Span().Start), w.scopes.At(c.Span.Start)
	for id := range ast.Idents(x) { // a USE statement in a BLOCK
		if there != nil && here != nil && other(id.Name, there, here) {
			w.report(diag.Diagnostic{Code: diag.HiddenName, At: c.Span,
				Message: "'" + id.Name + "' in the " + clause + " clause of the region is something else here",
				Notes:   []diag.Related{{At: x.Span(), Message: "the clause stands here"}},
				Hint:    "give the directive a " + clause + " clause of its own"})
			return
		}
	}
}

// declaredBy returns the names that a construct declares for its body.
func declaredBy(c *ast.Construct) []*ast.Ident {
	var out []*ast.Ident
	switch b := c.Begin.Body.(type) {
	case *ast.Associate:
		for _, p := range b.Pairs {
			out = append(out, p.Name)
		}
	case *ast.Select:
		if b.Name != "" {
			out = append(out, &ast.Ident{Node: ast.Node{At: c.Begin.Span()}, Name: b.Name})
		}
	default: // what else it declares its scope tells
	}
	for k := range c.Parts {
		for _, item := range c.Parts[k].Spec {
			st, ok := item.(*ast.Stmt)
			if !ok {
				continue
			}
			if d, ok := st.Body.(*ast.Decl); ok {
				for _, e := range d.Entities {
					out = append(out, e.Name)
				}
			}
		}
	}
	return out
}

// mentions tells whether a name occurs in an expression.
func mentions(x ast.Expr, name string) bool {
	found := false
	ast.Inspect(x, func(y ast.Expr) bool {
		if id, ok := y.(*ast.Ident); ok && id.Name == name {
			found = true
		}
		return !found
	})
	return found
}

package lang

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// wait reads wait or wait(u, v).
func (r *reader) wait(g *argsG) *Wait {
	w := &Wait{}
	for _, a := range r.listed(g) {
		if x := r.expr(a, "the variable"); x != nil && r.variable(x) {
			w.List = append(w.List, x)
		}
	}
	r.clauses(g.Clauses)
	return w
}

// harmless reads harmless(f, g).
func (r *reader) harmless(g *argsG) *Harmless {
	h := &Harmless{}
	if len(g.Args) == 0 {
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: r.span(r.toks[0]),
			Message: "harmless names no procedure", Hint: r.usage()})
	}
	for _, a := range r.listed(g) {
		x := r.expr(a, "the procedure")
		id, ok := x.(*ast.Ident)
		switch {
		case x == nil:
		case !ok:
			r.report(diag.Diagnostic{Code: diag.NotProcedure, At: x.Span(), Message: "harmless takes names of procedures, but this is more than a name",
				Hint: r.usage()})
		case slices.ContainsFunc(h.Names, func(n *ast.Ident) bool { return n.Name == id.Name }):
			r.report(diag.Diagnostic{Code: diag.NotProcedure, At: x.Span(), Message: quote(id.Name) + " stands twice"})
		default:
			h.Names = append(h.Names, id)
		}
	}
	r.clauses(g.Clauses)
	return h
}

// listed returns the arguments in parentheses; () holds none, which is an error.
func (r *reader) listed(g *argsG) []*argG {
	if len(g.Args) == 1 && g.Args[0].empty() {
		r.report(diag.Diagnostic{Code: diag.WrongArguments, At: r.between(g.Close.Pos.Offset, g.Close.Pos.Offset+1),
			Message: "nothing stands in the parentheses of " + r.word(), Hint: r.usage()})
		return nil
	}
	return g.Args
}

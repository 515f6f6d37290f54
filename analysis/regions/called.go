package regions

import (
	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
	"github.com/mdmp-fortran/mdmp/lang"
)

// calledClauses warns of clauses of a region that exchanges in procedures called
// from it lack. They do not hold there: a procedure means the same whoever calls it,
// and so in every mode.
func (s *finder) calledClauses() {
	in := map[*ast.Unit][]*Exchange{}
	for _, x := range s.set.Exchanges {
		in[x.Unit] = append(in[x.Unit], x)
	}
	for _, r := range s.set.Regions {
		if r.Dir.Tag == nil && r.Dir.Comm == nil {
			continue
		}
		c := &calledFrom{finder: s, r: r, in: in, seen: map[*ast.Unit]bool{r.Unit: true}}
		sc := s.scopes.Unit(r.Unit)
		ast.Items(r.List[r.From+1:r.To-1], func(st *ast.Stmt) bool { c.stmt(st, sc, st.Span()); return true })
	}
}

// calledFrom follows the calls of a region through the procedures of the file.
type calledFrom struct {
	*finder
	r    *Region
	in   map[*ast.Unit][]*Exchange
	seen map[*ast.Unit]bool
	tag  bool // said of the clause
	comm bool
}

// stmt follows the calls of a statement; from is the one in the region that leads there.
func (c *calledFrom) stmt(st *ast.Stmt, sc *scope.Scope, from source.Span) {
	if sc == nil {
		return
	}
	for ; st != nil; st = st.Inner {
		if b, ok := st.Body.(*ast.Call); ok {
			c.name(b.X, sc, from)
		}
		ast.InspectStmt(st, func(x ast.Expr) bool {
			if a, ok := x.(*ast.Apply); ok {
				c.name(a.X, sc, from)
			}
			return true
		})
	}
}

// name follows what may be the name of a procedure.
func (c *calledFrom) name(x ast.Expr, sc *scope.Scope, from source.Span) {
	id, ok := x.(*ast.Ident)
	if !ok {
		return
	}
	y := sc.Lookup(id.Name)
	if y == nil || y.Class != scope.Procedure {
		return
	}
	au := c.scopes.Body(y)
	if au == nil || c.seen[au] {
		return
	}
	c.seen[au] = true
	for _, ex := range c.in[au] {
		for _, m := range ex.All {
			c.tag = c.lacks(m, m.Tag, c.r.Dir.Tag, "tag", au, from) || c.tag
			c.comm = c.lacks(m, m.Comm, c.r.Dir.Comm, "comm", au, from) || c.comm
		}
	}
	inner := c.scopes.Unit(au)
	ast.Items(au.Exec, func(st *ast.Stmt) bool { c.stmt(st, inner, from); return true })
}

// lacks warns, once for a clause of the region, if a message does without it.
func (c *calledFrom) lacks(m *Message, has, clause ast.Expr, word string, au *ast.Unit, from source.Span) bool {
	if has != nil || clause == nil || word == "tag" && c.tag || word == "comm" && c.comm {
		return false
	}
	c.report(diag.Diagnostic{Code: diag.ClauseNotCalled, At: clauseAt(&c.r.Dir.Clauses, word, clause),
		Message: "clause '" + word + "' of the region does not hold in procedures that are called: " + m.Dir.Word() + " in '" + au.Name + "' has none",
		Notes:   []diag.Related{{At: from, Message: "it is called from here"}, {At: m.Span, Message: "the " + m.Dir.Word() + " stands here"}},
		Hint:    "give the directives of '" + au.Name + "' a " + word + " clause of their own"})
	return true
}

// clauseAt is the place of a clause as it was written.
func clauseAt(c *lang.Clauses, word string, x ast.Expr) source.Span {
	for _, w := range c.Written {
		if w.Word == word {
			return w.At
		}
	}
	return x.Span()
}

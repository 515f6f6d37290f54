package regions

import (
	"strings"

	"github.com/mdmp-fortran/mdmp/diag"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/lang"
)

// clauseInside reports recv(a, west, tag(1)) where no array is called tag: it
// would be a count and a peer, but a clause was meant. (What can be told
// without declarations package lang has reported.)
func (l *looker) clauseInside(c *Message) bool {
	peer, ok := c.Peer.(*ast.Apply)
	if !ok || len(c.Sections) == 0 || c.Sections[0].Count == nil {
		return false
	}
	id, ok := peer.X.(*ast.Ident)
	if !ok || !lang.IsClause(id.Name) || l.stands(id.Name) {
		return false
	}
	l.report(diag.Diagnostic{Code: diag.WrongArguments, At: peer.Span(),
		Message: "'" + id.Name + "' is no array: clause '" + id.Name + "' stands among the arguments of " + c.Dir.Word(),
		Hint:    lang.ClauseOutside(c.Dir.Word(), l.text(c.Sections[0].X)+", "+l.text(c.Sections[0].Count), l.text(peer))})
	return true
}

// text is an expression as it was written, "..." if it goes over several lines.
func (l *looker) text(x ast.Expr) string {
	s := string(l.file.Src[x.Span().Start:x.Span().End])
	if strings.ContainsAny(s, "\r\n") {
		return "..."
	}
	return s
}

// stands reports whether a name with parentheses behind it may be an array or a
// function: it is declared, may come from a module, or is called elsewhere.
func (l *looker) stands(name string) bool {
	y := l.sc.Lookup(name)
	return y != nil && (y.Unsure != "" || !y.Has(scope.Implicit) || y.Class != scope.Variable)
}

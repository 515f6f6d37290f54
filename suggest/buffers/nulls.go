package buffers

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/match"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// isRank reports whether a condition says that the peer of a message is a rank, and nothing else: peer
// /= MPI_PROC_NULL, peer >= 0, or the opposite of the condition under which the program made it
// MPI_PROC_NULL.
func (u *unpacking) isRank(c match.Cond, m *match.Message) bool {
	b, ok := negated(c)
	if !ok {
		return false
	}
	if program.Same(b.Y, m.Peer) {
		b = flip(b)
	}
	if program.Same(b.X, m.Peer) {
		switch b.Op + " " + strings.ToLower(ast.String(ast.Unparen(b.Y))) {
		case "/= mpi_proc_null", ">= 0", "> -1":
			return true
		}
	}
	id, ok := ast.Unparen(m.Peer).(*ast.Ident)
	if !ok {
		return false
	}
	null, ok := u.nullIf(id.Name, m.Call.Stmt)
	if !ok {
		return false
	}
	null.Not = !null.Not
	d, ok := negated(null)
	sc := u.x.File.Scope(m.Call.Stmt)
	return ok && u.compared(sc, b).equal(u.compared(sc, d))
}

// negated is a comparison, the opposite one if the condition is negated.
func negated(c match.Cond) (ast.Binary, bool) {
	x := ast.Unparen(c.X)
	if n, ok := x.(*ast.Unary); ok && strings.EqualFold(n.Op, ".not.") {
		return negated(match.Cond{X: n.X, Not: !c.Not})
	}
	b, ok := x.(*ast.Binary)
	if !ok {
		return ast.Binary{}, false
	}
	opposite := map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "/=", "/=": "=="}
	op := b.Op
	if c.Not {
		op = opposite[op]
	}
	return ast.Binary{Op: op, X: b.X, Y: b.Y}, opposite[b.Op] != ""
}

// flip is a comparison read from right to left.
func flip(b ast.Binary) ast.Binary {
	flipped := map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "/=": "/="}
	return ast.Binary{Op: flipped[b.Op], X: b.Y, Y: b.X}
}

// nullIf finds the condition under which a variable is MPI_PROC_NULL:
//
//	next = rank + 1
//	if (next == ranks) next = MPI_PROC_NULL
//
// or the same in the branches of an IF, if that is all that gives it a value, and what the condition
// is made of has one value.
func (u *unpacking) nullIf(name string, use *ast.Stmt) (match.Cond, bool) {
	sc := u.x.File.Scope(use)
	if !calls.Plain(sc.Lookup(name)) || u.index.Sets(sc, name) != 2 {
		return match.Cond{}, false
	}
	var null, rank *calls.Mention
	for _, m := range u.index.Of(sc, name) {
		switch {
		case m.Set == nil:
		case calls.Constant(m.File.Table, m.File.Scope(m.Stmt), m.Set) == "mpi_proc_null":
			null = &m
		default:
			rank = &m
		}
	}
	if null == nil || rank == nil || null.Unit != rank.Unit {
		return match.Cond{}, false
	}
	if null.Unit == u.x.Unit && use.Line.First >= rank.Stmt.Line.First && use.Line.First <= null.Stmt.Line.First {
		return match.Cond{}, false
	}
	c, ok := between(null.Unit.Exec, rank.Stmt, null.Stmt)
	if !ok {
		return match.Cond{}, false
	}
	at := null.File.Scope(null.Stmt)
	if c.X, ok = program.Substitute(c.X, map[string]ast.Expr{name: &ast.Paren{X: rank.Set}}); !ok {
		return match.Cond{}, false
	}
	for id := range ast.Idents(c.X) {
		if !u.index.Steady(at, id.Name, true) || calls.Key(at, id.Name) != calls.Key(sc, id.Name) {
			return match.Cond{}, false
		}
	}
	return c, true
}

// between finds the condition under which the second of two statements decides, and not the first.
func between(items []ast.Item, first, second *ast.Stmt) (match.Cond, bool) {
	seen := false
	for _, it := range items {
		switch it := it.(type) {
		case *ast.Stmt:
			if c, ok := it.Body.(*ast.Cond); ok && it.Kind == ast.KIf && seen && it.Inner == second {
				return match.Cond{X: c.X}, true
			}
			seen = seen || it == first
		case *ast.Construct:
			if c, ok := branches(it, first, second, seen); ok {
				return c, true
			}
			for _, p := range it.Parts {
				if c, ok := between(p.Body, first, second); ok {
					return c, true
				}
			}
		default:
			ast.Unlisted(it)
		}
	}
	return match.Cond{}, false
}

// branches is between for the branches of an IF construct.
func branches(c *ast.Construct, first, second *ast.Stmt, seen bool) (match.Cond, bool) {
	if c.Kind != ast.KIfThen || len(c.Parts) == 0 || len(c.Parts) > 2 {
		return match.Cond{}, false
	}
	head, ok := c.Parts[0].Head.Body.(*ast.Cond)
	if !ok {
		return match.Cond{}, false
	}
	if len(c.Parts) == 1 {
		return match.Cond{X: head.X}, seen && slices.Contains(c.Parts[0].Body, ast.Item(second))
	}
	if _, elseIf := c.Parts[1].Head.Body.(*ast.Cond); elseIf {
		return match.Cond{}, false
	}
	then, other := c.Parts[0].Body, c.Parts[1].Body
	switch {
	case slices.Contains(then, ast.Item(second)) && (seen || slices.Contains(other, ast.Item(first))):
		return match.Cond{X: head.X}, true
	case slices.Contains(other, ast.Item(second)) && (seen || slices.Contains(then, ast.Item(first))):
		return match.Cond{X: head.X, Not: true}, true
	}
	return match.Cond{}, false
}

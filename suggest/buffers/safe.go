package buffers

import (
	"slices"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/suggest/calls"
	"github.com/mdmp-fortran/mdmp/suggest/match"
	"github.com/mdmp-fortran/mdmp/suggest/program"
)

// same reports whether a message of the sections is the message of the buffer.
func (u *unpacking) same(j *job) bool {
	for _, c := range j.parts {
		l := u.leaves[c.leaf]
		if !u.whenever(j, l.guard) || !c.fills && !u.onlyIf(j, l.guard) {
			return false
		}
		from, to := l.from, u.begin
		if !c.fills {
			from, to = u.begin, u.past(c)
		}
		if !u.undisturbed(j, c, from, to) {
			return false
		}
	}
	return true
}

// past is the leaf behind a copy and the loops around it.
func (u *unpacking) past(c *copied) int {
	l := u.leaves[c.leaf]
	i := c.leaf + 1
	for ; i < len(u.leaves); i++ {
		o := u.leaves[i]
		if len(l.in) == 0 || len(o.in) == 0 || o.in[0] != l.in[0] {
			break
		}
	}
	return i
}

// undisturbed reports whether nothing between a copy and the directives changes what is
// copied or the buffer, touches what is received, or goes elsewhere.
func (u *unpacking) undisturbed(j *job, c *copied, from, to int) bool {
	var refs []access.Ref
	id := ast.Root(c.Section)
	for _, r := range c.unit.Expr(c.Section).Refs {
		if r.X == nil || ast.Root(r.X) != nil && ast.Root(r.X).Name == id.Name {
			refs = append(refs, r)
		}
	}
	values := append([]ast.Expr{}, c.From...)
	for _, g := range u.leaves[c.leaf].guard {
		values = append(values, g.X)
	}
	for i := from; i < to; i++ {
		l := u.leaves[i]
		if l.node.Stmt.Label() != "" || l.node.Kind == access.Mark || l.node.Kind == access.Exchange || len(l.node.OMP) > 0 {
			return false
		}
		f := u.effects(l)
		if !c.fills && (l.node.Jump != access.Falls || len(f.Jumps) > 0) {
			return false
		}
		if i == c.leaf {
			continue
		}
		own := u.exchanges(l)
		if own { // what it completes are the messages of the exchange
			f = access.Touching(slices.DeleteFunc(slices.Clone(f.Refs), func(r access.Ref) bool { return r.X == nil })...)
		}
		for _, x := range values {
			if u.changes(f, c, x) {
				return false
			}
		}
		if own {
			continue
		}
		if !u.elsewhere(i, c) && u.changes(f, c, ast.Named(j.buffer)) {
			return false
		}
		if o := u.sibling(i, c); o != "" {
			j.beside = append(j.beside, o)
			continue
		}
		for _, r := range refs {
			_, hit := u.x.Access.MayWrite(f, r)
			if !c.fills && !hit {
				_, hit = u.x.Access.MayTouch(f, r)
			}
			if hit {
				return false
			}
		}
	}
	return true
}

// sibling is the other buffer from which a leaf copies what the same exchange received: if both go, their sections are compared
// with each other.
func (u *unpacking) sibling(leaf int, c *copied) string {
	for _, o := range u.copies {
		if o.leaf == leaf && !c.fills && !o.fills && o.buffer != c.buffer && o.leaf > u.begin {
			return o.buffer
		}
	}
	return ""
}

// elsewhere reports whether a leaf is a copy to or from another piece of the same buffer.
func (u *unpacking) elsewhere(leaf int, c *copied) bool {
	return slices.ContainsFunc(u.copies, func(o *copied) bool { return o.leaf == leaf && o.buffer == c.buffer && o.Apart(c.Piece) })
}

// changes reports whether something may change a value.
func (u *unpacking) changes(f *access.Effects, c *copied, x ast.Expr) bool {
	e := c.unit.Expr(x)
	if e.May(access.Impure) {
		return true
	}
	for _, r := range e.Refs {
		if _, hit := u.x.Access.MayWrite(f, r); hit {
			return true
		}
	}
	return false
}

// effects are those of a leaf.
func (u *unpacking) effects(l leaf) *access.Effects {
	if l.head {
		return &l.node.E
	}
	return u.x.Access.Whole(l.node)
}

// exchanges reports whether a leaf is a call of the exchange: its messages are compared with
// each other.
func (u *unpacking) exchanges(l leaf) bool {
	return slices.ContainsFunc(u.x.Calls, func(c *calls.Call) bool { return c.Stmt == l.node.Stmt })
}

// whenever reports whether conditions hold whenever a message is there.
func (u *unpacking) whenever(j *job, guard []match.Cond) bool {
	for _, g := range guard {
		if !g.In(j.m.Guard) && !u.isRank(g, j.m) {
			return false
		}
	}
	return true
}

// onlyIf reports whether a message is there whenever conditions hold.
func (u *unpacking) onlyIf(j *job, guard []match.Cond) bool {
	for _, g := range j.m.Guard {
		if !g.In(guard) {
			return false
		}
	}
	for _, g := range slices.Concat(guard, u.around) {
		if u.isRank(g, j.m) {
			return true
		}
	}
	sure, likely := u.rank(j)
	if u.nulls && !likely {
		return false
	}
	if !sure {
		j.check(ast.String(j.m.Peer) + alwaysRank)
	}
	return true
}

// rank reports whether a peer is certainly a rank: a number, or a remainder of the kind that is
// never negative; and whether it is one unless the program reckons with ranks that are none.
func (u *unpacking) rank(j *job) (sure, likely bool) {
	sc := u.x.File.Scope(j.m.Call.Stmt)
	x := ast.Unparen(j.m.Peer)
	if id, ok := x.(*ast.Ident); ok {
		if set := u.index.Only(sc, id.Name); set != nil {
			x = ast.Unparen(set)
		}
	}
	if _, ok := x.(*ast.Literal); ok {
		return true, true
	}
	a, ok := x.(*ast.Apply)
	if !ok || len(a.Args) != 2 {
		return false, false
	}
	id, ok := a.X.(*ast.Ident)
	if !ok {
		return false, false
	}
	name := id.Name
	if y := sc.Lookup(name); y != nil && y.Class != scope.Intrinsic {
		return false, false
	}
	text := ast.String(a.Args[0].X)
	below := strings.Contains(text, "-") && !strings.Contains(text, ast.String(a.Args[1].X))
	return name == "modulo", name == "modulo" || name == "mod" && !below
}

// What ends the checks that are added here.
const (
	alwaysRank = " is always a rank: what was received was copied in any case"
	noneCommon = " share no element"
)

func isOurs(check string) bool {
	return strings.HasSuffix(check, alwaysRank) || strings.HasSuffix(check, noneCommon)
}

// namesNull reports whether a program may have ranks that are none: it names MPI_PROC_NULL, or
// asks for neighbours that may not be there.
func namesNull(p *program.Program, index *calls.Index) bool {
	for _, c := range index.Calls {
		if c.Name == "mpi_cart_shift" {
			return true
		}
	}
	for _, f := range p.Files {
		for i := range f.Tree.Stmts {
			for id := range ast.StmtIdents(&f.Tree.Stmts[i]) {
				if id.Name == "mpi_proc_null" {
					return true
				}
			}
		}
	}
	return false
}

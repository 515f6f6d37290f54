// Package buffers takes packing buffers out of exchanges: a directive names the section itself.
//
// The idea: programs copy a row into a buffer, send that, receive into another one and copy
// from there. If all that names a buffer are these copies and the calls that go, nobody can tell
// whether it is used: the message is made of the sections, in the order in which they were
// copied, and the copies go, too. That means the same if
//
//   - the copies of a send are executed whenever the message is, and nothing between them and the directives
//     changes what was copied, or the values that say which elements it was;
//   - the copies of a receive are executed if and only if the message is, and nothing between
//     the directives and them touches what is received;
//   - no two messages of the exchange then share elements of which one is received.
//
// Whatever is not proved leaves the buffer as it is; the exchange stands all the same.
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
	"github.com/mdmp-fortran/mdmp/suggest/sections"
)

// Remove takes buffers out of the exchanges, but for those in the files that keep names.
func Remove(found *match.Found, p *program.Program, index *calls.Index, keep map[string]bool) {
	nulls := namesNull(p, index)
	var all []*unpacking
	for _, x := range found.Exchanges {
		x.Unpacked, x.Copied, x.Checks = nil, nil, slices.DeleteFunc(x.Checks, isOurs)
		for _, m := range x.Messages {
			if m.Instead != nil {
				m.Unpack(nil)
			}
		}
		if keep[x.File.Name] || len(x.Elsewhere()) > 0 || len(x.Put) > 0 {
			continue
		}
		u := &unpacking{x: x, index: index, nulls: nulls, stays: map[string]bool{}}
		if u.read() {
			all = append(all, u)
		}
	}
	for again := true; again; {
		again = false
		for _, u := range all {
			again = u.settle(all) || again
		}
	}
	for _, u := range all {
		u.apply()
	}
}

// unpacking is what can become of the buffers of an exchange.
type unpacking struct {
	x      *match.Exchange
	index  *calls.Index
	nulls  bool         // the program knows MPI_PROC_NULL
	around []match.Cond // of the IF in which the list of statements is a branch, if they hold in all of it
	leaves []leaf
	begin  int // the leaf before which the directives stand
	copies []*copied
	jobs   []*job
	stays  map[string]bool // buffers that stay
}

// copied is an assignment between a buffer and a section.
type copied struct {
	sections.Copy
	leaf   int
	buffer string // its name
	fills  bool   // the buffer is filled, else the section is
	unit   *access.Unit
}

// job is a message whose buffer may go.
type job struct {
	m      *match.Message
	buffer string
	key    string // of the buffer
	parts  []*copied
	beside []string // buffers whose copies stand between: they have to go, too
	checks []string
}

// read finds the messages with buffers and what is copied; false if there are none.
func (u *unpacking) read() bool {
	x := u.x
	for _, m := range x.Messages {
		id := ast.Root(m.Section.X)
		if id == nil || m.Type == "" {
			continue
		}
		// A variable of the procedure, or of the one around it.
		sc := x.File.Scope(m.Call.Stmt)
		if y := sc.Lookup(id.Name); y == nil || y.Scope == nil || !calls.Within(y, y.Scope.Unit) {
			continue
		}
		u.jobs = append(u.jobs, &job{m: m, buffer: id.Name, key: calls.Key(sc, id.Name)})
	}
	if len(u.jobs) == 0 {
		return false
	}
	u.list()
	u.around = u.enclosing()
	for i := range u.leaves {
		u.copy(i)
	}
	if len(u.copies) == 0 {
		return false
	}
	for _, j := range u.jobs {
		if !u.parts(j) {
			u.stays[j.buffer] = true
		}
	}
	return true
}

// copy looks whether a leaf copies between a buffer and a section.
func (u *unpacking) copy(i int) {
	l := u.leaves[i]
	a, ok := l.node.Stmt.Body.(*ast.Assign)
	if l.head || l.deep || !ok || l.node.Stmt.Kind != ast.KAssign {
		return
	}
	for _, j := range u.jobs {
		buf, section := a.X, a.Y
		if !j.m.Send {
			buf, section = a.Y, a.X
		}
		id := ast.Root(buf)
		if id == nil || id.Name != j.buffer {
			continue
		}
		c, why := u.request(j.m, l.node.Stmt).Copy(ast.Unparen(buf), ast.Unparen(section), l.loops())
		if why == nil {
			u.copies = append(u.copies, &copied{Copy: c, leaf: i, buffer: j.buffer, fills: j.m.Send, unit: u.x.Access.At(l.node)})
		}
		return
	}
}

func (u *unpacking) request(m *match.Message, at *ast.Stmt) sections.Request {
	return sections.Request{Scope: u.x.File.Scope(at), Unit: m.Unit, Type: m.Type, Ways: m.Ways, Index: u.index}
}

// parts finds the copies of which a message is made: the last ones before it, or the first ones behind it.
func (u *unpacking) parts(j *job) bool {
	r := u.request(j.m, j.m.Call.Stmt)
	r.Buf, r.Count = j.m.Buf, j.m.Count
	whole, ok := r.Buffer()
	if !ok {
		return false
	}
	var mine []*copied
	var list []sections.Copy
	for _, c := range u.copies {
		if c.buffer == j.buffer && c.fills == j.m.Send && (c.leaf < u.begin) == c.fills {
			mine = append(mine, c)
		}
	}
	if j.m.Send {
		slices.Reverse(mine)
	}
	for _, c := range mine {
		list = append(list, c.Copy)
	}
	chain, ok := sections.Chain(whole, list)
	if !ok {
		return false
	}
	for _, i := range chain {
		j.parts = append(j.parts, mine[i])
	}
	return u.same(j)
}

// settle keeps the buffers that something else needs, and reports whether it found one.
func (u *unpacking) settle(all []*unpacking) bool {
	n := len(u.stays)
	for _, j := range u.jobs {
		if !u.stays[j.buffer] && (u.usedElsewhere(j, all) || u.collides(j) || slices.ContainsFunc(j.beside, func(o string) bool { return u.stays[o] })) {
			u.stays[j.buffer] = true
		}
	}
	for _, j := range u.jobs {
		if _, why := u.gone(func(name string) bool { return name == j.buffer }); why != nil {
			u.stays[j.buffer] = true
		}
	}
	return len(u.stays) > n
}

// usedElsewhere reports whether a buffer is named by more than copies and calls that go.
func (u *unpacking) usedElsewhere(j *job, all []*unpacking) bool {
	sc := u.x.File.Scope(j.m.Call.Stmt)
	y := sc.Lookup(j.buffer)
	if y == nil || y.Has(scope.InNamelist) {
		return true
	}
	own := map[*ast.Stmt]bool{}
	for _, o := range all {
		for _, k := range o.jobs {
			if k.key != j.key || o.stays[k.buffer] {
				continue
			}
			own[k.m.Call.Stmt] = true
			for _, c := range k.parts {
				own[o.leaves[c.leaf].node.Stmt] = true
			}
		}
	}
	for _, m := range u.index.Of(sc, j.buffer) {
		whole := m.Set != nil && literal(m.Set) && !u.among(m.Stmt)
		if !own[m.Stmt] && !whole && m.Stmt.Kind != ast.KAllocate && m.Stmt.Kind != ast.KDeallocate {
			return true
		}
	}
	return false
}

func literal(x ast.Expr) bool {
	if y, ok := x.(*ast.Unary); ok {
		x = y.X
	}
	l, ok := x.(*ast.Literal)
	return ok && l.Sub == nil
}

// among reports whether a statement is one of those around the exchange.
func (u *unpacking) among(s *ast.Stmt) bool {
	return slices.ContainsFunc(u.leaves, func(l leaf) bool { return l.node.Stmt == s })
}

// collides reports whether the sections of a message may have elements in common with
// those of another one, of which one is received. What only tiny sizes could bring together is noted.
func (u *unpacking) collides(j *job) bool {
	mine := u.refs(j.m)
	for _, m := range u.x.Messages {
		if m == j.m || m.Send && j.m.Send {
			continue
		}
		for _, a := range mine {
			for _, b := range u.refs(m) {
				if !access.Overlaps(a, b, u.x.Access.Facts) {
					continue
				}
				x, ok := u.section(m, b)
				if !ok || access.Relate(a.Obj, b.Obj) != access.Same || a.X == nil || a.Obj.Through != "" || !u.request(m, m.Call.Stmt).Opposite(a.X, x) {
					return true
				}
				pair := []string{ast.String(a.X), ast.String(x)}
				slices.Sort(pair)
				j.check(strings.Join(pair, " and ") + noneCommon)
			}
		}
	}
	return false
}

// section is what a reference of a message names: for a first element all that are counted from it; false if that is not known.
func (u *unpacking) section(m *match.Message, r access.Ref) (ast.Expr, bool) {
	unpacked := slices.ContainsFunc(u.jobs, func(j *job) bool { return j.m == m && !u.stays[j.buffer] })
	if unpacked || m.Section.Count == nil {
		return r.X, r.X != nil
	}
	s, why := u.request(m, m.Call.Stmt).Value(m.Section)
	return s.X, why == nil
}

func (j *job) check(text string) {
	if !slices.Contains(j.checks, text) {
		j.checks = append(j.checks, text)
	}
}

// refs are what a message will read or write.
func (u *unpacking) refs(m *match.Message) []access.Ref {
	for _, j := range u.jobs {
		if j.m == m && !u.stays[j.buffer] {
			return j.refs()
		}
	}
	return m.Refs
}

func (j *job) refs() []access.Ref {
	n := *j.m
	n.Unpack(j.sections())
	return n.Refs
}

func (j *job) sections() []ast.Expr {
	var out []ast.Expr
	for _, c := range j.parts {
		out = append(out, c.Section)
	}
	return out
}

// gone lists the statements that go with some buffers.
func (u *unpacking) gone(of func(buffer string) bool) ([]*ast.Stmt, *program.Refusal) {
	gone := map[*ast.Stmt]bool{}
	first, last := u.x.Top, u.x.Top
	for _, j := range u.jobs {
		if u.stays[j.buffer] || !of(j.buffer) {
			continue
		}
		for _, c := range j.parts {
			l := u.leaves[c.leaf]
			gone[l.node.Stmt] = true
			first, last = min(first, l.top), max(last, l.top)
		}
	}
	if len(gone) == 0 {
		return nil, nil
	}
	for _, s := range u.x.Gone {
		gone[s] = true
	}
	list, why := match.Take(u.x.File, u.x.Unit, u.index, u.x.Nodes[first:last+1], gone)
	for _, l := range u.leaves {
		if why == nil && gone[l.node.Stmt] && !l.emptied(gone) {
			why = program.Refuse("", "a loop would be left with nothing in it")
		}
	}
	return list, why
}

// emptied reports whether the loops around a copy of which nothing is left go, too.
func (l leaf) emptied(gone map[*ast.Stmt]bool) bool {
	for _, n := range l.in {
		left := false
		n.Walk(func(m *access.Node) bool {
			left = left || m.Kind != access.Loop && !gone[m.Stmt]
			return true
		})
		if !left && !gone[n.Stmt] {
			return false
		}
	}
	return true
}

// apply changes the exchange.
func (u *unpacking) apply() {
	list, why := u.gone(func(string) bool { return true })
	if why != nil || len(list) == 0 {
		return
	}
	u.x.Copied = list
	for _, j := range u.jobs {
		if u.stays[j.buffer] {
			continue
		}
		j.m.Unpack(j.sections())
		if !slices.Contains(u.x.Unpacked, j.buffer) {
			u.x.Unpacked = append(u.x.Unpacked, j.buffer)
		}
		for _, c := range j.checks {
			u.x.Check(c)
		}
	}
}

package audit

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// promise is a message that is begun before its exchange: what leaves for good (Final), or a receive that is posted (Early).
// From there up to the exchange, which comes next, its section and what it is computed from stay as they are.
type promise struct {
	kind  Kind
	m     *rungs.Message
	after ast.Item // behind which it is begun
	conds []ast.Expr
	list  []rungs.Feed // Final: those that are stated together
	*acts              // its sections, and what it is computed from
}

// rests reports whether a promise may be computed from a variable.
func (a *auditor) rests(x *promise, v *scope.Symbol) bool {
	return slices.ContainsFunc(x.acts.list, func(m mention) bool { return !m.status && a.mayShare(v, m.v) })
}

// holds reports whether a mention may be of a section of a promise.
func (a *auditor) holds(x *promise, m mention) bool {
	return slices.ContainsFunc(x.acts.list, func(s mention) bool { return s.section && a.meets(m, s) })
}

// promises is the state of looking at one body.
type promises struct {
	*auditor
	w     *walker
	body  *rungs.Body
	list  []promise
	begun map[ast.Item][]int
	ahead []int // for the item that follows
}

// early looks at what is begun before its exchange.
func (a *auditor) early(b *rungs.Body) {
	p := &promises{auditor: a, body: b, begun: map[ast.Item][]int{}}
	if b.Region == nil {
		return
	}
	for _, x := range b.Actions {
		switch x := x.(type) {
		case *rungs.Nest:
			p.feeds(x.Feeds, x.Item)
		case *rungs.Fire:
			p.feeds(x.Feeds, x.After)
		case *rungs.Prepost:
			for _, m := range x.Receives {
				p.promise(promise{kind: Early, m: m, after: x.After, conds: x.If})
			}
		}
	}
	if len(p.list) == 0 {
		return
	}
	p.w = newWalker(p, len(p.list))
	r := b.Region
	inside := r.List[r.From+1 : r.To-1]
	if obscure(inside) || len(b.Unit.Exec) == 0 {
		for i := range p.list {
			p.dispute(i, r.Begin, "jumps")
		}
		return
	}
	p.w.body(inside, newSet(len(p.list)))
}

func (p *promises) feeds(list []rungs.Feed, after ast.Item) {
	for _, f := range list {
		if f.Final {
			p.promise(promise{kind: Final, m: f.Message, after: after, conds: f.FinalIf, list: list})
		}
	}
}

// promise notes what a message is computed from, and looks at what is so whatever lies between.
func (p *promises) promise(x promise) {
	s := x.m.M.Stmt
	x.acts = p.computed(x.m.M)
	i := len(p.list)
	p.list = append(p.list, x)
	p.begun[x.after] = append(p.begun[x.after], i)
	switch {
	case x.any != "" || x.looks || slices.ContainsFunc(x.acts.list, func(m mention) bool { return m.write }):
		p.dispute(i, s, "effect")
	case slices.ContainsFunc(x.acts.list, func(m mention) bool { return m.section && p.handed(m.v) }):
		p.dispute(i, s, "kept")
	case !p.means(x.m.M, p.scopes.At(s.Span().Start), p.scopes.At(x.after.First().Span().Start)) || x.after.First().Kind == ast.KDirective && x.after.First().Line.Sentinel() == "mdmp":
		p.dispute(i, s, "place")
	case x.kind == Final:
		p.comes(i)
		p.counted(i)
	default:
		p.decides(i)
	}
}

// handed reports whether a variable may be that of something else that is under way.
func (a *auditor) handed(v *scope.Symbol) bool {
	if v.Has(scope.Asynchronous) || v.Has(scope.Volatile) || a.kept[v] {
		return true
	}
	if a.loose(v) {
		for w := range a.kept {
			if a.mayShare(v, w) {
				return true
			}
		}
	}
	return false
}

// means reports whether all names of a message mean the same in two scopes.
func (a *auditor) means(c *regions.Message, x, y *scope.Scope) bool {
	for _, e := range c.Expressions() {
		for id := range ast.Idents(e) {
			if x == nil || y == nil || x.Lookup(id.Name) != y.Lookup(id.Name) {
				return false
			}
		}
	}
	return true
}

// comes looks at receives that may be on their way into what leaves for good, or into what it is computed from.
func (p *promises) comes(i int) {
	x := &p.list[i]
	for _, m := range p.body.Messages {
		if m.M.Send || !m.Lazy && m.X != x.m.X {
			continue
		}
		for _, s := range p.computed(m.M).sections() {
			if p.rests(x, s.v) || p.holds(x, s) && !p.apart(x, m.M, s.v) {
				p.dispute(i, m.M.Stmt, s.v.Name)
			}
		}
	}
}

// apart reports whether the plan claims that what is sent is no section of a receive, or of one with the same sections.
func (p *promises) apart(x *promise, c *regions.Message, v *scope.Symbol) bool {
	return slices.ContainsFunc(p.body.Claims, func(y rungs.Claim) bool {
		return y.At == ast.Item(x.m.M.Stmt) && y.M != nil && p.variable(y.X, x.m.M.Stmt) == v && sections(y.M) == sections(c)
	})
}

// sections tells messages with different sections apart.
func sections(c *regions.Message) string {
	list := &ast.ArrayCons{}
	for _, s := range c.Sections {
		list.Items = append(list.Items, s.X)
		if s.Count != nil {
			list.Items = append(list.Items, s.Count)
		}
	}
	return ast.String(list)
}

// counted looks at the messages that the exchange states before it, perhaps on the same lane.
func (p *promises) counted(i int) {
	x := &p.list[i]
	for _, s := range x.m.X.Sends {
		if s == x.m.M {
			return
		}
		if sameLane(s, x.m.M) && !slices.ContainsFunc(x.list, func(f rungs.Feed) bool { return f.Message.M == s && f.Stable }) {
			p.dispute(i, s.Stmt, "lane")
		}
	}
}

// sameLane reports whether two messages may be on one lane: not if their tags are different numbers.
func sameLane(a, b *regions.Message) bool {
	x, ok1 := a.Tag.(*ast.Literal)
	y, ok2 := b.Tag.(*ast.Literal)
	switch {
	case ok1 && ok2:
		return x.Sub != nil || y.Sub != nil || x.Kind != ast.IntLit || y.Kind != ast.IntLit || ast.NormalLabel(x.Text) == ast.NormalLabel(y.Text)
	case ok1 && b.Tag == nil && !b.InheritsTag():
		return x.Sub != nil || ast.NormalLabel(x.Text) == "0"
	case ok2 && a.Tag == nil && !a.InheritsTag():
		return y.Sub != nil || ast.NormalLabel(y.Text) == "0"
	}
	return true
}

// decides looks at what messages of the exchange are computed from: nothing of it comes with the receive.
func (p *promises) decides(i int) {
	x := &p.list[i]
	for _, c := range x.m.X.All {
		for _, m := range p.computed(c).list {
			if !m.status && p.holds(x, m) && !p.claimed(p.body, c.Stmt, m.v, x.m.M) {
				p.dispute(i, c.Stmt, m.v.Name)
			}
		}
	}
}

// enter finds out what a directive before a nest stands for.
func (p *promises) enter(it ast.Item, _ set) bool {
	switch s := it.First(); {
	case s.Kind == ast.KDirective && p.begun[it] != nil:
		p.ahead = p.begun[it]
	case s.Kind != ast.KDirective && s.Kind != ast.KCpp && p.ahead != nil:
		p.begun[it], p.ahead = append(p.begun[it], p.ahead...), nil
	}
	return false
}

// exit begins what is begun behind an item.
func (p *promises) exit(it ast.Item, out set) {
	if it.First().Kind == ast.KDirective {
		return
	}
	for _, i := range p.begun[it] {
		out.add(i)
		p.within(i, it)
	}
}

// within looks at what the nest itself changes: what the message is computed from is evaluated before it.
func (p *promises) within(i int, it ast.Item) {
	ast.Items([]ast.Item{it}, func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			for _, m := range p.fully(s).list {
				if m.write && p.list[i].kind == Final && p.rests(&p.list[i], m.v) {
					p.dispute(i, s, m.v.Name)
				}
			}
		}
		return true
	})
}

func (p *promises) statement(s *ast.Stmt, in set) set {
	x := p.set.Of(s)
	switch {
	case x == nil:
		p.look(s, p.fully(s), in)
	case s == x.Stmts[0]:
		p.exchange(s, x, in)
	}
	return in
}

func (p *promises) again(s *ast.Stmt, in set) { p.look(s, p.fully(s), in) }

// exchange fulfils what was promised of it. Others send nothing on the lane, and receive nothing into the section.
func (p *promises) exchange(s *ast.Stmt, x *regions.Exchange, in set) {
	for i := range p.list {
		y := &p.list[i]
		if !in.has(i) {
			continue
		}
		if y.m.X == x {
			in.drop(i)
			continue
		}
		for _, c := range x.All {
			if c.Send == y.m.M.Send && sameLane(c, y.m.M) {
				p.dispute(i, c.Stmt, "lane")
			}
			for _, t := range p.computed(c).sections() {
				if (y.kind == Early || !c.Send) && p.holds(y, t) && !p.claimed(p.body, s, t.v, y.m.M) || !c.Send && p.rests(y, t.v) {
					p.dispute(i, c.Stmt, t.v.Name)
				}
			}
		}
	}
}

// look compares what a statement does with what was promised.
func (p *promises) look(s *ast.Stmt, does *acts, in set) {
	if !in.any() {
		return
	}
	for i := range p.list {
		x := &p.list[i]
		if !in.has(i) {
			continue
		}
		if does.any != "" && does.any != "io" || does.looks && x.kind == Early {
			p.dispute(i, s, does.any)
			continue
		}
		for _, m := range does.list {
			touches := m.write || x.kind == Early && !m.status
			if touches && p.holds(x, m) && !p.claimed(p.body, s, m.v, x.m.M) || m.write && p.rests(x, m.v) {
				p.dispute(i, s, m.v.Name)
			}
		}
	}
}

// left takes what is only begun if a loop goes round once more out of what leaves it.
func (p *promises) left(c *ast.Construct, out set) {
	b, ok := c.Begin.Body.(*ast.Do)
	if !ok || b.Var == nil {
		return
	}
	for i := range p.list {
		if out.has(i) && slices.ContainsFunc(p.list[i].conds, func(x ast.Expr) bool {
			t, is := x.(*ast.Binary)
			if !is || t.Op != "<=" && t.Op != ">=" {
				return false
			}
			id, is := t.X.(*ast.Ident)
			return is && id.Name == b.Var.Name
		}) {
			out.drop(i)
		}
	}
}

// leave is where control leaves the region: what was promised does not come.
func (p *promises) leave(s *ast.Stmt, in set) {
	for i := range p.list {
		if in.has(i) {
			p.dispute(i, s, "path")
		}
	}
}

func (p *promises) dispute(i int, s *ast.Stmt, why string) {
	p.auditor.dispute(Dispute{p.list[i].kind, p.body, p.list[i].m, s.Span(), why})
}

package audit

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/regions"
	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// loan is memory into which something may be on its way.
type loan struct {
	mention // without a variable: all that has no name in the body, but except and what is private
	except  []*scope.Symbol
	m       *rungs.Message // of a receive of the region
	// entry: it may be pending when the body begins. Then a completion by one name says nothing about others, and need not.
	entry bool
	own   bool // a variable of the body that was not there before
	open  bool // a procedure may leave anything pending
}

// pendings is the state of looking at one body.
type pendings struct {
	*auditor
	w      *walker
	body   *rungs.Body
	loans  []loan
	lent   map[*scope.Symbol][]int // loans of a variable
	all    []int
	shared []int // those of variables that may share storage with others, or of none
	starts map[*regions.Exchange][]int
	grants map[*rungs.Grant][]int
	local  []ast.Expr // what is complete for the item that is looked at
	saved  [][]ast.Expr
	ahead  []ast.Expr  // the same for the next one
	nest   *rungs.Nest // that is the next one
}

// pending looks at the receives that a body leaves pending, or that may be when it is entered.
func (a *auditor) pending(b *rungs.Body) {
	p := &pendings{auditor: a, body: b, starts: map[*regions.Exchange][]int{}, grants: map[*rungs.Grant][]int{}, lent: map[*scope.Symbol][]int{}}
	list := b.Unit.Exec
	if b.Region != nil {
		r := b.Region
		list = r.List[r.From+1 : r.To-1]
		p.received()
	} else {
		p.entered()
	}
	p.granted()
	if len(p.loans) == 0 {
		return
	}
	for i, l := range p.loans {
		p.all = append(p.all, i)
		if l.v != nil {
			p.lent[l.v] = append(p.lent[l.v], i)
		}
		if l.v == nil || a.loose(l.v) {
			p.shared = append(p.shared, i)
		}
	}
	p.w = newWalker(p, len(p.loans))
	in := newSet(len(p.loans))
	for i, l := range p.loans {
		if l.entry && !l.own {
			in.add(i)
		}
	}
	for _, e := range rungs.Of[*rungs.Enter](b) {
		for _, x := range e.Scalars {
			p.complete(in, a.variable(x.X, e.Item.First()))
		}
	}
	if obscure(list) {
		p.w.all = newSet(len(p.loans))
		for i := range p.loans {
			p.w.all.add(i)
		}
	}
	p.lookups(list)
	p.w.body(list, in)
}

// complete takes what is complete under a name out of a set.
func (p *pendings) complete(in set, v *scope.Symbol) {
	for _, i := range p.lent[v] {
		in.drop(i)
	}
}

// before does what the plan says before an item, and notes what is complete for that alone.
func (p *pendings) before(s *ast.Stmt, in set) {
	for _, x := range p.at[s] {
		n, ok := x.(*rungs.Need)
		if !ok {
			continue
		}
		if n.Settle {
			clear(in)
			continue
		}
		for _, d := range n.Arrays {
			p.local = append(p.local, d.X)
			if _, whole := d.X.(*ast.Ident); !whole {
				continue
			}
			if v := p.variable(d.X, s); v != nil && (p.body.Region != nil || !points(v)) {
				p.complete(in, v)
			}
		}
	}
}

// enter takes nests as a whole. What is complete before a directive, or stated there, is so for what follows it.
func (p *pendings) enter(it ast.Item, in set) bool {
	s := it.First()
	p.saved = append(p.saved, p.local)
	p.local = append(slices.Clip(p.local), p.ahead...)
	nest := p.nest
	p.ahead, p.nest = nil, nil
	had := len(p.local)
	p.before(s, in)
	for _, x := range p.at[s] {
		if n, ok := x.(*rungs.Nest); ok {
			nest = n
		}
	}
	switch {
	case s.Kind == ast.KDirective && s.Line.Sentinel() != "mdmp" || s.Kind == ast.KCpp:
		p.ahead, p.nest = p.local[had:], nest
	case nest != nil:
		p.boxes(it, nest, in)
		return true
	}
	return false
}

func (p *pendings) left(*ast.Construct, set) {}

func (p *pendings) exit(ast.Item, set) {
	p.local = p.saved[len(p.saved)-1]
	p.saved = p.saved[:len(p.saved)-1]
}

// statement looks at what a statement does, and adds what becomes pending at it.
func (p *pendings) statement(s *ast.Stmt, in set) set {
	if x := p.set.Of(s); x != nil {
		p.exchange(s, x, in)
		return in
	}
	does := p.of(s)
	p.look(s, does, in)
	p.frees(s, does)
	if len(p.w.open) > 0 && p.w.open[len(p.w.open)-1].Begin == s {
		p.local = nil // inside more may become pending
	}
	for _, a := range p.at[s] {
		if g, ok := a.(*rungs.Grant); ok {
			for _, i := range p.grants[g] {
				in.add(i)
			}
		}
	}
	if w := p.set.WaitAt(s); w != nil && len(w.List) == 0 {
		clear(in)
	}
	return in
}

func (p *pendings) again(s *ast.Stmt, in set) {
	if b, ok := s.Body.(*ast.Do); ok && b.Form == ast.DoWhile {
		local := p.local
		p.local = nil
		p.look(s, p.of(s), in)
		p.local = local
	}
}

func (p *pendings) leave(*ast.Stmt, set) {}

// exchange is met at its first directive: what it is computed from must be complete, what its sections hold it completes itself.
func (p *pendings) exchange(s *ast.Stmt, x *regions.Exchange, in set) {
	if s != x.Stmts[0] {
		return
	}
	for _, c := range x.All {
		p.look(s, p.computed(c), in)
	}
	for _, i := range p.starts[x] {
		in.add(i)
	}
	if p.body.Region != nil {
		return
	}
	for _, m := range p.body.Messages {
		if m.X == x && m.Lazy {
			for i := range p.loans {
				in.add(i)
			}
		}
	}
}

// look compares what a statement does with what is pending.
func (p *pendings) look(s *ast.Stmt, does *acts, in set) {
	if does.any != "" || does.looks {
		for i, l := range p.loans {
			switch {
			case !in.has(i):
			case does.any != "":
				p.dispute(s, i, does.any)
			case l.v == nil || p.reached(l.v, p.body.Unit):
				p.dispute(s, i, "pure")
			}
		}
	}
	if !in.any() {
		return
	}
	for _, m := range does.list {
		list := p.all
		if !p.loose(m.v) {
			list = p.shared
			for _, i := range p.lent[m.v] {
				p.meet(s, m, i, in)
			}
		}
		for _, i := range list {
			p.meet(s, m, i, in)
		}
	}
}

// meet looks at a mention of what may be lent.
func (p *pendings) meet(s *ast.Stmt, m mention, i int, in set) {
	if in.has(i) && p.touches(s, m, &p.loans[i]) && !p.covered(m) {
		p.dispute(s, i, m.v.Name)
	}
}

// touches reports whether a mention may touch what is lent.
func (p *pendings) touches(s *ast.Stmt, m mention, l *loan) bool {
	switch {
	case m.status && !m.write:
		return false
	case l.v == nil:
		return l.open && !single(m.v) && !p.private(m.v, p.body.Unit) && p.reached(m.v, p.body.Unit) && !slices.Contains(l.except, m.v) && !m.passed &&
			!(!p.pointedAt(m.v) && m.v.Storage != scope.CommonStorage && p.number(m.x, p.scopes.At(s.Span().Start)))
	case l.entry && m.status && (m.v.Has(scope.Pointer) || points(m.v)) && (s.Kind == ast.KPointerAssign || s.Kind == ast.KNullify):
		return false // it is pointed elsewhere, and what it led to stays where it is
	case l.entry || m.status && s.Kind != ast.KDeallocate:
		if m.v != l.v {
			return false
		}
	case !p.meets(m, l.mention):
		return false
	}
	if l.entry && !p.pointedAt(m.v) && m.v.Storage != scope.CommonStorage && p.number(m.x, p.scopes.At(s.Span().Start)) {
		return false
	}
	if m.passed && !single(l.v) && p.byAddress(m, s) {
		return false
	}
	var c *regions.Message
	if l.m != nil {
		c = l.m.M
	}
	return !p.claimed(p.body, s, m.v, c)
}

// covered reports whether what is mentioned is complete under its own name for the item.
func (p *pendings) covered(m mention) bool {
	if m.x == nil {
		return false
	}
	for x := m.x; x != nil; x = holder(x) {
		if slices.ContainsFunc(p.local, func(y ast.Expr) bool { return ast.String(x) == ast.String(y) }) {
			return true
		}
	}
	return false
}

// holder is what a designator is an element or a component of, nil for a name.
func holder(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.Apply:
		return x.X
	case *ast.Member:
		return x.X
	default:
		return nil
	}
}

// boxes looks at a nest: what is pending must be stated, and is not looked at when it begins.
func (p *pendings) boxes(it ast.Item, n *rungs.Nest, in set) {
	arrays := map[*scope.Symbol][]*rungs.Array{}
	for _, x := range n.Arrays {
		v := p.variable(x.X, it.First())
		arrays[v] = append(arrays[v], x)
	}
	ast.ItemsBut([]ast.Item{it}, p.never, func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			does := p.of(s)
			left := &acts{any: does.any, looks: does.looks}
			for _, m := range does.list {
				if s.Kind == ast.KDo || !stated(arrays[m.v], m) {
					left.list = append(left.list, m)
				}
			}
			p.look(s, left, in)
		}
		return true
	})
}

// stated reports whether a nest states an array of a mention, of those of its variable, and that it is read, or written.
func stated(arrays []*rungs.Array, m mention) bool {
	if m.x == nil || len(arrays) == 0 {
		return false
	}
	names := path(m.x)
	return slices.ContainsFunc(arrays, func(x *rungs.Array) bool {
		have := path(x.X)
		if len(have) > len(names) || !slices.Equal(have[1:], names[1:len(have)]) {
			return false
		}
		return slices.ContainsFunc(x.Prints, func(f rungs.Print) bool { return m.write && f.Write || !m.write && f.Read })
	})
}

// path lists the names in a designator.
func path(x ast.Expr) []string {
	d := scope.Walk(x, nil, nil)
	if d == nil {
		return []string{""}
	}
	var list []string
	for _, st := range d.Steps {
		list = append(list, st.Name)
	}
	return list
}

func (p *pendings) dispute(s *ast.Stmt, i int, why string) {
	p.auditor.dispute(Dispute{Pending, p.body, p.loans[i].m, s.Span(), why})
}

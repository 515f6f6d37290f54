package audit

import (
	"slices"

	"github.com/mdmp-fortran/mdmp/analysis/rungs"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
)

// received makes the loans of the receives of a region that may stay pending.
func (p *pendings) received() {
	for _, m := range p.body.Messages {
		if m.M.Send || !m.Lazy {
			continue
		}
		sections := p.computed(m.M).sections()
		for _, s := range sections {
			p.starts[m.X] = append(p.starts[m.X], len(p.loans))
			p.loans = append(p.loans, loan{mention: s, m: m})
		}
		if len(sections) < len(m.M.Sections) {
			p.starts[m.X] = append(p.starts[m.X], len(p.loans))
			p.loans = append(p.loans, loan{m: m, open: true})
		}
	}
}

// entered makes the loans of a managed procedure: all that others can reach. What goes into single numbers does not stay
// pending over a call, so those that share no storage are left out.
func (p *pendings) entered() {
	p.loans = append(p.loans, loan{entry: true})
	seen := map[*scope.Symbol]bool{}
	ast.Items(p.body.Unit.Exec, func(s *ast.Stmt) bool {
		for ; s != nil; s = s.Inner {
			for _, m := range p.of(s).list {
				if seen[m.v] || p.private(m.v, p.body.Unit) || single(m.v) && !p.pointedAt(m.v) && m.v.Storage != scope.CommonStorage && !m.v.Has(scope.Equivalenced) {
					continue
				}
				seen[m.v] = true
				p.loans = append(p.loans, loan{mention: mention{v: m.v}, entry: true, own: within(m.v, p.body.Unit) && !m.v.Saved() && !points(m.v)})
			}
		}
		return true
	})
}

// granted makes the loans of what procedures that are called may leave pending.
func (p *pendings) granted() {
	for _, g := range rungs.Of[*rungs.Grant](p.body) {
		s := g.Item.First()
		var named []*scope.Symbol
		if p.body.Managed() { // what was granted to it: no variable that it has made, or anything but those that are excepted
			for _, x := range g.Except {
				named = append(named, p.variable(x.X, s))
			}
			for i, l := range p.loans {
				if !l.own || g.Open && !slices.Contains(named, l.v) {
					p.grants[g] = append(p.grants[g], i)
				}
			}
			continue
		}
		for _, x := range g.Arrays {
			l := p.meant(x.X, s)
			named = append(named, l.v)
			p.grants[g] = append(p.grants[g], len(p.loans))
			p.loans = append(p.loans, loan{mention: l})
		}
		if !g.Open {
			continue
		}
		for _, x := range g.Except {
			named = append(named, p.variable(x.X, s))
		}
		p.grants[g] = append(p.grants[g], len(p.loans))
		p.loans = append(p.loans, loan{except: named, open: true})
	}
}

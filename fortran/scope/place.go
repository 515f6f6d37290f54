package scope

import (
	"sort"

	"mdmp/fortran/ast"
	"mdmp/fortran/source"
)

// At returns the innermost scope that a statement at byte p stands in: that of
// a construct between its opening and its closing statement, which belong to
// the scope around it. The result is nil outside of all units.
func (t *Table) At(p source.Pos) *Scope {
	u := unitAt(t.File.Units, p)
	if u == nil {
		return nil
	}
	s := t.Unit(u)
	items := u.Exec
	for s != nil {
		c, part := enclosing(items, p)
		if c == nil {
			return s
		}
		s, items = s.Enter(c, part), c.Parts[part].Body
	}
	return nil
}

// unitAt returns the innermost of some units and their subprograms in which
// byte p lies.
func unitAt(units []*ast.Unit, p source.Pos) *ast.Unit {
	i := sort.Search(len(units), func(i int) bool { return start(units[i]) > p }) - 1
	if i < 0 {
		return nil
	}
	u := units[i]
	if u.End != nil && p >= u.End.Span().End {
		return nil
	}
	if in := unitAt(u.Subs, p); in != nil {
		return in
	}
	return u
}

// start returns where a unit begins.
func start(u *ast.Unit) source.Pos {
	if u.Begin != nil {
		return u.Begin.Span().Start
	}
	for _, items := range [][]ast.Item{u.Spec, u.Exec} {
		if len(items) > 0 {
			return items[0].First().Span().Start
		}
	}
	return 0
}

// enclosing returns the construct of a list in which byte p lies, and the branch;
// nil if it lies in none.
func enclosing(items []ast.Item, p source.Pos) (*ast.Construct, int) {
	i := sort.Search(len(items), func(i int) bool { return items[i].First().Span().Start >= p }) - 1
	if i < 0 {
		return nil, 0
	}
	c, ok := items[i].(*ast.Construct)
	if !ok || c.End != nil && (p > c.End.Span().Start || p == c.End.Span().Start && !c.SharedEnd) {
		return nil, 0
	}
	part := 0
	for k := range c.Parts {
		if h := c.Parts[k].Head; h != nil && h.Span().Start <= p {
			part = k
		}
	}
	return c, part
}

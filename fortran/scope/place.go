package scope

import (
	"math"
	"sort"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
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
	if s == nil {
		return nil
	}
	// Who asks asks next about a place near by: the way in is kept, and left from its
	// end as far as it does not lead there.
	if len(t.way) == 0 || t.way[0].scope != s {
		t.way = append(t.way[:0], level{scope: s, items: u.Exec})
	}
	for last := len(t.way) - 1; last > 0 && (p < t.way[last].from || p > t.way[last].to); last-- {
		t.way = t.way[:last]
	}
	for {
		l := t.way[len(t.way)-1]
		in, ok := l.enter(p)
		if !ok {
			return l.scope
		}
		t.way = append(t.way, in)
	}
}

// level is a branch of a construct on the way to a place, or a whole unit: its scope,
// what stands in it, and from where to where the way leads through it.
type level struct {
	scope    *Scope
	items    []ast.Item
	from, to source.Pos // both belong to it
}

// enter returns the branch of the construct of l in which byte p lies, false if it
// lies in none.
func (l level) enter(p source.Pos) (level, bool) {
	i := sort.Search(len(l.items), func(i int) bool { return l.items[i].First().Span().Start >= p }) - 1
	if i < 0 {
		return level{}, false
	}
	c, ok := l.items[i].(*ast.Construct)
	if !ok {
		return level{}, false
	}
	in := level{from: c.First().Span().Start + 1, to: math.MaxInt32}
	if i+1 < len(l.items) {
		in.to = l.items[i+1].First().Span().Start
	}
	if c.End != nil {
		end := c.End.Span().Start
		if !c.SharedEnd {
			end--
		}
		in.to = min(in.to, end)
	}
	if p > in.to {
		return level{}, false
	}
	head := func(k int) source.Pos { return c.Parts[k].Head.Span().Start }
	part := max(0, sort.Search(len(c.Parts), func(k int) bool { return head(k) > p })-1)
	in.from = max(in.from, head(part))
	if part+1 < len(c.Parts) {
		in.to = min(in.to, head(part+1)-1)
	}
	in.scope, in.items = l.scope.Enter(c, part), c.Parts[part].Body
	return in, true
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

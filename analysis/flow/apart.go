package flow

import (
	"fmt"
	"strings"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// apartness is what was found out about a send and a receive: the conditions
// under which their sections have nothing in common, and whether there are any
// that can be tested.
type apartness struct {
	conds []ast.Expr
	ok    bool
}

// apart returns the conditions under which the sections of a send and of a
// receive have nothing in common; false if there are none that can be tested. A
// region may hold hundreds of both, of a few sections: every pair of sections is
// compared once.
func (f *Region) apart(c, d *Message) ([]ast.Expr, bool) {
	pair := [2]int{f.classOf(c), f.classOf(d)}
	a, known := f.apartness[pair]
	if !known {
		a.conds, a.ok = f.compare(c, d)
		f.apartness[pair] = a
	}
	return a.conds, a.ok
}

// classOf numbers directives so that those with the same sections have the same
// number. Sections are the same if their objects and all that is known of their
// bounds are.
func (f *Region) classOf(c *Message) int {
	if c.class > 0 {
		return c.class
	}
	var key strings.Builder
	for _, r := range c.Refs {
		fmt.Fprintf(&key, "%p,%t,%#v;", r.Obj, r.Contents, r.Sub)
	}
	class, known := f.classes[key.String()]
	if !known {
		class = len(f.classes) + 1
		f.classes[key.String()] = class
	}
	c.class = class
	return class
}

// Class is one number for all directives with the same sections.
func (f *Region) Class(c *Message) int { return f.classOf(c) }

// Unlike returns, of directives with the same sections, the first: apart does not
// tell them apart.
func (f *Region) Unlike(list []*Message) []*Message {
	var out []*Message
	seen := map[int]bool{}
	for _, c := range list {
		if k := f.classOf(c); !seen[k] {
			seen[k] = true
			out = append(out, c)
		}
	}
	return out
}

// compare is apart, worked out.
func (f *Region) compare(c, d *Message) ([]ast.Expr, bool) {
	var conds []ast.Expr
	for _, r := range c.Refs {
		for _, s := range d.Refs {
			if !access.Overlaps(s, r, f.Unit.Facts) {
				continue
			}
			cond := f.disjoint(r, s)
			if cond == nil {
				return nil, false
			}
			conds = append(conds, cond)
		}
	}
	return conds, true
}

// disjoint is the condition that two sections of one array are disjoint in some
// dimension; nil if it cannot be evaluated.
func (f *Region) disjoint(a, b access.Ref) ast.Expr {
	if access.Relate(a.Obj, b.Obj) != access.Same || a.Obj.Through != "" {
		return nil
	}
	var cond ast.Expr
	or := func(x affine.Form, op string, y affine.Form) {
		part := ast.Op(f.Unit.ExprOf(x), op, f.Unit.ExprOf(y))
		if cond != nil {
			part = ast.Op(cond, ".or.", part)
		}
		cond = part
	}
	for i := 0; i < len(a.Sub) && i < len(b.Sub); i++ {
		x, y := a.Sub[i], b.Sub[i]
		if x.Whole || y.Whole || !f.testable(x.Lo, x.Hi, y.Lo, y.Hi) || sameRange(x, y) {
			continue
		}
		if x.Lo.Equal(x.Hi) && y.Lo.Equal(y.Hi) {
			or(x.Lo, "/=", y.Lo)
			continue
		}
		for _, p := range [][2]affine.Form{{x.Lo, y.Hi}, {y.Lo, x.Hi}} {
			if !(affine.Facts{}).LE(p[0], p[1]) { // else it is known to be false
				or(p[0], ">", p[1])
			}
		}
	}
	return cond
}

func sameRange(x, y affine.Dim) bool { return x.Lo.Equal(y.Lo) && x.Hi.Equal(y.Hi) }

func (f *Region) testable(fs ...affine.Form) bool {
	for _, g := range fs {
		for _, t := range g.Terms {
			if !f.Unit.Harmless(t.Sym) {
				return false
			}
		}
	}
	return true
}

package flow

import (
	"fmt"
	"strings"

	"mdmp/analysis/access"
	"mdmp/analysis/affine"
)

// apartness is what was found out about a send and a receive: the conditions
// under which their sections have nothing in common, and whether there are any
// that can be tested.
type apartness struct {
	conds []string
	ok    bool
}

// apart returns the conditions under which the sections of a send and of a
// receive have nothing in common; false if there are none that can be tested. A
// region may hold hundreds of both, of a few sections: every pair of sections is
// compared once.
func (f *Region) apart(c, d *Comm) ([]string, bool) {
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
func (f *Region) classOf(c *Comm) int {
	if c.class > 0 {
		return c.class
	}
	var key strings.Builder
	for _, r := range c.Refs {
		fmt.Fprintf(&key, "%p %t %#v;", r.Obj, r.Contents, r.Sub)
	}
	class, known := f.classes[key.String()]
	if !known {
		class = len(f.classes) + 1
		f.classes[key.String()] = class
	}
	c.class = class
	return class
}

// Unlike returns, of directives with the same sections, the first: apart does not
// tell them apart.
func (f *Region) Unlike(list []*Comm) []*Comm {
	var out []*Comm
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
func (f *Region) compare(c, d *Comm) ([]string, bool) {
	var conds []string
	for _, r := range c.Refs {
		for _, s := range d.Refs {
			if access.Overlaps(s, r, f.Unit.Facts) == affine.No {
				continue
			}
			cond := disjoint(r, s)
			if cond == "" {
				return nil, false
			}
			conds = append(conds, cond)
		}
	}
	return conds, true
}

// disjoint writes the condition that two sections of one array are disjoint in
// some dimension; "" if it cannot be evaluated.
func disjoint(a, b access.Ref) string {
	if access.Relate(a.Obj, b.Obj) != access.Same || a.Obj.Through != "" {
		return ""
	}
	var parts []string
	for i := 0; i < len(a.Sub) && i < len(b.Sub); i++ {
		x, y := a.Sub[i], b.Sub[i]
		if x.Whole || y.Whole || !testable(x.Lo, x.Hi, y.Lo, y.Hi) || sameRange(x, y) {
			continue
		}
		if x.Lo.Equal(x.Hi) && y.Lo.Equal(y.Hi) {
			parts = append(parts, x.Lo.String()+"/="+y.Lo.String())
			continue
		}
		parts = append(parts, greater(x.Lo, y.Hi)...)
		parts = append(parts, greater(y.Lo, x.Hi)...)
	}
	return strings.Join(parts, ".or.")
}

// greater writes f > g, unless it is known to be false.
func greater(f, g affine.Form) []string {
	if (affine.Facts{}).LE(f, g) {
		return nil
	}
	return []string{f.String() + ">" + g.String()}
}

func sameRange(x, y affine.Dim) bool { return x.Lo.Equal(y.Lo) && x.Hi.Equal(y.Hi) }

func testable(fs ...affine.Form) bool {
	for _, g := range fs {
		for _, t := range g.Terms {
			if !access.Harmless(t.Sym) {
				return false
			}
		}
	}
	return true
}

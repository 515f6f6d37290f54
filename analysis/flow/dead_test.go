package flow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"pgregory.net/rapid"
)

// plainScanner is scanner without an index and without memory: it looks at every
// node each time it is asked.
type plainScanner struct {
	u    *access.Unit
	skip *access.Node
	weak bool
}

func (s *plainScanner) list(list []*access.Node, o *access.Object) fate {
	for _, n := range list {
		switch s.node(n, o) {
		case reads:
			return reads
		case kills:
			if !s.weak {
				return kills
			}
		}
		s.weak = s.weak || n.Jump != access.Falls
	}
	return passes
}

func (s *plainScanner) node(n *access.Node, o *access.Object) fate {
	if n == s.skip {
		return passes
	}
	sure := false
	for _, r := range n.E.Refs {
		if access.Relate(r.Obj, o) == access.Distinct {
			continue
		}
		if !r.Write {
			return reads
		}
		sure = sure || r.Sure && r.Obj == o
	}
	if g := n.E.Reduction; g != nil && g.Obj == o || s.u.Looks(&n.E, o) {
		return reads
	}
	if sure && n.Kind != access.Opaque {
		return kills
	}
	all := n.Kind == access.Block || n.Kind == access.Branch && n.Else
	for _, arm := range n.Arms {
		switch s.list(arm, o) {
		case reads:
			return reads
		case passes:
			all = false
		}
	}
	if all && len(n.Arms) > 0 && !s.weak {
		return kills
	}
	return passes
}

// plainDead is Region.Dead for a local scalar that nothing else can reach.
func plainDead(f *Region, n *access.Node, o *access.Object) bool {
	s := &plainScanner{u: f.Unit, skip: n}
	for ; n != nil; n = n.Parent {
		list, i := n.Siblings()
		switch s.list(list[i+1:], o) {
		case reads:
			return false
		case kills:
			return true
		}
		if p := n.Parent; p != nil && p.Kind == access.Loop && s.node(p, o) == reads {
			return false
		}
	}
	return true
}

// TestDeadIndexed: what an index leaves out does not matter. All nodes are asked,
// one after the other, of one region, so that what is remembered is used, too.
func TestDeadIndexed(t *testing.T) {
	dead, alive := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		var list func(depth int)
		list = func(depth int) {
			for range rapid.IntRange(0, 4).Draw(t, "n") {
				kind := rapid.IntRange(0, 11).Draw(t, "kind")
				if depth > 3 {
					kind %= 6
				}
				v := rapid.SampledFrom([]string{"x", "y", "z"}).Draw(t, "v")
				switch kind {
				case 0, 1:
					fmt.Fprintf(&b, "%s = 1\n", v)
				case 2:
					fmt.Fprintf(&b, "a(%d,1) = %s\n", depth+1, v)
				case 3:
					b.WriteString("a(2,2) = 3\n")
				case 4:
					if rapid.IntRange(0, 9).Draw(t, "call") == 0 {
						fmt.Fprintf(&b, "call sub(%s)\n", v)
					}
				case 5:
					if depth > 0 {
						fmt.Fprintf(&b, "if (f) %s\n", rapid.SampledFrom([]string{"exit", "cycle", v + " = 2"}).Draw(t, "jump"))
					}
				case 6:
					b.WriteString("if (f) then\n")
					list(depth + 1)
					b.WriteString("else\n")
					list(depth + 1)
					b.WriteString("end if\n")
				case 7:
					b.WriteString("select case (n)\ncase (1)\n")
					list(depth + 1)
					b.WriteString("case (2)\ncase default\n")
					list(depth + 1)
					b.WriteString("end select\n")
				case 8:
					b.WriteString("block\n")
					list(depth + 1)
					b.WriteString("end block\n")
				default:
					fmt.Fprintf(&b, "do k%d = 1, n\n", depth)
					list(depth + 1)
					b.WriteString("end do\n")
				}
			}
		}
		b.WriteString("do k0 = 1, n\n")
		list(1)
		b.WriteString("end do\n")
		list(0)
		src := "program p\nimplicit none\nreal :: x, y, z, a(9,9)\nlogical :: f\ninteger :: k0, k1, k2, k3, k4, n\n" +
			"!$mdmp commregion\nx = 0\ny = 0\nz = 0\n" + b.String() + "!$mdmp end commregion\nend program\n"
		f := build(t, src)
		objects := map[string]*access.Object{}
		walk(f.Nodes, func(n *access.Node) {
			for _, r := range n.E.Refs {
				if r.Write && strings.Contains("xyz", r.Obj.Key) {
					objects[r.Obj.Key] = r.Obj
				}
			}
		})
		walk(f.Nodes, func(n *access.Node) {
			for _, o := range objects {
				got, want := f.Dead(n, o), plainDead(f, n, o)
				if got != want {
					t.Fatalf("%s behind %v: dead %v, looking at everything %v\n%s", o.Key, n.Stmt.Span(), got, want, src)
				}
				if got {
					dead++
				} else {
					alive++
				}
			}
		})
	})
	if dead == 0 || alive == 0 {
		t.Errorf("vacuous: %d dead, %d not", dead, alive)
	}
}

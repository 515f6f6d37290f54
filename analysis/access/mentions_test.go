package access_test

import (
	"fmt"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"pgregory.net/rapid"
)

// scattered has statements of all kinds that an index of mentions tells apart: scalars and
// arrays, pointers and targets, EQUIVALENCE, COMMON, modules, calls that may do anything, jumps.
const scattered = `s = 1
b(1) = s
do i = 1, 10
  if (l) then
    a(i,1) = b(i)
  else if (s > 1) then
    t = 2
    pt(i) = 3
  else
    e1(i) = 4
  end if
  c(i) = a(1,i)
  if (a(1,i) > 3) cycle
  do j = 1, 3
    x3(j,1,1) = t
    if (l) exit
  end do
  c1 = 3
end do
if (l) go to 7
call ext2(b)
tg(1) = 1
inmod(3) = 2
select case (i)
case (1)
  q%f(1) = 1
case default
  q%g(1) = t
end select
7 o%in%f(2) = s
dt(1) = e2(1)
block
  c2(1) = saved
end block
if (l) return
th = 1`

// What the index passes over has nothing to do with the object, and where it
// stops something may have, as looking at every node says.
func TestMentions(t *testing.T) {
	_, _, tree := parse(t, scattered)
	var objects []*access.Object
	var nodes []*access.Node
	seen := map[*access.Object]bool{}
	tree.Walk(func(n *access.Node) bool {
		nodes = append(nodes, n)
		for _, r := range n.E.Refs {
			if !seen[r.Obj] {
				seen[r.Obj] = true
				objects = append(objects, r.Obj)
			}
		}
		return true
	})
	if len(objects) < 20 || len(nodes) < 30 {
		t.Fatalf("%d objects in %d nodes", len(objects), len(nodes))
	}
	rapid.Check(t, func(t *rapid.T) {
		o := rapid.SampledFrom(objects).Draw(t, "object")
		n := rapid.SampledFrom(nodes).Draw(t, "node")
		jumps := rapid.Bool().Draw(t, "jumps")
		list, at := n.Siblings()
		next := tree.Next(list, at, o, jumps)
		for i := at; i < next; i++ {
			if why := touches(list[i], o, jumps); why != "" {
				t.Fatalf("Next passes over %s: %s", kinds(list[i:i+1]), why)
			}
		}
		if next < len(list) && !mayTouch(list[next], o, jumps) {
			t.Fatalf("Next stops at %s", kinds(list[next:next+1]))
		}
		if arm := tree.NextArm(n, 0, o, jumps); len(n.Arms) > 0 {
			for i := range arm {
				for _, m := range n.Arms[i] {
					if why := touches(m, o, jumps); why != "" {
						t.Fatalf("NextArm passes over %s: %s", kinds([]*access.Node{m}), why)
					}
				}
			}
		} else if arm != 0 {
			t.Fatalf("NextArm of a node without arms: %d", arm)
		}
		alone(t, tree, n, o)
	})
}

// alone checks Alone: all of what it returns, but for n, has nothing to do with o.
func alone(t *rapid.T, tree *access.Tree, n *access.Node, o *access.Object) {
	top := tree.Alone(n, o)
	if !top.Holds(n) {
		t.Fatalf("Alone does not hold the node")
	}
	top.Walk(func(m *access.Node) bool {
		if m == n {
			return false
		}
		if why := touchesItself(m, o, true); why != "" {
			t.Fatalf("Alone holds %s: %s", kinds([]*access.Node{m}), why)
		}
		return true
	})
}

// touches says how n or something in it may touch o, as looking at all of it tells; "" if it does not.
func touches(n *access.Node, o *access.Object, jumps bool) string {
	why := ""
	n.Walk(func(m *access.Node) bool {
		if why == "" {
			why = touchesItself(m, o, jumps)
		}
		return why == ""
	})
	return why
}

func touchesItself(m *access.Node, o *access.Object, jumps bool) string {
	for _, r := range m.E.Refs {
		if access.Relate(r.Obj, o) != access.Distinct {
			return fmt.Sprintf("it touches %s, and this is %s", r.Obj.Root.Name, o.Root.Name)
		}
	}
	switch {
	case m.E.Reach != access.ReachNamed:
		return "it may do anything"
	case jumps && m.Jump != access.Falls:
		return "it jumps"
	}
	return ""
}

// mayTouch is touches for what may be too careful: another object of the same variable, or
// any that may share storage with some other variable, will do.
func mayTouch(n *access.Node, o *access.Object, jumps bool) bool {
	found := touches(n, o, jumps) != ""
	shares := func(o *access.Object) bool {
		v := o.Root
		return v.Equiv != 0 || v.Block != "" || access.Relate(o, o) != access.Same || !own(o)
	}
	n.Walk(func(m *access.Node) bool {
		for _, r := range m.E.Refs {
			found = found || r.Obj.Root == o.Root || shares(r.Obj) && shares(o)
		}
		return !found
	})
	return found
}

// own reports whether o is certainly memory of its variable alone.
func own(o *access.Object) bool {
	switch o.Root.Name {
	case "a", "b", "c", "s", "t", "x3", "i", "j", "l", "saved":
		return true
	}
	return false
}

// Where nodes stand: the index of what holds a node, the arm that leads to it, how many references it has.
func TestHolders(t *testing.T) {
	_, _, tree := parse(t, scattered)
	loop := tree.Nodes[2]
	branch := loop.Arms[0][0]
	inArm := branch.Arms[1][1]
	if got := tree.Holder(tree.Nodes, inArm); got != 2 {
		t.Errorf("Holder of what stands in the third: %d", got)
	}
	if got := tree.Holder(branch.Arms[0], inArm); got != -1 {
		t.Errorf("Holder in another arm: %d", got)
	}
	if got := tree.Holder(tree.Nodes, nil); got != -1 {
		t.Errorf("Holder of nothing: %d", got)
	}
	if got := tree.ArmTo(branch, inArm); got != 1 {
		t.Errorf("ArmTo: %d", got)
	}
	if got := tree.ArmTo(branch, loop); got != -1 {
		t.Errorf("ArmTo what is outside: %d", got)
	}
	total := 0
	loop.Walk(func(n *access.Node) bool {
		total += len(n.E.Refs)
		return true
	})
	if got := tree.Mentions(loop); got != total || total == 0 {
		t.Errorf("Mentions: %d, want %d", got, total)
	}
}

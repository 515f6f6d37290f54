package access_test

import (
	"slices"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// The index finds what Relate finds, pair by pair, in the order of the list.
func TestNear(t *testing.T) {
	_, _, tree := parse(t, `b(1) = c(2)
e1 = e2 + e3 + e4
e5%f = e5%x
c1 = c2
pt(1) = pq(2) + tg(1) + th(1) + ip(1) + z(1)
pt => tg
dt(1) = tmod(1) + d(1) + inmod
o%in%f(1) = o%x + o%in%g(1)
o%many(i)%f(1) = o%many(j)%g(1)
o = o2
q%f(1) = r%f(1) + q%g(1) + q%h(1) + al(1)
q = r
s = t
oo(i)%in%g(1) = oo(j)%in%g(1) + oo(1)%x
notseen%a = notseen%b%c + notseen(3)%b
notseen%a(1)%b = 1
pt = other%x
dq = q`)
	var objects []*access.Object
	tree.Walk(func(n *access.Node) bool {
		for _, r := range n.E.Refs {
			if !slices.Contains(objects, r.Obj) {
				objects = append(objects, r.Obj)
			}
		}
		return true
	})
	if len(objects) < 40 {
		t.Errorf("only %d objects", len(objects))
	}
	for _, list := range [][]*access.Object{objects, objects[:len(objects)/2], objects[len(objects)/2:]} {
		near := access.NewNear(list)
		for _, o := range objects {
			var want []*access.Object
			for _, x := range list {
				if access.Relate(x, o) != access.Distinct {
					want = append(want, x)
				}
			}
			if got := slices.Collect(near.All(o)); !slices.Equal(got, want) {
				t.Errorf("%s: %s, want %s", o.Key, keys(got), keys(want))
			}
			if near.Has(o) != (len(want) > 0) {
				t.Errorf("%s: has %v", o.Key, near.Has(o))
			}
		}
	}
}

func keys(list []*access.Object) []string {
	var out []string
	for _, o := range list {
		out = append(out, o.Key)
	}
	return out
}

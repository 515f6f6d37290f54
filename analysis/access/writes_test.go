package access_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
)

// An index of what is written answers like a look at all of it, and blames the same.
func TestWrites(t *testing.T) {
	names := []string{"s", "t", "i", "k", "b", "b(1)", "b(2)", "b(i)", "b(i+1)", "c", "c(1:3)", "e1", "e2", "e3", "e4",
		"c1", "c2", "pt", "pq", "tg", "th", "ip", "z", "dt", "tmod", "d", "o%in%g", "o%in%h", "o%many(1)%f(1)", "o%many(i)%f(2)", "pt(3)"}
	body := ""
	for _, n := range names {
		body += n + " = 1\n"
	}
	body += "i = 2\nallocate (al(4))\nnullify (pt)\ncall inside\npt => tg\nb(3) = b(2)\nb(i) = 2\n"
	_, u, tree := parse(t, body)
	var refs []access.Ref
	for _, n := range tree.Nodes {
		refs = append(refs, u.Whole(n).Refs...)
	}
	yes := 0
	for from := range tree.Nodes {
		for to := from + 1; to <= len(tree.Nodes); to++ {
			e := access.Touching()
			for _, n := range tree.Nodes[from:to] {
				e.Merge(u.Whole(n))
			}
			w := u.Writes(e)
			for _, d := range refs {
				for _, d.Status = range []bool{false, true} {
					want, ok := u.Alters(e, d)
					got, also := w.Alters(d)
					if ok != also || ok && (want.At != got.At || want.Does().String() != got.Does().String()) {
						t.Fatalf("%s, statements %d to %d: %v %+v, not %v %+v", d.As(), from, to, also, got, ok, want)
					}
					if ok {
						yes++
					}
				}
			}
		}
	}
	if yes == 0 {
		t.Error("nothing is written")
	}
}

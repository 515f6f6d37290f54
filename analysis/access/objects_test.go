package access_test

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/analysis/affine"
)

// Whether two variables, or parts of them, may share storage.
func TestRelate(t *testing.T) {
	const distinct, may, same, pointers = "distinct", "may", "same", "pointers"
	for _, c := range []struct{ a, b, want string }{
		{"s", "t", distinct},
		{"b", "c", distinct},
		{"b(1)", "b(2)", same}, // one object; sections tell them apart
		{"e1", "e2", may},
		{"e1", "e3", distinct},
		{"e3", "e4", may},
		{"c1", "c2", distinct},
		{"pt", "pq", pointers},
		{"pt", "tg", pointers},
		{"tg", "th", distinct},
		{"pt", "b", distinct},
		{"pt", "ip", distinct}, // of another type
		{"pt", "z", distinct},
		{"pt", "dt", pointers},
		{"dt", "tg", pointers}, // careful: a local variable is new
		{"dt", "tmod", pointers},
		{"d", "b", distinct},
		{"inmod", "b", distinct},
		{"o%in%f", "o%x", distinct},
		{"o%in%f", "o%in%g", distinct},
		{"o%in", "o%in%f", may},
		{"o%in%g", "pt", pointers},
		{"o%in%g", "q%g", pointers},
		{"q%f", "r%f", distinct},
		{"al", "q%h", distinct},
	} {
		_, _, tree := parse(t, c.a+" = 1\n"+c.b+" = 2")
		x, y := ref(t, tree, 0).Obj, ref(t, tree, 1).Obj
		name := map[access.Relation]string{access.Distinct: distinct, access.MayOverlap: may, access.Same: same, access.Pointers: pointers}
		if got := name[access.Relate(x, y)]; got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.a, c.b, got, c.want)
		}
		if access.Relate(x, y) != access.Relate(y, x) {
			t.Errorf("%s, %s: not the same the other way round", c.a, c.b)
		}
	}
}

// A pointer may point at a part of a variable of derived type.
func TestRelateWhole(t *testing.T) {
	_, _, tree := parse(t, "dq = q\npt = 2")
	x, y := ref(t, tree, 0).Obj, ref(t, tree, 1).Obj
	if x.Key != "dq" {
		x, y = ref(t, tree, 1).Obj, ref(t, tree, 2).Obj
	}
	if access.Relate(x, y) != access.Pointers || access.Relate(y, x) != access.Pointers {
		t.Errorf("%s, %s: %v, %v", x.Key, y.Key, access.Relate(x, y), access.Relate(y, x))
	}
}

// Whether two references touch common elements.
func TestOverlaps(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"b(1)", "b(2)", false}, {"b(1)", "b(1)", true}, {"b(i)", "b(i+1)", false}, {"b(i)", "b(j)", true}, {"b(1:3)", "b(4:9)", false},
		{"b(1:9:2)", "b(2:8:2)", false}, {"a(:,1)", "a(:,2)", false}, {"a(:,1)", "a(3,:)", true}, {"b(idx(1))", "b(1)", true}, {"b", "c", false},
		{"o%in%f(1)", "o%in%f(2)", false}, {"oo(1)%x", "oo(2)%x", false}, {"pt(1)", "pt(2)", false}, {"pt(1)", "pq(2)", true},
		{"o%many(1)%f(1)", "o%many(2)%f(1)", false}, {"o%in%g(1)", "q%g(2)", true}, {"oo(i)%in%g(1)", "oo(j)%in%g(2)", true},
		{"e1(1)", "e2(9)", true}, {"q", "q%f(1)", true},
	} {
		_, _, tree := parse(t, c.a+" = 1\n"+c.b+" = 2")
		if c.a == "q" {
			_, _, tree = parse(t, "q = r\n"+c.b+" = 2")
		}
		if got := access.Overlaps(ref(t, tree, 0), ref(t, tree, 1), nil); got != c.want {
			t.Errorf("%s, %s: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	// Facts tell more.
	_, _, tree := parse(t, "b(i) = 1\nb(j) = 2")
	facts := affine.Facts{{Terms: []affine.Term{{Sym: "i", Coef: -1}, {Sym: "j", Coef: 1}}, Const: -1}} // i < j
	if got := access.Overlaps(ref(t, tree, 0), ref(t, tree, 1), facts); got {
		t.Error("i < j does not help")
	}
}

// What others can reach that get no argument, what is the unit's own, and how a
// managed procedure looks after it.
func TestReachable(t *testing.T) {
	standing := []string{"private", "at entry", "pendable"}
	for _, c := range []struct {
		name           string
		reachable, own bool
		standing       string
	}{
		{"b", false, true, "private"},
		{"k", true, true, "private"}, // an internal procedure sets it
		{"tg", true, true, "pendable"},
		{"pt", true, true, "pendable"},
		{"saved", true, true, "private"},
		{"d", false, false, "pendable"},
		{"dt", true, false, "pendable"},
		{"inmod", true, false, "pendable"},
		{"lone", true, false, "private"},
		{"tmod", true, false, "pendable"},
		{"c1", true, false, "at entry"},
		{"c2", true, false, "pendable"},
		{"f1", true, false, "pendable"}, // all of them lie in the common block
		{"f4", true, false, "pendable"},
		{"f7", true, false, "pendable"},
		{"e1", true, true, "pendable"},
		{"e3", true, true, "at entry"},
		{"o%in%f", false, true, "private"},
		{"o%in%g", true, true, "pendable"},
	} {
		_, u, tree := parse(t, c.name+" = 1")
		o := ref(t, tree, 0).Obj
		if got := u.Reachable(o); got != c.reachable {
			t.Errorf("%s: reachable %v", c.name, got)
		}
		if got := u.Own(o); got != c.own {
			t.Errorf("%s: own %v", c.name, got)
		}
		if got := standing[u.Standing(o)]; got != c.standing {
			t.Errorf("%s: %s, want %s", c.name, got, c.standing)
		}
	}
}

// What a dummy with TARGET was associated with may be changed through a pointer that
// the procedure left behind.
func TestKept(t *testing.T) {
	for body, want := range map[string]bool{"c(1) = 1": false, "c(1) = 1\ncall points(c)": true, "c(1) = 1\ncall reads(c, s)": false} {
		_, u, tree := parse(t, body)
		if got := u.Reachable(ref(t, tree, 0).Obj); got != want {
			t.Errorf("%s: reachable %v", body, got)
		}
	}
}

// A variable that was given to a nonblocking call may change at any time.
func TestHanded(t *testing.T) {
	_, u, tree := parse(t, "b(1) = 1\nc(1) = 1\ncall mpi_irecv(b, 1, 2, 3, 4, 5, req, i)\ncall mpi_send(c, 1, 2, 3, 4, 5, i)")
	if !u.Requested(ref(t, tree, 0).Obj) || u.Requested(ref(t, tree, 1).Obj) {
		t.Error("b was handed to MPI, c was not")
	}
}

// Indirect: behind a pointer.
func TestIndirect(t *testing.T) {
	for name, want := range map[string]bool{"b": false, "pt": true, "tg": false, "o%in%g": true, "o%in%h": false, "o%many(1)%f(1)": false} {
		_, _, tree := parse(t, name+" = 1")
		if got := ref(t, tree, 0).Obj.Indirect(); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Subscripts that something changes are unknown afterwards.
func TestSteadied(t *testing.T) {
	_, u, tree := parse(t, "a(i,j) = 1\ni = 2")
	r := u.Writes(u.Whole(tree.Nodes[1])).Steadier().Steadied(ref(t, tree, 0))
	if got := r.Sub.String(); got != "(:,j)" {
		t.Error(got)
	}
}

// What is touched is said in words, with the procedure that does it.
func TestDoes(t *testing.T) {
	_, _, tree := parse(t, "b(i+1) = 1\ncall inside")
	if got := ref(t, tree, 0).Does().String(); got != "b(i+1)" {
		t.Error(got)
	}
	if got := ref(t, tree, 1).Does().String(); got != "inside, which touches k" {
		t.Error(got)
	}
}

package access_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// Sections that an array statement can be cut along: of the last name alone, of a
// type of the language, with subscripts that are scalars or triplets.
func TestPart(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{"b", "rank 1 over 1"}, {"a", "rank 2 over 1 2"}, {"a(:,i)", "rank 2 over 1"}, {"a(i,:)", "rank 2 over 2"}, {"x3(1,:,2)", "rank 3 over 2"},
		{"a(i,j)", "no"}, {"a(idx,1)", "no"}, {"s", "no"}, {"o%in%f", "rank 1 over 1"}, {"oo%x", "no"}, {"oo(1)%in%f(2:3)", "rank 1 over 1"}, {"text(1:2)", "no"},
		{"zs%re", "no"}, {"zs(1:2)%re", "no"}, {"words(2:3)(1:1)", "no"}, {"pt", "rank 1 over 1"}, {"b + c", "no"}, {"size(b)", "no"}, {"asz(1:n)", "rank 1 over 1"}, {"o", "no"},
	} {
		_, u, tree := parse(t, "s = "+c.expr)
		p, ok := u.Part(exprOf(tree))
		got := "no"
		if ok {
			var over []string
			for _, d := range p.Free {
				over = append(over, fmt.Sprint(d+1))
			}
			got = fmt.Sprintf("rank %d over %s", p.Rank, strings.Join(over, " "))
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.expr, got, c.want)
		}
	}
}

// What a dimension of a section runs over.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		expr string
		dim  int
		want string
	}{
		{"b(2:n)", 0, "2 n 1"}, {"b(n:2:-1)", 0, "n 2 -1"}, {"b(::2)", 0, "lbound(b,1) ubound(b,1) 2"}, {"b(::-1)", 0, "lbound(b,1) ubound(b,1) -1"}, {"b", 0, "lbound(b,1) ubound(b,1) 1"},
		{"a(:,i+1:j)", 1, "i+1 j 1"}, {"b(1:n:k)", 0, "?"}, {"al(2:)", 0, "2 ubound(al,1) 1"}, {"pt", 0, "lbound(pt,1) ubound(pt,1) 1"},
	} {
		_, u, tree := parse(t, "s = "+c.expr)
		p, ok := u.Part(exprOf(tree))
		if !ok {
			t.Fatalf("%s is no section", c.expr)
		}
		lo, hi, step, ok := u.Bounds(p, c.dim)
		got := fmt.Sprintf("%s %s %d", lo, hi, step)
		if !ok {
			got = "?"
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.expr, got, c.want)
		}
	}
	if got := string(access.BoundOf(ast.Named("al"), "lbound", 1)); got != "lbound(al,2)" {
		t.Error(got)
	}
}

// Arrays that are named as a whole.
func TestWholeArray(t *testing.T) {
	for expr, want := range map[string]bool{
		"b": true, "d": true, "o%in%f": true, "b(:)": false, "s": false, "oo%x": false, "oo(1)%in%f": true, "oo(idx(i) + 1)%in%f": true,
		"oo(idx)%in%f": false, "oo(1:2)%in%f": false, "oo(pure1(s))%in%f": false, "opt": false, "b + c": false, "inmod": true,
	} {
		_, u, tree := parse(t, "s = "+expr)
		r, ok := u.WholeArray(exprOf(tree))
		if ok != want || ok && r.Sub != nil {
			t.Errorf("%s: %v %v", expr, ok, r.Sub)
		}
	}
}

// Scalars, and functions that work element by element.
func TestScalars(t *testing.T) {
	for expr, want := range map[string]bool{
		"s": true, "b": false, "b(1)": true, "b(1:1)": false, "b(idx)": false, "s + 1": true, "b + 1": false, "size(b)": true, "sin(s)": true,
		"sin(b)": false, "[1]": false, "o%x": true, "oo%x": false, "1.5": true, "(s)": true,
	} {
		_, u, tree := parse(t, "t = "+expr)
		if got := u.ScalarExpr(exprOf(tree)); got != want {
			t.Errorf("%s: %v", expr, got)
		}
	}
	_, u, _ := parse(t, "")
	for name, want := range map[string]bool{"sin": true, "each": true, "pure1": false, "ext": false, "sum": false, "b": false} {
		if got := u.Elemental(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// What a directive's sections are.
func TestCommRefs(t *testing.T) {
	for _, c := range []struct{ section, want string }{
		{"b", "b*"}, {"b(2:3)", "b(2:3)"}, {"a(:,i)", "a(:,i)"}, {"b(2), 3", "b(2:4)"}, {"b(2), n", "b*"}, {"b(9), 3", "b*"},
		{"a(1,j), 3", "a(1:3,j)"}, {"a(9,j), 3", "a*"}, {"d(1,j), 4", "d(1:4,j)"}, {"pt(2), 3", "pt*"}, {"o%in%f(1:2)", "o%in%f(1:2)"},
	} {
		f, u, _ := parse(t, "!$mdmp recv("+c.section+", 1)")
		refs := u.MessageRefs(f.Set.Exchanges[0].All[0])
		got := refs[0].Obj.Key + "*"
		if refs[0].Sub != nil {
			got = refs[0].Obj.Key + refs[0].Sub.String()
		}
		if got != c.want || !refs[0].Write {
			t.Errorf("%s: %s, want %s", c.section, got, c.want)
		}
	}
}

// callee is the first call of the body.
func callee(t *testing.T, body string) (*access.Unit, *access.Node, *access.Callee) {
	t.Helper()
	_, u, tree := parse(t, body)
	return u, tree.Nodes[0], u.Callee(tree.Nodes[0])
}

// A call from outside: what is evaluated, copied or defined by passing it is the
// caller's business; an array that is passed as it is is not.
func TestCallee(t *testing.T) {
	for _, c := range []struct{ stmt, want string }{
		{"call reads(b, s)", "!r:b* w:s"},
		{"call reads(b(2:5), s)", "!r:b(2:5) w:s"},
		{"call reads(y=s, x=b)", "!r:b* w:s"},
		{"call reads(b(idx), s)", "r:idx*"},
		{"call reads(b + c, s)", "r:b* r:c*"},
		{"call reads([s, t], s)", "r:t"},
		{"call reads(a(i,:), o%x)", "r:i w:o%x !r:a(i,:)"}, // assumed shape: no copy
		{"call reads(b)", "!w:s"},
		{"call reads(b, b(i))", "r:i w:b(i)"},
	} {
		_, _, callee := callee(t, c.stmt)
		if callee == nil || callee.Unit == nil || callee.Unit.Name != "reads" {
			t.Errorf("%s: %+v", c.stmt, callee)
			continue
		}
		expect(t, c.stmt, c.want, words(&callee.Shallow))
	}
	for _, stmt := range []string{"s = t", "call reads(b, s, t)", "call reads(b, nothing=s)", "call mpi_barrier(1, i)", "if (l) call reads(b, s)"} {
		if _, _, callee := callee(t, stmt); callee != nil {
			t.Errorf("%s: %+v", stmt, callee)
		}
	}
}

// Arguments by the names of dummies.
func TestArguments(t *testing.T) {
	u, n, _ := callee(t, "call reads(y=s, x=b)")
	args := u.Arguments(n)
	for dummy, want := range map[string]string{"x": "b", "y": "s"} {
		if got, _ := access.Text(args[dummy]); got != want {
			t.Errorf("%s: %s", dummy, got)
		}
	}
	if passed := u.Passed(n); passed["x"].Key != "b" || passed["y"].Key != "s" {
		t.Errorf("%v", passed)
	}
	for stmt, want := range map[string]string{
		"call reads(y=s, x=b)": "s", "call reads(x=b, y=s)": "s", // x is INTENT(IN)
		"call ext(b, 2*b, (b), a(:,1))": "b a", // the value of an expression is nothing that changes
	} {
		u, n, _ := callee(t, stmt)
		var got []string
		for _, x := range u.PassedArrays(n) {
			got = append(got, ast.String(x))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v", stmt, got)
		}
	}
	for _, stmt := range []string{"s = 1", "call ext(s)", "call reads(b, s, t)"} {
		u, n, _ := callee(t, stmt)
		if got := u.Arguments(n); got != nil {
			t.Errorf("%s: %v", stmt, got)
		}
	}
	_, u, tree := parse(t, "s = b(idx)\ns = b(1:2)\ns = b(i)")
	for i, want := range []bool{true, false, false} {
		if got := u.Vector(tree.Nodes[i].Stmt.Body.(*ast.Assign).Y); got != want {
			t.Errorf("%d: vector %v", i, got)
		}
	}
}

// Contents: components behind pointers, or allocated, have storage of their own.
func TestHolds(t *testing.T) {
	for _, c := range []struct {
		whole, part string
		want        bool
	}{{"o", "o%x", true}, {"o", "o%in%f(1)", true}, {"o", "o%in%g(1)", false}, {"o", "o%in%h(1)", false}, {"o", "o%many(1)%f(1)", false},
		{"q", "q%f(1)", true}, {"q", "q%h(1)", false}, {"b", "c(1)", true}} {
		_, u, tree := parse(t, c.whole+" = "+c.whole+"\n"+c.part+" = 1")
		var whole access.Ref
		for _, r := range u.Whole(tree.Nodes[0]).Refs {
			if r.Obj.Key == c.whole {
				whole = r
			}
		}
		if got := whole.Holds(ref(t, tree, 1).Obj); got != c.want {
			t.Errorf("%s holds %s: %v", c.whole, c.part, got)
		}
	}
}

// OpenMP: directives that belong to statements, blocks that are taken as one, and
// what clauses touch.
func TestOpenMP(t *testing.T) {
	for _, c := range []struct{ body, tree, want string }{
		{"!$omp parallel private(s) if(l)\ns = t\n!$omp end parallel", "opaque", "r:l r:t"},
		{"!$omp single\ns = 1\n!$omp end single copyprivate(s)", "opaque", "w:s"},
		{"!$omp critical (name)\ns = s + 1\n!$omp end critical (name)", "opaque", "r:s w:s"},
		{"!$omp parallel do num_threads(k) schedule(static, j)\ndo i = 1, 3\nb(i) = 1\nend do", "loop+omp1(simple+parallel)", "r:k r:j w:b(1:3)"},
		{"!$omp parallel do reduction(+:s)\ndo i = 1, 3\ns = s + b(i)\nend do", "loop+omp1(simple+parallel)", "r:s w:s"},
		{"!$omp simd\ndo i = 1, 3\nb(i) = 1\nend do", "loop+omp1(simple+parallel)", "w:b(1:3)"},
		{"!$omp parallel\n!$omp do\ndo i = 1, 3\nb(i) = 1\nend do\n!$omp end do\n!$omp end parallel", "loop+omp2(simple+parallel)", "w:b(1:3)"},
		{"!$omp parallel if(l)\n!$omp do schedule(static, j)\ndo i = 1, 3\nb(i) = 1\nend do\n!$omp end do nowait\n!$omp end parallel", "loop+omp2(simple+parallel)", "r:l r:j w:b(1:3)"},
		{"!$omp parallel\n!$omp do\ndo i = 1, 3\nb(i) = 1\nend do\n!$omp end parallel\ns = 1", "loop+omp2(simple+parallel) simple", "w:b(1:3) w:s"},
		{"!$omp parallel\n!$omp do\ndo i = 1, 3\nb(i) = 1\nend do\n!$omp end do\ns = 1\n!$omp end parallel", "opaque", "w:b(1:3) w:s"},
		{"!$omp parallel\n!$omp do\ndo i = 1, 3\nb(i) = 1\nend do\n!$omp barrier\n!$omp end parallel", "opaque", "w:b(1:3)"},
		{"!$omp parallel\n!$omp do\ndo i = 1, 3\nb(i) = 1\nend do\n!$omp end single\n!$omp end parallel", "opaque", "w:b(1:3)"},
		{"!$omp parallel\ns = 1\n!$omp do\ndo i = 1, 3\nb(i) = 1\nend do\n!$omp end parallel", "opaque", "w:s w:b(1:3)"},
		{"!$omp parallel\n!$omp single\ndo i = 1, 3\nb(i) = 1\nend do\n!$omp end single\n!$omp end parallel", "opaque", "w:b(1:3)"},
		{"!$omp parallel\n!$omp do\ndo i = 1, 3\nb(i) = 1\nend do\n!$omp do\ndo i = 1, 3\nb(i) = 1\nend do\n!$omp end parallel", "opaque", "w:b(1:3) w:b(1:3)"},
		{"!$omp flush(s)\ns = 1", "simple", "w:s"},
	} {
		_, _, tree := parse(t, c.body)
		if got := kinds(tree.Nodes); got != c.tree {
			t.Errorf("%q: %s, want %s", c.body, got, c.tree)
		}
		expect(t, c.body, c.want, words(all(tree)))
	}
}

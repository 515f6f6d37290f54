package access_test

import (
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/access"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
)

// looked returns what a search in the first statement found.
func looked(t *testing.T, stmt string, r access.Rounding) (math string, fused bool) {
	t.Helper()
	f, u, tree := parse(t, stmt)
	f.Program.Rounding = r
	_, math = u.VectorMath(tree.Nodes[0].Item)
	_, fused = u.Fused(tree.Nodes[0].Item)
	return math, fused
}

// Functions of which compilers have versions for vectors, also in procedures that
// may be expanded in place.
func TestVectorMath(t *testing.T) {
	for _, c := range []struct{ stmt, want string }{
		{"s = exp(t)", "exp"}, {"s = t**s", "**"}, {"s = t**2", ""}, {"s = t**i", ""}, {"s = sqrt(t)", ""}, {"s = abs(sin(t))", "sin"},
		{"if (l) s = log(t)", "log"}, {"do i = 1, 3\nb(i) = atan2(s, t)\nend do", "atan2"}, {"s = each(t)", "exp"}, {"s = pure1(t)", ""},
		{"call reads(b, s)", ""}, {"s = t*t + b(1)", ""},
		// branches that are never taken
		{"if (1 == 2) s = exp(t)", ""}, {"if (1 /= 2) s = exp(t)", "exp"}, {"if (i == 2) s = exp(t)", "exp"},
		{"if (.not. 1 < 2) then\ns = exp(t)\nelse\ns = t\nend if", ""}, {"if (1 < 2) then\ns = t\nelse\ns = exp(t)\nend if", ""},
		{"if (1 > 2) then\ns = t\nelse\ns = exp(t)\nend if", "exp"}, {"if (i > 2 .and. 2 <= 1) s = exp(t)", ""}, {"if (i > 2 .or. 2 <= 1) s = exp(t)", "exp"},
		{"if (i > 2) then\ns = t\nelse if (2 >= 3) then\ns = exp(t)\nelse\ns = 0\nend if", ""}, {"if (1.0 > 2.0) s = exp(t)", "exp"},
		{"do i = 1, 3\nif (3 < 3) then\nb(i) = exp(s)\nend if\nend do", ""},
	} {
		if got, _ := looked(t, c.stmt, access.Rounding{VectorMath: true}); got != c.want {
			t.Errorf("%q: %q, want %q", c.stmt, got, c.want)
		}
		if got, _ := looked(t, c.stmt, access.Rounding{}); got != "" {
			t.Errorf("%q: the compiler does not", c.stmt)
		}
	}
}

// Sums of which a term may be a product: of reals, directly, through a variable,
// in a function; of complex numbers any product or quotient.
func TestFused(t *testing.T) {
	for _, c := range []struct {
		stmt         string
		fuses, pairs bool
	}{
		{"s = t*s + b(1)", true, false},
		{"s = b(1) - t*s", true, false},
		{"s = t*s + b(1) - c(1)*s", true, false}, // one statement: the same operation for each iteration
		{"do i = 1, n\nb(i) = t*b(i) - s\nc(i) = t*b(i) + s\nend do", true, true},
		{"do i = 1, n\nb(i) = t*b(i) + s\nc(i) = t*b(i) + s\nend do", true, false},
		{"do i = 1, n\nif (l) b(i) = b(i) + t*(b(i) - 2*b(i) + s)\nend do", true, false},
		{"s = (t*s) + b(1)", true, false},
		{"s = -t*s + b(1)", true, false},
		{"s = t**2 + b(1)", true, false},
		{"s = 0.25*(t + b(1))", false, false},
		{"s = (t + b(1))/c(1)", false, false},
		{"s = t/s + b(1)", false, false},
		{"i = j*k + n", false, false},
		{"b(i*2+1) = c(i)", false, false},
		{"do i = 1, n\nt = s*b(i)\nb(i) = t + c(i)\nend do", true, false},
		{"do i = 1, n\nb(i) = s*c(i)\nb(i) = b(i) + t\nend do", true, false},
		{"do i = 1, n\nt = s*b(i)\nb(i) = t\nend do", false, false},
		{"do i = 1, n\ne1(i) = s*b(i)\nend do", true, true}, // under another name it may be a term
		{"s = sum(b)", true, false},
		{"s = dot_product(b, c)", true, true},
		{"s = sqrt(t*s) + b(1)", false, false},
		{"s = abs(t*s) + b(1)", true, false},
		{"s = product(b) + t", true, false},
		{"z = sum(matmul(reshape(zs, [5,2]), reshape(zs, [2,5])))", true, true},
		{"a = matmul(a, a)", true, true},
		{"s = sum([t*s, t]) + b(1)", true, false},
		{"b(1:2) = [t*s, t] + s", true, false},
		{"zs(1:2) = [z*z, z]", true, true},
		{"do i = 1, n\nb(1) = b(2)\nb(2) = b(3)\nb(3) = s*t\nc(1) = b(1) + s\nend do", true, false},
		{"do i = 1, n\nx3(1,1,1) = b(1) + s\nb(1) = c(1)\nc(1) = a(1,1)\na(1,1) = d(1,1)\nd(1,1) = opt(1)\nopt(1) = asz(1)\nasz(1) = tg(1)\ntg(1) = th(1)\nth(1) = saved\nsaved = s*t\nend do", true, true},
		{"s = pure1(t)", true, true}, // may be expanded in place
		{"s = ext(t) + b(1)", true, false},
		{"z = z*zs(1)", true, true},
		{"z = z + zs(1)", false, false},
		{"z = z/2", true, true},
		{"s = real(z)*2", false, false},
		{"s = z%re*2", false, false},
		{"z = 2*cmplx(s, t)", true, true},
		{"s = abs(z)/2", false, false},
	} {
		if _, got := looked(t, c.stmt, access.Rounding{Fuses: true}); got != c.fuses {
			t.Errorf("%q: fused %v", c.stmt, got)
		}
		if _, got := looked(t, c.stmt, access.Rounding{FusesPairs: true}); got != c.pairs {
			t.Errorf("%q: fused in pairs %v", c.stmt, got)
		}
		if _, got := looked(t, c.stmt, access.Rounding{}); got {
			t.Errorf("%q: the compiler does not", c.stmt)
		}
	}
}

// A maximum is the same in any order if no two equal values differ: integers, and
// reals of which none is -0.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		expr string
		want bool
	}{
		{"1", true}, {"i", true}, {"i + j", true}, {"s", false}, {"-1.", false}, {"+1.", true}, {"abs(s)", true}, {"(abs(s))", true},
		{"abs(s) + abs(t)", true}, {"abs(s) - abs(t)", false}, {"abs(s)*abs(t)", true}, {"abs(s)*t", false}, {"s*s", true}, {"s*(s)", true},
		{"s*t", false}, {"s**2", true}, {"s**3", false}, {"s**i", false}, {"abs(s)**3", true}, {"z*z", false}, {"z**2", false}, {"abs(z)", true},
		{"exp(s)", true}, {"sqrt(abs(s))", true}, {"sqrt(s)", false}, {"real(i)", true}, {"real(s)", false}, {"dble(abs(s))", true},
		{"max(abs(s), 0.)", true}, {"max(abs(s), t)", false}, {"hypot(abs(s), abs(t))", true}, {"abs(s)/abs(t)", true}, {"ext(s)", false},
		{"b(i)*b(i)", true}, {"ext(s)*ext(s)", false}, {"b(1)**2 + c(1)**2", true},
		{"(.op. s)*(.op. s)", false}, {"(s .op. t)**2", false}, {"'a'*'a'", false}, {"(2.)*2.", true}, {"(.true.)*(.true.)", false}, {"(i .op. 1)**2", false}, {"(1 .op. 2)**2", false}, {"(-1)**2", true},
		{"(-z)**2", false}, {"(z + 1)**2", false}, {"(1 + z)**2", false}, {"(s + 1)**2", true},
	} {
		_, u, tree := parse(t, "s = "+c.expr)
		if got := u.Order("real", exprOf(tree)); got != c.want {
			t.Errorf("%s: %v", c.expr, got)
		}
	}
	_, u, tree := parse(t, "s = i")
	for typ, want := range map[string]bool{"integer": true, "real": true, "character": false, "": false} {
		if got := u.Order(typ, exprOf(tree)); got != want {
			t.Errorf("%s: %v", typ, got)
		}
	}
	_, u, tree = parse(t, "i = s")
	if u.Order("integer", exprOf(tree)) {
		t.Error("a real is no integer")
	}
}

// Expressions in one spelling.
func TestText(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{"I + 1", "i+1"}, {"B( I , 2 )", "b(i,2)"}, {"a(1:,:n:2)", "a(1:,:n:2)"}, {"O%IN%F(3)", "o%in%f(3)"}, {"- (i)", "-(i)"},
		{".NOT. L", " .not. l"}, {"1.5E3", "1.5e3"}, {"2_8", "2_8"}, {"[1, i]", "[1,i]"}, {"size(b, dim=1)", "size(b,dim=1)"},
		{"'x'", "?"}, {"[real :: 1, 2]", "?"}, {"i" + strings.Repeat("+1", 400), "?"},
	} {
		_, _, tree := parse(t, "s = "+c.expr)
		got, ok := access.Text(exprOf(tree))
		if !ok {
			got = "?"
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.expr, got, c.want)
		}
	}
}

// Names in place of others.
func TestInstead(t *testing.T) {
	for _, c := range []struct{ x, by, want string }{
		{"o", "q", "q"}, {"o%x", "q", "q%x"}, {"o%in%f", "q%r", "q%r%in%f"}, {"o%in%f(1)", "q", "?"}, {"o", "oo(1)", "oo"}, {"o%x", "oo(1)", "oo(1)%x"}, {"o%in%f", "oo(k)%q", "oo(k)%q%in%f"},
	} {
		_, _, tree := parse(t, "s = "+c.x+"\ns = "+c.by)
		got, ok := access.Instead(exprOf(tree), tree.Nodes[1].Stmt.Body.(*ast.Assign).Y)
		text := "?"
		if ok {
			text, _ = access.Text(got)
		}
		if text != c.want {
			t.Errorf("%s by %s: %s, want %s", c.x, c.by, text, c.want)
		}
	}
	for x, want := range map[string]string{"b(1:3)": "b", "b": "b", "o%in%f(2)": "o%in%f"} {
		_, _, tree := parse(t, "s = "+x)
		if got, _ := access.Text(access.ArrayOf(exprOf(tree))); got != want {
			t.Errorf("%s: %s", x, got)
		}
	}
}

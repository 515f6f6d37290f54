package parse

import (
	"testing"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// exprTests are expressions and their trees; "" for none.
var exprTests = []struct{ in, want string }{
	{"a", "a"},
	{"a+b*c", "{a + {b * c}}"},
	{"a-b-c", "{{a - b} - c}"},
	{"-a**b", "{ - {a ** b}}"},
	{"-a*b+c", "{{ - {a * b}} + c}"},
	{"a**b**c", "{a ** {b ** c}}"},
	{"a*-b*c", "{{a * { - b}} * c}"},
	{"a**-b*c", "{{a ** { - b}} * c}"},
	{"a+-b*c", "{a + { - {b * c}}}"},
	{"2**(-1)", "{2 ** ({ - 1})}"},
	{"a//b//c", "{{a // b} // c}"},
	{"a.eq.b .and. c.lt.d .or. .not. e", "{{{a == b} .and. {c < d}} .or. { .not. e}}"},
	{".not. a .and. b", "{{ .not. a} .and. b}"},
	{"a .eqv. b .neqv. c", "{{a .eqv. b} .neqv. c}"},
	{"a .and. .not. b", "{a .and. { .not. b}}"},
	{".neg. .false. > .5", "{{ .neg. .false.} > .5}"},
	{"a .foo. b + c", "{a .foo. {b + c}}"},
	{".foo. a * b", "{{ .foo. a} * b}"},
	{"1.eq.k", "{1 == k}"},
	{"1..eq.k", "{1. == k}"},
	{"1.e5", "1.e5"}, {"1.d0", "1.d0"}, {"1.0_dp", "1.0_dp"}, {".5", ".5"}, {"1.e5.eq.x", "{1.e5 == x}"},
	{"1.and.k", "{1 .and. k}"},
	{"3.e", ""}, {"1_", ""}, {"12a", ""},
	{"z'ff'", "z'ff'"}, {"'ff'x", "'ff'x"}, {"b\"01\"", "b\"01\""},
	{"kind_'it''s'", "kind_'it''s'"}, {"4_'x'", "4_'x'"}, {"'abc'(2:3)", "'abc'(2:3)"},
	{"5hab,cd", "5hab,cd"},
	{".true._4", ".true._4"}, {".false.", ".false."},
	{"(1.0,-2)", "(1.0,{ - 2})"}, {"(a)", "(a)"}, {"(a,b,c)", ""},
	{"(a(i),i=1,n)", "(a(i),i=1,n)"}, {"((a(i,j),i=1,n),j=1,m,2)", "((a(i,j),i=1,n),j=1,m,2)"},
	{"[1,2,3]", "[1,2,3]"}, {"(/1,2/)", "[1,2]"}, {"[real(8) :: 1, 2]", "[real(8)::1,2]"}, {"[t :: ]", "[t::]"},
	{"[character(len=3) :: 'a']", "[character(len=3)::'a']"}, {"[integer*8 :: 1]", "[integer*8::1]"},
	{"[double precision :: x]", "[double precision::x]"}, {"(/ a/b, (i, i=1,3) /)", "[{a / b},(i,i=1,3)]"},
	{"[(i*2, integer :: i=1,3)]", "[({i * 2},integer::i=1,3)]"}, {"[[1,2],[3]]", "[[1,2],[3]]"}, {"[(/1/)]", "[[1]]"},
	{"a(:)", "a(:)"}, {"a(1:2:3,::2,:5)", "a(1:2:3,::2,:5)"}, {"a(1,:n)", "a(1,:n)"}, {"f(x=1,*10)", "f(x=1,*10)"},
	{"f(a,,b)", "f(a,,b)"}, {"f()", "f()"}, {"f(*)", "f(*)"}, {"a%b(1)%c(2:3)(1:1)", "a%b(1)%c(2:3)(1:1)"},
	{"a(1)[2]", "a(1)[2]"}, {"a[i,stat=s]%b", "a[i,stat=s]%b"}, {"f(%val(x))", "f(%val(x))"},
	{"z%re", "z%re"}, {"a % b", "a%b"}, {"( x > 0 ? x : -x )", "({x > 0}?x:{ - x})"},
	{"a == b == c", ""}, {"a == .not. b", ""}, {"", ""}, {"a +", ""}, {"a b", ""}, {"a(1", ""}, {"a)", ""}, {"[1,2", ""},
	{"a <> b", ""}, {"a(1:2:)", ""}, {"'abc", ""}, {"a.b", ""}, {"#", ""}, {"1__2", ""}, {"x'y z", ""},
}

func TestExpr(t *testing.T) {
	for _, tt := range exprTests {
		f := source.New("a.f90", []byte("x = "+tt.in), source.Options{Form: source.Free})
		l := &f.Lines[0]
		x, err := Expr(l, min(4, len(l.Text)), len(l.Text))
		switch {
		case err != nil && tt.want != "":
			t.Errorf("%q: %v", tt.in, err)
		case err == nil && ast.Tree(x) != tt.want:
			t.Errorf("%q: %s, want %s", tt.in, ast.Tree(x), tt.want)
		case err == nil:
			checkSpans(t, f, x)
		}
	}
}

// checkSpans tests that every node lies within its parent and that names stand
// where they claim to.
func checkSpans(t *testing.T, f *source.File, x ast.Expr) {
	t.Helper()
	outer := x.Span()
	ast.Inspect(x, func(y ast.Expr) bool {
		s := y.Span()
		if s.Start < outer.Start || s.End > outer.End || s.End < s.Start {
			t.Errorf("%s at %v is not in %v of %s", ast.String(y), s, outer, ast.String(x))
		}
		return true
	})
}

func TestArgs(t *testing.T) {
	f := source.New("a.f90", []byte("!$mdmp send(a(1,:), n, tag=3)\n"), source.Options{Form: source.Free})
	l := &f.Lines[0]
	args, err := Args(l, 5, len(l.Text)-1)
	if err != nil || len(args) != 3 || args[2].Key() != "tag" || ast.String(args[0].X) != "a(1,:)" {
		t.Fatalf("%v %v", args, err)
	}
	at := args[0].X.Span()
	if got := string(f.Src[at.Start:at.End]); got != "a(1,:)" {
		t.Errorf("span is %q", got)
	}
}

package ast_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

func file(src string) *ast.File {
	return parse.File(source.New("a.f90", []byte(src), source.Options{Form: source.Free}))
}

// expr parses the right side of an assignment.
func expr(t *testing.T, text string) ast.Expr {
	t.Helper()
	f := file("x = " + text + "\nend\n")
	if len(f.Errors) > 0 {
		t.Fatalf("%s: %v", text, f.Errors)
	}
	for i := range f.Stmts {
		if a, ok := f.Stmts[i].Body.(*ast.Assign); ok {
			return a.Y
		}
	}
	t.Fatalf("%s is no expression", text)
	return nil
}

// Expressions in one spelling, and their shape. What is printed is Fortran again:
// read once more it prints the same.
func TestExpressions(t *testing.T) {
	for _, c := range []struct{ text, want, tree string }{
		{"A + B*C", "a+b*c", "{a + {b * c}}"},
		{"a - b - c", "a-b-c", "{{a - b} - c}"},
		{"a**b**c", "a**b**c", "{a ** {b ** c}}"},
		{"-a**2", "-a**2", "{ - {a ** 2}}"},
		{"(a + b)*c", "(a+b)*c", "{({a + b}) * c}"},
		{"a .EQ. b .and. .not. c", "a==b .and.  .not. c", "{{a == b} .and. { .not. c}}"},
		{"a // 'It''s'", "a//'It''s'", "{a // 'It''s'}"},
		{"k_'x'", "k_'x'", "k_'x'"},
		{"1.5E3_Dp", "1.5e3_dp", "1.5e3_dp"},
		{"(1.0, -2.0)", "(1.0,-2.0)", "(1.0,{ - 2.0})"},
		{"f(x, n = 3)", "f(x,n=3)", "f(x,n=3)"},
		{"a(1:, :n, ::2)", "a(1:,:n,::2)", "a(1:,:n,::2)"},
		{"a%b(i)%c", "a%b(i)%c", "a%b(i)%c"},
		{"a(i)[j, stat=k]", "a(i)[j,stat=k]", "a(i)[j,stat=k]"},
		{"[integer(8) :: 1, 2]", "[integer(8)::1,2]", "[integer(8)::1,2]"},
		{"[cell(3) :: x]", "[cell(3)::x]", "[cell(3)::x]"},
		{"[(i*2, i = 1, n, 2)]", "[(i*2,i=1,n,2)]", "[({i * 2},i=1,n,2)]"},
		{"[(i, integer :: i = 1, n)]", "[(i,integer::i=1,n)]", "[(i,integer::i=1,n)]"},
		{"a .mine. b", "a .mine. b", "{a .mine. b}"},
		{"(l ? a : b)", "(l?a:b)", "(l?a:b)"},
	} {
		x := expr(t, c.text)
		if got := ast.String(x); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
		if got := ast.Tree(x); got != c.tree {
			t.Errorf("%s: tree %q, want %q", c.text, got, c.tree)
		}
		if again := ast.String(expr(t, ast.String(x))); again != ast.String(x) {
			t.Errorf("%s: %q is read as %q", c.text, ast.String(x), again)
		}
	}
	deep := expr(t, "a"+strings.Repeat(" + b", 20000))
	if n := len(ast.String(deep)); n != 40001 {
		t.Errorf("%d bytes", n)
	}
}

// statement returns the statement of a unit that begins with its kind of text.
func statement(t *testing.T, unit, text string) *ast.Stmt {
	t.Helper()
	src := strings.Replace(unit, "@", text, 1)
	f := file(src)
	if len(f.Errors) > 0 {
		t.Fatalf("%s: %v", text, f.Errors)
	}
	at := strings.Index(unit, "@")
	for i := range f.Stmts {
		if int(f.Stmts[i].Line.Span.Start) >= at {
			return &f.Stmts[i]
		}
	}
	t.Fatalf("no statement in %s", src)
	return nil
}

// Statements of every kind: what they are said to be, and the names in them in the
// order of the text.
func TestStatements(t *testing.T) {
	const (
		spec      = "subroutine s\n@\nend subroutine\n"
		exec      = "subroutine s\ny = 0\n@\nend subroutine\n"
		module    = "module m\n@\nend module\n"
		derived   = "module m\ntype t\n@\nend type\nend module\n"
		bound     = "module m\ntype t\ncontains\n@\nend type\nend module\n"
		contained = "module m\ncontains\n@\nend module\n"
	)
	for _, c := range []struct{ unit, text, describe, names string }{
		{spec, "use, intrinsic :: iso_c_binding, only: c_int, x => c_ptr", "use iso_c_binding intrinsic only=true c_int,x=>c_ptr", ""},
		{spec, "use m, y => z", "use m  only=false y=>z", ""},
		{module, "import, only: a", "import only a", "a"},
		{spec, "implicit none", "implicit none", ""},
		{spec, "implicit real(8) (a-h, o), integer (k)", "implicit real(8)(a-h o-o )integer(k-k )", ""},
		{spec, "integer(kind=k), intent(in), dimension(n) :: a, b(2:m) = 3", "declaration integer(k), intent(in), dimension(n) :: a,b(2:m)=3", "k n a b m"},
		{spec, "character(len=l, kind=k) :: c*5", "declaration character(len=l,kind=k) :: c*5", "k l c"},
		{spec, "real*8 x, y(:)[*]", "declaration real*8 :: x,y(:)[*]", "x y"},
		{spec, "type(cell(4)), allocatable :: t(:)", "declaration type(cell(4)), allocatable :: t(:)", "t"},
		{spec, "class(*), pointer :: p => null()", "declaration class(*), pointer :: p=>null()", "p null"},
		{spec, "procedure(f), pointer :: g => h", "procedure declaration f, pointer :: g=>h", "g h"},
		{spec, "dimension a(n), b(3)", "attribute , dimension :: a(n),b(3)", "a n b"},
		{spec, "save", "attribute , save :: ", ""},
		{spec, "parameter (n = m + 1)", "parameter n={m + 1} ", "n m"},
		{spec, "data a, b(1) /2*0, c/", "data a,b(1)/{2 * 0},c/ ", "a b c"},
		{spec, "common /blk/ a(3), b // c", "common /blk/ a(3),b // c ", "a b c"},
		{spec, "equivalence (a, b(1)), (c, d)", "equivalence (a,b(1))(c,d)", "a b c d"},
		{spec, "namelist /g/ a, b", "namelist /g/ a,b ", "a b"},
		{spec, "external f, g", "attribute , external :: f,g", "f g"},
		{spec, "pointer (p, q(3))", "cray pointer (p,q(3))", "q"},
		{module, "private :: a", "attribute , private :: a", "a"},
		{derived, "integer :: i = 3", "declaration integer :: i=3", "i"},
		{bound, "procedure :: move => shift", "binding procedure () []  move=>shift", ""},
		{exec, "a(i) = b + c", "assignment a(i) = {b + c}", "a i b c"},
		{exec, "p => t(2)", "pointer assignment p = t(2)", "p t"},
		{exec, "call f(a, *10, n=b)", "call f(a,*10,n=b)", "f a b"},
		{exec, "call x%f(a)", "call x%f(a)", "x a"},
		{exec, "allocate (a(n), source=b, stat=k)", "allocate  a(n)(source=b,stat=k)", "a n b k"},
		{exec, "deallocate (a, stat=k)", "deallocate  a(stat=k)", "a k"},
		{exec, "nullify (p)", "nullify p", "p"},
		{exec, "read (5, *, iostat=k) a, (b(i), i=1,n)", "read (5,*,iostat=k)a,(b(i),i=1,n)", "k a b i i n"},
		{exec, "print *, a", "print (*)a", "a"},
		{exec, "write (6, fmt) a", "write (6,fmt)a", "fmt a"},
		{exec, "open (unit=u, file=f)", "open (unit=u,file=f)", "u f"},
		{exec, "if (a > b) c = d", "if {a > b} then assignment c = d", "a b c d"},
		{exec, "go to 10", "go to [10] ", ""},
		{exec, "go to (10, 20), i", "computed go to [10 20] i", "i"},
		{exec, "if (x) 10, 20, 30", "arithmetic if [10 20 30] x", "x"},
		{exec, "where (a > b) c = d", "where {a > b} then assignment c = d", "a b c d"},
		{exec, "forall (i=1:n, j=1:m:2, l(i)) a(i,j) = b", "forall  i=1:n: j=1:m:2 mask l(i) then assignment a(i,j) = b", "i n j m l i a i j b"},
		{exec, "stop a", "stop a", "a"},
		{exec, "error stop 'x'", "error stop 'x'", ""},
		{exec, "return k", "return k", "k"},
		{exec, "format (i3)", "format (i3)", ""},
		{exec, "do i = a, b, c\nend do", "do i = a, b, c", "i a b c"},
		{exec, "do while (l)\nend do", "do while l", "l"},
		{exec, "do concurrent (integer :: i = 1:n:k, l(i)) local(x) shared(y)\nend do", "do concurrent integer i=1:n:k mask l(i) local(x) shared(y)", "i n k l i x y"},
		{exec, "select case (k + 1)\nend select", "select case {k + 1}", "k"},
		{exec, "associate (p => a(1), q => b + c)\nend associate", "associate  p=>a(1) q=>{b + c}", "p a q b c"},
		{exec, "if (l) then\nend if", "if then l", "l"},
		{contained, "pure integer(k) function f(a, b) result(r)\nend function", "function pure integer(k) f(a,b) result r", "k a b"},
		{contained, "subroutine f(a, *) bind(c, name=n)\nend subroutine", "subroutine f(a,*) bind(c) n", "a * n"},
		{exec, "x = a%b(c)[d] + (e ? f : g)", "assignment x = {a%b(c)[d] + (e?f:g)}", "x a c d e f g"},
		{exec, "x = [integer(k) :: (i, i = a, b, c)]", "assignment x = [integer(k)::(i,i=a,b,c)]", "x k i i a b c"},
		{exec, "sync images (a)", "sync a", "a"},
	} {
		s := statement(t, c.unit, c.text)
		if got := ast.Describe(s); got != c.describe {
			t.Errorf("%s: %q, want %q", c.text, got, c.describe)
		}
		var names []string
		ast.InspectStmt(s, func(x ast.Expr) bool {
			if id, ok := x.(*ast.Ident); ok {
				names = append(names, id.Name)
			}
			return true
		})
		if got := strings.Join(names, " "); got != c.names {
			t.Errorf("%s: names %q, want %q", c.text, got, c.names)
		}
	}
}

const program = `module m
  implicit none
  type t
    integer :: i
  end type
  interface
    subroutine ext(x)
      real :: x
    end subroutine
  end interface
contains
  subroutine s
    integer :: k
    outer: do k = 1, 3
      if (k > 1) then
        cycle outer
      else
        exit outer
      end if
    end do outer
    block
      real :: y
      y = 1
    end block
    do 10 k = 1, 2
    do 10 j = 1, 2
 10 call ext(1.0)
    select case (k)
    case (1)
      stop
    end select
  end subroutine
end module
`

// Every statement is met once, in the order of the text, until the visitor has
// seen enough.
func TestOrder(t *testing.T) {
	f := file(program)
	var met []*ast.Stmt
	for _, u := range f.Units {
		if !u.Statements(func(s *ast.Stmt) bool { met = append(met, s); return true }) {
			t.Error("it was stopped")
		}
	}
	if len(met) != len(f.Stmts) {
		t.Fatalf("%d of %d statements", len(met), len(f.Stmts))
	}
	for i, s := range met {
		if s != &f.Stmts[i] {
			t.Errorf("statement %d is %s, want %s", i, ast.Describe(s), ast.Describe(&f.Stmts[i]))
		}
	}
	for stop := range met {
		n := 0
		f.Units[0].Statements(func(*ast.Stmt) bool { n++; return n <= stop })
		if n != stop+1 {
			t.Errorf("%d statements met, want %d", n, stop+1)
		}
	}
}

// Labels and names of statements.
func TestLabelsAndNames(t *testing.T) {
	f := file(program)
	var got []string
	for i := range f.Stmts {
		s := &f.Stmts[i]
		if s.Label() != "" || s.Name() != "" {
			got = append(got, s.Label()+" "+s.Name()+" "+s.Kind.String())
		}
	}
	want := []string{" outer do", " outer cycle", " outer exit", " outer end do", "10  call"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	for text, want := range map[string]string{"010": "10", "0": "0", "000": "0", "7": "7"} {
		if got := ast.NormalLabel(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	in := statement(t, "subroutine s\n@\nend subroutine\n", "7 if (l) x = 1")
	if in.Label() != "7" || in.Inner == nil || in.Inner.Label() != "" || in.Inner.First() != in.Inner {
		t.Errorf("%s", ast.Describe(in))
	}
}

// Visitors that do not want to go on see no more of that expression.
func TestInspect(t *testing.T) {
	var got []string
	ast.Inspect(expr(t, "a(b, c%d)*[e, (f, i=1,2)] + g(h)"), func(x ast.Expr) bool {
		if id, ok := x.(*ast.Ident); ok {
			got = append(got, id.Name)
		}
		_, member := x.(*ast.Member)
		return !member
	})
	if d := cmp.Diff([]string{"a", "b", "e", "f", "i", "g", "h"}, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// full fails after some bytes.
type full struct{ left int }

func (w *full) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errors.New("full")
	}
	return len(p), nil
}

// A dump shows the tree, one line for each statement.
func TestDump(t *testing.T) {
	var b bytes.Buffer
	if err := ast.Dump(&b, file(program+"end if\n")); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	for _, want := range []string{"unit module m", "  spec", "  contains", "  unit subroutine s", "        outer: cycle", "stray end if"} {
		if !slices.ContainsFunc(lines, func(l string) bool {
			return strings.HasPrefix(l, want) || strings.TrimSpace(l) == strings.TrimSpace(want)
		}) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	if err := ast.Dump(&full{100}, file(program)); err == nil {
		t.Error("an error of the writer is lost")
	}
}

// Every kind has a name of its own.
func TestKinds(t *testing.T) {
	seen := map[string]ast.Kind{}
	f := file(program)
	for i := range f.Stmts {
		k := f.Stmts[i].Kind
		if old, ok := seen[k.String()]; ok && old != k || k.String() == "" {
			t.Errorf("%d and %d are both %q", old, k, k)
		}
		seen[k.String()] = k
	}
	if len(seen) < 15 {
		t.Errorf("only %d kinds", len(seen))
	}
}

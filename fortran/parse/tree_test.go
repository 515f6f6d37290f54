package parse

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// parseText parses text of a form.
func parseText(form source.Form, text string) *ast.File {
	return File(source.New("a.f", []byte(text), source.Options{Form: form}))
}

// TestTrees compares the trees of testdata/*.f90 and *.f with the goldens
// beside them; MDMP_UPDATE=1 rewrites those.
func TestTrees(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.f*")
	for _, name := range files {
		if strings.HasSuffix(name, ".tree") {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f := File(source.New(name, src, source.Options{}))
			checkTree(t, f)
			var got bytes.Buffer
			if err := ast.Dump(&got, f); err != nil {
				t.Fatal(err)
			}
			golden := name + ".tree"
			if os.Getenv("MDMP_UPDATE") == "1" {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got.String()); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// checkTree tests that every statement of the file stands in the tree once, in
// the order of the file where that is told.
func checkTree(t *testing.T, f *ast.File) {
	t.Helper()
	seen := make(map[*ast.Stmt]int)
	for _, u := range f.Units {
		u.Statements(func(s *ast.Stmt) bool {
			seen[s]++
			return true
		})
	}
	for _, s := range f.Stray {
		seen[s]++
	}
	for i := range f.Stmts {
		s := &f.Stmts[i]
		n := seen[s]
		if n > 1 || n == 0 && s.Kind != ast.KCpp {
			t.Errorf("statement %q on line %d stands in the tree %d times", s.Line.Text, s.Line.First, n)
		}
	}
}

// kindTests are single statements in free form, with the kind and what Describe
// says of them behind the kind. Each is also tried in fixed form without
// blanks.
var kindTests = []struct{ in, want string }{
	{"integer i, j(10)", "declaration integer :: i,j(10)"},
	{"real*8 x, y*4", "declaration real*8 :: x,y*4"},
	{"character*10 a, b*5, c(3)*7", "declaration character(len=10) :: a,b*5,c(3)*7"},
	{"character*(*) a", "declaration character(len=*) :: a"},
	{"character*8, a", "declaration character(len=8) :: a"},
	{"character(len=*,kind=1), intent(in) :: a", "declaration character(len=*,kind=1), intent(in) :: a"},
	{"double precision a(0:n,*)", "declaration double precision :: a(0:n,*)"},
	{"doublecomplex z", "declaration double complex :: z"},
	{"type(t), pointer :: p => null()", "declaration type(t), pointer :: p=>null()"},
	{"class(*), intent(in out) :: x(..)", "declaration class(*), intent(inout) :: x(..)"},
	{"type(t(4,:)) :: x", "declaration type(t(4,:)) :: x"},
	{"integer, dimension(:,:), allocatable, codimension[*] :: a", "declaration integer, dimension(:,:), allocatable, codimension(*) :: a"},
	{"integer a/1/, b(3)/2*1,-3/", "declaration integer :: a/1/,b(3)/{2 * 1},{ - 3}/"},
	{"integer(kind=4), parameter :: k = 3, l = k+1", "declaration integer(4), parameter :: k=3,l={k + 1}"},
	{"procedure(f), pointer :: p => null()", "procedure declaration f, pointer :: p=>null()"},
	{"procedure(real(8)) :: g", "procedure declaration real(8) :: g"},
	{"procedure() :: g", "procedure declaration  :: g"},
	{"implicit none", "implicit none"},
	{"implicit none(type, external)", "implicit none external"},
	{"implicit real*8 (a-h,o-z), integer (i-n), type(t) (x)", "implicit real*8(a-h o-z )integer(i-n )type(t)(x-x )"},
	{"implicit real(a-h), character(len=5)(c)", "implicit real(a-h )character(len=5)(c-c )"},
	{"use m", "use m  only=false "}, {"use, intrinsic :: iso_c_binding, only: c_int, x => y", "use iso_c_binding intrinsic only=true c_int,x=>y"},
	{"use m, only:", "use m  only=true "}, {"use m, only: operator(+), assignment(=), read(formatted)", "use m  only=true operator(+),assignment(=),read(formatted)"},
	{"import", "import  "}, {"import, only: a", "import only a"}, {"import, none", "import none "}, {"import :: a, b", "import  a,b"},
	{"dimension a(10), b(2,3)", "attribute , dimension :: a(10),b(2,3)"}, {"save", "attribute , save :: "}, {"save a, /blk/", "attribute , save :: a,/blk/"},
	{"external f", "attribute , external :: f"}, {"public :: operator(.x.), a", "attribute , public :: operator(.x.),a"},
	{"bind(c, name='x') :: /blk/", "attribute , bind('x') :: /blk/"}, {"intent(out) a", "attribute , intent(out) :: a"},
	{"pointer :: p(:,:)", "attribute , pointer :: p(:,:)"}, {"codimension a[*]", "attribute , codimension :: a[*]"},
	{"pointer (p, x(10)), (q, y)", "cray pointer (p,x(10))(q,y)"},
	{"attributes(device) :: x, y", "attribute , attributes(device) :: x,y"},
	{"parameter (a=1, b=a*2)", "parameter a=1 b={a * 2} "},
	{"data a, b(1) /1, -2.5/, c /3*0/", "data a,b(1)/1,{ - 2.5}/ c/{3 * 0}/ "},
	{"data (a(i), i=1,3) /3*.true./ x /z'ff'/", "data (a(i),i=1,3)/{3 * .true.}/ x/z'ff'/ "},
	{"data c /(1.0,2.0)/, h /4habcd/", "data c/(1.0,2.0)/ h/4habcd/ "},
	{"common x, y(3) /a/ z // w", "common // x,y(3) /a/ z // w "}, {"common /a/ x, /b/ y", "common /a/ x /b/ y "},
	{"equivalence (a, b(1)), (c(1,2), d)", "equivalence (a,b(1))(c(1,2),d)"}, {"namelist /n/ a, b /m/ c", "namelist /n/ a,b /m/ c "},
	{"enumerator :: a = 1, b", "enumerator a=1 b= "},
	{"x = y", "assignment x = y"}, {"x(1:2)%y = [1,2]", "assignment x(1:2)%y = [1,2]"}, {"if(3) = 5", "assignment if(3) = 5"},
	{"do10i = 3", "assignment do10i = 3"}, {"endif = 1", "assignment endif = 1"}, {"end = 3", "assignment end = 3"},
	{"p => q%r", "pointer assignment p = q%r"}, {"p(1:n,0:) => x", "pointer assignment p(1:n,0:) = x"},
	{"call f", "call f()"}, {"call f(a, *10, b=c)", "call f(a,*10,b=c)"}, {"call a%b(1)%c(x)", "call a%b(1)%c(x)"},
	{"allocate(a(n,0:m), b, stat=i)", "allocate  a(n,0:m),b(stat=i)"}, {"allocate(t :: x)", "allocate type(t) x()"},
	{"allocate(character(len=n) :: s)", "allocate character(len=n) s()"}, {"allocate(x[*], source=y)", "allocate  x[*](source=y)"},
	{"allocate(double precision :: x(3))", "allocate double precision x(3)()"}, {"allocate(x[2:*])", "allocate  x[2:*]()"},
	{"deallocate(a, b%c, stat=i)", "deallocate  a,b%c(stat=i)"}, {"nullify(p, q)", "nullify p,q"},
	{"read(5,*) a, b", "read (5,*)a,b"}, {"read 10, a", "read (10)a"}, {"read *, a", "read (*)a"}, {"read(5) a", "read (5)a"},
	{"read ('(a)'), x", "read (('(a)'))x"}, {"read(u, end=10, iostat=i) (a(k), k=1,3)", "read (u,end=10,iostat=i)(a(k),k=1,3)"},
	{"write(*,'(a)') 'x', y", "write (*,'(a)')'x',y"}, {"write(6,10)", "write (6,10)"}, {"write(6,*), x", "write (6,*)x"},
	{"print *, x", "print (*)x"}, {"print 10", "print (10)"}, {"print '(a)', x", "print ('(a)')x"},
	{"open(unit=1, file='x')", "open (unit=1,file='x')"}, {"close(1)", "close (1)"}, {"inquire(iolength=l) a, b", "inquire (iolength=l)a,b"},
	{"rewind 10", "rewind (10)"}, {"rewind(10)", "rewind (10)"}, {"backspace (unit=u, err=10)", "backspace (unit=u,err=10)"},
	{"end file 10", "endfile (10)"}, {"endfile(10)", "endfile (10)"}, {"flush(6)", "flush (6)"}, {"flush 6", "flush (6)"}, {"wait(5)", "wait (5)"},
	{"go to 10", "go to [10] "}, {"goto (10,20), i+1", "computed go to [10 20] {i + 1}"}, {"go to k, (10,20)", "assigned go to [10 20] k"},
	{"if (x) 10, 20, 30", "arithmetic if [10 20 30] x"}, {"assign 10 to k", "assign label k = 10"},
	{"continue", "continue"}, {"return", "return"}, {"return 1", "return 1"}, {"stop", "stop"}, {"stop 'x', quiet=.true.", "stop 'x',.true."},
	{"error stop 3", "error stop 3"}, {"pause", "pause"}, {"cycle", "cycle"}, {"exit name", "name: exit"},
	{"if (a == b) x = 1", "if {a == b} then assignment x = 1"}, {"if (a) call f(x)", "if a then call f(x)"}, {"if (a) goto 10", "if a then go to [10] "},
	{"if (a) if = 1", "if a then assignment if = 1"}, {"if (a) then = 1", "if a then assignment then = 1"}, {"if(a)where(b)c=d", "if a then where b then assignment c = d"},
	{"where (a > 0) b = 1", "where {a > 0} then assignment b = 1"}, {"forall (i=1:n, a(i)>0) b(i) = 1", "forall  i=1:n: mask {a(i) > 0} then assignment b(i) = 1"},
	{"sync all", "sync"}, {"sync images(*)", "sync *"}, {"event post(e)", "event e"}, {"lock(l)", "lock l"}, {"fail image", "fail image"}, {"form team(1, t)", "form team 1,t"},
	{"entry f(x, *)", "entry f(x,*)"}, {"format (1x, a, 3hx'y)", "format (1x, a, 3hx'y)"},
}

// preludes give statements a place where they are legal.
func TestKinds(t *testing.T) {
	for _, tt := range kindTests {
		for _, form := range []source.Form{source.Free, source.Fixed} {
			text := "subroutine s\n" + tt.in + "\nend\n"
			if form == source.Fixed {
				text = "      subroutine s\n      " + tt.in + "\n      end\n"
			}
			f := parseText(form, text)
			if got := ast.Describe(&f.Stmts[1]); got != tt.want {
				t.Errorf("%v %q: %s, want %s", form, tt.in, got, tt.want)
			}
			if form == source.Fixed && !strings.Contains(tt.in, "'") && !strings.Contains(tt.in, "format") {
				squeezed := "      subroutine s\n      " + strings.ReplaceAll(tt.in, " ", "") + "\n      end\n"
				if got := ast.Describe(&parseText(form, squeezed).Stmts[1]); got != tt.want {
					t.Errorf("without blanks %q: %s, want %s", tt.in, got, tt.want)
				}
			}
		}
	}
}

// unknownTests are statements that must not be understood.
var unknownTests = []string{
	"a = ", "a = b c", "call", "call f(", "do i = 1", "if (a) then x", "if (a) if (b) c = d", "x = (a,b,c)", "foo(bar)",
	"integer, foo :: x", "goto x y", "read(5,*) a b", "where (a) call f", "MACRO", "1 + 2", "a = 'x", "print", "end foo bar",
	"select case a", "if (a) do i = 1, 2", "common", "use", "data x", "allocate()", "a == b", "call 1", "x = 1..2", "name: x = 1 2",
}

func TestUnknown(t *testing.T) {
	for _, in := range unknownTests {
		for _, form := range []source.Form{source.Free, source.Fixed} {
			if form == source.Fixed && (in == "a = b c" || in == "goto x y" || in == "read(5,*) a b" || in == "end foo bar" || in == "select case a" || in == "name: x = 1 2" || in == "do i = 1") {
				continue // blanks mean nothing there
			}
			pad := ""
			if form == source.Fixed {
				pad = "      "
			}
			f := parseText(form, pad+"subroutine s\n"+pad+in+"\n"+pad+"end\n")
			if f.Stmts[1].Kind != ast.KUnknown {
				t.Errorf("%v %q: %s", form, in, ast.Describe(&f.Stmts[1]))
			}
		}
	}
}

func TestStatementFunctions(t *testing.T) {
	for _, tt := range []struct {
		text string
		want ast.Kind
	}{
		{"real f\nf(x) = x\ny = f(1.)", ast.KStmtFunction},
		{"f(x) = x", ast.KStmtFunction},
		{"dimension f(3)\nf(i) = x", ast.KAssign},
		{"real f(3)\nf(i) = x", ast.KAssign},
		{"real, dimension(3) :: f\nf(i) = x", ast.KAssign},
		{"common /c/ f(3)\nf(i) = x", ast.KAssign},
		{"use m\nf(i) = x", ast.KAssign},
		{"use m, only: g\nf(i) = x", ast.KStmtFunction},
		{"use m, only: f\nf(i) = x", ast.KAssign},
		{"use m\nf(x) = x\nreal y", ast.KStmtFunction},
		{"use m\nreal f\nf(x) = x\ny = 1", ast.KStmtFunction},
		{"real f\nuse m\nf(x) = x\ny = f(1.)", ast.KStmtFunction},
		{"use m\nreal f, g(3)\ng(i) = x", ast.KAssign},
		{"real f\ninclude 'a.h'\nf(i) = x\ny = 1", ast.KAssign},
		{"include 'a.h'\nf(i) = x\ny = 1", ast.KAssign},
		{"include 'a.h'\nf(i) = x\ninteger y", ast.KStmtFunction},
		{"y = 1\nf(i) = x", ast.KAssign},
		{"f(1) = x", ast.KAssign},
		{"f(i,i) = x", ast.KAssign},
	} {
		f := parseText(source.Free, "subroutine s\n"+tt.text+"\nend\n")
		checkTree(t, f)
		for i := range f.Stmts {
			st := &f.Stmts[i]
			a, ok := st.Body.(*ast.Assign)
			if !ok {
				continue
			}
			if _, ok := a.X.(*ast.Apply); ok && st.Kind != tt.want {
				t.Errorf("%q: %v, want %v", tt.text, st.Kind, tt.want)
			}
		}
	}
}

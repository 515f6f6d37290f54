package escape_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mdmp-fortran/mdmp/analysis/escape"
	"github.com/mdmp-fortran/mdmp/fortran/ast"
	"github.com/mdmp-fortran/mdmp/fortran/parse"
	"github.com/mdmp-fortran/mdmp/fortran/scope"
	"github.com/mdmp-fortran/mdmp/fortran/source"
)

// frame is the program around the cases.
const frame = `module m
  use iso_c_binding
  type plain
    real :: f(10)
    real, allocatable :: h(:)
  end type
  type linked
    real, pointer :: p(:)
    integer :: k
  end type
  type, extends(plain) :: bound
  contains
    procedure :: keep => keepbound
    procedure, non_overridable :: look => lookbound
    procedure :: plus
    generic :: operator(+) => plus
    generic :: several => keep, look
  end type
  type, extends(bound) :: other
  contains
    procedure :: put => putother
  end type
  type, abstract :: root
    procedure(keep), pointer, nopass :: aim
    procedure(), pointer, nopass :: blind
  contains
    procedure(putting), deferred :: put
  end type
  abstract interface
    subroutine putting(this, x)
      import :: root
      class(root) :: this
      real :: x(:)
    end subroutine
  end interface
  type final
    integer :: k
  contains
    final :: ends
  end type
  interface generic
    module procedure keep, look
  end interface
  interface operator(.times.)
    module procedure times
  end interface
  real, pointer :: last(:)
contains
  subroutine keep(x)
    real, target :: x(:)
    last => x
  end subroutine
  subroutine look(x, y)
    real, target :: x(:)
    real, optional :: y
    real, pointer :: p(:)
    p => x
    if (present(y)) y = p(1)
  end subroutine
  subroutine deeper(x)
    real, target :: x(:)
    real, pointer :: p(:), q(:)
    p => x
    q => p
    last => q
  end subroutine
  subroutine begins(x, req)
    real, target :: x(:)
    real, pointer :: p(:)
    integer :: req, ierr
    p => x
    call MPI_Irecv(p, 10, MPI_REAL, 0, 0, MPI_COMM_WORLD, req, ierr)
  end subroutine
  recursive subroutine downwards(x, n)
    real :: x(:)
    if (n > 0) call upwards(x, n - 1)
  end subroutine
  recursive subroutine upwards(x, n)
    real :: x(:)
    call ext(x)
    call downwards(x, n)
  end subroutine
  subroutine keepbound(this, x)
    class(bound) :: this
    real, target :: x(:)
    last => x
  end subroutine
  subroutine putother(this, x)
    class(other) :: this
    real, target :: x(:)
    last => x
  end subroutine
  subroutine first(x)
    real :: x(:), y(:)
    integer :: req, ierr
    return
  entry second(y, req)
    call MPI_Irecv(y, 10, MPI_REAL, 0, 0, MPI_COMM_WORLD, req, ierr)
  end subroutine
  subroutine lookbound(this, x)
    class(bound) :: this
    real :: x(:)
    x = 0
  end subroutine
  function plus(a, b)
    class(bound), target, intent(in) :: a
    class(bound), intent(in) :: b
    type(bound) :: plus
    last => a%f
  end function
  function times(a, b)
    real, target, intent(in) :: a(:), b
    real :: times
    last => a
  end function
  subroutine ends(x)
    type(final), target :: x
    call ext(x%k)
  end subroutine
end module
subroutine frame(d, dt, any)
  use mpi
  use m
  implicit none
  interface
    subroutine promised(in, value, inout, aim, later, shaky)
      real, intent(in) :: in(:)
      real, value :: value
      real :: inout(:)
      real, target, intent(in) :: aim(:)
      real, asynchronous, intent(in) :: later(:)
      real, volatile, intent(in) :: shaky(:)
    end subroutine
    subroutine named(in) bind(c, name='else')
      real, intent(in) :: in(:)
    end subroutine
    pure subroutine clean(inout, aim)
      real, intent(inout) :: inout(:)
      real, target, intent(inout) :: aim(:)
    end subroutine
  end interface
  interface half
    procedure clean, nowhere
  end interface
  real :: hosted(10), d(10), a(10), b(10), c(10), s, e1(10), e2(10), c1(10), c2(10)
  real, target :: dt(10), t(10)
  real :: any(..)
  real, pointer :: p(:), q(:)
  real, allocatable :: al(:), bl(:)
  type(plain) :: o
  type(linked) :: l
  type(bound) :: x, y
  type(final) :: f, g
  class(bound), allocatable :: v
  class(root), allocatable :: z
  integer :: i, j, n, req, ierr, idx(10), list(10)
  integer(8) :: at
  type(c_ptr) :: cp
  procedure(keep), pointer :: pp
  common /blk/ c1, c2
  equivalence (e1, e2(3))
  namelist /group/ i, j
BODY
contains
  subroutine inside
    call ext(hosted)
  end subroutine
end subroutine
`

// TestRoles: what stands in a statement, and what escapes by it.
func TestRoles(t *testing.T) {
	for body, want := range map[string]string{
		"a(i) = b(idx(j)) + s":                                  "",
		"do i = 1, n; a(i) = sum(b(1:i)); end do":               "",
		"if (all(a > b)) print *, a, size(b), (c(i), i = 1, n)": "",
		"read (*,*) n, a(1:n)":                                  "",
		"where (a > 0) b = sqrt(a)":                             "",
		"allocate (al(n), stat=ierr)":                           "",
		"select case (n); case (1:3); a = 1; end select":        "",
		"forall (i = 1:n, a(i) > 0) b(i) = a(i)":                "",
		"do concurrent (i = 1:n) shared(a); a(i) = i; end do":   "",
		"call random_number(a)":                                 "",
		"o%f = a; a = o%h(1:10); o = plain(a, b)":               "o:u",
		"l = linked(p, n)":                                      "l:u p:p",
		"p => a":                                                "a:p",
		"p => t; q => p":                                        "",
		"l%p => t":                                              "t:p",
		"p(1:5) => l%p":                                         "",
		"call ext(a, n, (b), c + 1, [s])":                       "a:u n:u",
		"call ext(a(i:), o%h, idx(list(1)))":                    "a:u idx:u o:u",
		"call ext(t, p)":                                        "p:pu t:pu",
		"s = fun(a)":                                            "a:u",
		"s = v%fun(a)":                                          "a:u v:u",
		"call pp(a)":                                            "a:pu",
		"call keep(a)":                                          "a:p",
		"call look(a)":                                          "",
		"call look(y=s, x=a)":                                   "",
		"call deeper(a)":                                        "a:p",
		"call generic(a)":                                       "a:p",
		"call keep(a, b)":                                       "a:p b:pru",
		"call downwards(a, n)":                                  "a:u",
		"call begins(a, req)":                                   "a:r",
		"call promised(a, s, b, c, al, bl)":                     "al:r b:u bl:pru c:p",
		"call clean(a, b)":                                      "b:p",
		"call half(a, b)":                                       "a:u b:pu",
		"associate (w => o); s = w%unseen(b); end associate":    "b:u o:u",
		"associate (w => x); call w%look(a); end associate":     "a:u x:u",
		"associate (w => x); call w%keep(a); end associate":     "a:pu x:u",
		"read (1, group, asynchronous='yes')":                   "everything",
		"p => fun(a)":                                           "a:u",
		"p => l%nothing%q(a)":                                   "a:u l:u",
		"call x%keep(a)":                                        "a:p",
		"call x%look(a)":                                        "",
		"call v%keep(a)":                                        "a:pu v:u",
		"call v%look(a)":                                        "",
		"call v%several(a)":                                     "a:pu v:u",
		"call z%put(a)":                                         "a:pu z:u",
		"call z%aim(a)":                                         "a:pu z:u",
		"call z%blind(a)":                                       "a:u z:u",
		"call ext(%loc(a))":                                     "a:pru",
		"call ext(%ref(a))":                                     "a:pru",
		"call first(a)":                                         "",
		"call second(a, n)":                                     "a:ru n:u",
		"x = x + y":                                             "x:pu",
		"s = a .times. b(1)":                                    "a:p",
		"f = g":                                                 "f:pu",
		"call MPI_Irecv(a, 10, MPI_REAL, n, 0, MPI_COMM_WORLD, req, ierr)":                          "a:r",
		"call MPI_Send(a, 10, MPI_REAL, n, 0, MPI_COMM_WORLD, ierr)":                                "",
		"call MPI_Recv(a, 10, MPI_REAL, n, 0, MPI_COMM_WORLD, list, ierr)":                          "",
		"call MPI_Allreduce(a, b, 10, MPI_REAL, MPI_SUM, MPI_COMM_WORLD, ierr)":                     "",
		"call MPI_Allreduce(a, b, 10, MPI_REAL, n, MPI_COMM_WORLD, ierr)":                           "a:u b:u ierr:u n:u",
		"call MPI_Irecv(o%h, 10, MPI_REAL, n, 0, MPI_COMM_WORLD, req, ierr)":                        "o:r(h)",
		"call MPI_Irecv(o%f, 10, MPI_REAL, n, 0, MPI_COMM_WORLD, req, ierr)":                        "o:r",
		"call MPI_Irecv(c1, 10, MPI_REAL, n, 0, MPI_COMM_WORLD, req, ierr)":                         "c1:r c2:r",
		"call MPI_Irecv(e2, 10, MPI_REAL, n, 0, MPI_COMM_WORLD, req, ierr)":                         "e1:r e2:r",
		"call MPI_Irecv(p, 10, MPI_REAL, n, 0, MPI_COMM_WORLD, req, ierr)":                          "p:r",
		"p => t; call MPI_Irecv(p, 10, MPI_REAL, n, 0, MPI_COMM_WORLD, req, ierr)":                  "p:r t:r",
		"call MPI_Irecv(al, 1, MPI_REAL, n, 0, MPI_COMM_WORLD, req, ierr); call move_alloc(al, bl)": "al:r bl:r",
		"call MPI_Get_address(a, at, ierr)":                                                         "a:r at:r",
		"call MPIX_Anything(a, n)":                                                                  "a:ru n:ru",
		"cp = c_loc(a); at = loc(b)":                                                                "a:pu b:pu cp:pu",
		"associate (w => a(1:5), z => b); call keep(w); z = 1; end associate":                       "a:p",
		"select type (v); class is (bound); call ext(v%f); end select":                              "v:u",
		"select rank (any); rank (1); call keep(any); end select":                                   "any:p",
		"block; real :: w(10), a(10); call keep(w); a = 1; end block":                               "w:p",
		"write (1, asynchronous='yes', id=n) a, (b(i), i = 1, n)":                                   "a:r b:r n:r",
		"read (1, asynchronous='yes', nml=group)":                                                   "everything",
		"write (1, nml=group)":              "",
		"write (1) x":                       "",
		"read (1) x":                        "x:u",
		"sync images (list)":                "list:pru",
		"n = 1; this is not understood a b": "a:pru b:pru led:character led:integer",
		"include 'missing.inc'":             "partly",
	} {
		f := source.New("t.f90", []byte(strings.Replace(frame, "BODY", strings.ReplaceAll(body, "; ", "\n"), 1)), source.Options{})
		tree := parse.File(f)
		table := scope.New(tree, scope.Options{})
		facts := escape.Of(table)
		got := found(facts, table)
		switch {
		case want == "everything":
			if !facts.May(nil, escape.Pointer) || !facts.May(table.Unit(tree.Units[1]).Lookup("a"), escape.Request) || !facts.Led("character") {
				t.Errorf("%s: not everything escapes", body)
			}
		case want == "partly":
			s := table.Unit(tree.Units[1])
			if !facts.May(s.Lookup("a"), escape.Request) || !facts.May(s.Lookup("last"), escape.Request) || facts.May(local(table, "deeper", "q"), escape.Request) || !facts.Led("real") {
				t.Errorf("%s: %s", body, got)
			}
		case got != sorted(want):
			t.Errorf("%s: %s escapes, want %s", body, got, sorted(want))
		}
	}
}

func sorted(words string) string {
	list := strings.Fields(words)
	slices.Sort(list)
	return strings.Join(list, " ")
}

// local is a variable of a procedure of the module.
func local(table *scope.Table, procedure, name string) *scope.Symbol {
	for _, u := range table.File.Units[0].Subs {
		if u.Name == procedure {
			return table.Unit(u).Lookup(name)
		}
	}
	return nil
}

// found lists what the variables of frame escape by. Host's variables escape in all cases by what the internal procedure does: they are left out.
func found(facts *escape.Facts, table *scope.Table) string {
	u := table.File.Units[1]
	var out []string
	seen := map[*scope.Symbol]bool{}
	ast.Items(u.Exec, func(s *ast.Stmt) bool {
		for id := range ast.StmtIdents(s) {
			y := table.At(s.Span().Start).Lookup(id.Name)
			for y != nil && y.Class == scope.Associate {
				root := ast.Root(y.Target)
				if root == nil {
					break
				}
				y = y.Outer.Lookup(root.Name)
			}
			if y == nil || y.Unsure != "" || y.Class != scope.Variable || seen[y.Root()] {
				continue
			}
			seen[y.Root()] = true
			out = append(out, ways(facts, y)...)
		}
		return true
	})
	for _, name := range []string{"c1", "c2", "e1", "e2"} {
		if y := table.Unit(u).Lookup(name); !seen[y.Root()] {
			out = append(out, ways(facts, y)...)
		}
	}
	for _, g := range []string{"character", "integer"} { // the frame has one of reals
		if facts.Led(g) {
			out = append(out, "led:"+g)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func ways(facts *escape.Facts, y *scope.Symbol) []string {
	word := ""
	for i, way := range []escape.Way{escape.Pointer, escape.Request, escape.Unseen} {
		if facts.May(y, way) {
			word += "pru"[i : i+1]
		}
	}
	for part := range facts.Parts(y) {
		if part != "" {
			word += fmt.Sprintf("(%s)", part)
		}
	}
	if word == "" {
		return nil
	}
	return []string{y.Name + ":" + word}
}

// TestUnknown: of what nothing is known everything escapes.
func TestUnknown(t *testing.T) {
	var none *escape.Facts
	y := &scope.Symbol{Name: "y", Class: scope.Variable, Scope: &scope.Scope{}}
	for _, f := range []*escape.Facts{none, {}, escape.Of(scope.New(parse.File(source.New("t.f90", nil, source.Options{})), scope.Options{}))} {
		for _, way := range []escape.Way{escape.Pointer, escape.Request, escape.Unseen} {
			if !f.May(y, way) || !f.May(nil, way) || !f.Parts(y)[""] {
				t.Errorf("%v: y does not escape", f)
			}
		}
	}
}

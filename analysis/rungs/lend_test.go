package rungs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// lendFrame is a module with exchange routines and a program whose time loop
// calls them.
const lendFrame = `module halo
  implicit none
  integer :: west
  real :: mo(0:101,0:81)
  type box
    real, allocatable :: now(:,:)
    real :: edge(100)
    real, private :: mine(9)
    real, pointer :: far(:) => null()
  end type
  type link
    real, allocatable :: now(:,:)
    type(link), pointer :: next => null()
  end type
  type bag
    real, allocatable :: now(:,:)
  contains
    procedure :: swap => bagswap
    procedure, non_overridable :: fill => bagswap
    procedure, pass(me) :: second
    procedure, nopass :: free => swap
    procedure, private :: one, two
    procedure, private :: mend => bagswap
    procedure, private :: sole => bagswap
    generic :: any => one, two
  end type
  type, extends(bag) :: sack
    real, allocatable :: more(:,:)
  contains
    procedure :: swap => sackswap
    procedure, private :: mend => sackswap
  end type
  type crate
    type(box) :: in, some(3)
    type(box), pointer :: out => null()
  end type
contains
  subroutine swap(a)
    real, intent(inout) :: a(0:,0:)
!$mdmp recv(a(:,0), west)
  end subroutine
  subroutine fixed(a, n, m)
    integer, intent(in) :: n, m
    real, intent(inout) :: a(0:n,0:m)
!$mdmp recv(a(:,0), west)
  end subroutine
  subroutine doubled(a)
    real(kind=8), intent(inout) :: a(0:,0:)
!$mdmp recv(a(:,0), west)
  end subroutine
  subroutine global
!$mdmp recv(mo(:,0), west)
  end subroutine
  subroutine block
    real :: co(0:101,0:81)
    common /field/ co
!$mdmp recv(co(:,0), west)
  end subroutine
  subroutine between
    real :: co(0:101,0:81)
    common /field/ co
    co(5,5) = 0
    call block
  end subroutine
  subroutine unaware
    call block
    call block
  end subroutine
  subroutine veiling
    real :: mo
    mo = 0
    call global
    call other
  end subroutine
  subroutine twice
    call unaware
    call veiling
  end subroutine
  subroutine other
    real :: co(0:101,0:81)
    common /meadow/ co
!$mdmp recv(co(:,0), west)
  end subroutine
  subroutine hidden(a)
    real, intent(inout) :: a(0:,0:)
    real :: buffer(0:101)
!$mdmp recv(buffer, west)
    a(:,0) = buffer
  end subroutine
  subroutine inside(b)
    type(box), intent(inout) :: b
!$mdmp recv(b%now(:,0), west)
!$mdmp recv(b%edge, west)
  end subroutine
  subroutine named(b)
    type(box), intent(inout) :: b
    associate (x => b%now)
!$mdmp recv(x(:,0), west)
    end associate
  end subroutine
  subroutine bagswap(b)
    class(bag), intent(inout) :: b
!$mdmp recv(b%now(:,0), west)
  end subroutine
  subroutine sackswap(b)
    class(sack), intent(inout) :: b
!$mdmp recv(b%more(:,0), west)
  end subroutine
  subroutine second(n, me)
    integer, intent(in) :: n
    class(bag), intent(inout) :: me
!$mdmp recv(me%now(:,0), west)
  end subroutine
  subroutine one(b, n)
    class(bag), intent(inout) :: b
    integer, intent(in) :: n
  end subroutine
  subroutine two(b, x)
    class(bag), intent(inout) :: b
    real, intent(in) :: x
  end subroutine
  subroutine far(b)
    type(box), intent(inout) :: b
!$mdmp recv(b%far, west)
  end subroutine
  integer function counter()
    integer, save :: n = 0
    n = n + 1
    counter = n
  end function
  subroutine hands(a)
    real, intent(inout) :: a(0:,0:)
    call swap(a)
    call global
  end subroutine
  subroutine hops(a)
    real, intent(inout) :: a(0:101,0:81)
    real :: w(9)
    integer :: n
    call elsewhere(a)
    call elsewhere(a, w, n)
    call elsewhere(2)
  end subroutine
  subroutine sheds(a)
    real, intent(inout) :: a(0:101,0:81)
    real, target :: w(9)
    call elsewhere(a)
  end subroutine
  subroutine blocks(a)
    real, intent(inout) :: a(0:101,0:81)
    block
      real :: w(9)
      call elsewhere(a)
    end block
  end subroutine
  subroutine allots(a)
    real, intent(inout) :: a(0:101,0:81)
    real, allocatable :: w(:)
    call elsewhere(w)
    call elsewhere(a)
  end subroutine
  subroutine copied(a)
    real, value :: a
    real :: w(9)
    call elsewhere(w(1:9:2))
    call elsewhere(a)
  end subroutine
  subroutine frees(a)
    real, allocatable, intent(inout) :: a(:,:)
    deallocate (a)
    allocate (a(0:101,0:81))
    call swap(a)
  end subroutine
end module
program steps
  use halo
  implicit none
  real :: u(0:101,0:81), v(0:101,0:81)
  real, allocatable :: al(:,:)
  real, pointer, contiguous :: pc(:,:)
  real, pointer :: po(:,:)
  type(box) :: b, list(5)
  type(crate) :: c
  type(link) :: chain
  type(bag) :: g, gs(3)
  type(sack) :: s
  class(bag), allocatable :: p
  double precision :: dp(0:101,0:81)
  real :: co(0:101,0:81)
  common /field/ co
  integer :: it, i, j
  interface
    subroutine boxed(x)
      import box
      type(box), intent(inout) :: x
    end subroutine
    subroutine counted(n)
      integer :: n
    end subroutine
    subroutine made(x)
      import box
      type(box), intent(out) :: x
    end subroutine
    subroutine twoboxes(x, y)
      import box
      type(box), intent(inout) :: x, y
    end subroutine
    subroutine linked(x)
      import link
      type(link), intent(inout) :: x
    end subroutine
    subroutine crated(x)
      import crate
      type(crate), intent(inout) :: x
    end subroutine
  end interface
!$mdmp commregion
  do it = 1, 9
BODY
    do j = 1, 80
      do i = 1, 100
        v(i,j) = ARRAY(i,j-1) + mo(i,j-1)
      end do
    end do
  end do
!$mdmp end commregion
end program
`

// TestLend: what a region grants to the procedures it calls.
func TestLend(t *testing.T) {
	for _, c := range []struct{ name, body, array, want string }{
		{"dummy", "call swap(u)", "u", "u"},
		{"another spelling of the type", "call doubled(dp)", "dp", "dp"},
		{"explicit shape", "call fixed(u, 101, 81)", "u", "u"},
		{"from an element on", "call fixed(u(0,0), 101, 81)", "u", "u"},
		{"section side by side", "call fixed(u(:,1:80), 101, 79)", "u", "u"},
		{"section", "call fixed(u(0:99,:), 99, 81)", "u", ""},
		{"every other column", "call fixed(u(:,0::2), 101, 40)", "u", ""},
		{"contiguous pointer", "call fixed(pc, 101, 81)", "pc", "pc"},
		{"pointer", "call fixed(po, 101, 81)", "po", ""},
		{"section with holes, by descriptor", "call swap(u(0::2,:))", "u", "u"},
		{"module array", "call global", "u", "mo"},
		{"common block", "call block", "co", "co"},
		{"common block, procedure in between", "call between", "co", "co"},
		{"common block, procedure in between that does not know it", "call unaware", "co", "co"},
		{"module array, procedure in between that means something else by the name", "call veiling", "u", "mo"},
		{"two procedures in between", "call twice", "co", "co mo"},
		{"same name in another common block", "call other", "co", ""},
		{"buffer of its own", "call hidden(u)", "u", ""},
		{"component, allocatable", "call inside(b)", "b%now", "b%now"},
		{"procedure in between", "call hands(u)", "u", "u mo"},
		{"associate name", "associate (x => u)\ncall swap(x)\nend associate", "u", "x"},
		{"associate name of an element", "associate (x => list(it))\ncall inside(x)\nend associate", "u", "x%now"},
		{"associate name of a section", "associate (x => u(:,1:80))\ncall swap(x)\nend associate", "u", ""},
		{"associate name of what a pointer leaves", "associate (x => po)\npo => pc\ncall swap(x)\nend associate", "u", ""},
		{"associate name in the procedure", "call named(b)", "u", "b%now"},
		{"bound", "call g%swap()", "u", "g%now"},
		{"bound, of an element", "call gs(it)%swap", "u", "gs(it)%now"},
		{"bound, not the first argument", "call g%second(3)", "u", "g%now"},
		{"bound, not the first argument, keyword", "call g%second(n=3)", "u", "g%now"},
		{"bound, no object", "call g%free(u)", "u", "u"},
		{"bound, overridden", "call s%swap()", "u", "s%more"},
		{"bound, inherited", "call s%fill()", "u", "s%now"},
		{"bound, of the parent", "call s%bag%swap()", "u", ""},
		{"component of what is touched as the parent", "call swap(s%now)\ns%bag = g", "u", ""},
		{"bound, generic", "call g%any(3)", "u", ""},
		{"bound, polymorphic", "call p%swap()", "u", ""},
		{"bound, polymorphic, not overridable", "call p%fill()", "u", "p%now"},
		{"bound, polymorphic, private", "call p%sole()", "u", "p%now"},
		{"bound, polymorphic, private, overridden in the module", "call p%mend()", "u", ""},
		{"bound, of an associate name", "associate (x => g)\ncall x%swap()\nend associate", "u", ""},
		{"used at once", "call swap(u)\nu(1,1) = u(1,0)", "u", ""},
		{"in an IF", "if (it > 2) call swap(u)", "u", "u"},
		{"jump to the call", "if (it == 3) go to 10\n10 call swap(u)", "u", ""},
		{"allocatable", "call frees(al)", "al", "al"},
		{"parallel", "!$omp parallel\ncall swap(u)\n!$omp end parallel", "u", ""},
		{"other file, no directives", "call elsewhere(u)", "u", "u mo all"},
		{"other file, components", "call boxed(b)", "u", "b%now b%far mo"},
		{"other file, components of components", "call crated(c)", "u", "c%in%now c%in%far c%out%now c%out%edge c%out%far mo"},
		{"other file, component", "call boxed(c%in)", "u", "c%in%now c%in%far mo"},
		{"other file, element", "call boxed(list(2))", "u", "list(2)%now list(2)%far mo"},
		{"other file, list", "call linked(chain)", "u", "chain%now mo"},
		{"other file, two elements", "call twoboxes(list(i), list(j + 1))", "u", "list(i)%now list(i)%far list(j+1)%now list(j+1)%far mo"},
		{"other file, element chosen by a function that counts", "call boxed(list(counter()))", "u", "mo"},
		{"element, component", "call inside(list(it))", "u", "list(it)%now"},
		{"element, component of it", "call swap(list(it)%now)", "u", "list(it)%now"},
		{"pointer component", "call far(b)", "u", "b%far"},
		{"other file, value", "call boxed((b))", "u", "mo all"},
		{"other file, made anew", "call made(b)", "u", "mo"},
		{"other file, no interface", "call elsewhere(b)", "u", "mo"},
		{"other file, nothing passed", "call elsewhere", "mo", "mo all"},
		{"other file, a scalar", "call elsewhere(i)", "mo", "mo all -i"},
		{"other file, a scalar, by an interface", "call counted(i)", "mo", "mo all"},
		{"other file, a section with holes", "call elsewhere(u(0:99:2,:))", "mo", "mo"},
		{"other file, a local array that is used as a whole", "call elsewhere(u)\nu(1,1) = u(1,0)", "mo", "mo all -u"},
		{"other file, a local array, allocatable", "call elsewhere(al)\nal(1,1) = al(1,0)", "mo", "mo"},
		{"other file, then something that is touched and not granted", "call elsewhere\ncall swap(po)\npo(1,1) = 1", "mo", "mo"},
		{"other file, in a procedure in between", "call hops(u)", "mo", "u mo all"},
		{"other file, directives", "!$mdmp recv(v(:,0), west)\ncall elsewhere(u)", "u", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.NewReplacer("BODY", c.body, "ARRAY", c.array).Replace(lendFrame)
			f := fileEvidence(t, "case.f90", src, nil)
			if s := granted(f.Bodies[0]); s != c.want {
				t.Errorf("granted %q, expected %q", s, c.want)
			}
		})
	}
}

// TestLendFirst: however many arrays are passed to procedures of other files, those of this file are
// granted what they receive into.
func TestLendFirst(t *testing.T) {
	body := strings.Repeat("call elsewhere(u)\n", maxLent) + "call swap(u)"
	f := fileEvidence(t, "case.f90", strings.NewReplacer("BODY", body, "ARRAY", "u").Replace(lendFrame), nil)
	ours := 0
	for _, g := range Of[*Grant](f.Bodies[0]) {
		if g.Unit != nil && len(g.Arrays) == 1 {
			ours++
		}
	}
	if ours != 1 {
		t.Errorf("%d grants to the procedure of this file, expected 1", ours)
	}
}

// granted lists the arrays that a body grants; "all", and what is not, if a grant is open.
func granted(b *Body) string {
	var got []string
	for _, g := range Of[*Grant](b) {
		for _, d := range g.Arrays {
			got = append(got, text(d))
		}
		if g.Open {
			got = append(got, "all")
		}
		for _, d := range g.Except {
			got = append(got, "-"+text(d))
		}
	}
	return strings.Join(got, " ")
}

// TestHandsOn: what managed procedures do with what is granted to them.
func TestHandsOn(t *testing.T) {
	src := strings.NewReplacer("BODY", "call hands(u)\ncall frees(al)\ncall hidden(u)\ncall hops(u)\ncall sheds(u)\ncall blocks(u)\ncall allots(u)\ncall copied(1.0)", "ARRAY", "u").Replace(lendFrame)
	got := map[string]string{}
	for _, p := range fileEvidence(t, "case.f90", src, nil).Bodies {
		revokes := slices.ContainsFunc(Of[*Need](p), func(n *Need) bool { return n.Revoke })
		got[p.Unit.Name] = strings.TrimSpace(fmt.Sprintf("lends %v, hands on %d, revokes %v %s", p.Lends(), len(Of[*Grant](p)), revokes, granted(p)))
	}
	for name, want := range map[string]string{
		"swap":   "lends true, hands on 0, revokes false",
		"hands":  "lends true, hands on 2, revokes false all all",
		"frees":  "lends true, hands on 1, revokes true all",
		"hops":   "lends true, hands on 3, revokes false all all -w -n all",
		"sheds":  "lends false, hands on 0, revokes false",
		"blocks": "lends false, hands on 0, revokes false",
		"allots": "lends true, hands on 1, revokes false all",
		"copied": "lends true, hands on 1, revokes false all -a",
		"hidden": "lends false, hands on 0, revokes false",
	} {
		if got[name] != want {
			t.Errorf("%s: %s, expected %s", name, got[name], want)
		}
	}
}

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
  subroutine hands(a)
    real, intent(inout) :: a(0:,0:)
    call swap(a)
    call global
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
  type(box) :: b
  double precision :: dp(0:101,0:81)
  real :: co(0:101,0:81)
  common /field/ co
  integer :: it, i, j
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
		{"same name in another common block", "call other", "co", ""},
		{"buffer of its own", "call hidden(u)", "u", ""},
		{"component, allocatable", "call inside(b)", "b%now", "b%now"},
		{"procedure in between", "call hands(u)", "u", "u mo"},
		{"used at once", "call swap(u)\nu(1,1) = u(1,0)", "u", ""},
		{"in an IF", "if (it > 2) call swap(u)", "u", "u"},
		{"jump to the call", "if (it == 3) go to 10\n10 call swap(u)", "u", ""},
		{"allocatable", "call frees(al)", "al", "al"},
		{"parallel", "!$omp parallel\ncall swap(u)\n!$omp end parallel", "u", ""},
		{"other file, no directives", "call elsewhere(u)", "u", "u"},
		{"other file, directives", "!$mdmp recv(v(:,0), west)\ncall elsewhere(u)", "u", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.NewReplacer("BODY", c.body, "ARRAY", c.array).Replace(lendFrame)
			f := fileEvidence(t, "case.f90", src, nil)
			var got []string
			for _, g := range f.Regions[0].Grants {
				for _, d := range g.Arrays {
					got = append(got, d.Text)
				}
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("granted %q, expected %q", s, c.want)
			}
		})
	}
}

// TestHandsOn: what managed procedures do with what is granted to them.
func TestHandsOn(t *testing.T) {
	src := strings.NewReplacer("BODY", "call hands(u)\ncall frees(al)\ncall hidden(u)", "ARRAY", "u").Replace(lendFrame)
	got := map[string]string{}
	for _, p := range fileEvidence(t, "case.f90", src, nil).Procedures {
		revokes := slices.ContainsFunc(p.Needs, func(n *Need) bool { return n.Revoke })
		got[p.Name] = fmt.Sprintf("lends %v, hands on %d, revokes %v", p.Lends(), len(p.Grants), revokes)
	}
	for name, want := range map[string]string{
		"swap":   "lends true, hands on 0, revokes false",
		"hands":  "lends true, hands on 2, revokes false",
		"frees":  "lends true, hands on 1, revokes true",
		"hidden": "lends false, hands on 0, revokes false",
	} {
		if got[name] != want {
			t.Errorf("%s: %s, expected %s", name, got[name], want)
		}
	}
}

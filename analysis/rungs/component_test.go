package rungs

import (
	"strings"
	"testing"
)

// objectFrame is a module with a type of which two procedures know everything, and a program that does not.
const objectFrame = `module shapes
  implicit none
  type part
    real, allocatable :: w(:,:)
  end type
  type field
    private
    integer :: n = 0
    real, allocatable :: u(:,:), v(:,:)
    real, allocatable, public :: open(:,:)
    type(part) :: one, some(3)
    class(*), allocatable :: any
    real, pointer :: to(:,:)
  contains
    procedure, non_overridable :: work, swap, show
  end type
contains
  subroutine work(self)
    use mpi
    class(field), intent(inout) :: self
    integer :: i, j, ierr
    real, pointer :: west(:,:)
    do j = 1, self%n
      do i = 1, self%n
        self%v(i,j) = self%u(i,j-1)
      end do
    end do
BODY
  end subroutine
  subroutine swap(self, west)
    class(field), intent(inout) :: self
    integer, intent(in) :: west
!$mdmp recv(self%u(:,0), west)
  end subroutine
  subroutine show(self, west)
    class(field), intent(inout) :: self
    integer, intent(in) :: west
!$mdmp recv(self%open(:,0), west)
  end subroutine
  subroutine inside(f, west)
    type(field), intent(inout) :: f
    integer, intent(in) :: west
!$mdmp commregion
    call f%swap(west)
    call f%work()
!$mdmp end commregion
  end subroutine
end module
module elsewhere
  use shapes
contains
  subroutine outside(f, west)
    type(field), intent(inout) :: f
    integer, intent(in) :: west
!$mdmp commregion
    call f%CALL(west)
    call f%work()
!$mdmp end commregion
  end subroutine
end module
`

// Of objects that no call can be given as they are the arrays are kept one by one, where those are all, else the object; arrays
// are granted where they may be named.
func TestComponents(t *testing.T) {
	barrier := "call mpi_barrier(mpi_comm_world, ierr)"
	for _, c := range []struct {
		brief
		call, inside, outside string
	}{
		{brief{"parts", barrier, []string{"managed work", "settle", "self%u self%v"}}, "swap", "", ""},
		{brief{"part of a part", barrier + "\nself%one%w(1,1) = 0", []string{"managed work", "self%u self%v self%one%w"}}, "swap", "", ""},
		{brief{"part of an element", barrier + "\nself%some(2)%w(1,1) = 0", []string{"managed work", "settle self\n"}}, "swap", "", ""},
		{brief{"pointer that is set later", barrier + "\nself%to => west\nself%to(1,1) = 0", []string{"managed work", "settle self\n"}}, "swap", "", ""},
		{brief{"of unknown type", barrier + "\nselect type (x => self%any)\ntype is (real)\n x = 0\nend select", []string{"managed work", "settle self\n"}}, "swap", "", ""},
		{brief{"granted inside", "self%n = self%n", nil}, "swap", "f%u", ""},
		{brief{"granted outside", "self%n = self%n", nil}, "show", "f%u", "f%open"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.NewReplacer("BODY", c.body, "CALL", c.call).Replace(objectFrame)
			f := fileEvidence(t, "case.f90", src, func(name string) bool { return name == "work" })
			got := showFile(src, f)
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("expected %q in\n%s\nof\n%s", w, got, c.body)
				}
			}
			for _, b := range f.Bodies {
				want := map[string]string{"inside": c.inside, "outside": c.outside}[b.Unit.Name]
				if g := granted(b); c.want == nil && g != want {
					t.Errorf("%s grants %q, expected %q", b.Unit.Name, g, want)
				}
			}
		})
	}
}

module grids
  implicit none
  type patch
    integer :: lo = 0, hi = 0
    real(8), allocatable :: q(:,:), qn(:,:)
    real(8), pointer, contiguous :: w(:,:) => null()
  contains
    procedure :: init
    procedure :: flip
  end type
  type mesh
    type(patch), allocatable :: p(:)
    type(patch) :: one
    class(patch), allocatable :: poly
  end type
  type(patch), allocatable, target, save :: gp
  real(8), allocatable, target :: shared(:,:)
contains
  subroutine init(s, lo, hi, x)
    class(patch), intent(inout) :: s
    integer, intent(in) :: lo, hi
    real(8), intent(in) :: x
    integer :: i, j
    s%lo = lo; s%hi = hi
    if (allocated(s%q)) deallocate (s%q, s%qn)
    allocate (s%q(lo:hi,lo-1:hi+1), s%qn(lo:hi,lo-1:hi+1))
    if (.not. associated(s%w)) allocate (s%w(lo:hi,lo-1:hi+1))
    do j = lo-1, hi+1
      do i = lo, hi
        s%q(i,j) = x + i - j; s%qn(i,j) = x - i + j; s%w(i,j) = x*i
      end do
    end do
  end subroutine
  subroutine flip(s)
    class(patch), intent(inout) :: s
    real(8), allocatable :: t(:,:)
    call move_alloc(s%q, t)
    call move_alloc(s%qn, s%q)
    call move_alloc(t, s%qn)
  end subroutine
end module

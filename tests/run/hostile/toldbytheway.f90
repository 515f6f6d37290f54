! run: ranks 1 2
! Regions that say a tag to what they call by the way: final procedures at the end of a BLOCK and in MOVE_ALLOC, input and output of
! derived types by NAMELIST, assignments to numbers that are procedures, procedure pointers, stop codes, jumps of all sorts out of recursions. A message with the wrong
! tag hangs.
module m
  use mpi
  implicit none
  integer :: me, np
  real(8) :: x = 1, y = 0
  type :: res
    integer :: k = 0
  contains
    final :: bye
  end type
  type :: num
    integer :: k = 0
  contains
    procedure :: add
    generic :: operator(+) => add
    procedure :: give
    generic :: assignment(=) => give
    procedure :: act
    procedure :: put
    generic :: write(formatted) => put
  end type
  type :: holder
    procedure(ex), pointer, nopass :: p => null()
  end type
  integer :: want = 0
  interface assignment(=)
    module procedure taken
  end interface
  interface operator(.neg.)
    module procedure negate
  end interface
contains
  subroutine ex(expect)
    integer, intent(in) :: expect
    x = x + 1
    !$mdmp send(x, me)
    !$mdmp recv(y, me) tag(expect)
    if (x /= y) print *, 'wrong', expect, x, y
  end subroutine
  subroutine bye(r)
    type(res), intent(inout) :: r
    call ex(want)
  end subroutine
  function add(a, b) result(c)
    class(num), intent(in) :: a
    type(num), intent(in) :: b
    integer :: c
    call ex(want)
    c = a%k + b%k
  end function
  integer function negate(a)
    logical, intent(in) :: a
    call ex(want)
    negate = merge(1, 0, a)
  end function
  subroutine give(a, k)
    class(num), intent(out) :: a
    integer, intent(in) :: k
    a%k = k
    call ex(want)
  end subroutine
  subroutine taken(k, a)
    integer, intent(out) :: k
    type(num), intent(in) :: a
    k = a%k
    call ex(want)
  end subroutine
  subroutine act(a)
    class(num), intent(in) :: a
    call ex(want)
  end subroutine
  subroutine put(dtv, unit, iotype, v_list, iostat, iomsg)
    class(num), intent(in) :: dtv
    integer, intent(in) :: unit
    character(*), intent(in) :: iotype
    integer, intent(in) :: v_list(:)
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    iostat = 0
    call ex(want)
    write (unit, '(i5)', iostat=iostat) dtv%k
  end subroutine
  integer function f(k)
    integer, intent(in) :: k
    call ex(want)
    f = k
  end function
  recursive subroutine deep(k)
    integer, intent(in) :: k
    !$mdmp commregion tag(k)
    call ex(k)
    if (k > 3) then
      call deep(k - 1)
      call ex(k)
      if (k == 5) return
      call deep2(k)
    end if
    call ex(k)
    !$mdmp end commregion
  end subroutine
  subroutine deep2(k)
    integer, intent(in) :: k
    integer :: i, ios
    character(4) :: text
    call ex(k)
    do i = 1, 4
      !$mdmp commregion tag(20+i)
      call ex(20+i)
      if (i == 2) cycle
      text = merge('    ', ' 1 2', i == 3)
      read (text, '(2i2)', err=10, end=10) ios, ios
      call ex(20+i)
      if (f2(20+i) > 3 .and. i == 4) exit
      call alt(i, *10, *20)
      call ex(20+i)
      10 continue
      !$mdmp end commregion
      call ex(k)
    end do
    20 continue
    call ex(k)
  end subroutine
  subroutine alt(i, *, *)
    integer, intent(in) :: i
    if (i == 1) return 1
    if (i == 3) return 2
  end subroutine
  integer function f2(k)
    integer, intent(in) :: k
    call ex(k)
    f2 = k
  end function
  integer function ends(k)
    integer, intent(in) :: k
    integer :: ierr
    call ex(want)
    print *, me, 'stop with a function'
    call MPI_Finalize(ierr)
    ends = k
  end function
  ! statements of a region that call by the way
  subroutine finals(k)
    integer, intent(in) :: k
    want = k
    !$mdmp commregion tag(k)
    block
      type(res) :: r
      r%k = 3
    end block
    !$mdmp end commregion
    want = 0
  end subroutine
  subroutine finals2(k)
    integer, intent(in) :: k
    type(res), allocatable :: a, b
    allocate (a, b)
    want = k
    !$mdmp commregion tag(k)
    call move_alloc(a, b)
    !$mdmp end commregion
    want = 0
    deallocate (b)
  end subroutine
  subroutine namelists(k)
    integer, intent(in) :: k
    type(num) :: a
    character(80) :: text(5)
    namelist /g/ a
    text = ''
    want = k
    !$mdmp commregion tag(k)
    write (text, nml=g)
    !$mdmp end commregion
    want = 0
  end subroutine
  subroutine ops(k)
    integer, intent(in) :: k
    type(num) :: a, b
    integer :: i
    want = k
    !$mdmp commregion tag(k)
    i = a + b
    !$mdmp end commregion
    !$mdmp commregion tag(k)
    i = a
    !$mdmp end commregion
    !$mdmp commregion tag(k)
    if (.neg. .true. > 0) i = 1
    !$mdmp end commregion
    !$mdmp commregion tag(k)
    select case (.neg. .false.)
    case (0)
      i = 4
    end select
    !$mdmp end commregion
    !$mdmp commregion tag(k)
    do i = .neg. .true., 2
    end do
    !$mdmp end commregion
    !$mdmp commregion tag(k)
    do while (.neg. .false. > 0)
    end do
    !$mdmp end commregion
    !$mdmp commregion tag(k)
    associate (q => .neg. .true.)
    end associate
    !$mdmp end commregion
    !$mdmp commregion tag(k)
    block
      integer :: t = 3
      a = 5
    end block
    !$mdmp end commregion
    want = 0
  end subroutine
  integer function leaves(k)
    integer, intent(in) :: k
    want = k
    leaves = 0
    call ret(k, *10)
    leaves = 1
    10 want = 0
  end function
  subroutine ret(k, *)
    integer, intent(in) :: k
    !$mdmp commregion tag(k)
    if (k == 9) then
      if (f(1) == 1) return 1
    end if
    !$mdmp end commregion
  end subroutine
  subroutine pointers(k)
    integer, intent(in) :: k
    type(holder) :: h
    procedure(ex), pointer :: p
    type(num) :: a
    h%p => ex
    p => ex
    want = k
    !$mdmp commregion tag(k)
    call h%p(k)
    !$mdmp end commregion
    !$mdmp commregion tag(k)
    call p(k)
    !$mdmp end commregion
    !$mdmp commregion tag(k)
    call a%act()
    !$mdmp end commregion
    !$mdmp commregion tag(k)
    print *, a
    !$mdmp end commregion
    want = 0
  end subroutine
end module
program main
  use m
  implicit none
  integer :: ierr, i
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call deep(6)
  call ex(0)
  print *, me, 'deep'
  call ops(7)
  call ex(0)
  print *, me, 'ops'
  call pointers(8)
  call ex(0)
  print *, me, 'pointers'
  i = leaves(9)
  call ex(0)
  print *, me, 'return', i
  call namelists(12)
  call ex(0)
  print *, me, 'namelist'
  call finals(10)
  call ex(0)
  print *, me, 'final in block'
  call finals2(11)
  call ex(0)
  print *, me, 'move_alloc'
  want = 13
  !$mdmp commregion tag(13)
  if (me >= 0) stop ends(0)
  !$mdmp end commregion
end program

! run: ranks 2 3
! Regions that say a tag and a communicator to what they call by operators of the language's own names alone: overloaded for derived
! types, for arrays of different ranks, bound to a type.
module fields
  use mpi
  implicit none
  integer, parameter :: n = 300
  integer :: left, right
  type field
    real(8) :: a(n)
  contains
    procedure :: shifted
    generic :: operator(+) => shifted
  end type
  interface operator(*)
    procedure dot, moved
  end interface
contains
  subroutine ring(a, b)
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: b(n)
    b = -1
    !$mdmp recv(b, left)
    !$mdmp send(a, right)
  end subroutine

  real(8) function dot(x, y)
    type(field), intent(in) :: x, y
    real(8) :: b(n)
    call ring(y%a, b)
    dot = sum(x%a*b)
  end function

  real(8) function moved(x, y)
    real(8), intent(in) :: x(:), y(:,:)
    real(8) :: b(n)
    call ring(x, b)
    moved = sum(b) + y(1,1)
  end function

  real(8) function shifted(x, k)
    class(field), intent(in) :: x
    integer, intent(in) :: k
    real(8) :: b(n)
    call ring(x%a, b)
    shifted = b(k)
  end function
end module

program toldoperators
  use fields
  implicit none
  type(field) :: r
  real(8) :: alpha, y(2,2)
  integer :: rank, ranks, rows, me, ierr, i, it
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, rows, ierr)
  call MPI_Comm_rank(rows, me, ierr)
  left = modulo(me - 1, ranks)
  right = modulo(me + 1, ranks)
  y = rank
  do it = 1, 4
    r%a = [(i + 100*rank + it, i = 1, n)]
    !$mdmp commregion comm(rows) tag(3)
    alpha = r*r
    !$mdmp end commregion
    call say('dot')
    !$mdmp commregion comm(rows) tag(3)
    alpha = 1 + 2*(r%a*y)
    !$mdmp end commregion
    call say('moved')
    !$mdmp commregion comm(rows)
    if (r + it > 0) alpha = r + 1
    !$mdmp end commregion
    call say('shifted')
  end do
  call MPI_Comm_free(rows, ierr)
  call MPI_Finalize(ierr)
contains
  subroutine say(what)
    character(*), intent(in) :: what
    print '(a,2i3,1x,z16.16)', what, it, rank, alpha
  end subroutine
end program

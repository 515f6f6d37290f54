! A persistent request that a procedure behind a pointer made receives what that was given.
module levels
  use mpi
  implicit none
  integer :: out, req(2), ierr, mine
  type :: poster
  contains
    procedure :: prep => prep_of
  end type
contains
  subroutine prepare(from, left, right)
    integer :: from
    integer, intent(in) :: left, right
    call MPI_Send_init(out, 1, MPI_INTEGER, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Recv_init(from, 1, MPI_INTEGER, left, 5, MPI_COMM_WORLD, req(2), ierr)
  end subroutine
  subroutine prep_of(self, from, left, right)
    class(poster) :: self
    integer :: from
    integer, intent(in) :: left, right
    call prepare(from, left, right)
  end subroutine
  subroutine through(p, from, left, right)
    external :: p
    integer :: from, left, right
    call p(from, left, right)
  end subroutine
end module
program main
  use levels
  implicit none
  integer, parameter :: n = 40, m = 24
  real(8) :: a(n,0:m,2), s
  integer, save :: from
  integer :: me, ranks, left, right, to, it, i, j
  procedure(prepare), pointer :: pp
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me-1, ranks); right = modulo(me+1, ranks)
  a = me + 1; out = 2; s = 0
  pp => prepare; call pp(from, left, right)
  !$mdmp commregion
  do it = 1, 8
    to = 2
    from = 3 - to
    call MPI_Startall(2, req, ierr)
    call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
    !$mdmp send(a(:,m,to), right)
    !$mdmp recv(a(:,0,to), left)
    do j = 1, m
      do i = 1, n
        a(i,j,to) = 0.5d0*a(i,j-1,from) + i*j
      end do
    end do
    s = s + sum(a(:,:,to))
  end do
  !$mdmp end commregion
  print *, me, s
  call MPI_Finalize(ierr)
end program main

! flags: -fdefault-integer-8
! Integers without a kind have other bytes than those of MPI: the program says the kind, and what is written for it has that, too.
module m_kinds
  use mpi_f08
  implicit none
  integer(4), parameter :: n = 30000, m = 40
contains
  subroutine dirty(k)
    integer, intent(in) :: k
    integer, volatile :: stack(2000)
    stack = -k
  end subroutine
  subroutine step(u, v, w, left, right, s)
    integer(4), intent(in) :: left, right
    real(8), intent(inout) :: u(n), v(n), w(n), s
    integer(4) :: ierr
    integer :: i
    call MPI_Sendrecv(u, n, MPI_REAL8, right, 1_4, v, n, MPI_REAL8, left, 1_4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr) ! overlaps
    do i = 1, n
      w(i) = sqrt(w(i)*w(i) + i)
    end do
    s = s + sum(v) + sum(w) + ierr
  end subroutine
  subroutine nest(u, v, left, right, s)
    integer(4), intent(in) :: left, right
    real(8), intent(inout) :: u(n,0:m), v(n,m), s
    integer(4) :: ierr
    type(MPI_Request) :: request(2)
    integer :: i, j
    call MPI_Irecv(u(1,0), n, MPI_REAL8, left, 2_4, MPI_COMM_WORLD, request(1), ierr)
    call MPI_Isend(u(1,m), n, MPI_REAL8, right, 2_4, MPI_COMM_WORLD, request(2), ierr)
    call MPI_Waitall(2_4, request, MPI_STATUSES_IGNORE, ierr) ! overlaps
    do j = 1, m
      do i = 1, n
        v(i,j) = u(i,j-1) + u(i,j)
      end do
    end do
    s = s + v(1,1) + v(n,m) + v(7,2) + ierr
  end subroutine
end module
program kinds08
  use mpi_f08
  use m_kinds
  implicit none
  integer(4) :: rank, ranks, left, right, ierr
  integer :: it
  real(8), allocatable :: u(:), v(:), w(:), x(:,:), y(:,:)
  real(8) :: s
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1_4, ranks); right = modulo(rank + 1_4, ranks)
  allocate (u(n), v(n), w(n), x(n,0:m), y(n,m))
  u = rank; v = -1; w = 1; x = rank; y = 0; s = 0
  do it = 1, 40
    u = u + it
    call dirty(it)
    call step(u, v, w, left, right, s)
    x(:,m) = x(:,m) + v
    call dirty(it)
    call nest(x, y, left, right, s)
  end do
  print '(a,i0,es24.16)', 'rank ', rank, s
  call MPI_Finalize(ierr)
end program

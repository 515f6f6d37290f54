! Other names of what is sent and received, memory that goes away, copies that compilers make.
module state
  implicit none
  integer, parameter :: n = 30000
  real(8) :: shared(n), other(n)
  real(8), target :: aimed(n)
  real(8), pointer :: arrow(:)
contains
  subroutine bump
    integer :: i
    do i = 1, n
      shared(i) = shared(i) + 1
    end do
  end subroutine bump
  subroutine elsewhere
    integer :: i
    do i = 1, n
      other(i) = 0.5d0*other(i) + i
    end do
  end subroutine elsewhere
end module state

program memory
  use mpi
  use state
  implicit none
  real(8) :: a(n), b(n), e1(n), e2(n), c1(n), c2(n)
  real(8), allocatable :: gone(:), swap(:)
  integer :: rank, ierr, i, status(MPI_STATUS_SIZE)
  equivalence (e1, e2)
  common /both/ c1, c2
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  a = [(i*0.25d0, i=1, n)]
  b = 1; shared = 0; other = 0; aimed = 0; e2 = 0; c1 = 0; c2 = 0

  ! A procedure changes the module variable that is received, then one that does not.
  call MPI_Barrier(MPI_COMM_SELF, ierr)
  call MPI_Sendrecv(a, n, MPI_REAL8, rank, 1, shared, n, MPI_REAL8, rank, 1, MPI_COMM_WORLD, status, ierr)   ! stays
  call bump
  call MPI_Sendrecv(a, n, MPI_REAL8, rank, 1, shared, n, MPI_REAL8, rank, 1, MPI_COMM_WORLD, status, ierr)   ! overlaps
  call elsewhere
  call bump

  ! Storage with two names.
  call MPI_Barrier(MPI_COMM_SELF, ierr)
  call MPI_Sendrecv(a, n, MPI_REAL8, rank, 2, e1, n, MPI_REAL8, rank, 2, MPI_COMM_WORLD, status, ierr)   ! stays
  do i = 1, n
    b(i) = b(i) + e2(i)
  end do
  ! More than the variable, in a common block.
  call MPI_Barrier(MPI_COMM_SELF, ierr)
  call MPI_Sendrecv(a, 10, MPI_REAL8, rank, 3, c1(n), 10, MPI_REAL8, rank, 3, MPI_COMM_WORLD, status, ierr)   ! stays
  do i = 1, n
    b(i) = b(i) - c2(i)
  end do

  ! Pointers.
  arrow => aimed
  call MPI_Sendrecv(a, n, MPI_REAL8, rank, 4, aimed, n, MPI_REAL8, rank, 4, MPI_COMM_WORLD, status, ierr)   ! stays
  do i = 1, n
    b(i) = b(i) + arrow(i)
  end do
  call MPI_Sendrecv(a, n, MPI_REAL8, rank, 4, arrow, n, MPI_REAL8, rank, 4, MPI_COMM_WORLD, status, ierr)   ! stays
  do i = 1, n
    b(i) = b(i) + 1
  end do

  ! Freed, moved, allocated anew.
  allocate (gone(n))
  gone = a
  call MPI_Sendrecv(gone, n, MPI_REAL8, rank, 5, e1, n, MPI_REAL8, rank, 5, MPI_COMM_WORLD, status, ierr)   ! overlaps
  do i = 1, n
    b(i) = b(i)*0.5d0
  end do
  deallocate (gone)
  do i = 1, n
    b(i) = b(i)*0.5d0
  end do
  allocate (gone(n))
  call MPI_Sendrecv(a, n, MPI_REAL8, rank, 6, gone, n, MPI_REAL8, rank, 6, MPI_COMM_WORLD, status, ierr)   ! stays
  call move_alloc(gone, swap)
  do i = 1, n
    b(i) = b(i) + 1
  end do
  b = b + swap + e1

  ! What is sent is written, first in a place that does not matter.
  call MPI_Sendrecv(a(1), 15000, MPI_REAL8, rank, 7, e1, n/2, MPI_REAL8, rank, 7, MPI_COMM_WORLD, status, ierr)   ! overlaps
  do i = 15001, n
    a(i) = -a(i)
  end do
  do i = 1, n
    a(i) = a(i) + 0.125d0
  end do
  b = b + e1

  call shapes(a, b(1:n:2), b(2:n:2), rank)
  call twice(b, b, n/2, rank)
  print '(a,i2,4es24.16)', 'memory', rank, sum(a), sum(b), sum(shared) + sum(other), sum(aimed)
  call MPI_Finalize(ierr)
contains
  ! Assumed shape: elements may lie apart, and are copied for the call.
  subroutine shapes(x, y, z, me)
    real(8), intent(in) :: x(:)
    real(8), intent(inout) :: y(:), z(:)
    integer, intent(in) :: me
    real(8), allocatable :: t(:, :)
    integer :: i, st(MPI_STATUS_SIZE), code
    call MPI_Sendrecv(x, size(y), MPI_REAL8, me, 8, y, size(y), MPI_REAL8, me, 8, MPI_COMM_WORLD, st, code)   ! stays
    do i = 1, size(z)
      z(i) = z(i) + 1
    end do
    allocate (t(10, n/10))
    t = 1
    call MPI_Sendrecv(x, n/10, MPI_REAL8, me, 9, t(3, :), n/10, MPI_REAL8, me, 9, MPI_COMM_WORLD, st, code)   ! stays
    do i = 1, size(z)
      z(i) = z(i) + 1
    end do
    y(1:n/10) = y(1:n/10) + t(3, :)
    call MPI_Sendrecv(2*t(3, :), n/10, MPI_REAL8, me, 9, t(1, 1), n/10, MPI_REAL8, me, 9, MPI_COMM_WORLD, st, code)   ! stays
    do i = 1, size(z)
      z(i) = z(i) + 1
    end do
    call MPI_Sendrecv((t(1:1, 1)), 1, MPI_REAL8, me, 9, t(1:1, 2), 1, MPI_REAL8, me, 9, MPI_COMM_WORLD, st, code)   ! stays
    do i = 1, size(z)
      z(i) = z(i) + 1
    end do
    y(1:10) = y(1:10) + t(:, 2) + t(:, 1)
  end subroutine shapes
  ! Two dummies, one array: the part that is received is no other dummy's.
  subroutine twice(x, y, h, me)
    integer, intent(in) :: h, me
    real(8), target :: x(2*h), y(2*h)
    integer :: i, st(MPI_STATUS_SIZE), code
    call MPI_Sendrecv(x(1), h, MPI_REAL8, me, 10, x(h+1), h, MPI_REAL8, me, 10, MPI_COMM_WORLD, st, code)   ! stays
    do i = 1, h
      y(i) = y(i) + y(h+i)
    end do
  end subroutine twice
end program memory

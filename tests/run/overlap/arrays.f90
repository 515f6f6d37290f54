! Array assignments that need the message: they are cut along their last dimension.
program arrays
  use mpi
  implicit none
  integer, parameter :: m = 700, n = 24, steps = 45
  real(8) :: u(0:m+1, 0:n+1), v(m, n), w(-3:m-4, 5:n+4), x(0:4000), y(4001)
  real(8), allocatable :: z(:,:), a(:,:)
  integer :: rank, ranks, left, right, ierr, i, j, k, it, status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  allocate(a(0:m+1, 0:n+1))
  v = 0; w = 0; y = 0
  do j = 0, n + 1
    do i = 0, m + 1
      u(i, j) = modulo(7*i + 3*j + 11*rank, 101)
    end do
  end do
  do i = 0, 4000
    x(i) = modulo(13*i + rank, 97)
  end do

  ! A stencil; nothing follows the exchange but the end of the loop; the assignment before it is cut then.
  do it = 1, steps
    call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 1, u(1, 0), m, MPI_REAL8, left, 1, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, left, 2, u(1, n+1), m, MPI_REAL8, right, 2, & ! overlaps
      MPI_COMM_WORLD, status, ierr)
    v(:, :) = modulo(u(1:m, 0:n-1) + u(1:m, 2:n+1) + u(0:m-1, 1:n), 1009d0)
    if (status(MPI_TAG) /= 2) print *, 'status', rank
    u(1:m, 1:n) = v
    u(0, :) = it
  end do
  do it = 1, steps
    u(1:m, 1:n) = modulo(u(1:m, 1:n) + v, 1009d0)
    call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 3, u(1, 0), m, MPI_REAL8, left, 3, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end do

  ! Steps, backwards, no element, other lower bounds, one dimension.
  do it = 1, steps
    call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 4, u(1, 0), m, MPI_REAL8, left, 4, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    v(:, n:1:-1) = u(1:m, 0:n-1)
    call MPI_Sendrecv(u(1, n-1), m, MPI_REAL8, right, 4, u(1, n+1), m, MPI_REAL8, left, 4, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    v(:, 1:n:2) = u(1:m, 2:n+1:2) + 1
    call MPI_Sendrecv(u(1, 4), m, MPI_REAL8, right, 4, u(1, 5), m, MPI_REAL8, left, 4, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    k = modulo(it, 3) - 1
    v(:, 3:2+k) = u(1:m, 4:3+k)
    call MPI_Sendrecv(v(1, 4), m, MPI_REAL8, right, 4, v(1, 9), m, MPI_REAL8, left, 4, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    w = w + v
    w = modulo(w, 1009d0)
    call MPI_Sendrecv(x(1), 1500, MPI_REAL8, right, 4, x(2400), 1500, MPI_REAL8, left, 4, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    y = modulo(y + x, 1013d0)
  end do

  ! Elements that the same assignment reads elsewhere: it cannot be cut.
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 5, u(1, 0), m, MPI_REAL8, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  u(1:m, 1:n) = u(1:m, 0:n-1)
  ! The shape is made by the assignment; a mask; a bound that is received; a vector subscript.
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 5, u(1, 0), m, MPI_REAL8, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  z = u(1:m, 0:n)
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 5, u(1, 0), m, MPI_REAL8, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  where (u(1:m, 0:n) > 50)
    z = u(1:m, 0:n) - 50
  end where
  k = n
  j = n - rank
  call MPI_Sendrecv(j, 1, MPI_INTEGER, right, 5, k, 1, MPI_INTEGER, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! stays
  v(:, 1:k) = u(1:m, 1:k)
  call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 5, u(1, 0), m, MPI_REAL8, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
  v(:, 1:3) = u(1:m, [2, 0, 1])
  ! What is sent is overwritten; all of an allocated array; a dummy argument.
  a(:, :) = u
  do it = 1, steps
    call MPI_Sendrecv(a(0, 3), m + 2, MPI_REAL8, right, 6, x, m + 2, MPI_REAL8, left, 6, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    a(:, 1:n) = a(:, 1:n) + 1
    call MPI_Sendrecv(x, m + 2, MPI_REAL8, left, 6, a(0, n+1), m + 2, MPI_REAL8, right, 6, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    a(:, :) = modulo(a(:, :), 1009d0)
    call lines(a, m + 2, n + 2)
  end do
  print '(a,i3,6es25.16)', 'arrays', rank, sum(u), sum(v), sum(w), sum(y), sum(z), sum(a)
  call MPI_Finalize(ierr)
contains
  subroutine lines(p, rows, columns)
    integer, intent(in) :: rows, columns
    real(8), intent(inout) :: p(rows, columns)
    real(8) :: q(rows, columns)
    q = 0
    call MPI_Sendrecv(p(1, columns), rows, MPI_REAL8, right, 7, p(1, 1), rows, MPI_REAL8, left, 7, & ! overlaps
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    q(:, 2:) = half(p(:, :columns-1)) + p(:, 2:)
    p = p - q + 2*p(1, 2) - p(2, 2)
  end subroutine
  elemental real(8) function half(x)
    real(8), intent(in) :: x
    half = aint(x/2)
  end function
end program arrays

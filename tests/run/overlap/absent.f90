! What may not be there: optional arguments, arrays that are not allocated, names of ASSOCIATE.
! flags: -fcheck=all
program absent
  use mpi_f08
  implicit none
  integer, parameter :: m = 500, steps = 16
  type fields
    real(8), allocatable :: h(:)
  end type fields
  real(8) :: a(m), b(m), v(m)
  integer :: rank, ranks, left, right, it
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  a = rank; b = 2*rank; v = 0
  do it = 1, steps
    call code(a, v)
    call some(a, v)
    call some(a, v, b)
    call parts(a, v, .false.)
    call parts(a, v, .true.)
    call named(a, v)
    call shifted(a, v, 0)
    call shifted(a, v, 3, 1)
  end do
  print '(a,i2,3es24.16)', 'absent', rank, sum(a), sum(b), sum(v)
  call MPI_Finalize()
contains
  subroutine code(x, y, error)
    real(8), intent(inout) :: x(m), y(m)
    integer, intent(out), optional :: error
    real(8) :: z(m)
    integer :: i
    call MPI_Sendrecv(x, m, MPI_REAL8, right, 1, z, m, MPI_REAL8, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)   ! stays
    do i = 1, m
      y(i) = y(i) + i
    end do
    x = 0.5d0*(x + z)
  end subroutine code

  subroutine some(x, y, more)
    real(8), intent(inout) :: x(m), y(m)
    real(8), intent(inout), contiguous, optional :: more(:)
    real(8) :: z(m)
    type(MPI_Request) :: r(4)
    integer :: i
    r = MPI_REQUEST_NULL
    call MPI_Irecv(z, m, MPI_REAL8, left, 1, MPI_COMM_WORLD, r(1))
    if (present(more)) call MPI_Irecv(more, m, MPI_REAL8, left, 2, MPI_COMM_WORLD, r(2))
    call MPI_Isend(x, m, MPI_REAL8, right, 1, MPI_COMM_WORLD, r(3))
    if (present(more)) call MPI_Isend(x, m, MPI_REAL8, right, 2, MPI_COMM_WORLD, r(4))
    call MPI_Waitall(4, r, MPI_STATUSES_IGNORE)   ! overlaps
    do i = 1, m
      y(i) = y(i) + i
    end do
    x = 0.5d0*(x + z)
  end subroutine some

  subroutine parts(x, y, whole)
    real(8), intent(inout) :: x(m), y(m)
    logical, intent(in) :: whole
    type(fields), allocatable :: f
    type(MPI_Request) :: r(2)
    integer :: i
    r = MPI_REQUEST_NULL
    if (whole) then
      allocate (f)
      allocate (f%h(m))
      call MPI_Irecv(f%h, m, MPI_REAL8, left, 1, MPI_COMM_WORLD, r(1))
      call MPI_Isend(x, m, MPI_REAL8, right, 1, MPI_COMM_WORLD, r(2))
    end if
    call MPI_Waitall(2, r, MPI_STATUSES_IGNORE)   ! overlaps
    do i = 1, m
      y(i) = y(i) + i
    end do
    if (whole) x = 0.5d0*(x + f%h)
  end subroutine parts

  subroutine named(x, y)
    real(8), intent(inout) :: x(m), y(m)
    real(8) :: z(m)
    type(MPI_Request) :: r(2)
    integer :: i
    associate (in => z)
      call MPI_Irecv(in, m, MPI_REAL8, left, 1, MPI_COMM_WORLD, r(1))
    end associate
    call MPI_Isend(x, m, MPI_REAL8, right, 1, MPI_COMM_WORLD, r(2))
    call MPI_Waitall(2, r, MPI_STATUSES_IGNORE)   ! stays
    do i = 1, m
      y(i) = y(i) + i
    end do
    x = 0.5d0*(x + z)
  end subroutine named

  subroutine shifted(x, y, n, k)
    real(8), intent(inout) :: x(m), y(m)
    integer, intent(in) :: n
    integer, intent(in), optional :: k
    real(8) :: z(m, 0:4), shift(m, 4)
    integer :: j
    z = 1
    shift = 0
    call MPI_Sendrecv(x, m, MPI_REAL8, right, 1, z, m, MPI_REAL8, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)   ! overlaps
    do j = 1, n
      shift(:, j) = z(:, j + k)
    end do
    y = y + shift(:, 1)
    x = 0.5d0*(x + z(:, 0))
  end subroutine shifted
end program absent

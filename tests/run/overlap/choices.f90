! Calls in branches of ELSE IF and SELECT CASE: their conditions go with them, and none is evaluated that was not.
program choices
  use mpi
  implicit none
  integer, parameter :: m = 500, n = 12, steps = 45
  real(8) :: u(0:m+1, 0:n+1), v(m, n), b(m)
  integer :: rank, ranks, left, right, ierr, i, j, k, it, kind_of(0:2), status(MPI_STATUS_SIZE), req(2), evaluated
  integer, allocatable :: none(:)
  character(4) :: word
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  kind_of = [1, 4, -3]
  v = 0; b = 0; k = 0; evaluated = 0
  do j = 0, n + 1
    do i = 0, m + 1
      u(i, j) = modulo(7*i + 3*j + 11*rank, 101)
    end do
  end do

  ! One, two or no calls, and one behind, that shares the nest with them. The array of the second condition is there only if the first is false.
  do it = 1, steps
    if (modulo(it, 3) == 1) then
      if (allocated(none)) deallocate (none)
    else if (.not. allocated(none)) then
      allocate (none(1))
      none = it
    end if
    if (.not. allocated(none)) then
      call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 1, u(1, 0), m, MPI_REAL8, left, 1, MPI_COMM_WORLD, status, ierr)   ! overlaps
    else if (none(1) == it) then
      call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, left, 2, u(1, n+1), m, MPI_REAL8, right, 2, MPI_COMM_WORLD, status, ierr)   ! overlaps
      if (it > 3) call MPI_Sendrecv(u(1, n+1), m, MPI_REAL8, left, 3, u(1, 0), m, MPI_REAL8, right, 3, & ! overlaps
        MPI_COMM_WORLD, status, ierr)
    else if (it < 0) then
    else
      call MPI_Sendrecv(u(1, 2), m, MPI_REAL8, left, 4, u(1, 0), m, MPI_REAL8, right, 4, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end if
    call MPI_Sendrecv(u(1, 0), m, MPI_REAL8, right, 5, u(1, n+1), m, MPI_REAL8, left, 5, MPI_COMM_WORLD, status, ierr)   ! overlaps
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1) + 2*u(i, j+1), 1009d0)
      end do
    end do
    if (status(MPI_SOURCE) /= left .or. status(MPI_TAG) /= 5) print *, 'status', rank, status(MPI_TAG)
    u(1:m, 1:n) = v
  end do

  ! Values, ranges, the default in the middle.
  do it = 1, steps
    select case (kind_of(modulo(it, 3)) + 1)
    case (0, 2:3)
      call MPI_Sendrecv(u(1, n), m, MPI_REAL8, right, 1, u(1, 0), m, MPI_REAL8, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
      call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, left, 1, u(1, n+1), m, MPI_REAL8, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
    case default
      call MPI_Sendrecv(u(1, 3), m, MPI_REAL8, right, 1, u(1, 0), m, MPI_REAL8, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
    case (:-1)
      call MPI_Sendrecv(u(1, 4), m, MPI_REAL8, right, 1, u(1, n+1), m, MPI_REAL8, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)   ! overlaps
    end select
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1) + 2*u(i, j+1), 1013d0)
      end do
    end do
    do j = 1, n
      do i = 1, m
        u(i, j) = v(i, j)
      end do
    end do
  end do

  ! Something else in a branch, words, a function that counts; the wait goes out of the construct, the call stays.
  do it = 1, steps
    select case (modulo(it, 2))
    case (1)
      k = k + 1
      call MPI_Sendrecv(u(1, 5), m, MPI_REAL8, right, 6, b, m, MPI_REAL8, left, 6, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end select
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + 3*u(i, j), 1019d0)
      end do
    end do
    v(:, 2) = v(:, 2) + b
    word = merge('even', 'odd ', modulo(it, 2) == 0)
    select case (word)
    case ('odd')
      call MPI_Sendrecv(u(1, 6), m, MPI_REAL8, right, 6, b, m, MPI_REAL8, left, 6, MPI_COMM_WORLD, status, ierr)   ! overlaps
    case ('a':'f')
      call MPI_Sendrecv(u(1, 7), m, MPI_REAL8, right, 6, b, m, MPI_REAL8, left, 6, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end select
    do j = 1, n
      do i = 1, m
        u(i, j) = modulo(u(i, j) + v(i, j), 1021d0)
      end do
    end do
    v(:, 3) = v(:, 3) + b
    select case (counts(it))
    case (1)
      call MPI_Sendrecv(v(1, 1), m, MPI_REAL8, right, 6, b, m, MPI_REAL8, left, 6, MPI_COMM_WORLD, status, ierr)   ! stays
      call MPI_Sendrecv(v(1, 2), m, MPI_REAL8, right, 6, u(1, 0), m, MPI_REAL8, left, 6, MPI_COMM_WORLD, status, ierr)   ! overlaps
    case (0)
      call MPI_Sendrecv(v(1, 3), m, MPI_REAL8, right, 6, b, m, MPI_REAL8, left, 6, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end select
    do j = 1, n
      do i = 1, m
        u(i, j) = modulo(u(i, j) + 5, 1021d0)
      end do
    end do
    v(:, 4) = modulo(v(:, 4) + b, 1021d0)
  end do

  ! A call decides, by what it receives, which branch the next ranks take: not moved. Waits of the program in all branches.
  do it = 1, steps
    call MPI_Irecv(u(1, 0), m, MPI_REAL8, left, 7, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Isend(u(1, n), m, MPI_REAL8, right, 7, MPI_COMM_WORLD, req(2), ierr)
    if (it < 10) then
      call MPI_Wait(req(1), MPI_STATUS_IGNORE, ierr)   ! overlaps
      call MPI_Wait(req(2), MPI_STATUS_IGNORE, ierr)   ! overlaps
    else if (modulo(it + rank, 2) == 0) then
      call MPI_Wait(req(2), MPI_STATUS_IGNORE, ierr)   ! overlaps
      call MPI_Wait(req(1), MPI_STATUS_IGNORE, ierr)   ! overlaps
    else
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)   ! overlaps
    end if
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j-1), 1013d0)
      end do
    end do
    do j = 1, n
      do i = 1, m
        u(i, j) = modulo(u(i, j) + v(i, j), 1013d0)
      end do
    end do
  end do
  kind_of = [2, 1, 0]
  do it = 1, steps
    select case (kind_of(0))
    case (2)
      call MPI_Sendrecv(kind_of(1), 1, MPI_INTEGER, rank, 8, kind_of(0), 1, MPI_INTEGER, rank, 8, MPI_COMM_WORLD, status, ierr)   ! stays
      call MPI_Sendrecv(u(1, 1), m, MPI_REAL8, rank, 8, b, m, MPI_REAL8, rank, 8, MPI_COMM_WORLD, status, ierr)   ! overlaps
    case (1)
      call MPI_Sendrecv(u(1, 2), m, MPI_REAL8, rank, 9, b, m, MPI_REAL8, rank, 9, MPI_COMM_WORLD, status, ierr)   ! overlaps
    end select
    do j = 1, n
      do i = 1, m
        v(i, j) = modulo(v(i, j) + u(i, j) + 1, 1013d0)
      end do
    end do
    kind_of(0) = kind_of(0) + modulo(it, 2)
    u(1:m, 3) = b
  end do
  print '(a,i3,3es25.16,2i8)', 'choices', rank, sum(u), sum(v), sum(b), k, evaluated
  call MPI_Finalize(ierr)
contains
  integer function counts(step)
    integer, intent(in) :: step
    evaluated = evaluated + 1
    counts = modulo(step, 3)
  end function
end program choices

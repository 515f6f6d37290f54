! Ways out of a list of statements, and into it.
program control
  use mpi
  implicit none
  integer, parameter :: n = 30000
  real(8) :: a(n), b(n), w(n)
  integer :: rank, ranks, ierr, i, k, status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  a = [(i*0.5d0, i=1, n)]
  b = 0; w = rank

  ! Out of the branches of an IF; what is under another condition is not crossed.
  if (modulo(rank, 2) == 0) then
    call MPI_Sendrecv(a, n, MPI_REAL8, rank, 1, b, n, MPI_REAL8, rank, 1, MPI_COMM_WORLD, status, ierr)   ! overlaps
  else if (rank == 1) then
    b = 3
  end if
  do i = 1, n
    w(i) = w(i) + a(i)
  end do
  w = w + b

  ! A condition that counts how often it is evaluated; nobody sends.
  k = 0
  if (counted()) call MPI_Recv(b, n, MPI_REAL8, MPI_PROC_NULL, 9, MPI_COMM_WORLD, status, ierr)   ! overlaps
  do i = 1, n
    w(i) = w(i) - 0.25d0*a(i)
  end do
  w = w + b + k

  ! Loops: cycle, exit, and a labelled end.
  do k = 1, 4
    call MPI_Sendrecv(a, n, MPI_REAL8, rank, 2, b, n, MPI_REAL8, rank, 2, MPI_COMM_WORLD, status, ierr)   ! overlaps
    do i = 1, n
      if (a(i) < k) cycle
      if (a(i) > 1000*k) exit
      w(i) = w(i) + 1
    end do
    if (k == 2) cycle
    do i = 1, n
      w(i) = w(i) - 2
    end do
    if (k == 3) exit
    w = w + b
  end do
  do 10 k = 1, 3
    call MPI_Sendrecv(a, n, MPI_REAL8, rank, 3, b, n, MPI_REAL8, rank, 3, MPI_COMM_WORLD, status, ierr)   ! stays
    do i = 1, n
      w(i) = w(i) + 1
    end do
10 continue
  w = w + b

  ! Jumps.
  k = 0
20 k = k + 1
  call MPI_Sendrecv(a, n, MPI_REAL8, rank, 4, b, n, MPI_REAL8, rank, 4, MPI_COMM_WORLD, status, ierr)   ! overlaps
  do i = 1, n
    w(i) = w(i)*0.5d0
  end do
  if (k < 3) goto 20
  w = w + b
  if (rank > 1) goto 30
  call MPI_Sendrecv(a, n, MPI_REAL8, rank, 5, b, n, MPI_REAL8, rank, 5, MPI_COMM_WORLD, status, ierr)   ! stays
30 do i = 1, n
    w(i) = w(i) + 2
  end do
  w = w + b

  ! A logical IF goes up with its call, but not over what decides about it.
  do k = 1, 3
    do i = 1, n
      w(i) = w(i)*0.5d0
    end do
    if (k /= 2) call MPI_Sendrecv(a, n, MPI_REAL8, rank, 11, b, n, MPI_REAL8, rank, 11, MPI_COMM_WORLD, status, ierr)   ! overlaps
    w = w + b
  end do
  do i = 1, n
    w(i) = w(i)*0.5d0
  end do
  if (w(n) > 0) call MPI_Sendrecv(a, n, MPI_REAL8, rank, 12, b, n, MPI_REAL8, rank, 12, MPI_COMM_WORLD, status, ierr)   ! stays
  w = w + b

  call leaves(a, b, w, rank)
  call scopes(a, b, w, rank)
  print '(a,i2,2es24.16)', 'control', rank, sum(w), sum(b)
  call MPI_Finalize(ierr)
contains
  subroutine leaves(x, y, z, me)
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n), z(n)
    integer, intent(in) :: me
    integer :: i, st(MPI_STATUS_SIZE), code
    call MPI_Sendrecv(x, n, MPI_REAL8, me, 6, y, n, MPI_REAL8, me, 6, MPI_COMM_WORLD, st, code)   ! overlaps
    do i = 1, n
      z(i) = z(i) + 1
    end do
    if (me == 1) return
    z = z - 1
    call MPI_Sendrecv(x, n, MPI_REAL8, me, 6, y, n, MPI_REAL8, me, 6, MPI_COMM_WORLD, st, code)   ! overlaps
    do i = 1, n
      z(i) = z(i) + 1
    end do
  end subroutine leaves
  ! Names that mean something else inside.
  subroutine scopes(x, y, z, me)
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n), z(n)
    integer, intent(in) :: me
    integer :: i, st(MPI_STATUS_SIZE), code
    associate (here => y)
      call MPI_Sendrecv(x, n, MPI_REAL8, me, 7, y, n, MPI_REAL8, me, 7, MPI_COMM_WORLD, st, code)   ! overlaps
      do i = 1, n
        z(i) = z(i) + here(i)
      end do
    end associate
    block
      real(8) :: y(n)
      y = 1
      call MPI_Sendrecv(x, n, MPI_REAL8, me, 8, y, n, MPI_REAL8, me, 8, MPI_COMM_WORLD, st, code)   ! overlaps
      do i = 1, n
        z(i) = z(i) + 1
      end do
      z = z + y
    end block
    select case (me)
    case (0)
      call MPI_Sendrecv(x, n, MPI_REAL8, me, 9, y, n, MPI_REAL8, me, 9, MPI_COMM_WORLD, st, code)   ! overlaps
    case default
      y = 2
    end select
    do i = 1, n
      z(i) = z(i) + 1
    end do
    z = z + y
  end subroutine scopes
  logical function counted()
    k = k + 1
    counted = .true.
  end function
end program control

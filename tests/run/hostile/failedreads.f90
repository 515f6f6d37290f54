! Reads that fail, and input that leaves items out, leave variables as they were: loop variables and scalars of a nest live on behind them.
program failedreads
  use mpi
  implicit none
  integer, parameter :: n = 500, m = 8
  real(8) :: u(n, 0:m+1), v(n, 0:m+1), s, t0
  integer :: ierr, np, it, west, east, me, i, j, k, ios, ll
  real(8) :: x
  character(8) :: bad, left = ',7,/'
  character(40) :: msg
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me + 1; v = 0; s = 0; bad = 'x1'; msg = ' '
  !$mdmp commregion
  do it = 1, 8
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    !$mdmp send(u(:,1), west)
    !$mdmp recv(u(:,m+1), east)
    !$mdmp send(u(:,m), east) tag(1)
    !$mdmp recv(u(:,0), west) tag(1)
    do j = 1, m
      k = j
      x = u(3, j-1)
      do i = 1, n
        v(i, j) = 0.5d0*u(i, j) + 0.25d0*(u(i, j-1) + u(i, j+1)) + it
        ll = i + j
      end do
    end do
    read (bad, *, iostat=ios) x
    s = s + x
    read (bad, *, iostat=ios, iomsg=msg) k
    s = s + k
    read (bad, *, iostat=ios) j
    s = s + j
    read (bad, *, iostat=ios) ll
    s = s + ll
    do j = 1, m
      k = j + it
      ll = k
      x = u(5, j+1)
      do i = 1, n
        u(i, j) = v(i, j)
      end do
    end do
    read (left, *) k, ll, x
    s = s + k + ll + x
  end do
  !$mdmp end commregion
  print '(i0, 9(1x, z16.16))', me, sum(u), sum(v), s
  call MPI_Finalize(ierr)
end program

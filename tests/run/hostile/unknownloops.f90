! run: flags -fdec-structure
! A loop whose heading is not understood: what its body sends is written again in its next iteration.
program unknownloops
  use mpi
  implicit none
  integer, parameter :: n = 500, m = 6
  structure /bounds/
    integer lo, hi
  end structure
  record /bounds/ r
  integer :: me, np, west, east, ierr, i, j, k, it
  real(8) :: u(n, 0:m+1), total, t0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  r.lo = 1; r.hi = 3
  u = me; total = 0
  !$mdmp commregion
  do it = 1, 10
    !$mdmp send(u(:,1), west)
    !$mdmp recv(u(:,m+1), east)
    !$mdmp send(u(:,m), east) tag(1)
    !$mdmp recv(u(:,0), west) tag(1)
    total = total + u(3, 0) + 2*u(4, m+1)
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    do 10 k = r.lo, r.hi
      do j = 1, m
        do i = 1, n
          u(i, j) = 0.75d0*u(i, j) + 0.5d0*i + j*me
        end do
      end do
10  continue
  end do
  !$mdmp end commregion
  print '(i0, 2(1x, z16.16))', me, total, sum(u)
  call MPI_Finalize(ierr)
end program

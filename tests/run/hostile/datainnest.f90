! run: modes plain auto manage counted
! DATA statements among executable ones, in nests and in loops that ask: they are about variables of the procedure, and a
! BLOCK around them would not do.
program datainnest
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 30
  real(8) :: u(n,0:m+1), v(n,0:m+1), s, t0
  integer :: idx(m), me, ranks, left, right, ierr, it, i, j, first, second, third
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  u = me; v = 0; s = 0
  idx = [(modulo(7*j, m) + 1, j = 1, m)]
  !$mdmp commregion
  do it = 1, 6
    t0 = MPI_Wtime()
    if (mod(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 1d-3)
      end do
    end if
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    do j = 1, m
      data first /3/
      do i = 1, n
        v(i,j) = 0.5d0*u(i,j+1) + first
      end do
    end do
    data second /5/
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + v(i,j) + second
      end do
    end do
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    do j = 1, m
      data third /7/
      do i = 1, n
        s = s + u(i,idx(j)-1)*third
        if (s > 1d6) s = s/3
      end do
    end do
  end do
  !$mdmp end commregion
  print '(a,i0,3(1x,es23.15))', 'rank ', me, s, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program

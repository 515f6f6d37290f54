! Loops that make no iteration: their bounds are the greatest and the least number, further apart than a number
! can say, as they are where a search for a range has found nothing.
program hugebounds
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 30
  real(8) :: u(n,0:m+1), v(n,0:m+1), s, t0
  integer(8) :: first, last, low, high, j8, i8
  integer :: me, ranks, left, right, ierr, it, i, j
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  u = me; v = 0; s = 0
  !$mdmp commregion
  do it = 1, 6
    first = huge(1_8); last = -huge(1_8)
    low = huge(1_8); high = -huge(1_8)
    if (mod(it, 3) == 0) then
      first = 1; last = m; low = 2; high = n - 1
    end if
    if (mod(me + it, 2) == 0) then ! every rank is late in turn
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 1d-3)
      end do
    end if
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    do j8 = first, last
      do i = 1, n
        v(i,j8) = 0.5d0*u(i,j8+1) + it
      end do
    end do
    s = s + merge(1, 2, j8 == first)
    do j8 = last, first, -1
      do i = 1, n
        v(i,j8) = 0.5d0*v(i,j8) + u(i,j8+1)
      end do
    end do
    s = s + merge(1, 2, j8 == last)
    do j = 1, m
      do i8 = low, high
        u(i8,j) = 0.5d0*u(i8,j) + v(i8,j+1)
      end do
    end do
    s = s + merge(1, 2, i8 == low)
    do i = 1, 2
      do i8 = -huge(1_8), huge(1_8), -3
        do j = 1, m
          u(j,i) = 5
        end do
      end do
    end do
    s = s + merge(1, 2, i8 == -huge(1_8))
  end do
  !$mdmp end commregion
  print '(a,i3,3es25.16)', 'rank', me, s, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program

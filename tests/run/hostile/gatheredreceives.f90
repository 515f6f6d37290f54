! run: ranks 2 3
! Scalars that are received, and accumulated in a nest behind something that takes time: sums, maxima, minima, flags.
program gathered
  use mpi
  implicit none
  integer, parameter :: n = 60, m = 30
  integer :: me, ranks, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  call sums
  call maxima
  call flags
  call MPI_Finalize(ierr)
contains
  ! every rank is late in turn
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
  subroutine sums
    integer :: a(n,m), b(n,m), has, got, it, i, j, all
    a = me; b = 1; all = 0
    !$mdmp commregion
    do it = 1, 10
      has = 100*it + me
      call late(it)
      !$mdmp send(has, right)
      !$mdmp recv(got, left)
      do j = 1, m
        do i = 1, n
          a(i,j) = modulo(a(i,j)*3 + it*j, 1009)
        end do
      end do
      do j = 1, m
        do i = 1, n
          got = got + b(i,j)*j
        end do
      end do
      all = modulo(all*7 + got, 100003)
    end do
    !$mdmp end commregion
    print *, 'sums', me, all, sum(a)
  end subroutine
  subroutine maxima
    real(8) :: a(n,m), b(n,m), has(2), most, least, all
    integer :: it, i, j
    a = me; b = 1; all = 0
    !$mdmp commregion
    do it = 1, 10
      has = [1d3*it + me, 1d-3*it + me]
      call late(it)
      !$mdmp send(has(1), right)
      !$mdmp send(has(2), right)
      !$mdmp recv(most, left)
      !$mdmp recv(least, left)
      do j = 1, m
        do i = 1, n
          a(i,j) = a(i,j)*0.5d0 + it*j
        end do
      end do
      do j = 1, m
        do i = 1, n
          most = max(most, abs(b(i,j)) + j*50)
          if (abs(b(i,j)) < least) least = abs(b(i,j))
        end do
      end do
      all = all*0.5d0 + most + least
    end do
    !$mdmp end commregion
    print '(a,i3,2es25.16)', 'maxima', me, all, sum(a)
  end subroutine
  subroutine flags
    integer :: a(n,m), has, is, it, i, j, all
    a = me; all = 0
    !$mdmp commregion
    do it = 1, 10
      has = it
      call late(it)
      !$mdmp send(has, right)
      !$mdmp recv(is, left)
      do j = 1, m
        do i = 1, n
          a(i,j) = modulo(a(i,j)*3 + it*j + i, 1009)
        end do
      end do
      do j = 1, m
        do i = 1, n
          if (a(i,j) < 3 + it*0) is = -1
        end do
      end do
      all = modulo(all*7 + is + 2, 100003)
    end do
    !$mdmp end commregion
    print *, 'flags', me, all, sum(a)
  end subroutine
end program

! run: ranks 2 3
! Bounds of indices that are not the one that is cut are received.
program forallbounds
  use mpi
  implicit none
  integer, parameter :: n = 60, m = 30
  integer :: me, ranks, left, right, ierr, it, i, j, has(2), most, last(4)
  real(8) :: a(n,m), b(n,m), c(n,m), t0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  a = me; b = 1; c = 2; most = n; last = n
  !$mdmp commregion
  do it = 1, 10
    has = [n - it, n/2 + it]
    t0 = MPI_Wtime()
    do while (mod(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3) ! every rank is late in turn
    end do
    !$mdmp send(has(1), right)
    !$mdmp send(has(2), right)
    !$mdmp recv(last(3), left)
    !$mdmp recv(most, left)
    do j = 1, m
      do i = 1, n
        a(i,j) = a(i,j)*0.5d0 + it*j
      end do
    end do
    forall (i = 1:last(3), j = 1:m) b(i,j) = b(i,j)*0.5d0 + i + j
    do concurrent (j = 1:m, i = 1:most)
      c(i,j) = c(i,j)*0.5d0 + i - j
    end do
    a = a + b - c
  end do
  !$mdmp end commregion
  print '(a,i3,3es25.16)', 'forall', me, sum(a), sum(b), sum(c)
  call MPI_Finalize(ierr)
end program

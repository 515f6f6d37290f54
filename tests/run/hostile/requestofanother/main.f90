! run: with levels.f90
! A persistent request that another file made receives a variable of a module.
program main
  use mpi
  use levels
  implicit none
  integer, parameter :: n = 40, m = 24
  real(8) :: a(n,0:m,2), s
  integer :: me, ranks, left, right, to, it, i, j
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me-1, ranks); right = modulo(me+1, ranks)
  a = me + 1; out = 2; s = 0
  call prepare(left, right)
  !$mdmp commregion
  do it = 1, 8
    to = 2
    from = 3 - to
    call MPI_Startall(2, req, ierr)
    call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
    call late(me+it)
    !$mdmp send(a(:,m,to), right)
    !$mdmp recv(a(:,0,to), left)
    do j = 1, m
      do i = 1, n
        a(i,j,to) = 0.5d0*a(i,j-1,from) + i*j
      end do
    end do
    s = s + sum(a(:,:,to))
  end do
  !$mdmp end commregion
  print *, me, s
  call MPI_Finalize(ierr)
contains
  subroutine late(k)
    integer, intent(in) :: k
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(k, 2) == 0 .and. MPI_Wtime() - t0 < 5d-3)
    end do
  end subroutine
end program main

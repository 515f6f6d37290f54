! run: with cwork.c
module mo
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), bind(C, name='gu') :: u(n,0:m+1)
end module
program p
  use mpi
  use mo
  implicit none
  real(8) :: s, t0
  integer :: rank, nr, left, right, it, i, j, ierr
  interface
    subroutine work(s) bind(C, name='cwork')
      real(8), intent(inout) :: s
    end subroutine
  end interface
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  u = rank + 1; s = 0
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    call work(s)
    if (mod(rank+it,2) == 0) then      ! this rank is late now
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, rank, s, sum(u)
  call MPI_Finalize(ierr)
end program
subroutine work(s)      ! another procedure
  real(8) :: s
  s = s + 1
end subroutine

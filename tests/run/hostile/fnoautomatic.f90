! run: flags -O1 -fno-automatic -std=legacy
program p
  use mpi
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  real(8) :: s, t0
  integer :: rank, nr, left, right, it, i, j, ierr
  real(8) :: v(n,m), f
  external f
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
    do j = 1, m
      do i = 1, n
        v(i,j) = u(i,j-1) + u(i,j+1) + f(u(i,j), it*i*j)
      end do
    end do
    s = s + sum(v)
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
function f(x, k)            ! prev keeps its value: compiled with -fno-automatic
  implicit none
  real(8) :: f, x, prev
  integer :: k
  if (k == 1) prev = 0
  prev = prev*0.999d0 + x
  f = prev
end function

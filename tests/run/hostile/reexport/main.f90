! run: with halo.f90 all.f90
! A procedure is used through modules that hand it on, under other names.
program main
  use mpi
  use more_m, trade => halos
  use all_m, only: exchange
  implicit none
  integer, parameter :: n = 60
  real(8) :: u(n,0:n+1), v(n,0:n+1), s, t0
  integer :: rank, np, it, i, j, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  left = modulo(rank - 1, np); right = modulo(rank + 1, np)
  do j = 0, n + 1
    do i = 1, n
      u(i,j) = i + 100*j + rank
    end do
  end do
  v = u; s = 0
  !$mdmp commregion
  do it = 1, 10
    if (mod(rank + it, 2) == 0) then      ! late
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 1d-3)
      end do
    end if
    call exchange(u, n)
    do j = 1, n
      do i = 1, n
        v(i,j) = 0.25d0*(u(i,j-1) + u(i,j+1)) + 0.5d0*u(i,j)
      end do
    end do
    call trade(v, n)
    do j = 1, n
      do i = 1, n
        u(i,j) = 0.25d0*(v(i,j-1) + v(i,j+1)) + 0.5d0*v(i,j)
      end do
    end do
    call trade(u, n)
    s = s + u(3,0)
    call exchange(v, n)
    s = s + v(4,n+1)
  end do
  !$mdmp end commregion
  print '(i0,4es24.16)', rank, s, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program

! Loops of OpenMP: two of them collapsed, one that is left by cycle, and more collapsed than are cut.
! run: flags -fopenmp
program teams
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 20, l = 24
  real(8) :: u(0:n+1,0:m+1,0:l+1), v(0:n+1,0:m+1,0:l+1), c
  integer :: rank, size, west, east, it, i, j, k, ierr
  integer(8) :: h
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  west = modulo(rank - 1, size)
  east = modulo(rank + 1, size)
  do k = 0, l+1; do j = 0, m+1; do i = 0, n+1; u(i,j,k) = sin(real(i*7+j*13+rank*5+k*3,8)); end do; end do; end do
  v = u; c = 0.07d0
!$mdmp commregion
  do it = 1, 6
!$omp parallel do default(none) private(i,j) shared(u,v,c) collapse(2)
    do k = 1, l
      do j = 1, m
        do i = 1, n
          v(i,j,k) = u(i,j,k) + c*(u(i-1,j,k) - 6*u(i,j,k) + u(i+1,j,k) + u(i,j-1,k) + u(i,j+1,k)) + c*(u(i,j,k-1) + u(i,j,k+1))
        end do
      end do
    end do
!$omp end parallel do
!$omp parallel do private(i,j)
    do k = 1, l
      do j = 1, m
        if (mod(j, 7) == 3) cycle
        do i = 1, n
          u(i,j,k) = v(i,j,k) - c*u(i,j,k)*v(i,j,k)
        end do
      end do
    end do
!$omp parallel do collapse(3)
    do k = 1, l
      do j = 1, m
        do i = 1, n
          v(i,j,k) = u(i,j,k)*c + v(i,j,k)
        end do
      end do
    end do
!$mdmp send(u(:,:,1), west)
!$mdmp recv(u(:,:,l+1), east)
!$mdmp send(u(:,:,l), east)
!$mdmp recv(u(:,:,0), west)
    continue
!$mdmp send(u(:,m,:), east)
!$mdmp recv(u(:,0,:), west)
  end do
!$mdmp end commregion
  h = 0
  do k = 1, l
  do j = 1, m
    do i = 1, n
      h = ieor(h*31_8, transfer(u(i,j,k), h))
      h = ieor(h*31_8, transfer(v(i,j,k), h))
    end do
  end do
  end do
  print *, rank, h
  call MPI_Finalize(ierr)
end program

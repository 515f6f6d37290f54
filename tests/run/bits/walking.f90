! Of the loop on j two things are asked: how far it is, and whether what a statement uses is there. What is written round it closes
! in the order in which it is nested.
program walking
  use mpi
  implicit none
  integer, parameter :: n = 130, m = 12
  real(4) :: a(0:n+1, 0:m+1), b(0:n+1, 0:m+1), c(n, m)
  integer :: i, j, t, ierr, me, np, west, east
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, me, ierr)
  call mpi_comm_size(mpi_comm_world, np, ierr)
  west = merge(me - 1, mpi_proc_null, me > 0)
  east = merge(me + 1, mpi_proc_null, me < np - 1)
  do j = 0, m + 1
    do i = 0, n + 1
      a(i, j) = mod(i*7 + j*13 + me*11, 509)/1000.0_4
      b(i, j) = mod(i*5 + j*17 + me*3, 509)/1000.0_4
    end do
  end do
  !$mdmp commregion mode(counted)
  do t = 1, 12
    j = 0
    do while (j < m)
      j = j + 1
      do i = 1, n
        a(i, j) = 0.001_4*t + 0.41_4*a(i, j-1) + 0.3_4*a(i, j+1)*a(i, j) + 0.23_4*a(i-1, j)
      end do
    end do
    do j = 1, m
      do i = 1, n
        c(i, j) = 0.3_4*b(i, j-1) + 0.2_4*b(i, j+1) + a(i, j)*b(i, j)
      end do
    end do
    b(1:n, 1:m) = c
    !$mdmp recv(b(1:n, 0), west) tag(4)
    !$mdmp recv(b(1:n, m+1), east) tag(4)
    !$mdmp send(b(1:n, m), east) tag(4)
    !$mdmp send(b(1:n, 1), west) tag(4)
    !$mdmp recv([a(1, m+1), a(1, 0)], n, east)
    !$mdmp send([a(1, 1), a(1, 2)], n, west)
  end do
  !$mdmp end commregion
  do j = 0, m + 1
    print '(2i4, *(1x, z8.8))', me, j, a(:, j), b(:, j)
  end do
  call mpi_finalize(ierr)
end program walking

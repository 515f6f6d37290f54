! Outer loops along the first dimension of what is written, with loops inside: sums of rows from rank to rank,
! loops in the wrong order, short loops inside. They are cut on the grid.
! run: flags -O3
program outeralong
  use mpi
  implicit none
  integer, parameter :: n = 717, m = 40
  real(8) :: a(m, n), s(n), t(n), g(0:n + 1, m), h(0:n + 1, m)
  real(4) :: q(3, 0:n + 1)
  integer :: rank, ranks, prev, next, i, j, it, ierr
  real(8) :: x
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  prev = rank - 1
  next = rank + 1
  if (next == ranks) next = -1
  do j = 1, n
    do i = 1, m
      a(i, j) = mod(i*31 + j*7 + rank, 101)/97.0d0
      g(j, i) = mod(i*13 + j*11 + rank, 89)/83.0d0
    end do
    s(j) = j/3.0d0
  end do
  g(0, :) = 0
  g(n + 1, :) = 0
  h = 0
  q = 1
  t = 0
  !$mdmp commregion
  do it = 1, 12
    !$mdmp recv(s, prev)
    do j = 1, n
      x = s(j)/it
      do i = 1, m
        x = x + a(i, j)/(1 + x*x)
      end do
      t(j) = x
    end do
    !$mdmp send(t, next)
    do j = 1, n
      do i = 2, m
        h(j, i) = 0.3d0*(g(j - 1, i) + g(j + 1, i) + g(j, i - 1)) - h(j, i)
      end do
    end do
    do j = n, 1, -1
      do i = 1, 3
        q(i, j) = q(i, j)/2 + real(h(j, i + 1), 4)
      end do
    end do
    do j = 1, n
      do i = 2, m
        g(j, i) = h(j, i)/2 + q(1 + mod(i, 3), j)
      end do
    end do
    !$mdmp send(g(1, :), prev)
    !$mdmp send(g(n, :), next)
    !$mdmp recv(g(n + 1, :), next)
    !$mdmp recv(g(0, :), prev)
    !$mdmp send(q(:, n), next)
    !$mdmp recv(q(:, 0), prev)
  end do
  !$mdmp end commregion
  do i = 0, ranks - 1
    if (i == rank) print '(i0, 4(1x, z16.16))', rank, sum(t), sum(g), sum(h), real(sum(q), 8)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  call MPI_Finalize(ierr)
end program outeralong

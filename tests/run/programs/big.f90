! Messages of all sizes round the limits of the libraries, both ways at once,
! several in flight to one rank; strided large ones.
program big
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: most = 600000
  integer :: rank, n, prev, next, k, m, ierr
  integer, parameter :: sizes(14) = [1, 63, 1000, 1018, 2040, 2048, 4089, 8180, 8192, 16384, 65000, 65536, 262144, 524288]
  integer, allocatable :: a(:), b(:), c(:, :), d(:, :)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  allocate (a(most), b(most), c(3, most/3), d(5, most/5))
  a = [(ieor(k, 77777*rank), k=1, most)]
  b = 0
  c = 0
  d = reshape(a, shape(d))
  !$mdmp commregion
  do k = 1, size(sizes)
    m = sizes(k)
    !$mdmp recv(b(most - m + 1:), prev)
    !$mdmp recv(c(1, 1:m/5), prev)
    !$mdmp recv(c(3, 1:m/5), next)
    !$mdmp recv(b(1:m/9), next)
    !$mdmp send(a(1:m), next)
    !$mdmp send(d(2, 1:m/5), next)
    !$mdmp send(d(5, 1:m/5), prev)
    !$mdmp send(a(m - m/9 + 1:m), prev)
    !ref call ref_recv(b(most - m + 1:), prev); call ref_recv(c(1, 1:m/5), prev)
    !ref call ref_recv(c(3, 1:m/5), next); call ref_recv(b(1:m/9), next)
    !ref call ref_send(a(1:m), next); call ref_send(d(2, 1:m/5), next)
    !ref call ref_send(d(5, 1:m/5), prev); call ref_send(a(m - m/9 + 1:m), prev); call ref_wait(a, b, c, d)
    a(1:m) = ieor(a(1:m), b(most - m + 1:))
    d(2, :) = d(2, :) + k
  end do
  !$mdmp end commregion
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call report('c', transfer(c, bytes))
  call MPI_Finalize(ierr)
end program big

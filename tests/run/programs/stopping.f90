! STOP inside a region, after MPI_Finalize.
program stopping
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr
  integer :: a(6), b(6)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  a = rank
  !$mdmp commregion
  do k = 1, 10
    !$mdmp recv(b, prev)
    !$mdmp send(a, next)
    !ref call ref_recv(b, prev); call ref_send(a, next); call ref_wait(a, b)
    a = a + b
    if (k == 4) then
      call report('a', transfer(a, bytes))
      call MPI_Finalize(ierr)
      stop
    end if
    a = a + 1
  end do
  !$mdmp end commregion
  call report('never', transfer(a, bytes))
  call MPI_Finalize(ierr)
end program stopping

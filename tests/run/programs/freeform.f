! run: flags -ffree-form
! Free form in a file whose name says fixed form.
program freeform
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, k, ierr
  integer :: a(6), c
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
c = 5; a = [1, 2, 3, 4, c, 6] + rank
  do k = 1, 3
    !$mdmp recv(a(1:3), modulo(rank - 1, n))
    !$mdmp send(a(4:6), &
    !$mdmp& modulo(rank + 1, n))
    !ref call ref_recv(a(1:3), modulo(rank - 1, n)); call ref_send(a(4:6), modulo(rank + 1, n)); call ref_wait(a)
    a(4:6) = a(4:6)*2 + &
      a(1:3)
  end do
  call report('a', transfer(a, bytes))
  call MPI_Finalize(ierr)
end program freeform

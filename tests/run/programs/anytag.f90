! run: modes plain
! A receive of the program for anybody and any tag is pending during exchanges
! with default tags. (Mode off works on the communicators themselves.)
program anytag
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, request, persistent, ierr, status(MPI_STATUS_SIZE)
  integer :: a(5), b(5), c(5), d(5), total
  logical :: flag
  call MPI_Init(ierr)
  !ref call ref_init
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  a = [1, 2, 3, 4, 5]*(rank + 1)
  b = 0
  c = 0
  d = rank
  call MPI_Send_init(d, 5, MPI_INTEGER, next, 0, MPI_COMM_WORLD, persistent, ierr)
  !$mdmp commregion
  do k = 1, 4
    call MPI_Irecv(c, 5, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, request, ierr)
    !$mdmp recv(b, prev)
    !$mdmp send(a, next)
    !ref call ref_recv(b, prev); call ref_send(a, next); call ref_wait(a, b)
    call MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, flag, status, ierr)
    if (flag) b = -1                         ! nothing of mine is under way
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    d = d + b
    call MPI_Start(persistent, ierr)
    !$mdmp recv(b(1:2), prev)
    !$mdmp send(a(4:5), next)
    !ref call ref_recv(b(1:2), prev); call ref_send(a(4:5), next); call ref_wait(a, b)
    call MPI_Wait(request, status, ierr)
    call MPI_Wait(persistent, MPI_STATUS_IGNORE, ierr)
    call MPI_Allreduce(b(2), total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    a = a + c + total + status(MPI_TAG)
    call MPI_Sendrecv_replace(a, 5, MPI_INTEGER, next, 9, prev, 9, MPI_COMM_WORLD, status, ierr)
  end do
  !$mdmp end commregion
  call MPI_Request_free(persistent, ierr)
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call report('c', transfer(c, bytes))
  call MPI_Finalize(ierr)
end program anytag

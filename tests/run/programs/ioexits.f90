! I/O statements that jump out of a region (end=, err=), and regions that are
! entered again after that.
program ioexits
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, unit, turn, ierr
  integer :: a(4), b(4), x
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  open (newunit=unit, status='scratch')
  write (unit, '(i4)') 1, 2, 3
  a = [1, 2, 3, 4] + 10*rank
  b = 0
  do turn = 1, 4
    rewind (unit)
    if (turn == 3) then
      write (unit, '(a)') 'what?'
      rewind (unit)
    end if
    !$mdmp commregion
    do k = 1, 10
      read (unit, *, end=10, err=20) x
      !$mdmp recv(b, prev)
      !$mdmp send(a, next)
      !ref call ref_recv(b, prev); call ref_send(a, next); call ref_wait(a, b)
      a = a + b + x
    end do
    !$mdmp end commregion
    a = -1
10  a(1) = a(1) + 1
    cycle
20  a(2) = a(2) + 1
  end do
  close (unit)
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call MPI_Finalize(ierr)
end program ioexits

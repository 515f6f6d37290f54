! Received data go straight into I/O: internal and external files, namelist;
! input statements write what is sent next.
program output
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, unit, ierr
  integer :: a(4), b(4)
  character(len=80) :: line, lines(8)
  namelist /both/ a, b
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  open (newunit=unit, status='scratch', form='unformatted', access='stream')
  a = [1, 2, 3, 4] + 10*rank
  b = 0
  lines = ''
  !$mdmp commregion
  do k = 1, 3
    !$mdmp recv(b, prev)
    !$mdmp send(a, next)
    !ref call ref_recv(b, prev); call ref_send(a, next); call ref_wait(a, b)
    write (line, '(4i6)') b
    lines(k) = line
    read (line, *) a(4:1:-1)                ! what the next step sends
    write (unit, pos=1) b
    !$mdmp recv(b(2:3), prev)
    !$mdmp send(a(1:2), next)
    !ref call ref_recv(b(2:3), prev); call ref_send(a(1:2), next); call ref_wait(a, b)
    read (unit, pos=1) b(1:1)
  end do
  write (lines, nml=both)
  read (lines, nml=both)
  !$mdmp end commregion
  close (unit)
  call report('lines', transfer(lines, bytes))
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call MPI_Finalize(ierr)
end program output

! A message of no bytes says as much as any: its sender has come to the exchange. The one
! before it on the lane, and all of many steps, was another, so that this one is begun
! early as if it were like them; and that is no word of the exchange.
program p
  use mpi
  implicit none
  integer, parameter :: n = 20000
  real(8) :: a(n), b(n), until, seen
  integer :: t, i, k, rank, ierr, lu
  logical :: here
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  a = 0; b = 0; seen = 0
  if (rank == 0) then
    open (newunit=lu, file='signal.txt')
    close (lu, status='delete')
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$mdmp commregion
  do t = 1, 40
    if (rank == 0) then
      do i = 1, n
        a(i) = i + t
      end do
    end if
    k = n
    if (t == 30) k = 0
    if (t == 30 .and. rank == 0) then
      until = MPI_Wtime() + 0.5d0
      do while (MPI_Wtime() < until)
      end do
      open (newunit=lu, file='signal.txt')
      write (lu, *) t
      close (lu)
    end if
    !$mdmp send(a(1:k), 1) if(rank == 0)
    !$mdmp recv(b(1:k), 0) if(rank == 1)
    seen = seen + b(n)
    if (t == 30 .and. rank == 1) then
      inquire (file='signal.txt', exist=here)
      print *, 'signal', here
    end if
  end do
  !$mdmp end commregion
  print *, rank, seen
  call MPI_Finalize(ierr)
end program

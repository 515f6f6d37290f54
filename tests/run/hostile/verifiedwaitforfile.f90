! run: env MDMP_VERIFY=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
! A message that goes early, and its second copy, which does not: the sender waits for a file behind the exchange, and the
! receiver writes it when it has both. MPI may need the sender for the copy, as it would for the message.
program p
  use mpi
  implicit none
  integer, parameter :: n = 3000, m = 20
  real(8) :: u(n,m), w(n,m)
  integer :: rank, t, ierr, tries, i, j
  logical :: there
  character(40) :: f
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  u = 0; w = 0
  do t = 1, 8
    write (f, '(a,i0)') 'taken.', t
    if (rank > 0) exit
    open (50, file=f, status='replace')
    close (50, status='delete')
  end do
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$mdmp commregion
  do t = 1, 8
    write (f, '(a,i0)') 'taken.', t
    if (rank == 0) then
      do j = 1, m
        do i = 1, n
          u(i,j) = i*j + t
        end do
      end do
      do j = 1, m
        do i = 1, n
          w(i,j) = w(i,j)*0.5d0 + i
        end do
      end do
      !$mdmp send(u, 1)
      do tries = 1, 200
        inquire (file=f, exist=there)
        if (there) exit
        call execute_command_line('sleep 0.1')
      end do
      if (.not. there) error stop 'the receiver does not have the message'
    else if (rank == 1) then
      !$mdmp recv(u, 0)
      if (abs(u(n,m) - n*m - t) > 0) print *, 'wrong in step', t
      open (50, file=f, status='replace')
      close (50)
    end if
  end do
  !$mdmp end commregion
  print *, rank, sum(u), sum(w)
  call MPI_Finalize(ierr)
end program

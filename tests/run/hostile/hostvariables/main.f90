! run: with work.f90
! Internal procedures that receive into variables of the procedure around them, which names what it grants in no call: these go
! when it returns, and it uses them without a word.
program main
  use mpi
  use work
  implicit none
  integer :: ierr, np, it
  real(8) :: t0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  !$mdmp commregion
  do it = 1, 10
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    call explicit(it)
    call other(it)
    call allocated_(it)
    call other(it)
    call passed(it)
    call other(it)
  end do
  !$mdmp end commregion
  print '(i0, 1x, z16.16)', me, total
  call MPI_Finalize(ierr)
end program

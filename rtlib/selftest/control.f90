! An MPI program without the run time: can one be started here at all?
program control
  implicit none
  external :: MPI_Init, MPI_Finalize ! no mpif.h: not every compiler can read that of every MPI
  integer :: ierr
  call MPI_Init(ierr)
  call MPI_Finalize(ierr)
  print '(a)', 'self-test passed'
end program control

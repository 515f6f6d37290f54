! An MPI program without the run time: can one be started here at all?
program control
  implicit none
  include 'mpif.h'
  integer :: ierr
  call MPI_Init(ierr)
  call MPI_Finalize(ierr)
  print '(a)', 'self-test passed'
end program control

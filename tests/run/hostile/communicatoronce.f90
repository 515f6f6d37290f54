! run: flags -w
! The communicator of a message is named by what its own exchange receives, and by a function; that of a region by a
! variable called like an intrinsic procedure, which leads nowhere where the region is shut.
program communicatoronce
  use mpi
  implicit none
  integer :: calls = 0, comms(2), r, n, k, int, ierr, other, u(3)
  integer, target :: got
  integer, pointer :: which
  integer, allocatable :: more(:)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, r, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, comms(1), ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, comms(2), ierr)
  !$mdmp init comm(comms(1))
  !$mdmp init comm(comms(2))
  which => got
  do k = 1, 3
    got = 1; other = 2
    if (mod(r + k, 2) == 0) call late
    !$mdmp send(other, mod(r+1,n)) comm(comms(which))
    !$mdmp recv(got, mod(r+n-1,n)) comm(comms(1))
    !$mdmp send(u(1), mod(r+1,n)) tag(k) comm(counted(1))
    !$mdmp recv(u(2), mod(r+n-1,n)) tag(k) comm(counted(1))
    print *, r, k, got, calls
  end do
  u = r
  do int = 1, 2
    if (int == 2) allocate (more(2), source=comms)
    !$mdmp commregion if(int == 2) comm(more(int)) tag(int) delta(64*int)
    if (int == 2) then
      !$mdmp send(u(1), mod(r+1,n))
      !$mdmp recv(u(3), mod(r+n-1,n))
    end if
    !$mdmp end commregion
  end do
  print *, r, u
  call MPI_Finalize(ierr)
contains
  integer function counted(i)
    integer, intent(in) :: i
    calls = calls + 1
    counted = comms(i)
  end function
  subroutine late      ! until what the others send is there
    double precision :: t0
    logical :: there
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < 0.05)
      call MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comms(1), there, MPI_STATUS_IGNORE, ierr)
    end do
  end subroutine
end program

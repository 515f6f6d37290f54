! A communicator that directives use has attributes of the program: their functions are called when the program duplicates or
! frees it, and for nothing else.
! run: ranks 1 2 3
module attributes_functions
  use mpi
  implicit none
  integer :: copies = 0, deletions = 0
contains
  subroutine copy(comm, key, extra, given, taken, flag, ierr)
    integer :: comm, key, ierr
    integer(MPI_ADDRESS_KIND) :: extra, given, taken
    logical :: flag
    copies = copies + 1
    taken = given + 1
    flag = .true.
    ierr = MPI_SUCCESS
  end subroutine
  subroutine delete(comm, key, value, extra, ierr)
    integer :: comm, key, ierr
    integer(MPI_ADDRESS_KIND) :: value, extra
    deletions = deletions + int(value)
    ierr = MPI_SUCCESS
  end subroutine
end module

program attributes
  use mpi
  use attributes_functions
  implicit none
  integer, parameter :: n = 100, m = 12
  real(8) :: u(n, 0:m+1)
  integer :: ierr, comm, other, key, rank, np, west, east, t, j
  integer(MPI_ADDRESS_KIND) :: extra, value
  logical :: there
  call MPI_Init(ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
  call MPI_Comm_rank(comm, rank, ierr)
  call MPI_Comm_size(comm, np, ierr)
  west = modulo(rank - 1, np)
  east = modulo(rank + 1, np)
  extra = 0
  value = 10
  call MPI_Comm_create_keyval(copy, delete, key, extra, ierr)
  call MPI_Comm_set_attr(comm, key, value, ierr)
  u = reshape([(rank + j*1d-3, j=1, n*(m + 2))], [n, m + 2])
  !$mdmp commregion comm(comm)
  do t = 1, 12
    !$mdmp recv(u(:, 0), west)
    !$mdmp send(u(:, m), east)
    do j = 1, m
      u(:, j) = 0.5d0*u(:, j) + 0.25d0*u(:, j-1)
    end do
  end do
  !$mdmp end commregion
  print '(a, 3i6)', 'in the region', rank, copies, deletions
  call MPI_Comm_dup(comm, other, ierr)
  call MPI_Comm_get_attr(other, key, value, there, ierr)
  print '(a, 4i6, l2)', 'duplicated', rank, copies, deletions, int(value), there
  call MPI_Comm_free(other, ierr)
  print '(a, 3i6)', 'duplicate freed', rank, copies, deletions
  call MPI_Comm_free(comm, ierr)
  print '(a, 3i6, z18.16)', 'freed', rank, copies, deletions, sum(u)
  call MPI_Finalize(ierr)
end program

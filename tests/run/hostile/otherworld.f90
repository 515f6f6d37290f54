! Processes of another world, on communicators that nobody named: the program starts itself once more, and exchanges with what
! it started by the inter-communicator and by the merged one, whose messages are those of MPI, beside messages that overlap.
! The MPICH of Debian starts no processes.
! run: ranks 1 2
! run: mpi openmpi
program otherworld
  use mpi
  implicit none
  integer, parameter :: n = 300, m = 40
  real(8) :: u(0:n + 1, 0:m + 1), v(0:n + 1, 0:m + 1), corner(2, 0:3)
  integer :: parent, inter, merged, rank, size, all, here, west, east, k, i, j, ierr, codes(8)
  logical :: child
  character(200) :: name
  call MPI_Init(ierr)
  call MPI_Comm_get_parent(parent, ierr)
  child = parent /= MPI_COMM_NULL
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  if (child) then
    inter = parent
  else
    call get_command_argument(0, name)
    call MPI_Comm_spawn(name, MPI_ARGV_NULL, size, MPI_INFO_NULL, 0, MPI_COMM_WORLD, inter, codes, ierr)
  end if
  call MPI_Intercomm_merge(inter, child, merged, ierr)
  call MPI_Comm_rank(merged, here, ierr)
  call MPI_Comm_size(merged, all, ierr)
  west = modulo(here - 1, all)
  east = modulo(here + 1, all)
  u = here + 1
  v = 0
  corner = 0
  !$mdmp commregion
  do k = 1, 12
    do j = 1, m
      do i = 1, n
        v(i, j) = 0.25d0*(u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)) + 0.01d0*i
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i, j) = v(i, j)
      end do
    end do
    ! along one index in the merged communicator, rows with strides included; within the world as ever
    !$mdmp recv(u(1:n, 0), west) comm(merged) tag(3)
    !$mdmp recv(u(1:n, m + 1), east) comm(merged) tag(4)
    !$mdmp recv(u(0, 1:m), modulo(rank - 1, size))
    !$mdmp send(u(1:n, m), east) comm(merged) tag(3)
    !$mdmp send(u(1:n, 1), west) comm(merged) tag(4)
    !$mdmp send(u(n, 1:m), modulo(rank + 1, size))
    ! from what was received a moment ago, to the process of the same rank in the other world; none of an empty section
    corner(1, mod(k, 4)) = u(5, 0)
    !$mdmp send(corner(1, mod(k, 4):mod(k, 4)), rank) comm(inter)
    !$mdmp recv(corner(2, mod(k, 4):mod(k, 4)), rank) comm(inter)
    !$mdmp send(corner(1, 1:0), rank) comm(inter) tag(1)
    !$mdmp recv(corner(2, 1:0), rank) comm(inter) tag(1)
    u(2, 2) = u(2, 2) + corner(2, mod(k, 4))
  end do
  !$mdmp end commregion
  call MPI_Comm_free(merged, ierr)
  call MPI_Comm_disconnect(inter, ierr)
  print '(a,i0,a,l1,3(1x,z16))', 'rank ', rank, ' ', child, sum(u), sum(v), sum(corner)
  call MPI_Finalize(ierr)
end program otherworld

! The module mpi_f08: handles of a type, in clauses and as components; init.
program comms08
  use mpi_f08
  use support
  !ref use ref
  implicit none
  type :: grid
    type(MPI_Comm) :: comm
    integer :: left, right
  end type grid
  type(grid) :: g
  integer :: k
  real(4) :: u(0:9, 3)
  call MPI_Init()
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks()], [.true.], .true., g%comm)
  call MPI_Cart_shift(g%comm, 0, 1, g%left, g%right)
  !$mdmp init comm(g%comm)
  call MPI_Comm_rank(g%comm, k)
  u = reshape([(k + k/3.0, k=1 + k, 30 + k)], [10, 3])
  do k = 1, 4
    !$mdmp recv(u(0, :), g%left) comm(g%comm)
    !$mdmp recv(u(9, :), g%right) comm(g%comm)
    !$mdmp send(u(8, :), g%right) comm(g%comm)
    !$mdmp send(u(1, :), g%left) comm(g%comm)
    !ref call ref_recv(u(0, :), g%left, comm=g%comm%mpi_val); call ref_recv(u(9, :), g%right, comm=g%comm%mpi_val)
    !ref call ref_send(u(8, :), g%right, comm=g%comm%mpi_val); call ref_send(u(1, :), g%left, comm=g%comm%mpi_val)
    !ref call ref_wait(u)
    u(1:8, :) = 0.5*(u(0:7, :) + u(2:9, :))
  end do
  call report('u', transfer(u, bytes))
  call MPI_Comm_free(g%comm)
  call MPI_Finalize()
contains
  integer function ranks()
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  end function ranks
end program comms08

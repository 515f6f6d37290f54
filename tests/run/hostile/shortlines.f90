! run: flags -ffree-line-length-72
! Nothing that is put into this file may be longer than its lines are.
module fields_of_the_long_names
  use mpi
  implicit none
  integer, parameter :: columns_of_a_tile = 24, rows_of_a_tile = 12
  real(8), target :: temperature_of_the_tile(24,0:13)
  real(8), target :: temperature_of_the_next(24,0:13)
  integer :: rank, number_of_ranks, neighbour_to_the_left
  integer :: neighbour_to_the_right
end module

program lines
  use fields_of_the_long_names
  implicit none
  integer :: ierr, it, column
  integer :: row_of_the_tile_with_a_name_that_nearly_fills_lines
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, number_of_ranks, ierr)
  neighbour_to_the_left = modulo(rank-1, number_of_ranks)
  neighbour_to_the_right = modulo(rank+1, number_of_ranks)
  temperature_of_the_tile = rank + 1
  temperature_of_the_next = 0
  !$mdmp commregion
  do it = 1, 5
    !$mdmp send(temperature_of_the_tile(:,rows_of_a_tile), &
    !$mdmp&     neighbour_to_the_right) if(neighbour_to_the_right >= 0)
    !$mdmp recv(temperature_of_the_tile(:,0), neighbour_to_the_left)
    do row_of_the_tile_with_a_name_that_nearly_fills_lines = 1, 12
      do column = 1, columns_of_a_tile
        temperature_of_the_next(column, &
            row_of_the_tile_with_a_name_that_nearly_fills_lines &
            ) = 0.5d0*it + &
            temperature_of_the_tile(column, &
            row_of_the_tile_with_a_name_that_nearly_fills_lines-1)
      end do
    end do
    call sweep(it)
    if (temperature_of_the_tile(1,1) > 1d9 .and. it > 100000000) exit
  end do
  !$mdmp end commregion
  print *, rank, sum(temperature_of_the_tile)
  call MPI_Finalize(ierr)
contains
  subroutine sweep(it)
    integer, intent(in) :: it
    integer :: i, k
    do i = 1, 24; temperature_of_the_next(i,0) = i; end do
    temperature_of_the_tile(:,1:12) = temperature_of_the_next(:,1:12)
    do k = 1, 3
    temperature_of_the_tile(1,k:) = temperature_of_the_next(1,k:)
    end do
    temperature_of_the_tile(:,1:2) = temperature_of_the_next(:,1:2) + 1
  end subroutine
end program

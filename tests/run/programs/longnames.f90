! run: flags -ffree-line-length-none
! Names of 63 characters, deep components, long expressions: lines that do not
! fit when anything is added to them.
module a_module_whose_name_is_as_long_as_the_standard_allows_for_names
  implicit none
  type :: the_innermost_of_the_derived_types_of_this_very_long_test_prog
    real(8) :: the_field_that_is_communicated_between_the_neighbouring_ranks(0:5, 6) = 0
  end type the_innermost_of_the_derived_types_of_this_very_long_test_prog
  type :: a_type_that_contains_arrays_of_the_innermost_type_of_this_test
    type(the_innermost_of_the_derived_types_of_this_very_long_test_prog) :: the_tiles_that_a_chunk_is_made_of(3)
  end type a_type_that_contains_arrays_of_the_innermost_type_of_this_test
  type(a_type_that_contains_arrays_of_the_innermost_type_of_this_test) :: the_chunk_that_belongs_to_this_rank_and_to_no_other_rank_at_all
end module a_module_whose_name_is_as_long_as_the_standard_allows_for_names

program longnames
  use mpi
  use support
  use a_module_whose_name_is_as_long_as_the_standard_allows_for_names
  !ref use ref
  implicit none
  integer :: rank, number_of_ranks_in_the_communicator_that_all_of_them_belong_to, k, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, number_of_ranks_in_the_communicator_that_all_of_them_belong_to, ierr)
  the_chunk_that_belongs_to_this_rank_and_to_no_other_rank_at_all%the_tiles_that_a_chunk_is_made_of(2) &
    %the_field_that_is_communicated_between_the_neighbouring_ranks = reshape([(rank + k/8d0, k=1, 36)], [6, 6])
  !$mdmp commregion
  do k = 1, 3
                                        !$mdmp recv(the_chunk_that_belongs_to_this_rank_and_to_no_other_rank_at_all% &
    !$mdmp& the_tiles_that_a_chunk_is_made_of(2)%the_field_that_is_communicated_between_the_neighbouring_ranks(0, :), &
    !$mdmp& modulo(rank - 1 + number_of_ranks_in_the_communicator_that_all_of_them_belong_to, &
    !$mdmp&   number_of_ranks_in_the_communicator_that_all_of_them_belong_to)) if(rank >= 0 .and. k > 0 .and. k < 1000000)
    !$mdmp send([the_chunk_that_belongs_to_this_rank_and_to_no_other_rank_at_all%the_tiles_that_a_chunk_is_made_of(2)%the_field_that_is_communicated_between_the_neighbouring_ranks(5, 1:3), the_chunk_that_belongs_to_this_rank_and_to_no_other_rank_at_all%the_tiles_that_a_chunk_is_made_of(2)%the_field_that_is_communicated_between_the_neighbouring_ranks(5, 4:6)], modulo(rank + 1, number_of_ranks_in_the_communicator_that_all_of_them_belong_to))
    !ref associate (u => the_chunk_that_belongs_to_this_rank_and_to_no_other_rank_at_all%the_tiles_that_a_chunk_is_made_of(2) &
    !ref   %the_field_that_is_communicated_between_the_neighbouring_ranks, &
    !ref   n => number_of_ranks_in_the_communicator_that_all_of_them_belong_to)
    !ref call ref_recv(u(0, :), modulo(rank - 1, n)); call ref_send(u(5, :), modulo(rank + 1, n)); call ref_wait(u)
    !ref end associate
    associate (u => the_chunk_that_belongs_to_this_rank_and_to_no_other_rank_at_all%the_tiles_that_a_chunk_is_made_of(2) &
               %the_field_that_is_communicated_between_the_neighbouring_ranks)
      u(1:5, :) = 0.5d0*(u(0:4, :) + u(1:5, :))
    end associate
  end do
  !$mdmp end commregion
  call report('u', transfer(the_chunk_that_belongs_to_this_rank_and_to_no_other_rank_at_all% &
    the_tiles_that_a_chunk_is_made_of(2)%the_field_that_is_communicated_between_the_neighbouring_ranks, bytes))
  call MPI_Finalize(ierr)
end program longnames

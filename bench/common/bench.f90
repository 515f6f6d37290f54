! What all benchmark programs share: options from the command line, samples,
! and the order in which variants take turns.
!
! A program measures several variants of the same work in one run, in turn,
! many times over, so that whatever disturbs the machine disturbs all of them.
! A sample is the time of the slowest rank. Rank 0 prints the samples of a case
! when the case is over, never while a clock runs:
!
!   fact ranks 2
!   sample layout=column,bytes=8 hand 4.100E-07
!   results complete
!
! Statistics are the driver's business.
module bench
  use mpi
  implicit none
  private
  public :: bench_start, bench_finish, bench_fail, option, chosen, fact, turn
  public :: round_begin, round_end, keep, clock, case_begin, case_end, rounds_for

  integer, parameter, public :: dp = kind(1.0d0), i8 = selected_int_kind(18)
  integer, public, protected :: rank = -1, ranks = 0

  integer, parameter :: max_rounds = 4000, max_variants = 16
  real(dp) :: samples(max_rounds, max_variants), started
  integer :: taken(max_variants)
  character(len=16) :: names(max_variants)
  character(len=120) :: case_name

  interface option
    module procedure option_integer, option_real, option_text
  end interface option

contains

  subroutine bench_start
    integer :: ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    if (rank == 0) print '(a, i0)', 'fact ranks ', ranks
  end subroutine bench_start

  ! The line of rank 0 tells the driver that nothing more will come.
  subroutine bench_finish
    integer :: ierr
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    if (rank == 0) print '(a)', 'results complete'
    flush (6)
    call MPI_Finalize(ierr)
  end subroutine bench_finish

  ! Ends the run: what was computed or received is wrong.
  subroutine bench_fail(text)
    character(len=*), intent(in) :: text
    integer :: ierr
    print '(a, i0, 3a)', 'wrong on rank ', rank, ' in ', trim(case_name), ': '//text
    flush (6)
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end subroutine bench_fail

  ! A number that is worth knowing beside the samples.
  subroutine fact(name, value)
    character(len=*), intent(in) :: name
    real(dp), intent(in) :: value
    if (rank == 0) print '(3a, es13.6)', 'fact ', name, ' ', value
  end subroutine fact

  ! The value of name=value on the command line.
  function option_text(name, default) result(value)
    character(len=*), intent(in) :: name, default
    character(len=256) :: value, argument
    integer :: k
    value = default
    do k = 1, command_argument_count()
      call get_command_argument(k, argument)
      if (index(argument, name//'=') == 1) value = argument(len(name) + 2:)
    end do
  end function option_text

  integer function option_integer(name, default) result(value)
    character(len=*), intent(in) :: name
    integer, intent(in) :: default
    character(len=256) :: text
    text = option_text(name, '')
    value = default
    if (text /= '') read (text, *) value
  end function option_integer

  real(dp) function option_real(name, default) result(value)
    character(len=*), intent(in) :: name
    real(dp), intent(in) :: default
    character(len=256) :: text
    text = option_text(name, '')
    value = default
    if (text /= '') read (text, *) value
  end function option_real

  ! Whether a word is in the list name=word,word,...
  logical function chosen(name, default, word)
    character(len=*), intent(in) :: name, default, word
    chosen = index(','//trim(option_text(name, default))//',', ','//trim(word)//',') > 0
  end function chosen

  ! Which of n variants comes k-th in a round: forwards in one round, backwards
  ! in the next, each pair of rounds beginning one variant later.
  pure integer function turn(round, k, n)
    integer, intent(in) :: round, k, n
    integer :: place
    place = merge(k, n + 1 - k, mod(round, 2) == 1)
    turn = 1 + mod(place - 1 + (round - 1)/2, n)
  end function turn

  subroutine case_begin(name, variants)
    character(len=*), intent(in) :: name, variants(:)
    case_name = name
    names(:size(variants)) = variants
    taken = 0
  end subroutine case_begin

  ! Starts the clock when all ranks have arrived.
  subroutine round_begin
    integer :: ierr
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    started = MPI_Wtime()
  end subroutine round_begin

  ! Stops the clock and keeps the time of one of the batch's steps.
  subroutine round_end(variant, batch)
    integer, intent(in) :: variant, batch
    call keep(variant, (MPI_Wtime() - started)/batch)
  end subroutine round_end

  ! Keeps a sample.
  subroutine keep(variant, seconds)
    integer, intent(in) :: variant
    real(dp), intent(in) :: seconds
    if (taken(variant) == max_rounds) return
    taken(variant) = taken(variant) + 1
    samples(taken(variant), variant) = seconds
  end subroutine keep

  ! Seconds on a clock that all ranks of this machine share; MPI_Wtime may begin
  ! at another moment in each.
  real(dp) function clock()
    integer(i8) :: count, rate
    call system_clock(count, rate)
    clock = real(count, dp)/rate
  end function clock

  ! How many rounds fit the budget, given the seconds that one round takes; the
  ! same number on all ranks.
  integer function rounds_for(budget, seconds, least, most)
    real(dp), intent(in) :: budget, seconds
    integer, intent(in) :: least, most
    real(dp) :: slowest
    integer :: ierr
    call MPI_Allreduce(seconds, slowest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    rounds_for = max(least, min(most, max_rounds, int(min(budget/max(slowest, 1.0e-9_dp), 1.0e6_dp))))
  end function rounds_for

  ! Prints the samples of the case, the slowest rank's time of each.
  subroutine case_end
    real(dp) :: slowest(max_rounds)
    integer :: v, k, ierr
    do v = 1, max_variants
      if (taken(v) == 0) cycle
      call MPI_Reduce(samples(:, v), slowest, taken(v), MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
      if (rank /= 0) cycle
      do k = 1, taken(v)
        print '(5a, es13.6)', 'sample ', trim(case_name), ' ', trim(names(v)), ' ', slowest(k)
      end do
    end do
    flush (6)
  end subroutine case_end

end module bench

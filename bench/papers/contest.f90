! How the programs of bench/papers measure: forms of the same work take turns, and
! all must leave the same bits.
!
! A form is a way to write the work: plain MPI, by hand, with directives in one of
! their modes, in calls of the API. The files with directives are templates: the
! driver makes a copy for each form that is there, with its name where FORM
! stands, and compiles it with the form's flags; a line that ends in "! each FORM" is there
! once for each.
!
! A contest goes over variants (names of forms). For each pass, start puts the same
! values everywhere, pass does the work, digest says in one number what came of it on this
! rank. The first variant's digest is the right one. The time of a pass goes
! from the start of the first rank to the end of the last.
module contest
  use mpi
  use bench
  use work, only: wait_for, settle
  implicit none
  private
  public :: compete, time_of, mix, steps_of

  ! The steps of a pass; a sample is the time of one.
  integer, public :: steps = 1

  interface mix
    module procedure mix_1, mix_2, mix_3
  end interface mix

  abstract interface
    subroutine starter
    end subroutine starter
    subroutine passer(variant)
      character(len=*), intent(in) :: variant
    end subroutine passer
    function digester() result(h)
      import :: i8
      integer(i8) :: h
    end function digester
  end interface

contains

  ! Measures the variants. warm is the number of rounds before the first sample.
  subroutine compete(name, variants, start, pass, digest)
    character(len=*), intent(in) :: name, variants(:)
    procedure(starter) :: start
    procedure(passer) :: pass
    procedure(digester) :: digest
    integer :: k, v, round, rounds
    integer(i8) :: right
    real(dp) :: one, taken, from
    call case_begin(name, variants)
    one = one_pass(variants(1), start, pass)
    right = digest()
    from = clock()
    one = 0
    do round = 1, max(1, option('warm', 48))
      one = 0
      do v = 1, size(variants)
        taken = one_pass(variants(v), start, pass)
        one = one + taken
        call check(variants(v), digest(), right)
      end do
    end do
    rounds = rounds_for(option('budget', 3.0_dp), one*steps, option('least', 7), 301)
    do round = 1, rounds
      do k = 1, size(variants)
        v = turn(round, k, size(variants))
        call keep(v, one_pass(variants(v), start, pass))
        call check(variants(v), digest(), right)
      end do
    end do
    call case_end
  end subroutine compete

  subroutine check(variant, got, right)
    character(len=*), intent(in) :: variant
    integer(i8), intent(in) :: got, right
    if (got /= right) call bench_fail('the bits of '//trim(variant)//' differ')
  end subroutine check

  ! Seconds of a step, the least of some passes, since all that can happen to it
  ! makes it longer. The same on all ranks.
  real(dp) function time_of(variant, start, pass, passes)
    character(len=*), intent(in) :: variant
    procedure(starter) :: start
    procedure(passer) :: pass
    integer, intent(in) :: passes
    integer :: k
    time_of = one_pass(variant, start, pass)
    do k = 2, passes
      time_of = min(time_of, one_pass(variant, start, pass))
    end do
  end function time_of

  ! Seconds of a step, from the start of the first rank to the end of the last.
  real(dp) function one_pass(variant, start, pass)
    character(len=*), intent(in) :: variant
    procedure(starter) :: start
    procedure(passer) :: pass
    real(dp), asynchronous :: mine(2), all(2)
    integer :: request, ierr
    call start
    call settle
    mine(1) = -clock()
    call pass(variant)
    mine(2) = clock()
    call MPI_Iallreduce(mine, all, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, request, ierr)
    call wait_for(request)
    one_pass = (all(1) + all(2))/steps
  end function one_pass

  ! How many steps make a pass of some milliseconds, given the seconds of one.
  integer function steps_of(seconds)
    real(dp), intent(in) :: seconds
    steps_of = max(2, min(200, nint(option('pass', 4.0e-3_dp)/max(seconds, 1.0e-7_dp))))
  end function steps_of

  ! Bits of an array and of what came before, in one number.
  pure integer(i8) function mixed(h, x)
    integer(i8), intent(in) :: h
    real(dp), intent(in) :: x
    mixed = ieor(h, transfer(x, h))
    mixed = ieor(mixed, ishft(mixed, 13))
    mixed = ieor(mixed, ishft(mixed, -7))
    mixed = ieor(mixed, ishft(mixed, 17))
  end function mixed

  pure integer(i8) function mix_1(h, a)
    integer(i8), intent(in) :: h
    real(dp), intent(in) :: a(:)
    integer :: k
    mix_1 = ieor(h, 88172645463325252_i8)
    do k = 1, size(a)
      mix_1 = mixed(mix_1, a(k))
    end do
  end function mix_1

  pure integer(i8) function mix_2(h, a)
    integer(i8), intent(in) :: h
    real(dp), intent(in) :: a(:, :)
    integer :: k
    mix_2 = h
    do k = 1, size(a, 2)
      mix_2 = mix_1(mix_2, a(:, k))
    end do
  end function mix_2

  pure integer(i8) function mix_3(h, a)
    integer(i8), intent(in) :: h
    real(dp), intent(in) :: a(:, :, :)
    integer :: k
    mix_3 = h
    do k = 1, size(a, 3)
      mix_3 = mix_2(mix_3, a(:, :, k))
    end do
  end function mix_3

end module contest

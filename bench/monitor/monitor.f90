! What it costs to watch the accesses of a loop: the four STREAM loops
! untouched, watched by hand (see hand.f90), and written with directives.
!
!   again    the untouched loops a second time: chance
!   outside  the same loops in the file with the directives, outside any region
!   mdmp     in a region, between exchanges of their arrays; the peer is nobody,
!            so nothing travels
!
! options: elements=4000000 variants=... passes=2 (a sample) budget=2.0
!          (seconds for each loop)
program monitor
  use mpi
  use bench
  use hand
  use directive
  implicit none
  character(len=*), parameter :: all_variants = 'plain,again,outside,mdmp,strip512,strip4096,count,writes,calls'
  character(len=8), parameter :: kernels(4) = [character(len=8) :: 'copy', 'scale', 'add', 'triad']
  real(dp), allocatable :: a(:), b(:), c(:)
  integer(1), allocatable :: counter(:)
  integer :: n, k
  real(dp) :: s

  call bench_start
  n = option('elements', 4000000)
  s = option('scalar', 3.0_dp)
  allocate (a(n), b(n), c(n), counter(n))
  do k = 1, size(kernels)
    call measure(trim(kernels(k)))
  end do
  call bench_finish

contains

  subroutine measure(kernel)
    character(len=*), intent(in) :: kernel
    character(len=9), parameter :: candidates(9) = [character(len=9) :: 'plain', 'again', 'outside', 'mdmp', &
      'strip512', 'strip4096', 'count', 'writes', 'calls']
    character(len=9), allocatable :: variants(:)
    character(len=60) :: name
    integer :: j, v, round, rounds, passes
    real(dp) :: one
    allocate (variants, source=pack(candidates, [(chosen('variants', all_variants, candidates(j)), j=1, size(candidates))]))
    write (name, '(3a, i0)') 'kernel=', kernel, ',elements=', n
    call case_begin(name, variants)
    passes = option('passes', 2)
    one = MPI_Wtime()
    do v = 1, size(variants)
      call check(kernel, variants(v))
      call passes_of(kernel, variants(v), passes)
    end do
    one = MPI_Wtime() - one
    rounds = rounds_for(option('budget', 2.0_dp), one, 11, 501)
    do round = 1, rounds
      do j = 1, size(variants)
        v = turn(round, j, size(variants))
        call round_begin
        call passes_of(kernel, variants(v), passes)
        call round_end(v, passes)
      end do
    end do
    call case_end
  end subroutine measure

  ! Every variant must compute what the loop says.
  subroutine check(kernel, variant)
    character(len=*), intent(in) :: kernel, variant
    integer :: i
    real(dp) :: want
    logical :: wrong
    wrong = .false.
    do i = 1, n
      a(i) = -1
      b(i) = mod(i, 1009)
      c(i) = mod(i, 503)
    end do
    counter = 0
    call passes_of(kernel, variant, 1)
    do i = 1, n
      want = b(i)
      if (kernel == 'scale' ) want = s*b(i)
      if (kernel == 'add') want = b(i) + c(i)
      if (kernel == 'triad') want = b(i) + s*c(i)
      wrong = wrong .or. a(i) /= want
    end do
    if (wrong) call bench_fail(variant//' '//kernel)
  end subroutine check

  subroutine passes_of(kernel, variant, passes)
    character(len=*), intent(in) :: kernel, variant
    integer, intent(in) :: passes
    integer :: pass
    do pass = 1, passes
      select case (variant)
      case ('plain', 'again')
        call plain_pass(kernel, a, b, c, n, s)
      case ('outside')
        call outside_pass(kernel)
      case ('mdmp')
        call directive_pass(kernel)
      case ('strip512')
        call strip_pass(kernel, a, b, c, n, s, 512)
      case ('strip4096')
        call strip_pass(kernel, a, b, c, n, s, 4096)
      case ('count')
        call count_pass(kernel, a, b, c, n, s, counter)
      case ('writes')
        call write_pass(kernel, a, b, c, n, s)
      case ('calls')
        call call_pass(kernel, a, b, c, n, s)
      case default
        call bench_fail('no variant '//variant)
      end select
    end do
  end subroutine passes_of

  subroutine outside_pass(kernel)
    character(len=*), intent(in) :: kernel
    select case (kernel)
    case ('copy')
      call outside_copy(a, b, n)
    case ('scale')
      call outside_scale(a, b, n, s)
    case ('add')
      call outside_add(a, b, c, n)
    case ('triad')
      call outside_triad(a, b, c, n, s)
    end select
  end subroutine outside_pass

  subroutine directive_pass(kernel)
    character(len=*), intent(in) :: kernel
    select case (kernel)
    case ('copy')
      call directive_copy(a, b, n, MPI_PROC_NULL)
    case ('scale')
      call directive_scale(a, b, n, s, MPI_PROC_NULL)
    case ('add')
      call directive_add(a, b, c, n, MPI_PROC_NULL)
    case ('triad')
      call directive_triad(a, b, c, n, s, MPI_PROC_NULL)
    end select
  end subroutine directive_pass

end program monitor

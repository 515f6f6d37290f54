! What it costs to follow the accesses of the STREAM loops.
!
!   plain    untouched
!   count    by hand: a counter for each element that is written, inlined
!   writes   by hand: a call for each write
!   calls    by hand: a call for each access
!   a form   in a region: what is written is sent, sent elements of it, to this rank; sent=0: to nobody; always=1:
!            the case is called so (MDMP_TUNE=0 is for the caller to set)
!   outside  the loops of the first form's file outside of a region
!
! options: kernel=copy elements=4000000 sent=4096 always=0 variants=... warm=48 budget=3.0
program stream_contest
  use mpi
  use bench
  use contest
  use hand
  use stream_FORM, only: loops_FORM => stream, outside_FORM => outside ! each FORM
  implicit none
  real(dp), allocatable :: a(:), b(:), c(:), w(:)
  integer(1), allocatable :: counter(:)
  character(len=16), allocatable :: variants(:)
  character(len=16) :: kernel, tracked
  character(len=100) :: name
  integer :: n, sent, peer, k

  call bench_start
  kernel = option('kernel', 'copy')
  n = option('elements', 4000000)
  sent = option('sent', 4096)
  peer = merge(rank, MPI_PROC_NULL, sent > 0)
  sent = max(1, sent)
  allocate (a(n), b(n), c(n), w(sent), counter(n))
  variants = chosen_variants()
  steps = 4
  tracked = merge('yes', 'no ', peer >= 0)
  if (option('always', 0) == 1) tracked = 'always'
  write (name, '(3a, i0, a, a)') 'kernel=', trim(kernel), ',elements=', n, ',tracked=', trim(tracked)
  call compete(name, variants, start, pass, digest)
  call bench_finish

contains

  function chosen_variants() result(list)
    character(len=16), allocatable :: list(:)
    logical :: forms
    list = [character(len=16) :: 'plain', 'again', 'outside', 'count', 'writes', 'calls']
    forms = .false.
    list = [character(len=16) :: list, 'FORM'] ! each FORM
    forms = .true. ! each FORM
    list = pack(list, forms .or. list /= 'outside')
    list = pack(list, [(chosen('variants', 'plain', list(k)), k=1, size(list))])
  end function chosen_variants

  subroutine start
    integer :: i
    do i = 1, n
      a(i) = -1
      b(i) = mod(i, 1009)
      c(i) = mod(i, 503)
    end do
    w = 0
  end subroutine start

  subroutine pass(variant)
    character(len=*), intent(in) :: variant
    real(dp), parameter :: s = 3
    integer :: step
    select case (variant)
    case ('FORM') ! each FORM
      call loops_FORM(trim(kernel), a, b, c, w, n, sent, s, steps, peer) ! each FORM
      return ! each FORM
    end select
    if (variant == 'outside') then
      call first(s)
      return
    end if
    do step = 1, steps
      select case (variant)
      case ('plain', 'again')
        call plain_pass(trim(kernel), a, b, c, n, s)
      case ('count')
        call count_pass(trim(kernel), a, b, c, n, s, counter)
      case ('writes')
        call write_pass(trim(kernel), a, b, c, n, s)
      case ('calls')
        call call_pass(trim(kernel), a, b, c, n, s)
      case default
        call bench_fail('no variant '//variant)
      end select
    end do
  end subroutine pass

  ! Outside of a region, in the file of the first form.
  subroutine first(s)
    real(dp), intent(in) :: s
    call outside_FORM(trim(kernel), a, b, c, n, s, steps); return ! each FORM
    call bench_fail('there is no form')
  end subroutine first

  function digest() result(h)
    integer(i8) :: h
    h = mix(mix(0_i8, a), b)
  end function digest

end program stream_contest

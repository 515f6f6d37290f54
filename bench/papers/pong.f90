! The pingpongs of "Managed data message passing": two ranks send an array of 1024
! elements to and fro, each of them computed from the one that came.
!
!   pingpong               all elements are sent, computation is one copy
!   selectivepingpong      1 or 32 of them are sent, all are computed
!   delaypingpong          all are sent, each takes up to 1000 additions
!   selectivedelaypingpong both
!
! A sample is the time of one way to and fro.
!
! options: variants=... sent=1,32,1024 delays=0,... elements=1024 warm=... budget=...
program pong_contest
  use mpi
  use bench
  use contest
  use pong_hand, only: pong_mpi, pong_nonblock
  use pong_FORM, only: pong_of_FORM => pong ! each FORM
  implicit none
  character(len=16), allocatable :: variants(:)
  real(dp), allocatable :: a(:), b(:)
  integer :: n, sent, delay, k
  character(len=100) :: name

  call bench_start
  if (ranks /= 2) call bench_fail('this takes 2 ranks')
  n = option('elements', 1024)
  sent = min(n, option('sent', 1024))
  delay = option('delay', 0)
  allocate (a(n), b(n))
  variants = chosen_variants()
  steps = 4
  steps = steps_of(time_of('mpi', start, pass, 8))
  write (name, '(3a, i0, a, i0)') 'kernel=', trim(kernel()), ',sent=', sent, ',delay=', delay
  call compete(name, variants, start, pass, digest)
  call bench_finish

contains

  function kernel() result(word)
    character(len=32) :: word
    word = 'pingpong'
    if (delay > 0) word = 'delay'//word
    if (sent < n) word = 'selective'//word
  end function kernel

  function chosen_variants() result(list)
    character(len=16), allocatable :: list(:)
    list = [character(len=16) :: 'mpi', 'again', 'nonblock']
    list = [character(len=16) :: list, 'FORM'] ! each FORM
    list = pack(list, [(chosen('variants', 'mpi', list(k)), k=1, size(list))])
  end function chosen_variants

  subroutine start
    integer :: i
    do i = 1, n
      a(i) = -1
      b(i) = mod(i, 509)/16.0_dp + rank
    end do
  end subroutine start

  subroutine pass(variant)
    character(len=*), intent(in) :: variant
    select case (variant)
    case ('mpi', 'again')
      call pong_mpi(a, b, n, sent, delay, steps, rank == 0, 1 - rank)
    case ('nonblock')
      call pong_nonblock(a, b, n, sent, delay, steps, rank == 0, 1 - rank)
    case ('FORM') ! each FORM
      call pong_of_FORM(a, b, n, sent, delay, steps, rank == 0, 1 - rank) ! each FORM
    case default
      call bench_fail('no variant '//variant)
    end select
  end subroutine pass

  function digest() result(h)
    integer(i8) :: h
    h = mix(mix(0_i8, a), b)
  end function digest

end program pong_contest

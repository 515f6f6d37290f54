! The chains of "Delta send-recv": a block of data between ranks, each of which
! computes for all of its elements.
!
!   pair     one rank computes and sends, the other receives and computes (2 ranks)
!   cascade  the same through all ranks
!            (both: so many steps, of which each begins when the one before is answered)
!   ring     each computes, sends to the next and adds up what comes
!   reduce   along a binary tree: each adds what comes of two to its own
!   surface  a pair by size of the message and of the increment: several blocks in one region, of which each
!            begins when the one before is answered
!
! Computation is empty (an addition), random (a generator, each number from the last), trig,
! or labour: so many microseconds for a column, asleep where ranks outnumber
! processors. But for empty, it is made as long as the wire takes for a block.
!
! options: kernel=pair work=trig bytes=409600 column=8192 increment=8192 ratio=1.0 variants=...
!          steps=1 (surface: 4) crowded=0 warm=48 budget=3.0
program chain
  use, intrinsic :: iso_c_binding, only: c_intptr_t, c_loc
  use mpi
  use bench
  use contest
  use work, only: crowded, napping, wait_for
  use chain_hand
  use chain_FORM, only: stages_FORM => stages, ring_FORM => ring ! each FORM
  use chain_FORM, only: reduce_FORM => reduce, surface_FORM => surface ! each FORM
  implicit none
  real(dp), pointer, contiguous :: a(:, :), b(:, :), c(:, :)
  integer :: m, n, prev, next, left, right, parent, effort, increment
  character(len=16) :: kernel, toil
  character(len=16), allocatable :: variants(:)
  character(len=120) :: name

  call bench_start
  if (ranks < 2) call bench_fail('this takes 2 ranks or more')
  kernel = option('kernel', 'pair')
  toil = option('work', 'trig')
  if (all(toil /= [character(len=16) :: 'empty', 'random', 'trig', 'labour'])) call bench_fail('no work '//toil)
  if (all(kernel /= [character(len=16) :: 'pair', 'cascade', 'ring', 'reduce', 'surface'])) call bench_fail('no kernel '//kernel)
  increment = option('increment', 8192)
  m = option('column', 8192)/8
  n = option('bytes', 409600)/(8*m)
  crowded = option('crowded', 0) == 1
  napping = crowded
  call allocate_on_page(a)
  call allocate_on_page(b)
  call allocate_on_page(c)
  call choose_peers
  call choose_effort
  steps = option('steps', merge(4, 1, kernel == 'surface'))
  if (kernel == 'ring' .or. kernel == 'reduce') steps = 1
  call choose_variants
  write (name, '(6a, 2(a, i0))') 'kernel=', trim(kernel), ',work=', trim(toil), ',asleep=', merge('yes', 'no ', crowded), &
    ',ranks=', ranks, ',bytes=', 8*m*n
  if (kernel == 'surface') write (name, '(a, i0)') trim(name)//',increment=', increment
  name = squeezed(name)
  call compete(name, variants, start, pass, digest)
  call bench_finish

contains

  ! Begins with a page of memory, so that pages can speak for it.
  subroutine allocate_on_page(x)
    real(dp), pointer, contiguous, intent(out) :: x(:, :)
    real(dp), pointer, contiguous :: space(:)
    integer, parameter :: page = 4096
    integer :: at
    allocate (space(m*n + page/8))
    at = int(modulo(-transfer(c_loc(space), 0_c_intptr_t), int(page, c_intptr_t)))/8
    x(1:m, 1:n) => space(at + 1:at + m*n)
  end subroutine allocate_on_page

  subroutine choose_peers
    prev = rank - 1
    next = rank + 1
    if (kernel == 'ring') then
      prev = modulo(prev, ranks)
      next = modulo(next, ranks)
    end if
    left = 2*rank + 1
    right = 2*rank + 2
    parent = merge(MPI_PROC_NULL, (rank - 1)/2, rank == 0)
    if (prev < 0) prev = MPI_PROC_NULL
    if (next >= ranks) next = MPI_PROC_NULL
    if (left >= ranks) left = MPI_PROC_NULL
    if (right >= ranks) right = MPI_PROC_NULL
  end subroutine choose_peers

  ! The effort at which a block takes as long to compute as on the wire, over ratio.
  subroutine choose_effort
    real(dp) :: communication, computation
    integer :: k
    steps = 1
    communication = time_of('wire', start, pass, 6)
    call fact('wire', communication)
    effort = 1
    if (toil == 'labour') effort = max(1, nint(1.0e6_dp*communication/n))
    do k = 1, 3
      computation = time_of('compute', start, pass, 4)
      if (toil /= 'empty') effort = max(1, nint(effort*communication/(option('ratio', 1.0_dp)*computation)))
    end do
    call fact('compute', computation)
    call MPI_Bcast(effort, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, k)
    call fact('effort', real(effort, dp))
  end subroutine choose_effort

  subroutine choose_variants
    character(len=16), allocatable :: list(:)
    integer :: k
    list = [character(len=16) :: 'mpi', 'again', 'pieces', 'overlap']
    list = [character(len=16) :: list, 'FORM'] ! each FORM
    if (kernel == 'ring' .or. kernel == 'reduce') list = pack(list, list /= 'pieces')
    if (kernel /= 'ring') list = pack(list, list /= 'overlap')
    variants = pack(list, [(chosen('variants', 'mpi', list(k)), k=1, size(list))])
  end subroutine choose_variants

  ! A name without blanks.
  function squeezed(text) result(out)
    character(len=*), intent(in) :: text
    character(len=len(text)) :: out
    integer :: k
    out = ''
    do k = 1, len_trim(text)
      if (text(k:k) /= ' ') out = trim(out)//text(k:k)
    end do
  end function squeezed

  subroutine start
    integer :: i, j
    do j = 1, n
      do i = 1, m
        a(i, j) = merge(mod(i + 31*j, 1013)/1013.0_dp, 0.0_dp, kernel /= 'reduce' .and. rank == 0)
        b(i, j) = mod(i + 7*j + rank, 1013)/1013.0_dp
        c(i, j) = merge(mod(i + 13*j + rank, 1013)/1013.0_dp, 0.0_dp, kernel == 'ring')
      end do
    end do
  end subroutine start

  subroutine pass(variant)
    character(len=*), intent(in) :: variant
    integer :: request, ierr
    integer(i8) :: seed
    select case (variant)
    case ('wire')
      if (rank == 0) call MPI_Isend(b, m*n, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, request, ierr)
      if (rank == 1) call MPI_Irecv(a, m*n, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, request, ierr)
      if (rank < 2) call wait_for(request)
      return
    case ('compute')
      seed = 4711
      if (rank == 0) call produce(toil, a, b, m, n, 1, n, effort, seed)
      return
    end select
    select case (kernel)
    case ('ring')
      call ring_pass(variant)
    case ('reduce')
      call reduce_pass(variant)
    case ('surface')
      call surface_pass(variant)
    case default
      call stage_pass(variant)
    end select
  end subroutine pass

  subroutine stage_pass(variant)
    character(len=*), intent(in) :: variant
    integer :: step
    select case (variant)
    case ('mpi', 'again')
      do step = 1, steps
        call stage_mpi(toil, a, b, m, n, effort, prev, next)
        if (steps > 1) call answer(prev, next)
      end do
    case ('pieces')
      do step = 1, steps
        call stage_pieces(toil, a, b, m, n, max(1, increment/(8*m)), effort, prev, next)
        if (steps > 1) call answer(prev, next)
      end do
    case ('FORM') ! each FORM
      call stages_FORM(toil, a, b, m, n, effort, steps, prev, next) ! each FORM
    case default
      call bench_fail('no variant '//variant)
    end select
  end subroutine stage_pass

  subroutine surface_pass(variant)
    character(len=*), intent(in) :: variant
    integer :: step
    select case (variant)
    case ('mpi', 'again')
      do step = 1, steps
        call stage_mpi(toil, a, b, m, n, effort, prev, next)
        call answer(prev, next)
      end do
    case ('pieces')
      do step = 1, steps
        call stage_pieces(toil, a, b, m, n, max(1, increment/(8*m)), effort, prev, next)
        call answer(prev, next)
      end do
    case ('FORM') ! each FORM
      call surface_FORM(a, b, m, n, effort, increment, steps, prev, next) ! each FORM
    case default
      call bench_fail('no variant '//variant)
    end select
  end subroutine surface_pass

  subroutine ring_pass(variant)
    character(len=*), intent(in) :: variant
    select case (variant)
    case ('mpi', 'again')
      call ring_mpi(toil, a, c, b, m, n, effort, prev, next)
    case ('overlap')
      call ring_overlap(toil, a, c, b, m, n, max(1, increment/(8*m)), effort, prev, next)
    case ('FORM') ! each FORM
      call ring_FORM(toil, a, c, b, m, n, effort, prev, next) ! each FORM
    case default
      call bench_fail('no variant '//variant)
    end select
  end subroutine ring_pass

  subroutine reduce_pass(variant)
    character(len=*), intent(in) :: variant
    select case (variant)
    case ('mpi', 'again')
      call reduce_mpi(toil, a, c, b, m, n, effort, left, right, parent)
    case ('FORM') ! each FORM
      call reduce_FORM(toil, a, c, b, m, n, effort, left, right, parent) ! each FORM
    case default
      call bench_fail('no variant '//variant)
    end select
  end subroutine reduce_pass

  function digest() result(h)
    integer(i8) :: h
    h = mix(mix(0_i8, a), b)
  end function digest

end program chain

! A block of data passes through all ranks: each receives it, computes the
! next one and sends that on. With two ranks it is a producer and a consumer,
! with more a cascade. One block at a time, so that nothing overlaps unless it
! is made to inside a block.
!
!   blocking  receive, compute, send
!   pieces    by hand in pieces of 8 KB, each sent as soon as it is computed
!   mdmp      written with directives, in the style of blocking
!   compute   the computation of one rank alone
!   wire      a block from rank 0 to rank 1 alone
!
! The computation is made as long as the wire takes, by real work or (where the
! ranks outnumber the processors) by sleep. A sample is the time from the start
! of the first rank to the end of the last. All variants must give the same
! bits. With crowded=1 all waits hand over the processor, see work.f90.
!
! options: bytes=409600 column=8192 work=compute (or sleep) ratio=1.0
!          (communication to computation) variants=... piece=1 (columns)
!          warm=48 (samples not counted: the tuner's first trials) budget=3.0 (seconds) crowded=0
program pipeline
  use mpi
  use bench
  use work
  use hand
  use directive
  implicit none
  character(len=*), parameter :: all_variants = 'blocking,pieces,mdmp,compute,wire'
  real(dp), allocatable :: a(:, :), b(:, :), reference(:, :)
  integer :: m, n, prev, next, effort
  logical :: sleeping

  call bench_start
  if (ranks < 2) call bench_fail('this takes 2 ranks or more')
  m = option('column', 8192)/8
  n = option('bytes', 409600)/(8*m)
  sleeping = option('work', 'compute') == 'sleep'
  crowded = option('crowded', 0) == 1
  prev = merge(MPI_PROC_NULL, rank - 1, rank == 0)
  next = merge(MPI_PROC_NULL, rank + 1, rank == ranks - 1)
  allocate (a(m, n), b(m, n), reference(m, n))
  call start_values
  call choose_effort
  call measure
  call bench_finish

contains

  subroutine start_values
    integer :: i, j
    do j = 1, n
      do i = 1, m
        a(i, j) = merge(mod(i + 31*j, 1013)/1013.0_dp, -1.0_dp, rank == 0)
        b(i, j) = -2
      end do
    end do
  end subroutine start_values

  ! The effort at which the computation takes as long as the wire, over ratio.
  subroutine choose_effort
    real(dp) :: communication, computation
    integer :: k
    communication = time_of('wire')
    call fact('wire', communication)
    effort = 50
    do k = 1, 4 ! the time is not proportional to the effort
      computation = time_of('compute')
      effort = max(1, nint(effort*communication/(option('ratio', 1.0_dp)*computation)))
    end do
    call fact('effort', real(effort, dp))
  end subroutine choose_effort

  ! Seconds of one pass, the same on all ranks: the least of some, since all that
  ! can happen to it makes it longer.
  real(dp) function time_of(variant)
    character(len=*), intent(in) :: variant
    integer :: k
    time_of = one_pass(variant)
    do k = 1, 7
      time_of = min(time_of, one_pass(variant))
    end do
  end function time_of

  subroutine measure
    character(len=8), parameter :: candidates(5) = [character(len=8) :: 'blocking', 'pieces', 'mdmp', 'compute', 'wire']
    character(len=8), allocatable :: variants(:)
    character(len=100) :: name
    integer :: k, v, round, rounds
    real(dp) :: one
    allocate (variants, source=pack(candidates, [(chosen('variants', all_variants, candidates(k)), k=1, size(candidates))]))
    write (name, '(a, i0, 3a, i0)') 'ranks=', ranks, ',work=', trim(option('work', 'compute')), ',bytes=', 8*m*n
    call case_begin(name, variants)
    one = one_pass('blocking')
    reference = b
    do round = 1, max(1, option('warm', 48))
      one = 0
      do v = 1, size(variants)
        one = one + checked_pass(variants(v))
      end do
    end do
    rounds = rounds_for(option('budget', 3.0_dp), one, 7, 301)
    do round = 1, rounds
      do k = 1, size(variants)
        v = turn(round, k, size(variants))
        call keep(v, checked_pass(variants(v)))
      end do
    end do
    call case_end
  end subroutine measure

  real(dp) function checked_pass(variant)
    character(len=*), intent(in) :: variant
    checked_pass = one_pass(variant)
    if (variant == 'compute' .or. variant == 'wire') return
    if (any(b /= reference)) call bench_fail('the bits of '//trim(variant)//' differ')
  end function checked_pass

  ! Seconds from the start of the first rank to the end of the last.
  real(dp) function one_pass(variant)
    character(len=*), intent(in) :: variant
    real(dp), asynchronous :: mine(2), all(2)
    integer :: request, ierr
    call start_values
    call settle
    mine(1) = merge(-clock(), -huge(1.0_dp), rank == 0)
    call run(variant)
    mine(2) = clock()
    if (variant == 'compute' .and. rank > 0) mine(2) = 0
    call MPI_Iallreduce(mine, all, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, request, ierr)
    call wait_for(request)
    one_pass = all(1) + all(2)
  end function one_pass

  subroutine run(variant)
    character(len=*), intent(in) :: variant
    integer :: request, ierr
    select case (variant)
    case ('blocking')
      call hand_blocking(a, b, m, n, sleeping, effort, prev, next)
    case ('pieces')
      call hand_pieces(a, b, m, n, option('piece', 1), sleeping, effort, prev, next)
    case ('mdmp')
      if (sleeping) then
        call directive_sleep(a, b, m, n, effort, prev, next)
      else
        call directive_compute(a, b, m, n, effort, prev, next)
      end if
    case ('compute')
      if (rank == 0) call columns(a, b, m, n, 1, n, sleeping, effort)
    case ('wire')
      if (rank == 0) call MPI_Isend(a, m*n, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, request, ierr)
      if (rank == 1) call MPI_Irecv(a, m*n, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, request, ierr)
      if (rank < 2) call wait_for(request)
    case default
      call bench_fail('no variant '//variant)
    end select
  end subroutine run

end program pipeline

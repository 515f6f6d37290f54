! What an exchange costs: two ranks exchange a column or a row of a matrix,
! written by hand and written with directives, in turn, from 8 bytes to 4 MB.
!
! The variant "again" is the hand-written one a second time: how far its figures
! differ from the first is what chance can do.
!
! options: layouts=column,row variants=hand,again,pack,mdmp budget=1.0 (seconds
!          a case) least=8 most=4194304 (bytes) factor=2 (between sizes)
program plain
  use mpi
  use bench
  use hand
  use directive
  implicit none
  integer, parameter :: ld = 18               ! of the matrix whose rows are sent
  character(len=*), parameter :: all_variants = 'hand,again,pack,mdmp'
  real(dp), allocatable :: u(:, :), in(:), out(:)
  integer :: bytes, row_type, ierr

  call bench_start
  if (ranks /= 2) call bench_fail('this takes 2 ranks')
  bytes = option('least', 8)
  do while (bytes <= option('most', 4194304))
    if (chosen('layouts', 'column,row', 'column')) &
      call measure('column', bytes/8, [character(len=8) :: 'hand', 'again', 'mdmp'])
    if (chosen('layouts', 'column,row', 'row')) &
      call measure('row', bytes/8, [character(len=8) :: 'hand', 'again', 'pack', 'mdmp'])
    bytes = max(2, option('factor', 2))*bytes
  end do
  call bench_finish

contains

  ! One case: every variant is tried once and its result checked, then they take
  ! turns.
  subroutine measure(layout, n, candidates)
    character(len=*), intent(in) :: layout, candidates(:)
    integer, intent(in) :: n
    character(len=len(candidates)), allocatable :: variants(:)
    integer :: batch, rounds, round, k, v
    character(len=60) :: name
    allocate (variants, source=pack(candidates, [(chosen('variants', all_variants, candidates(k)), k=1, size(candidates))]))
    write (name, '(3a, i0)') 'layout=', layout, ',bytes=', 8*n
    call case_begin(name, variants)
    call allocate_matrix(layout, n)
    do v = 1, size(variants)
      call check(layout, variants(v), n, v)
    end do
    call plan(layout, n, variants, batch, rounds)
    do round = 1, rounds
      do k = 1, size(variants)
        v = turn(round, k, size(variants))
        call exchange(layout, variants(v), n, 1)   ! what the variant before left in the caches is gone
        call round_begin
        call exchange(layout, variants(v), n, batch)
        call round_end(v, batch)
      end do
    end do
    call case_end
    call free_matrix(layout)
  end subroutine measure

  subroutine exchange(layout, variant, n, times)
    character(len=*), intent(in) :: layout, variant
    integer, intent(in) :: n, times
    select case (layout//' '//variant)
    case ('column hand', 'column again')
      call hand_column(u, n, 1 - rank, times)
    case ('column mdmp')
      call directive_column(u, n, 1 - rank, times)
    case ('row hand', 'row again')
      call hand_row_type(u, ld, n, 1 - rank, times, row_type)
    case ('row pack')
      call hand_row_pack(u, ld, n, 1 - rank, times, out, in)
    case ('row mdmp')
      call directive_row(u, ld, n, 1 - rank, times)
    case default
      call bench_fail('no variant '//variant)
    end select
  end subroutine exchange

  ! Column or row 0 is the halo, column or row 1 is sent.
  subroutine allocate_matrix(layout, n)
    character(len=*), intent(in) :: layout
    integer, intent(in) :: n
    if (layout == 'column') then
      allocate (u(n, 0:1))
    else
      allocate (u(0:ld - 1, n), in(n), out(n))
      call MPI_Type_vector(n, 1, ld, MPI_DOUBLE_PRECISION, row_type, ierr)
      call MPI_Type_commit(row_type, ierr)
      in = 0
      out = 0
    end if
    u = 0
  end subroutine allocate_matrix

  subroutine free_matrix(layout)
    character(len=*), intent(in) :: layout
    deallocate (u)
    if (layout == 'column') return
    deallocate (in, out)
    call MPI_Type_free(row_type, ierr)
  end subroutine free_matrix

  ! Lets a variant do one exchange and looks at what arrived.
  subroutine check(layout, variant, n, v)
    character(len=*), intent(in) :: layout, variant
    integer, intent(in) :: n, v
    integer :: i
    logical :: wrong
    if (layout == 'column') then
      u(:, 0) = -1
      u(:, 1) = [(value(i, rank, v), i=1, n)]
    else
      u(0, :) = -1
      u(1, :) = [(value(i, rank, v), i=1, n)]
    end if
    call exchange(layout, variant, n, 1)
    wrong = .false.
    do i = 1, n
      if (layout == 'column') wrong = wrong .or. u(i, 0) /= value(i, 1 - rank, v)
      if (layout == 'row') wrong = wrong .or. u(0, i) /= value(i, 1 - rank, v)
    end do
    if (wrong) call bench_fail(variant)
  end subroutine check

  pure real(dp) function value(i, sender, v)
    integer, intent(in) :: i, sender, v
    value = i + 0.25_dp*sender + 0.01_dp*v
  end function value

  ! A batch lasts long beside the clock's ticks; the rounds fill the budget.
  subroutine plan(layout, n, variants, batch, rounds)
    character(len=*), intent(in) :: layout, variants(:)
    integer, intent(in) :: n
    integer, intent(out) :: batch, rounds
    real(dp), parameter :: batch_time = 4.0e-4_dp
    real(dp) :: one, t
    integer, parameter :: trial = 5
    integer :: k
    one = huge(one)
    do k = 1, 5
      t = MPI_Wtime()
      call exchange(layout, variants(1), n, trial)
      one = min(one, (MPI_Wtime() - t)/trial)
    end do
    batch = rounds_for(batch_time, one, 1, 2000)
    rounds = rounds_for(option('budget', 1.0_dp), one*(batch + 1)*size(variants), 11, 1001)
  end subroutine plan

end program plain

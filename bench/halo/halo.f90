! Jacobi's method on a line of ranks: the exchange written with directives
! against hand-written variants, in turn.
!
!   blocking  MPI_Sendrecv to the east, then to the west; then compute
!   nonblock  Irecv, Isend, Waitall; then compute
!   overlap   the textbook's: post, compute the interior, Waitall, compute the boundary
!   pieces    the same, each message cut into pieces that the library sends eagerly
!   mdmp      directives, in the style of nonblock
!   compute   no exchange at all: the computation alone
!   wire      the exchange of nonblock, and no computation
!
! A rank's part of the grid has edges of "bytes" bytes for each field. How deep
! it is follows from "ratio", communication to computation: the program measures
! both and chooses. The true ratio is that of the samples of wire and compute.
!
! All variants start from the same values and must end with the same bits.
!
! options: shape=columns2 (rows2, columns3, rows3) bytes=131072 ratio=1.0
!          variants=... piece=8192 (bytes) steps=... (of a sample; by default
!          about 50 ms) settle=100 (steps of mdmp
!          before: it tries out what is fastest) warm=1 (samples not counted) budget=2.0 (seconds)
!          memory=256 (MB a rank)
program halo
  use mpi
  use bench
  use grids
  use edges
  use directive
  implicit none
  character(len=*), parameter :: all_variants = 'blocking,nonblock,overlap,pieces,mdmp,compute,wire'
  integer, parameter :: least_depth = 4
  real(dp), parameter :: sample_time = 0.05_dp
  real(dp), allocatable :: u(:), w(:)
  character(len=256) :: shape
  integer :: m, n, steps
  type(edge_set) :: whole, cut

  call bench_start
  shape = option('shape', 'columns2')
  m = option('bytes', 131072)/8
  if (shape(len_trim(shape):) == '3') m = nint(sqrt(real(m, dp)))
  call choose_depth
  call measure
  call bench_finish

contains

  ! The depth at which communication and computation are in the ratio asked for.
  ! The cost of a column jumps with the depth (caches), so this looks for the
  ! depth between one that is too small and one that is too large.
  subroutine choose_depth
    real(dp) :: communication, computation, off, best_off
    integer :: k, most, low, high, best
    most = option('memory', 256)*131072/(2*nf*edge()) - 2
    low = least_depth
    high = most
    n = min(most, 16)
    best_off = huge(best_off)
    do k = 1, 8
      call allocate_grid
      communication = time_of('wire')
      computation = time_of('compute')
      call free_grid
      off = communication/(option('ratio', 1.0_dp)*computation)
      if (abs(log(off)) < best_off) then
        best_off = abs(log(off))
        best = n
      end if
      if (off >= 1) low = n
      if (off <= 1) high = n
      if (best_off < 0.05_dp .or. high - low <= 1) exit
      n = nint(min(n*off, 1.0e6_dp))
      if (n <= low .or. n >= high) n = (low + high)/2
      if (n == low) n = low + 1
    end do
    n = best
    call allocate_grid
    steps = option('steps', max(16, min(50, nint(sample_time/max(time_of('compute'), communication)))))
    call free_grid
    call fact('depth', real(n, dp))
    call fact('steps', real(steps, dp))
  end subroutine choose_depth

  ! Seconds of a step, the same number on all ranks: the least of a few tries.
  real(dp) function time_of(variant)
    character(len=*), intent(in) :: variant
    real(dp) :: t, mine
    integer :: k, ierr
    mine = huge(mine)
    do k = 1, 5
      call MPI_Barrier(MPI_COMM_WORLD, ierr)
      t = MPI_Wtime()
      call run(variant, 3)
      mine = min(mine, (MPI_Wtime() - t)/3)
    end do
    call MPI_Allreduce(mine, time_of, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
  end function time_of

  ! Elements of an edge.
  integer function edge()
    edge = m
    if (shape == 'columns3' .or. shape == 'rows3') edge = m*m
  end function edge

  subroutine allocate_grid
    whole = edge_set(count=edge(), fields=nf, size=(n + 2)*edge())
    if (shape == 'columns2' .or. shape == 'columns3') then
      whole%recv_at = [1, (n + 1)*edge() + 1]
      whole%send_at = [edge() + 1, n*edge() + 1]
    else
      whole%stride = n + 2
      whole%recv_at = [1, n + 2]
      whole%send_at = [2, n + 1]
    end if
    whole%peer = [rank - 1, rank + 1]
    if (rank == 0) whole%peer(1) = MPI_PROC_NULL
    if (rank == ranks - 1) whole%peer(2) = MPI_PROC_NULL
    cut = whole
    cut%piece = option('piece', 8192)/8
    call edges_setup(whole)
    call edges_setup(cut)
    allocate (u(whole%size*nf), w(whole%size*nf))
    call start_values
  end subroutine allocate_grid

  subroutine free_grid
    call edges_free(whole)
    call edges_free(cut)
    deallocate (u, w)
  end subroutine free_grid

  subroutine start_values
    integer :: k
    do k = 1, size(u)
      u(k) = mod(k*7 + rank*13, 1009)/1009.0_dp
    end do
    w = u
  end subroutine start_values

  subroutine measure
    character(len=8), parameter :: candidates(7) = [character(len=8) :: &
      'blocking', 'nonblock', 'overlap', 'pieces', 'mdmp', 'compute', 'wire']
    character(len=8), allocatable :: variants(:)
    integer :: k, v, round, rounds
    integer(i8) :: reference
    real(dp) :: one
    character(len=100) :: name
    allocate (variants, source=pack(candidates, [(chosen('variants', all_variants, candidates(k)), k=1, size(candidates))]))
    write (name, '(3a, i0, a, i0, a, f0.2)') 'shape=', trim(shape), ',fields=', nf, ',bytes=', &
      8*edge(), ',ratio=', option('ratio', 1.0_dp)
    if (index(name, 'ratio=.') > 0) name = name(:index(name, 'ratio=.') + 5)//'0'//name(index(name, 'ratio=.') + 6:)
    call case_begin(name, variants)
    call allocate_grid
    call run('nonblock', steps)
    reference = bits()
    if (any(variants == 'mdmp')) call run('mdmp', option('settle', 100))
    do round = 1, option('warm', 1)
      one = MPI_Wtime()
      do v = 1, size(variants)
        call one_sample(variants(v), 0, reference)
      end do
      one = MPI_Wtime() - one
    end do
    rounds = rounds_for(option('budget', 2.0_dp), one, 7, 501)
    do round = 1, rounds
      do k = 1, size(variants)
        v = turn(round, k, size(variants))
        call one_sample(variants(v), v, reference)
      end do
    end do
    call case_end
    call free_grid
  end subroutine measure

  ! One sample of the variant of that number; number 0 is not counted.
  subroutine one_sample(variant, number, reference)
    character(len=*), intent(in) :: variant
    integer, intent(in) :: number
    integer(i8), intent(in) :: reference
    call start_values
    call round_begin
    call run(variant, steps)
    if (number > 0) call round_end(number, steps)
    if (variant == 'compute' .or. variant == 'wire') return
    if (bits() /= reference) call bench_fail('the bits of '//trim(variant)//' differ')
  end subroutine one_sample

  ! Steps of one variant.
  subroutine run(variant, steps)
    character(len=*), intent(in) :: variant
    integer, intent(in) :: steps
    integer :: step
    if (variant == 'mdmp') then
      call with_directives(steps)
      return
    end if
    do step = 1, steps
      select case (variant)
      case ('blocking')
        call edges_blocking(whole, u)
        call sweep(1, n)
      case ('nonblock')
        call edges_start(whole, u)
        call edges_finish(whole, u)
        call sweep(1, n)
      case ('overlap')
        call edges_start(whole, u)
        call sweep(2, n - 1)
        call edges_finish(whole, u)
        call sweep(1, 1)
        call sweep(n, n)
      case ('pieces')
        call edges_start(cut, u)
        call sweep(2, n - 1)
        call edges_finish(cut, u)
        call sweep(1, 1)
        call sweep(n, n)
      case ('compute')
        call sweep(1, n)
      case ('wire')
        call edges_start(whole, u)
        call edges_finish(whole, u)
        cycle
      case default
        call bench_fail('no variant '//variant)
      end select
      call copy
    end do
  end subroutine run

  subroutine with_directives(steps)
    integer, intent(in) :: steps
    integer :: west, east
    west = whole%peer(1)
    east = whole%peer(2)
    select case (shape)
    case ('columns2')
      call directive_columns2(u, w, m, n, west, east, steps)
    case ('rows2')
      call directive_rows2(u, w, m, n, west, east, steps)
    case ('columns3')
      call directive_columns3(u, w, m, n, west, east, steps)
    case ('rows3')
      call directive_rows3(u, w, m, n, west, east, steps)
    end select
  end subroutine with_directives

  subroutine sweep(lo, hi)
    integer, intent(in) :: lo, hi
    select case (shape)
    case ('columns2')
      call sweep_columns2(u, w, m, n, nf, lo, hi)
    case ('rows2')
      call sweep_rows2(u, w, m, n, nf, lo, hi)
    case ('columns3')
      call sweep_columns3(u, w, m, n, nf, lo, hi)
    case ('rows3')
      call sweep_rows3(u, w, m, n, nf, lo, hi)
    case default
      call bench_fail('no shape '//shape)
    end select
  end subroutine sweep

  subroutine copy
    select case (shape)
    case ('columns2')
      call copy_columns2(u, w, m, n, nf)
    case ('rows2')
      call copy_rows2(u, w, m, n, nf)
    case ('columns3')
      call copy_columns3(u, w, m, n, nf)
    case ('rows3')
      call copy_rows3(u, w, m, n, nf)
    end select
  end subroutine copy

  ! A fingerprint of this rank's values; the place counts.
  integer(i8) function bits()
    integer :: k
    bits = 0
    do k = 1, size(u)
      bits = ieor(ishftc(bits, 7), transfer(u(k), bits))
    end do
  end function bits

end program halo

! Kernels that the papers took from codes:
!
!   wavefront  LU's, one block of m by n points on a grid of side by side ranks; messages of 8*n bytes
!   rows       HYCOM's xcsum: the sum of each row of a 2D array, from rank to rank
!   smooth     MG's psinv with its exchange on 6 neighbours, in a box of ranks
!   product    a sparse matrix by a vector, with an indexed halo (White and Bova)
!
! All compute what they compute; all but product also labour for effort microseconds for each column, row or
! plane, asleep where ranks outnumber processors.
!
! options: kernel=wavefront n=1280 (points of a message) m=40 effort=... variants=... crowded=0 warm=48 budget=3.0
program kernels
  use mpi
  use bench
  use contest
  use work, only: crowded, napping
  use kernels_hand
  use kernels_FORM, only: wavefront_FORM => wavefront, rows_FORM => rows ! each FORM
  use kernels_FORM, only: product_FORM => product, smooth_FORM => smooth ! each FORM
  implicit none
  integer, parameter :: width = 27 ! elements of a row of the matrix
  real(dp), allocatable :: a(:, :), s(:), t(:), u(:, :, :), r(:, :, :), x(:), y(:), value(:)
  integer, allocatable :: begins(:), column(:), list(:, :), ghost(:, :)
  integer :: m, n, k, effort, side, peer(2, 3)
  character(len=16) :: kernel
  character(len=16), allocatable :: variants(:)
  character(len=120) :: name

  call bench_start
  kernel = option('kernel', 'wavefront')
  n = option('n', 1280)
  m = option('m', 40)
  effort = option('effort', 0)
  crowded = option('crowded', 0) == 1
  napping = crowded
  peer = MPI_PROC_NULL
  allocate (a(0:0, 0:0), s(0), t(0), u(0, 0, 0), r(0, 0, 0), x(0), y(0), begins(0), column(0), value(0), list(0, 0), ghost(0, 0))
  select case (kernel)
  case ('wavefront')
    side = nint(sqrt(real(ranks)))
    call grid(1, side, 1)
    call grid(2, ranks/side, side)
    deallocate (a)
    allocate (a(0:m, 0:n))
  case ('rows')
    call grid(1, ranks, 1)
    deallocate (a, s, t)
    allocate (a(1:m, 1:n), s(n), t(n))
  case ('smooth')
    side = 1
    if (ranks == 8) side = 2
    call grid(1, side, 1)
    call grid(2, side, side)
    call grid(3, ranks/side**2, side**2)
    deallocate (u, r)
    allocate (u(0:m+1, 0:m+1, 0:m+1), r(0:m+1, 0:m+1, 0:m+1))
  case ('product')
    call grid(1, ranks, 1)
    call matrix
  case default
    call bench_fail('no kernel '//kernel)
  end select
  call choose_variants
  steps = 1
  if (kernel == 'product' .or. kernel == 'smooth') steps = steps_of(time_of('mpi', start, pass, 3)*2)
  write (name, '(4a, 3(a, i0))') 'kernel=', trim(kernel), ',asleep=', trim(merge('yes', 'no ', crowded)), ',ranks=', ranks, &
    ',n=', n, ',m=', m
  call compete(name, variants, start, pass, digest)
  call bench_finish

contains

  ! The neighbours along one dimension of a grid of ranks.
  subroutine grid(dimension, extent, stride)
    integer, intent(in) :: dimension, extent, stride
    integer :: place
    place = mod(rank/stride, extent)
    if (place > 0) peer(1, dimension) = rank - stride
    if (place < extent - 1) peer(2, dimension) = rank + stride
  end subroutine grid

  ! n rows; each has elements in columns near its own, and near those that n/50 away. The first and
  ! last k rows need elements of the neighbours.
  subroutine matrix
    integer :: i, j
    k = max(width, n/m)
    deallocate (x, y, begins, column, value, list, ghost)
    allocate (x(n + 2*k), y(n), begins(n + 1), column(width*n), value(width*n), list(k, 2), ghost(k, 2))
    do i = 1, n
      begins(i) = 1 + (i - 1)*width
      do j = 1, width
        column(begins(i) + j - 1) = place(i + (mod(j, 3) - 1)*k + (mod(j, 3) - 1)*(-j/3))
        value(begins(i) + j - 1) = 1.0_dp/(width + mod(i + j, 7))
      end do
    end do
    begins(n + 1) = 1 + n*width
    do i = 1, k ! neighbours number their halos backwards
      list(i, 1) = k + 1 - i
      list(i, 2) = n + 1 - i
      ghost(i, 1) = n + i
      ghost(i, 2) = n + k + i
    end do
  end subroutine matrix

  ! Where the element of x is that is the i-th of this rank, counting into the neighbours.
  integer function place(i)
    integer, intent(in) :: i
    if (i < 1) then
      place = n + 1 - i ! the neighbour's last is the first of the halo
    else if (i > n) then
      place = n + k + (k + 1 - (i - n))
    else
      place = i
    end if
  end function place

  subroutine choose_variants
    character(len=16), allocatable :: all(:)
    integer :: i
    all = [character(len=16) :: 'mpi', 'again', 'overlap']
    all = [character(len=16) :: all, 'FORM'] ! each FORM
    if (kernel == 'rows' .or. kernel == 'wavefront') all = pack(all, all /= 'overlap')
    variants = pack(all, [(chosen('variants', 'mpi', all(i)), i=1, size(all))])
  end subroutine choose_variants

  subroutine start
    integer :: i, j, l
    do j = lbound(a, 2), ubound(a, 2)
      do i = lbound(a, 1), ubound(a, 1)
        a(i, j) = mod(i + 31*j + rank, 1013)/1013.0_dp
      end do
    end do
    s = 1
    t = 0
    x = 0
    do i = 1, size(y)
      x(i) = mod(i + rank, 1013)/1013.0_dp
      y(i) = -1
    end do
    do l = lbound(u, 3), ubound(u, 3)
      do j = lbound(u, 2), ubound(u, 2)
        do i = lbound(u, 1), ubound(u, 1)
          u(i, j, l) = mod(i + 7*j + 31*l + rank, 1013)/1013.0_dp
          r(i, j, l) = mod(i + 5*j + 17*l + rank, 1009)/1009.0_dp
        end do
      end do
    end do
  end subroutine start

  subroutine pass(variant)
    character(len=*), intent(in) :: variant
    select case (kernel)
    case ('wavefront')
      call wavefront_pass(variant)
    case ('rows')
      call rows_pass(variant)
    case ('product')
      call product_pass(variant)
    case ('smooth')
      call smooth_pass(variant)
    end select
  end subroutine pass

  subroutine wavefront_pass(variant)
    character(len=*), intent(in) :: variant
    select case (variant)
    case ('mpi', 'again')
      call wavefront_mpi(a, m, n, effort, peer(1, 1), peer(2, 1), peer(1, 2), peer(2, 2))
    case ('FORM') ! each FORM
      call wavefront_FORM(a, m, n, effort, peer(1, 1), peer(2, 1), peer(1, 2), peer(2, 2)) ! each FORM
    end select
  end subroutine wavefront_pass

  subroutine rows_pass(variant)
    character(len=*), intent(in) :: variant
    select case (variant)
    case ('mpi', 'again')
      call rows_mpi(a, s, t, m, n, effort, peer(1, 1), peer(2, 1))
    case ('FORM') ! each FORM
      call rows_FORM(a, s, t, m, n, effort, peer(1, 1), peer(2, 1)) ! each FORM
    end select
  end subroutine rows_pass

  subroutine product_pass(variant)
    character(len=*), intent(in) :: variant
    select case (variant)
    case ('mpi', 'again')
      call product_mpi(x, y, begins, column, value, n, size(x), list, ghost, k, steps, peer(1, 1), peer(2, 1))
    case ('overlap')
      call product_overlap(x, y, begins, column, value, n, size(x), list, ghost, k, steps, peer(1, 1), peer(2, 1))
    case ('FORM') ! each FORM
      call product_FORM(x, y, begins, column, value, n, size(x), list, ghost, & ! each FORM
                        k, steps, peer(1, 1), peer(2, 1)) ! each FORM
    end select
  end subroutine product_pass

  subroutine smooth_pass(variant)
    character(len=*), intent(in) :: variant
    select case (variant)
    case ('mpi', 'again', 'overlap')
      call smooth_mpi(u, r, m, steps, effort, peer, variant == 'overlap')
    case ('FORM') ! each FORM
      call smooth_FORM(u, r, m, steps, effort, peer) ! each FORM
    end select
  end subroutine smooth_pass

  function digest() result(h)
    integer(i8) :: h
    h = mix(mix(mix(mix(0_i8, a), s), t), u)
    h = mix(mix(mix(h, r), x), y)
  end function digest

end program kernels

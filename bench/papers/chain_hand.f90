! Chains of ranks in plain MPI: each message as a whole, waited for at once.
! pieces is the expert's pair and cascade: pieces of some columns, sent when they are computed
! and waited for when they are needed.
module chain_hand
  use mpi
  use work, only: wait_for
  implicit none
  private
  public :: stage_mpi, stage_pieces, answer, increment_of, ring_mpi, ring_overlap, reduce_mpi, produce, combine
  integer, parameter :: dp = kind(1.0d0), i8 = selected_int_kind(18)
contains

  subroutine stage_mpi(work, a, b, m, n, effort, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(inout), asynchronous :: a(m, n), b(m, n)
    integer(i8) :: seed
    seed = 4711
    call receive(a, m*n, prev)
    call produce(work, a, b, m, n, 1, n, effort, seed)
    call send(b, m*n, next)
  end subroutine stage_mpi

  subroutine stage_pieces(work, a, b, m, n, step, effort, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, step, effort, prev, next
    real(dp), intent(inout), asynchronous :: a(m, n), b(m, n)
    integer :: in(n), out(n), j, last, k, ierr
    integer(i8) :: seed
    seed = 4711
    call post_tiles(a, m, n, step, prev, in)
    k = 0
    do j = 1, n, step
      last = min(n, j + step - 1)
      k = k + 1
      call wait_for(in(k))
      call produce(work, a, b, m, n, j, last, effort, seed)
      call MPI_Isend(b(1, j), m*(last - j + 1), MPI_DOUBLE_PRECISION, next, 0, MPI_COMM_WORLD, out(k), ierr)
    end do
    do j = 1, k
      call wait_for(out(j))
    end do
  end subroutine stage_pieces

  ! Posts a receive for each tile of step columns.
  subroutine post_tiles(a, m, n, step, from, requests)
    integer, intent(in) :: m, n, step, from
    real(dp), intent(inout), asynchronous :: a(m, n)
    integer, intent(inout) :: requests(n)
    integer :: j, k, ierr
    k = 0
    do j = 1, n, step
      k = k + 1
      call MPI_Irecv(a(1, j), m*(min(n, j + step - 1) - j + 1), MPI_DOUBLE_PRECISION, from, 0, MPI_COMM_WORLD, requests(k), ierr)
    end do
  end subroutine post_tiles

  subroutine ring_mpi(work, a, c, b, m, n, effort, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, prev, next
    real(dp), intent(inout), asynchronous :: a(m, n), c(m, n), b(m, n)
    integer :: j, in, out, ierr
    integer(i8) :: seed
    seed = 4711
    call produce(work, c, b, m, n, 1, n, effort, seed)
    call MPI_Irecv(a, m*n, MPI_DOUBLE_PRECISION, prev, 0, MPI_COMM_WORLD, in, ierr)
    call MPI_Isend(b, m*n, MPI_DOUBLE_PRECISION, next, 0, MPI_COMM_WORLD, out, ierr)
    call wait_for(in)
    call wait_for(out)
    do j = 1, n
      b(:, j) = b(:, j) + a(:, j)
    end do
  end subroutine ring_mpi

  ! As compilers overlap that know MPI (Danalis and others): the loops that make the block and take in the other one
  ! are cut into tiles, and each tile is a message, sent when it is made and waited for when it is needed.
  subroutine ring_overlap(work, a, c, b, m, n, step, effort, prev, next)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, step, effort, prev, next
    real(dp), intent(inout), asynchronous :: a(m, n), c(m, n), b(m, n)
    integer :: in(n), out(n), j, last, k, ierr
    integer(i8) :: seed
    seed = 4711
    call post_tiles(a, m, n, step, prev, in)
    k = 0
    do j = 1, n, step
      last = min(n, j + step - 1)
      k = k + 1
      call produce(work, c, b, m, n, j, last, effort, seed)
      call MPI_Isend(b(1, j), m*(last - j + 1), MPI_DOUBLE_PRECISION, next, 0, MPI_COMM_WORLD, out(k), ierr)
    end do
    k = 0
    do j = 1, n, step
      last = min(n, j + step - 1)
      k = k + 1
      call wait_for(in(k))
      call wait_for(out(k)) ! it is changed
      b(:, j:last) = b(:, j:last) + a(:, j:last)
    end do
  end subroutine ring_overlap

  subroutine reduce_mpi(work, a, c, b, m, n, effort, left, right, parent)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort, left, right, parent
    real(dp), intent(inout), asynchronous :: a(m, n), c(m, n), b(m, n)
    integer :: one, other, ierr
    call MPI_Irecv(a, m*n, MPI_DOUBLE_PRECISION, left, 0, MPI_COMM_WORLD, one, ierr)
    call MPI_Irecv(c, m*n, MPI_DOUBLE_PRECISION, right, 0, MPI_COMM_WORLD, other, ierr)
    call wait_for(one)
    call wait_for(other)
    call combine(work, a, c, b, m, n, effort)
    call send(b, m*n, parent)
  end subroutine reduce_mpi

  ! The last rank tells the first, through all others, that it has computed its block.
  subroutine answer(prev, next)
    integer, intent(in) :: prev, next
    real(dp), asynchronous :: token(1)
    token = 0
    call receive(token, 1, next)
    call send(token, 1, prev)
  end subroutine answer

  ! The increment of a form in bytes, where others have so many.
  integer function increment_of(form, others)
    character(len=*), intent(in) :: form
    integer, intent(in) :: others
    select case (form)
    case ('element')
      increment_of = 8
    case ('delta')
      increment_of = 4096
    case default
      increment_of = others
    end select
  end function increment_of

  subroutine receive(a, n, from)
    integer, intent(in) :: n, from
    real(dp), intent(inout), asynchronous :: a(n)
    integer :: request, ierr
    call MPI_Irecv(a, n, MPI_DOUBLE_PRECISION, from, 0, MPI_COMM_WORLD, request, ierr)
    call wait_for(request)
  end subroutine receive

  subroutine send(a, n, to)
    integer, intent(in) :: n, to
    real(dp), intent(inout), asynchronous :: a(n)
    integer :: request, ierr
    call MPI_Isend(a, n, MPI_DOUBLE_PRECISION, to, 0, MPI_COMM_WORLD, request, ierr)
    call wait_for(request)
  end subroutine send

  ! Columns from to last of a stage's block.
  subroutine produce(work, a, b, m, n, from, last, effort, seed)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, from, last, effort
    real(dp), intent(in) :: a(m, n)
    real(dp), intent(inout) :: b(m, n)
    integer(i8), intent(inout) :: seed
    integer :: i, j, k
    real(dp) :: x, one
    do j = from, last
      select case (work)
      case ('empty')
        do i = 1, m
          b(i, j) = 0.5_dp*a(i, j) + 1
        end do
      case ('random')
        do i = 1, m
          do k = 1, effort
            seed = mod(16807_i8*seed, 2147483647_i8)
          end do
          b(i, j) = 0.5_dp*a(i, j) + real(seed, dp)/2147483647
        end do
      case ('trig')
        do i = 1, m
          x = a(i, j)
          do k = 1, effort
            x = sin(x) + cos(x)
          end do
          b(i, j) = x
        end do
      case ('labour')
        one = bessel_jn(effort, real(j, dp))
        do i = 1, m
          b(i, j) = 0.5_dp*a(i, j) + one
        end do
      end select
    end do
  end subroutine produce

  subroutine combine(work, a, c, b, m, n, effort)
    character(len=*), intent(in) :: work
    integer, intent(in) :: m, n, effort
    real(dp), intent(in) :: a(m, n), c(m, n)
    real(dp), intent(inout) :: b(m, n)
    integer(i8) :: seed
    integer :: i, j, k
    real(dp) :: x, one
    seed = 4711
    do j = 1, n
      select case (work)
      case ('empty')
        do i = 1, m
          b(i, j) = (b(i, j) + a(i, j)) + c(i, j)
        end do
      case ('random')
        do i = 1, m
          do k = 1, effort
            seed = mod(16807_i8*seed, 2147483647_i8)
          end do
          b(i, j) = (b(i, j) + a(i, j)) + (c(i, j) + real(seed, dp)/2147483647)
        end do
      case ('trig')
        do i = 1, m
          x = b(i, j)
          do k = 1, effort
            x = sin(x) + cos(x)
          end do
          b(i, j) = (x + a(i, j)) + c(i, j)
        end do
      case ('labour')
        one = bessel_jn(effort, real(j, dp))
        do i = 1, m
          b(i, j) = (b(i, j) + a(i, j)) + (c(i, j) + one)
        end do
      end select
    end do
  end subroutine combine

end module chain_hand

! Waves on a membrane. Each rank owns a chunk of it, made of tiles, one below the
! other, with a halo each. A tile keeps three time levels behind pointers that
! are turned round after every step: no data move. Chunks exchange rows, which
! are strided in memory.
!
! This is tiles.f90 with the exchange written by hand.
!
! usage: mpiexec -n P ./tiles_mpi [n [steps]]
module membrane
  use mpi
  implicit none
  integer, parameter :: dp = kind(1d0), i8 = selected_int_kind(18)

  type :: tile_t
    integer :: first, m                        ! rows above mine, my rows
    real(dp), pointer :: old(:,:), now(:,:), new(:,:)
  end type tile_t

  type :: chunk_t
    integer :: up, down                        ! ranks
    type(tile_t) :: tile(2)
  end type chunk_t

contains

  ! Cuts n rows into two tiles a rank and lays a bump on the membrane.
  subroutine create(chunk, n, rank, nranks)
    type(chunk_t), intent(out), target :: chunk
    integer, intent(in) :: n, rank, nranks
    type(tile_t), pointer :: t
    integer :: i, j, k, q
    chunk%up = rank - 1
    chunk%down = rank + 1
    if (rank == 0) chunk%up = MPI_PROC_NULL
    if (rank == nranks - 1) chunk%down = MPI_PROC_NULL
    do k = 1, size(chunk%tile)
      t => chunk%tile(k)
      q = rank*size(chunk%tile) + k - 1
      t%first = q*n/(nranks*size(chunk%tile))
      t%m = (q + 1)*n/(nranks*size(chunk%tile)) - t%first
      allocate (t%old(0:t%m+1, 0:n+1), t%now(0:t%m+1, 0:n+1), t%new(0:t%m+1, 0:n+1))
      t%old = 0
      do j = 1, n
        do i = 1, t%m
          t%old(i, j) = max(0.0_dp, 1 - (t%first + i - 0.3_dp*n)**2/n - (j - 0.6_dp*n)**2/n)
        end do
      end do
      t%now = t%old
      t%new = 0
    end do
  end subroutine create

  ! The edges between the tiles of a chunk.
  subroutine join(upper, lower)
    type(tile_t), intent(inout) :: upper, lower
    lower%now(0, :) = upper%now(upper%m, :)
    upper%now(upper%m+1, :) = lower%now(1, :)
  end subroutine join

  ! The wave equation: the next level from the last two.
  subroutine leap(t, n)
    type(tile_t), intent(inout) :: t
    integer, intent(in) :: n
    real(dp), parameter :: c2 = 0.25_dp
    real(dp), pointer :: turn(:,:)
    integer :: i, j
    do j = 1, n
      do i = 1, t%m
        t%new(i,j) = 2*t%now(i,j) - t%old(i,j) + c2*(t%now(i-1,j) + t%now(i+1,j) &
                     + t%now(i,j-1) + t%now(i,j+1) - 4*t%now(i,j))
      end do
    end do
    turn => t%old
    t%old => t%now
    t%now => t%new
    t%new => turn
  end subroutine leap

end module membrane

program tiles
  use membrane
  implicit none
  type(chunk_t) :: chunk
  real(dp), allocatable, asynchronous :: row(:,:)
  integer :: request(4)
  integer :: n, steps, step, k, last, rank, nranks, ierr

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  n = argument(1, 64)
  steps = argument(2, 100)
  call create(chunk, n, rank, nranks)
  last = size(chunk%tile)

  allocate (row(n, 4))
  do step = 1, steps
    associate (top => chunk%tile(1), bottom => chunk%tile(last))
      row(:, 3) = top%now(1, 1:n)
      row(:, 4) = bottom%now(bottom%m, 1:n)
      call MPI_Irecv(row(1, 1), n, MPI_DOUBLE_PRECISION, chunk%up, 0, MPI_COMM_WORLD, request(1), ierr)
      call MPI_Irecv(row(1, 2), n, MPI_DOUBLE_PRECISION, chunk%down, 0, MPI_COMM_WORLD, request(2), ierr)
      call MPI_Isend(row(1, 3), n, MPI_DOUBLE_PRECISION, chunk%up, 0, MPI_COMM_WORLD, request(3), ierr)
      call MPI_Isend(row(1, 4), n, MPI_DOUBLE_PRECISION, chunk%down, 0, MPI_COMM_WORLD, request(4), ierr)
      call MPI_Waitall(4, request, MPI_STATUSES_IGNORE, ierr)
      if (chunk%up /= MPI_PROC_NULL) top%now(0, 1:n) = row(:, 1)
      if (chunk%down /= MPI_PROC_NULL) bottom%now(bottom%m+1, 1:n) = row(:, 2)
    end associate
    do k = 2, last
      call join(chunk%tile(k-1), chunk%tile(k))
    end do
    do k = 1, last
      call leap(chunk%tile(k), n)
    end do
  end do

  call report
  do k = 1, last
    deallocate (chunk%tile(k)%old, chunk%tile(k)%now, chunk%tile(k)%new)
  end do
  call MPI_Finalize(ierr)

contains

  integer function argument(k, default)
    integer, intent(in) :: k, default
    character(len=20) :: text
    argument = default
    if (command_argument_count() < k) return
    call get_command_argument(k, text)
    read (text, *) argument
  end function argument

  ! Prints what does not depend on the number of ranks.
  subroutine report
    integer :: i, j
    integer(i8) :: mybits, bits
    real(dp) :: mine(2), all(2)
    mybits = 0
    mine = 0
    do k = 1, last
      associate (t => chunk%tile(k))
        do j = 1, n
          do i = 1, t%m
            mybits = ieor(mybits, ishftc(transfer(t%now(i, j), 0_i8), mod(7*(t%first + i) + j, 64)))
            mine(1) = max(mine(1), t%now(i, j))
            mine(2) = max(mine(2), -t%now(i, j))
          end do
        end do
      end associate
    end do
    call MPI_Reduce(mine, all, 2, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
    call MPI_Allreduce(mybits, bits, 1, MPI_INTEGER8, MPI_BXOR, MPI_COMM_WORLD, ierr)
    if (rank /= 0) return
    print '(a,i0,a,i0,a,i0,a)', 'tiles: ', n, ' x ', n, ' points, ', steps, ' steps'
    print '(a,es22.15)', '  highest point           ', all(1)
    print '(a,es22.15)', '  lowest point            ', -all(2)
    print '(a,z16.16)', '  bits of all values      ', bits
  end subroutine report

end program tiles

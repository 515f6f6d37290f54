! A sparse matrix times a vector, again and again. The matrix is cut into blocks
! of rows. A rank holds its part of the vector, x(1) to x(mine), and beside it, among
! x(low) to x(0) and x(mine+1) to x(high), elements of its neighbours: but only those that
! stand in its rows. Which these are is in lists, as in meshes without a structure.
!
! usage: mpiexec -n P ./sparse [rows [steps]]
program sparse
  use mpi
  implicit none
  integer, parameter :: dp = kind(1d0), i8 = selected_int_kind(18)
  ! Row g has an element at column g + far(k) where g is a multiple of every(k), and the matrix has a symmetric pattern.
  integer, parameter :: far(4) = [1, 7, 31, 60], every(4) = [1, 2, 5, 3]
  integer :: n, steps, step, rank, nranks, ierr, west, east, first, mine, i, k, at
  integer, allocatable :: start(:), col(:)
  real(dp), allocatable :: a(:), diag(:), x(:), y(:)
  ! elements of neighbours, and what they need of mine, in ascending order
  integer, allocatable :: ghostw(:), ghoste(:), edgew(:), edgee(:)
  logical, allocatable :: ghost(:), edge(:,:)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  n = argument(1, 1000)
  steps = argument(2, 100)
  first = int(rank*int(n, i8)/nranks)                    ! rows before mine
  mine = int((rank + 1)*int(n, i8)/nranks) - first
  if (mine < maxval(far)) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)   ! columns of others than neighbours
  west = modulo(rank - 1, nranks)
  east = modulo(rank + 1, nranks)
  call build

  !$mdmp commregion
  do step = 1, steps
    !$mdmp recv(x(ghostw), west)
    !$mdmp send(x(edgee), east)
    !$mdmp recv(x(ghoste), east)
    !$mdmp send(x(edgew), west)

    do i = 1, mine
      y(i) = diag(i)*x(i)
    end do
    do i = 1, mine
      do k = start(i), start(i+1) - 1
        y(i) = y(i) + a(k)*x(col(k))
      end do
    end do
    do i = 1, mine
      x(i) = y(i)
    end do
  end do
  !$mdmp end commregion

  call report
  call MPI_Finalize(ierr)

contains

  ! Whether rows g and g + far(k) meet; both are counted round the ring.
  logical function meet(g, k)
    integer, intent(in) :: g, k
    meet = modulo(modulo(g - 1, n) + 1, every(k)) == 0
  end function meet

  subroutine build
    integer :: k, low, high
    low = 1 - maxval(far)
    high = mine + maxval(far)
    allocate (start(mine+1), col(8*mine), a(8*mine), diag(mine), y(mine), x(low:high), ghost(low:high), edge(mine,2))
    ghost = .false.
    edge = .false.
    at = 1
    do i = 1, mine
      start(i) = at
      do k = 1, 4
        if (meet(first + i, k)) call enter(i + far(k))
        if (meet(first + i - far(k), k)) call enter(i - far(k))
      end do
      diag(i) = 0.5_dp + 0.25_dp/(1 + modulo(first + i, 9))
      a(start(i):at-1) = (1 - diag(i))/max(1, at - start(i))
    end do
    start(mine+1) = at
    ghostw = pack([(k, k=low,0)], ghost(low:0))
    ghoste = pack([(k, k=mine+1,high)], ghost(mine+1:high))
    edgew = pack([(k, k=1,mine)], edge(:,1))
    edgee = pack([(k, k=1,mine)], edge(:,2))
    x = 0
    do i = 1, mine
      x(i) = modulo(7919*(first + i), 1009)/1009.0_dp
    end do
  end subroutine build

  ! Row i has an element at column j.
  subroutine enter(j)
    integer, intent(in) :: j
    col(at) = j
    at = at + 1
    if (j >= 1 .and. j <= mine) return
    ghost(j) = .true.
    edge(i, merge(1, 2, j < 1)) = .true.
  end subroutine enter

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
    real(dp) :: biggest(2), all(2)
    integer(i8) :: mybits, bits
    mybits = 0
    do i = 1, mine
      mybits = ieor(mybits, ishftc(transfer(x(i), 0_i8), mod(7*(first + i), 64)))
    end do
    biggest = [maxval(x(1:mine)), maxval(-x(1:mine))]
    call MPI_Reduce(biggest, all, 2, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
    call MPI_Allreduce(mybits, bits, 1, MPI_INTEGER8, MPI_BXOR, MPI_COMM_WORLD, ierr)
    if (rank /= 0) return
    print '(a,i0,a,i0,a)', 'sparse: ', n, ' rows, ', steps, ' steps'
    print '(a,es22.15)', '  greatest value      ', all(1)
    print '(a,es22.15)', '  least value         ', -all(2)
    print '(a,z16.16)', '  bits of all values  ', bits
  end subroutine report

end program sparse

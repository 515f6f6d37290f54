! Sound waves in a box with walls, carrying a dye if one wishes: pressure p, velocities
! u and v, dye d. Which edges travel is said once, by a halo pattern of the
! module that holds the grid; each exchange names the fields. The box is divided
! in two directions, and corners travel: first rows, then columns.
!
! usage: mpiexec -n P ./edges [n [steps [dye]]]     dye: 1 carries it, 0 does not
module grid
  implicit none
  integer, parameter :: dp = kind(1d0), i8 = selected_int_kind(18)
  type field
    real(dp), allocatable :: q(:,:)
  end type field
  integer :: n, mx, my, firstx, firsty, rank, nranks
  integer :: west, east, south, north                   ! -1: a wall
  logical :: dyed
  type(field) :: p, u, v, d

  !$mdmp halo edges(a(0:mx+1, 0:my+1)) &
  !$mdmp&  recv(a(1:mx,0),    south) tag(1) send(a(1:mx,my), north) tag(1) &
  !$mdmp&  recv(a(1:mx,my+1), north) tag(2) send(a(1:mx,1),  south) tag(2) &
  !$mdmp&  then &
  !$mdmp&  recv(a(0,:),    west) tag(3) send(a(mx,:), east) tag(3) &
  !$mdmp&  recv(a(mx+1,:), east) tag(4) send(a(1,:),  west) tag(4)

contains

  ! Divides the box among px times py ranks.
  subroutine divide
    integer :: px, py, x, y
    py = nint(sqrt(real(nranks)))
    do while (mod(nranks, py) /= 0)
      py = py - 1
    end do
    px = nranks/py
    x = mod(rank, px)
    y = rank/px
    firstx = x*n/px
    firsty = y*n/py
    mx = (x + 1)*n/px - firstx
    my = (y + 1)*n/py - firsty
    west = merge(rank - 1, -1, x > 0)
    east = merge(rank + 1, -1, x < px - 1)
    south = merge(rank - px, -1, y > 0)
    north = merge(rank + px, -1, y < py - 1)
  end subroutine divide

  subroutine fill(f, height, x0, y0)
    type(field), intent(inout) :: f
    real(dp), intent(in) :: height, x0, y0
    integer :: i, j
    real(dp) :: r2
    allocate (f%q(0:mx+1, 0:my+1))
    f%q = 0
    do j = 1, my
      do i = 1, mx
        r2 = (real(firstx + i, dp)/n - x0)**2 + (real(firsty + j, dp)/n - y0)**2
        f%q(i, j) = height*max(0.0_dp, 1 - 30*r2)
      end do
    end do
  end subroutine fill

end module grid

program edges
  use mpi_f08
  use grid
  implicit none
  integer :: steps, step

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks)
  n = argument(1, 48)
  steps = argument(2, 80)
  dyed = argument(3, 1) == 1

  call divide
  call fill(p, 1.0_dp, 0.4_dp, 0.3_dp)
  call fill(u, 0.0_dp, 0.5_dp, 0.5_dp)
  call fill(v, 0.0_dp, 0.5_dp, 0.5_dp)
  call fill(d, 1.0_dp, 0.6_dp, 0.7_dp)

  !$mdmp commregion waves
  do step = 1, steps
    !$mdmp exchange edges(p%q), edges(d%q) if(dyed)
    call push
    !$mdmp exchange edges(u%q), edges(v%q)
    call press
    if (dyed) call spread_dye
  end do
  !$mdmp end commregion waves

  call report
  call MPI_Finalize()

contains

  integer function argument(k, default)
    integer, intent(in) :: k, default
    character(len=20) :: text
    argument = default
    if (command_argument_count() < k) return
    call get_command_argument(k, text)
    read (text, *) argument
  end function argument

  ! The pressure drives the air.
  subroutine push
    integer :: i, j
    do j = 1, my
      do i = 1, mx
        u%q(i, j) = u%q(i, j) - 0.25_dp*(p%q(i+1, j) - p%q(i-1, j))
        v%q(i, j) = v%q(i, j) - 0.25_dp*(p%q(i, j+1) - p%q(i, j-1))
      end do
    end do
  end subroutine push

  ! Where more flows in than out the pressure rises.
  subroutine press
    integer :: i, j
    do j = 1, my
      do i = 1, mx
        p%q(i, j) = p%q(i, j) - 0.25_dp*(u%q(i+1, j) - u%q(i-1, j) + v%q(i, j+1) - v%q(i, j-1))
      end do
    end do
  end subroutine press

  subroutine spread_dye
    real(dp), allocatable :: w(:,:)
    integer :: i, j
    allocate (w(mx, my))
    do j = 1, my
      do i = 1, mx
        w(i, j) = d%q(i, j) + 0.1_dp*(d%q(i-1, j-1) + d%q(i+1, j-1) + d%q(i-1, j+1) + d%q(i+1, j+1) - 4*d%q(i, j))
      end do
    end do
    d%q(1:mx, 1:my) = w
  end subroutine spread_dye

  ! A hash of the bits of each field, and the pressure in the middle.
  subroutine report
    integer(i8) :: mine(4), all(4)
    real(dp) :: middle, there
    integer :: x, y
    mine = [hash(p%q), hash(u%q), hash(v%q), hash(d%q)]
    call MPI_Reduce(mine, all, 4, MPI_INTEGER8, MPI_SUM, 0, MPI_COMM_WORLD)
    middle = 0
    x = n/2 + 1 - firstx
    y = n/2 + 1 - firsty
    if (x >= 1 .and. x <= mx .and. y >= 1 .and. y <= my) middle = p%q(x, y)
    call MPI_Reduce(middle, there, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD)
    if (rank == 0) then
      print '(a, 4(1x, z16.16))', 'hash', all
      print '(a, es23.15)', 'pressure in the middle', there
    end if
  end subroutine report

  ! The sum, over all elements, of their bits times an odd number that says where they are.
  integer(i8) function hash(q)
    real(dp), intent(in) :: q(0:, 0:)
    integer :: i, j
    hash = 0
    do j = 1, my
      do i = 1, mx
        hash = hash + transfer(q(i, j), hash)*(2*((firsty + j)*int(n, i8) + firstx + i) + 1)
      end do
    end do
  end function hash

end program edges

! The heat equation in a box, on a three-dimensional grid of ranks. The box is
! periodic in x and kept at fixed temperatures elsewhere. Steps are made until
! the temperature changes by less than a tolerance.
!
! usage: mpiexec -n P ./heat3d [nx ny nz [steps]]
!
! -DSINGLE computes in single precision.
module domain
  use mpi
  implicit none
#ifdef SINGLE
  integer, parameter :: wp = kind(1e0), bits_kind = selected_int_kind(9)
  integer, parameter :: mpi_wp = MPI_REAL, mpi_bits = MPI_INTEGER4
#else
  integer, parameter :: wp = kind(1d0), bits_kind = selected_int_kind(18)
  integer, parameter :: mpi_wp = MPI_DOUBLE_PRECISION, mpi_bits = MPI_INTEGER8
#endif
  integer :: cart, rank                     ! the grid of ranks, and who I am in it
  integer :: global(3)                      ! points of the whole box
  integer :: first(3)                       ! points before mine
  integer :: nx, ny, nz                     ! my points
  integer :: west, east, south, north, below, above
contains

  subroutine decompose
    integer :: nranks, dims(3), place(3), mine(3), ierr
    call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
    dims = 0
    call MPI_Dims_create(nranks, 3, dims, ierr)
    call MPI_Cart_create(MPI_COMM_WORLD, 3, dims, [.true., .false., .false.], .true., cart, ierr)
    call MPI_Comm_rank(cart, rank, ierr)
    call MPI_Cart_coords(cart, rank, 3, place, ierr)
    call MPI_Cart_shift(cart, 0, 1, west, east, ierr)
    call MPI_Cart_shift(cart, 1, 1, south, north, ierr)
    call MPI_Cart_shift(cart, 2, 1, below, above, ierr)
    first = place*global/dims
    mine = (place + 1)*global/dims - first
    nx = mine(1)
    ny = mine(2)
    nz = mine(3)
  end subroutine decompose

end module domain

module heat
  use domain
  implicit none
  real(wp), allocatable :: t(:,:,:), tnew(:,:,:)
contains

  subroutine initialize
    integer :: i, j, k
    allocate (t(0:nx+1, 0:ny+1, 0:nz+1), tnew(nx, ny, nz))
    do k = 0, nz + 1
      do j = 0, ny + 1
        do i = 0, nx + 1
          t(i, j, k) = real(mod(3*modulo(first(1) + i - 1, global(1)) + 5*(first(2) + j) + 7*(first(3) + k), 16), wp)/16
        end do
      end do
    end do
  end subroutine initialize

  ! Makes a step; change is the largest change of one of my values.
  subroutine step(change)
    real(wp), intent(out) :: change
    real(wp), parameter :: c = 0.125_wp
    integer :: i, j, k
    change = 0
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          tnew(i, j, k) = t(i, j, k) + c*(t(i-1, j, k) + t(i+1, j, k) + t(i, j-1, k) + t(i, j+1, k) &
                                          + t(i, j, k-1) + t(i, j, k+1) - 6*t(i, j, k))
          change = max(change, abs(tnew(i, j, k) - t(i, j, k)))
        end do
      end do
    end do
    t(1:nx, 1:ny, 1:nz) = tnew
  end subroutine step

  ! Bits of all values, each turned by an amount that depends on its place.
  function fingerprint() result(bits)
    integer(bits_kind) :: bits
    integer :: i, j, k, turn
    bits = 0
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          turn = mod(first(1) + i + 5*(first(2) + j) + 11*(first(3) + k), int(bit_size(bits)))
          bits = ieor(bits, ishftc(transfer(t(i, j, k), bits), turn))
        end do
      end do
    end do
  end function fingerprint

end module heat

program heat3d
  use heat
  implicit none
  integer :: steps, n, ierr
  integer(bits_kind) :: mybits, bits
  real(wp) :: mine, change
  real(wp), parameter :: tolerance = 0.008_wp

  call MPI_Init(ierr)
  global = [argument(1, 24), argument(2, 20), argument(3, 16)]
  steps = argument(4, 200)
  call decompose
  call initialize

  ! With one or two ranks in x, west and east are the same rank. The k-th send to
  ! a rank is the k-th receive there: the halo in the west is stated first, and
  ! so is what goes east.
  !$mdmp commregion heat comm(cart)
  do n = 1, steps
    !$mdmp recv(t(0,    1:ny, 1:nz), west)
    !$mdmp recv(t(nx+1, 1:ny, 1:nz), east)
    !$mdmp recv(t(1:nx, 0,    1:nz), south)
    !$mdmp recv(t(1:nx, ny+1, 1:nz), north)
    !$mdmp recv(t(1:nx, 1:ny, 0),    below)
    !$mdmp recv(t(1:nx, 1:ny, nz+1), above)
    !$mdmp send(t(nx, 1:ny, 1:nz), east)
    !$mdmp send(t(1,  1:ny, 1:nz), west)
    !$mdmp send(t(1:nx, ny, 1:nz), north)
    !$mdmp send(t(1:nx, 1,  1:nz), south)
    !$mdmp send(t(1:nx, 1:ny, nz), above)
    !$mdmp send(t(1:nx, 1:ny, 1),  below)
    call step(mine)
    call MPI_Allreduce(mine, change, 1, mpi_wp, MPI_MAX, cart, ierr)
    if (change < tolerance) exit
  end do
  !$mdmp end commregion heat

  mybits = fingerprint()
  call MPI_Reduce(mybits, bits, 1, mpi_bits, MPI_BXOR, 0, cart, ierr)
  if (rank == 0) then
    print '(a,3(i0,a))', 'heat3d: ', global(1), ' x ', global(2), ' x ', global(3), ' points'
    print '(a,i0)', '  steps                   ', min(n, steps)
    print '(a,es22.15)', '  change in the last step ', change
    print '(a,z16.16)', '  bits of all values      ', bits
  end if
  call MPI_Comm_free(cart, ierr)
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

end program heat3d

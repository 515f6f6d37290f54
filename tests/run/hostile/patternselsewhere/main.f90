! run: with halos.f90 all.f90 below.f90
! run: ranks 1 2 4
! Patterns of modules of other files where their names mean something else: locals, dummies, names of constructs,
! renamed and left out names, functions, generic names that are added to; two patterns of one name; a module that hands
! a pattern on; a submodule. All against the same directives by hand.
module users
  implicit none
  interface both
    module procedure both_l
  end interface
contains
  logical function both_l(on)
    logical, intent(in) :: on
    both_l = .not. on
  end function
  ! Nothing of the module is seen but a number that is left alone.
  subroutine locals(u, west, k)
    use halo_m, only: byhand
    real(8), intent(inout) :: u(-1:, -1:)
    integer, intent(in) :: west, k
    integer :: m, n, east(3), depth, mdmp_h1_depth
    real :: rank
    m = west; n = -5; east = 99; depth = 1; rank = 0; mdmp_h1_depth = 1
    !$mdmp exchange edges(u, k)
    if (m /= west .or. n /= -5 .or. any(east /= 99) .or. mdmp_h1_depth /= depth) error stop 'locals'
  end subroutine
  ! Everything has another name, and names of the pattern are those of other things.
  subroutine renamed(u, a)
    use all, m => breadth, depth => m, west => east, east => west, n => rank, less => n, deep => depth
    real(8), intent(inout) :: u(-1:m+2, -1:depth+2)
    integer, intent(in) :: a
    !$mdmp exchange edges(u, a)
    if (n /= modulo(west - 1, ranks)) error stop 'renamed'
  end subroutine
  ! Names of constructs.
  subroutine constructs(list, k)
    use halo_m
    real(8), intent(inout) :: list(-1:n+2, -1:m+2, 2)
    integer, intent(in) :: k
    integer :: i
    do i = 1, 2
      block
        integer :: n, peer
        n = i
        peer = i
        associate (m => n, east => peer)
          !$mdmp exchange edges(list(:,:,i), k)
          if (m /= i .or. east /= i) error stop 'constructs'
        end associate
      end block
    end do
  end subroutine
  ! An internal procedure, and a pattern of its own in the host.
  subroutine inner(u, k)
    use halo_m, only: peer
    real(8), intent(inout) :: u(-1:, -1:)
    integer, intent(in) :: k
    integer :: west, rank
    west = 17
    rank = 18
    call go
    if (west /= 17 .or. rank /= 18) error stop 'inner'
  contains
    subroutine go
      !$mdmp exchange edges(u, k + 0*west)
    end subroutine
  end subroutine
  subroutine other(u, w, e)
    use other_m, only: r => rows, between
    real(8), intent(inout) :: u(-1:, -1:)
    integer, intent(in) :: w, e
    character(3) :: rows
    rows = 'abc'
    call between(w, e)
    !$mdmp exchange edges(u)
    if (rows /= 'abc' .or. r /= 3) error stop 'other'
  end subroutine
  subroutine otherbyhand(u)
    use other_m
    real(8), intent(inout) :: u(-1:, -1:)
    !$mdmp send(u(rows, :), east)
    !$mdmp recv(u(rows - 1, :), west)
  end subroutine
end module

program main
  use mpi
  use halo_m
  use users, only: locals, renamed, constructs, inner, other, otherbyhand
  implicit none
  real(8), allocatable :: u(:,:), v(:,:), list(:,:,:)
  integer :: ierr, k, i, j
  call MPI_Init(ierr)
  call start
  allocate(u(-1:n+2, -1:m+2), v(-1:n+2, -1:m+2), list(-1:n+2, -1:m+2, 2))
  do j = -1, int(m) + 2
    do i = -1, n + 2
      u(i, j) = sin(real(i + 100*j + 1000*rank, 8))
    end do
  end do
  v = u
  list = 0
  !$mdmp commregion
  do k = 1, 12
    v = v + 0.001d0*k
    u = u + 0.001d0*k
    call byhand(v, k)
    select case (mod(k, 6))
    case (0)
      call locals(u, 5, k)
    case (1)
      call renamed(u, k)
    case (2)
      list(:,:,1) = u
      list(:,:,2) = u
      call constructs(list, k)
      u = list(:,:,1)
      if (any(list(:,:,2) /= u)) error stop 'two'
    case (3)
      call inner(u, k)
    case (4)
      call below(u, k)
      !$mdmp send(v(1, 1:m), east)
      !$mdmp recv(v(0, 1:m), west)
    case (5)
      !$mdmp exchange edges(u, k)
    end select
    if (any(u /= v)) error stop 'not the same'
    call other(u, peer(1), peer(-1))
    call otherbyhand(v)
    do j = 1, int(m)
      do i = 1, n
        u(i, j) = 0.25d0*(u(i-1, j) + u(i+2, j) + u(i, j-2) + u(i, j+2))
        v(i, j) = 0.25d0*(v(i-1, j) + v(i+2, j) + v(i, j-2) + v(i, j+2))
      end do
    end do
    if (any(u /= v)) error stop 'not the same behind the nest'
  end do
  !$mdmp end commregion
  print '(i0,2(1x,z16))', rank, sum(u), u(n, 1)
  call MPI_Finalize(ierr)
end program

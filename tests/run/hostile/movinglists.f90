! Lists that change: after their exchange while what they name is on its way, in every step, received by an exchange that is
! still pending; of all kinds; with elements that are sent twice; through pointers, dummies of all sorts, components and characters.
! run: ranks 1 2 3
module meshes
  implicit none
  type cell
    integer(2) :: tag
    real(8) :: x(3)
    complex :: z
  end type
  type mesh
    real(8), allocatable :: u(:,:)
    real(4), pointer :: p(:) => null()
    type(cell) :: c(0:40)
    integer(1) :: small(5)
    integer(8), allocatable :: ghost(:)
  end type
contains
  ! the list is gone when the elements come
  subroutine shape(u, m, list, west, east)
    real(8), intent(inout) :: u(-3:,:)
    integer, intent(in) :: m, list(m), west, east
    integer :: mine(m)
    mine = list - 4
    !$mdmp recv(u(mine,2), west) tag(10)
    !$mdmp send(u(mine,1), east) tag(10)
    mine = -77
  end subroutine

  subroutine size77(u, n, list, west, east)
    integer, intent(in) :: n, list(n), west, east
    real(8), intent(inout) :: u(50,*)
    !$mdmp recv(u(list(:n-1),2), west) tag(11)
    !$mdmp send(u(list(:n-1),1), east) tag(11)
    !$mdmp recv(u(7,[2,1]), west) tag(12)
    !$mdmp send(u(9,list(1:2)-list(1:2)+1), east) tag(12)
  end subroutine

  subroutine cells(m, west, east, go)
    type(mesh), intent(inout), target :: m
    integer, intent(in) :: west, east
    logical, intent(in) :: go
    integer(8) :: these(3)
    these = int(m%small(1:3), 8)
    !$mdmp recv(m%c(these), west) tag(13) if(go)
    !$mdmp send(m%c([m%small(5:4:-1), 30_1]), east) tag(13) if(go)
    !$mdmp recv([m%c(m%ghost(:2))%tag, m%c(m%ghost)%x(2)], east) tag(14)
    !$mdmp send([m%c([integer(2) :: 20, 20])%tag, m%c(m%ghost - m%ghost + 21_8)%x(2)], west) tag(14)
    continue
    !$mdmp recv(m%c(m%small(2:4))%z, west) tag(15)
    !$mdmp send(m%c(m%small(2:4) - 1_1)%z, east) tag(15)
    these = -1
    m%ghost = 4 + modulo(m%ghost, 7_8)
  end subroutine
end module

program movinglists
  use mpi
  use meshes
  implicit none
  integer, parameter :: n = 50
  type(mesh) :: m
  real(4), target :: store(2*n), other(n)
  real(4), pointer :: q(:)
  integer :: rank, ranks, ierr, west, east, it, i, k, list(6), edge(6), nothing(3)
  integer, allocatable :: none(:)
  real(8) :: v(n), w(n), y(n,2)
  character(3) :: words(9)
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  allocate (m%u(n,2), m%ghost(4), none(0))
  m%u = reshape([(real(i + 10*rank, 8), i=1,2*n)], [n,2])
  store = [(real(i) + rank, i=1,2*n)]
  m%p => store(2*n:1:-2)
  other = store(:n)
  q => other(n:1:-1)
  do i = 0, 40
    m%c(i) = cell(int(i + rank, 2), [1d0*i, 2d0*i, 3d0*i], cmplx(i, rank))
  end do
  m%small = [3_1, 11_1, 19_1, 27_1, 35_1]
  m%ghost = [4_8, 6_8, 8_8, 10_8]
  list = [5, 50, 13, 2, 44, 30]
  edge = [5, 5, 9, 9, 9, 41]
  nothing = [3, 2, 3]
  v = rank
  w = 0
  y = reshape([(0.5d0*i + rank, i=1,2*n)], [n,2])
  words = 'abc'
  !$mdmp commregion
  do it = 1, 10
    do i = 1, n
      v(i) = 0.75d0*v(i) + it + i*0.125d0
    end do
    !$mdmp recv(w(list), west)
    !$mdmp send(v(edge), east)
    list = modulo(list*3 + it, n) + 1
    do i = 2, 6
      do while (any(list(:i-1) == list(i)))
        list(i) = modulo(list(i), n) + 1
      end do
    end do
    edge = modulo(edge + it, n) + 1
    do i = 1, n
      y(i,1) = y(i,1) + v(i)
      y(i,2) = y(i,2)*0.5d0 + i
    end do
    do i = 1, n
      v(i) = v(i) + w(i)*0.0625d0
    end do
    ! nobody is there: that an element is in it twice means nothing
    !$mdmp recv(w(nothing), mpi_proc_null) tag(2)
    !$mdmp send(v(nothing), -1) tag(2)
    !$mdmp recv(w(none), west) tag(3)
    !$mdmp send(v(none), east) tag(3)
    continue
    edge = modulo([7, 14, 21, 28, 35, 42] + it*rank, n) + 1
    ! the list that comes is used by the exchange that follows
    !$mdmp recv(list, east) tag(4)
    !$mdmp send(edge, west) tag(4)
    continue
    !$mdmp recv(w(list), east) tag(5) if(mod(it, 4) /= 1)
    !$mdmp send(v(edge), west) tag(5) if(mod(it, 4) /= 1)
    call shape(y, 6, list, west, east)
    call size77(m%u, 6, list, west, east)
    call cells(m, west, east, mod(it, 3) /= 0)
    do i = 1, n
      m%u(i,1) = m%u(i,1)*0.5d0 + m%u(i,2) + y(i,2)
      w(i) = w(i)*0.5d0 + y(i,2)
      q(i) = q(i) + it
    end do
    !$mdmp recv(m%p(list(4:6)), west) tag(6)
    !$mdmp send(q(edge), east) tag(6) if(.false.)
    !$mdmp send(q(edge(1:3)), east) tag(6)
    do k = 1, 9
      words(k) = achar(97 + mod(it*k, 26))//words(modulo(k, 9) + 1)(1:2)
    end do
    !$mdmp recv(words([9,4])(1:2), east) tag(7)
    !$mdmp send(words([3,1])(2:3), west) tag(7)
    write (*,'(2i3,4es25.16,3es16.8,8i5,9(1x,a))') rank, it, sum(v), sum(w), sum(y), sum(m%u), sum(m%c%x(2)), sum(store), &
      real(sum(m%c%z)) + aimag(sum(m%c%z)), sum(m%c%tag), sum(int(m%ghost)), list, words
  end do
  !$mdmp end commregion
  call mpi_finalize(ierr)
end program

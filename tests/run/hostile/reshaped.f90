! Arrays that became allocated by the assignment of a transformational function: what gfortran's descriptor says
! of how far their elements are apart is whatever was in that memory.
program reshaped
  use mpi
  implicit none
  integer :: rank, ranks, next, prev, ierr, it
  type t
    real(8), allocatable :: a(:,:)
  end type
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  next = modulo(rank + 1, ranks)
  prev = modulo(rank - 1, ranks)
  do it = 1, 6
    call litter(it)
    call exchange(it)
    call litter(-3*it)
    call exchange(it + 10)
  end do
  call MPI_Finalize(ierr)
contains
  ! Leaves numbers on the stack.
  subroutine litter(k)
    integer, intent(in) :: k
    integer(8), volatile :: waste(4096)
    integer :: i
    do i = 1, size(waste)
      waste(i) = 8_8*k*mod(i, 5)
    end do
  end subroutine

  subroutine exchange(it)
    integer, intent(in) :: it
    real(8), allocatable :: u(:,:), v(:,:), x(:), y(:), w(:,:)
    integer, allocatable :: k(:)
    type(t) :: c
    real(8) :: base(400), s
    integer :: i, j
    base = [(mod(i*37 + it*11 + rank*101, 97)/89d0, i = 1, 400)]
    u = reshape(base, [20, 20])
    v = spread(base(1:20), 2, 20)
    x = pack(base, base > 0.5d0)
    y = pack(base, .true.)
    w = transpose(u)
    k = pack([(i, i = 1, 400)], .true.)
    c%a = reshape(base, [40, 10])
    !$mdmp commregion
    do i = 1, 4
      !$mdmp send(u, next)
      !$mdmp recv(v, prev)
      !$mdmp send([x(1:3), y, w(1:20,1:18)], next) tag(1)
      !$mdmp recv([c%a(1:3,1), base, c%a(:,2:)], prev) tag(1)
      continue
      !$mdmp recv(y(1:3), prev) tag(2)
      !$mdmp send(x(2), 3, next) tag(2)
      !$mdmp recv(c%a, prev) tag(5)
      !$mdmp send(w, next) tag(5)
      !$mdmp send(k(:), next) tag(3)
      continue
      !$mdmp recv(k(:), prev) tag(3)
      associate (z => v)
        !$mdmp recv(z, prev) tag(6)
        !$mdmp send(u, next) tag(6)
      end associate
      s = 0
      do j = 1, 20
        s = s + sum(v(:,j)) + u(j,j)
      end do
      u(:,1) = v(:,20) + s
      u(:,20) = v(:,1)/3
      w = transpose(v)
      x = pack(base, base > 0.25d0)
      k = pack(k + 1, .true.)
    end do
    !$mdmp end commregion
    do i = 0, ranks - 1
      if (i == rank) print '(i0, 1x, i0, 1x, i0, 5(1x, z16.16))', it, rank, sum(k), sum(u), sum(v), sum(w), sum(base), sum(c%a)
      call MPI_Barrier(MPI_COMM_WORLD, ierr)
    end do
  end subroutine
end program reshaped

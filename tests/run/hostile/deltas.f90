! Sizes of pieces that regions ask for, in regions of procedures that are called: elements of several
! kinds, sizes that are no multiple of an element or change with each step, sections of two kinds in one message.
! run: ranks 1 2 3
program deltas
  use mpi
  implicit none
  integer, parameter :: n = 150, m = 9
  type pair
    sequence
    real(8) :: x
    integer :: i, j
  end type
  integer :: rank, ranks, ierr, west, east, step, i, j
  real(8) :: u(0:n+1,0:m+1), v(0:n+1,0:m+1)
  complex(8) :: c(n,0:m+1)
  character(3) :: w(0:n+1), w2(n)
  integer(1) :: b(0:n+1), b2(n)
  type(pair) :: p(n,0:1)
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  u = rank
  v = 0
  c = (0, 1)
  w = 'abc'
  w2 = 'xyz'
  b2 = 0
  b = int(rank, 1)
  p = pair(rank, 1, 2)
  !$mdmp commregion all delta(element)
  do step = 1, 9
    do j = 1, m
      do i = 1, n
        v(i,j) = u(i,j) + 0.25d0*(u(i-1,j) - u(i+1,j)) + step
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i,j) = v(i,j)
      end do
    end do
    !$mdmp send(u(:,m), east)
    !$mdmp recv(u(:,0), west)
    call mixed()
    call other(u)
    write (*,'(2i4,5es25.16,2i8,a)') rank, step, sum(u), sum(v), sum(p(:,0)%x), real(sum(c)), aimag(sum(c)), &
      sum(int(b2)), sum(p(:,0)%i), w2(n)
  end do
  !$mdmp end commregion all
  call mpi_finalize(ierr)
contains
  subroutine mixed()
    integer :: i, j
    !$mdmp commregion part delta(step*step - 3*step + 3)
    do j = 1, m
      do i = 1, n
        c(i,j) = c(i,j)*(0.5d0, 0.1d0) + u(i,j-1) + step
      end do
    end do
    do i = 1, n
      w(i) = char(65 + mod(i + step, 26)) // w(i)(1:2)
      b(i) = int(mod(i*step + rank, 100), 1)
      p(i,1) = pair(u(i,1), i + step, rank)
    end do
    !$mdmp send([w(1:n), b(1:n), p(:,1)], west) tag(3)
    !$mdmp send(c(:,m), east)
    !$mdmp recv(c(:,0), west)
    !$mdmp recv([w2, b2, p(:,0)], east) tag(3)
    do i = 1, n
      u(i,1) = u(i,1) + real(c(i,0)) + b2(i) + p(i,0)%x*1d-3 + ichar(w2(i)(1:1))
    end do
    !$mdmp end commregion part
  end subroutine

  subroutine other(u)
    real(8), intent(inout) :: u(0:n+1,0:m+1)
    integer :: i
    !$mdmp commregion delta(1000000)
    do i = 1, n
      u(i,m) = u(i,m)*0.75d0
    end do
    !$mdmp send(u(1:n,m), east) tag(1)
    !$mdmp recv(u(1:n,0), west) tag(1)
    !$mdmp end commregion
  end subroutine
end program

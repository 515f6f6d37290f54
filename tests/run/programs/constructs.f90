! Exchanges and regions inside every construct: block with variables of its own,
! associate, select case, select type, do while, do concurrent beside, where.
program constructs
  use mpi
  use support
  !ref use ref
  implicit none
  type :: base
    integer :: v(4) = 1
  end type base
  type, extends(base) :: more
    integer :: w(4) = 2
  end type more
  integer :: rank, n, prev, next, k, i, ierr
  integer :: a(4, 4), b(4, 4)
  class(base), allocatable :: obj
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  a = reshape([(k + 16*rank, k=1, 16)], [4, 4])
  b = 0
  allocate (more :: obj)
  obj%v = rank
  k = 0
  do while (k < 6)
    k = k + 1
    block
      integer :: a(4), mdmp_x, next               ! hides the outer ones
      a = 7*k + rank
      next = modulo(rank + 1, n)
      mdmp_x = 3
      !$mdmp commregion
      !$mdmp recv(b(:, 1), prev)
      !$mdmp send(a, next)
      !ref call ref_recv(b(:, 1), prev); call ref_send(a, next); call ref_wait(b)
      b(1, 1) = b(1, 1)*mdmp_x
      !$mdmp end commregion
    end block
    associate (x => a(2, :), y => b(:, 3), to => next)
      !$mdmp commregion
      x(1) = x(1) + 1
      !$mdmp recv(y(2:4), prev)
      !$mdmp send(x(1:3), to)
      !ref call ref_recv(y(2:4), prev); call ref_send(x(1:3), to); call ref_wait(a, b)
      y(1) = sum(y)
      !$mdmp end commregion
    end associate
    select case (mod(k, 3))
    case (0)
      !$mdmp recv(b(1, :), prev)
      !$mdmp send(a(:, 4), next)
      !ref call ref_recv(b(1, :), prev); call ref_send(a(:, 4), next); call ref_wait(a, b)
    case (1)
      a(4, 4) = a(4, 4) - 1
    case default
      !$mdmp recv(b(4, 4), prev)
      !$mdmp send(a(4, 4), next)
      !ref call ref_recv(b(4, 4), prev); call ref_send(a(4, 4), next); call ref_wait(a, b)
      a(4, 4) = b(4, 4)
    end select
    select type (obj)
    type is (more)
      obj%w(2:3) = obj%w(2:3) + obj%v(1:2)
      !$mdmp recv(obj%v(1:2), prev)
      !$mdmp send(obj%w(2:3), next)
      !ref call ref_recv(obj%v(1:2), prev); call ref_send(obj%w(2:3), next); call ref_wait(obj%v, obj%w)
    class default
      obj%v = 0
    end select
    if (k > 2) then
      !$mdmp commregion inner
      do concurrent (i=1:4)
        a(i, 1) = a(i, 1) + b(i, 1)
      end do
      !$mdmp recv(b(:, 4), prev)
      !$mdmp send(a(:, 1), next)
      !ref call ref_recv(b(:, 4), prev); call ref_send(a(:, 1), next); call ref_wait(a, b)
      where (b > 5)
        a = a + 1
      elsewhere
        a = a - b
      end where
      forall (i=1:3) a(i, i + 1) = b(i, 4)
      !$mdmp end commregion inner
    end if
  end do
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call report('v', transfer(obj%v, bytes))
  call MPI_Finalize(ierr)
end program constructs

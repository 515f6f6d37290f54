! The same name means different things: variables of BLOCK, ASSOCIATE names and
! the indices of FORALL and DO CONCURRENT hide those of the procedure, in nests,
! in exchanges and in what chooses an array.
! run: env MDMP_TUNE=0 MDMP_DELTA=256
program names
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: n = 90, m = 6, steps = 10
  type cell
    integer :: k
    real(8) :: x(3)
  end type cell
  type holder
    real(8), allocatable :: h(:)
    real(8), pointer :: p(:) => null()
  end type holder
  integer :: rank, nranks, prev, next, ierr
  real(8) :: u(n, 0:m + 1), v(n, 0:m + 1)
  type(cell) :: a(n, 0:m + 1), b(n, 0:m + 1)
  type(holder), target :: list(0:m + 1), other(0:m + 1)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  prev = modulo(rank - 1, nranks)
  next = modulo(rank + 1, nranks)
  call fill
  call indices
  call report('indices', transfer(a%x(2), bytes))
  call fill
  call lists
  do ierr = 0, m + 1
    call report('lists', transfer([list(ierr)%h, other(ierr)%h], bytes))
  end do
  call fill
  call inner_names
  call report('inner', transfer([u, v], bytes))
  call fill
  call outer_names
  call report('outer', transfer([u, v], bytes))
  call fill
  call pointers
  do ierr = 0, m + 1
    call report('pointers', transfer([list(ierr)%p, other(ierr)%h], bytes))
  end do
  call MPI_Finalize(ierr)

contains

  subroutine fill
    integer :: i, j
    do j = 0, m + 1
      do i = 1, n
        u(i, j) = rank + 0.01d0*i + j
        v(i, j) = -rank + 0.02d0*i - j
        a(i, j) = cell(i, [1d0, 2d0, 3d0]*rank)
        b(i, j) = cell(j, [3d0, 2d0, 1d0]*i)
      end do
      list(j)%h = u(:, j)
      other(j)%h = v(:, j)
      if (.not. associated(list(j)%p)) allocate (list(j)%p(n))
      list(j)%p = u(:, j)
    end do
  end subroutine

  subroutine indices
    integer :: i, j, t
    i = 1
    j = 2
    !$mdmp commregion
    do t = 1, steps
      forall (i = 1:n, j = 1:m)
        a(i, j)%x(1) = 0.5d0*b(i, j - 1)%x(2) + t
        a(i, j)%x(2) = a(i, j)%x(1) + b(i, j + 1)%x(3)
      end forall
      !$mdmp recv(b(:, 0), prev)
      !$mdmp recv(b(:, m + 1), next) tag(1)
      !$mdmp send(a(:, m), next)
      !$mdmp send(a(:, 1), prev) tag(1)
      !ref call ref_recv(b(:, 0), prev); call ref_recv(b(:, m + 1), next, 1)
      !ref call ref_send(a(:, m), next); call ref_send(a(:, 1), prev, 1); call ref_wait(a, b)
      do concurrent (i = 1:n, j = 1:m)
        b(i, j)%x(2) = 0.25d0*b(i, j - 1)%x(1) + a(i, j)%x(2)
      end do
      do concurrent (j = 1:m)
        do i = 1, n
          b(i, j)%x(3) = 0.5d0*b(i, 0)%x(3) + a(i, j)%x(3)
        end do
      end do
      !$mdmp recv(b(:, 0)%x(3), next)
      !$mdmp send(b(:, 1)%x(3), prev)
      !ref call ref_recv(b(:, 0)%x(3), next); call ref_send(b(:, 1)%x(3), prev); call ref_wait(b)
      do i = 1, n
        do concurrent (j = 1:m:2)
          a(i, j)%x(3) = b(i, j - 1)%x(3)
        end do
      end do
    end do
    !$mdmp end commregion
  end subroutine

  ! The index of a loop chooses the array.
  subroutine lists
    integer :: i, j, k, t
    i = 1; j = 1; k = 2
    !$mdmp commregion
    do t = 1, steps
      do concurrent (j = 1:m)
        list(j)%h(1:n) = 0.5d0*list(j)%h(1:n) + other(j - 1)%h(1:n)
      end do
      !$mdmp recv(other(0)%h, prev)
      !$mdmp send(list(m)%h, next)
      !ref call ref_recv(other(0)%h, prev); call ref_send(list(m)%h, next); call ref_wait(other(0)%h)
      do j = 1, m
        block
          integer :: k
          k = j - 1
          do i = 1, n
            other(j)%h(i) = other(k)%h(i)*0.5d0 + list(k + 1)%h(i)
          end do
        end block
      end do
      !$mdmp recv(list(m + 1)%h, next)
      !$mdmp send(other(1)%h, prev)
      !ref call ref_recv(list(m + 1)%h, next); call ref_send(other(1)%h, prev); call ref_wait(list(m + 1)%h)
      forall (i = 1:n, j = 1:m) list(j)%h(i) = list(j + 1)%h(i) - t
      other(k)%h(3) = list(m + 1)%h(5)
    end do
    !$mdmp end commregion
  end subroutine

  ! What is hidden where a nest or an exchange stands.
  subroutine inner_names
    integer :: i, j, t, k
    real(8) :: w(n)
    w = 0
    k = m
    !$mdmp commregion
    do t = 1, steps
      do j = 1, m
        do i = 1, n
          u(i, j) = 0.5d0*(u(i, j) + v(i, j - 1)) + t
        end do
      end do
      block
        integer :: k, next, prev             ! others than those before the block
        k = 1 + mod(t, m)
        next = modulo(rank - 1, nranks)
        prev = modulo(rank + 1, nranks)
        !$mdmp recv(v(:, 0), prev)
        !$mdmp send(u(:, k), next)
        !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, k), next); call ref_wait(u, v)
      end block
      associate (v => u, u => v)              ! each is the other
        do j = 1, m
          do i = 1, n
            v(i, j) = 0.75d0*v(i, j) + 0.25d0*u(i, 0)
          end do
        end do
        !$mdmp recv(v(:, m + 1), prev)
        !$mdmp send(u(:, k), next)
        !ref call ref_recv(v(:, m + 1), prev); call ref_send(u(:, k), next); call ref_wait(u, v)
        block
          real(8) :: v(n, 0:m + 1)
          v = t
          do j = 1, m
            do i = 1, n
              u(i, j) = u(i, j)*0.5d0 + v(i, m + 1)
            end do
          end do
        end block
        associate (edge => v(:, m + 1), w => u(:, 2))
          w = w + edge
          do i = 1, n
            w(i) = w(i)*0.5d0 + edge(n + 1 - i)
          end do
        end associate
      end associate
      k = 1 + mod(t*3, m)
    end do
    !$mdmp end commregion
    v(:, 0) = v(:, 0) + w
  end subroutine

  ! The region is in the block; the names that it hides come back behind it.
  subroutine outer_names
    integer :: i, j, t, off
    off = 1
    do t = 1, steps
      associate (x => u, y => v(:, :), k => off)
        !$mdmp commregion
        do j = 1, m
          do i = 1, n
            x(i, j) = x(i, j)*0.5d0 + v(i, j - 1)
          end do
        end do
        !$mdmp recv(v(:, 0), prev)
        !$mdmp send(x(:, m), next)
        !ref call ref_recv(v(:, 0), prev); call ref_send(x(:, m), next); call ref_wait(u, v)
        do j = 1, m
          do i = 1, n
            u(i, j) = u(i, j) + 0.125d0*y(i, 1)
          end do
        end do
        !$mdmp recv(y(:, 1), next)
        !$mdmp send(x(:, k), prev)
        !ref call ref_recv(y(:, 1), next); call ref_send(x(:, k), prev); call ref_wait(u, v)
        v(3, k) = y(5, 2) + v(4, 0)
        !$mdmp end commregion
      end associate
      off = 1 + mod(t, m)
    end do
  end subroutine

  subroutine pointers
    integer :: i, j, t
    real(8), pointer :: q(:)
    j = 0; i = 3
    !$mdmp commregion
    do t = 1, steps
      forall (i = 1:n, j = 1:m)
        list(j)%p(i) = list(j)%p(i)*0.5d0 + other(j - 1)%h(i)
      end forall
      !$mdmp recv(other(0)%h(:), prev)
      !$mdmp send(list(m)%p(:), next)
      !ref call ref_recv(other(0)%h(:), prev); call ref_send(list(m)%p(:), next); call ref_wait(other(0)%h)
      q => list(1)%p
      list(1)%p => list(2)%p
      list(2)%p => q
      do concurrent (j = 1:m)
        list(j)%p(1:n) = list(j)%p(1:n) - 0.25d0*other(0)%h(1:n)
      end do
      q => list(m + 1)%p
      !$mdmp recv(q, next)
      !$mdmp send(list(1)%p, prev)
      !ref call ref_recv(q, next); call ref_send(list(1)%p, prev); call ref_wait(q)
      do j = 1, m
        associate (p => list(j + 1)%p)
          do i = 1, n
            other(j)%h(i) = p(i) + t
          end do
        end associate
      end do
    end do
    !$mdmp end commregion
  end subroutine
end program names

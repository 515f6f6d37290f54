! Nothing stays where it was: sections that move each step, peers that change,
! levels swapped by index, pointer and move_alloc, arrays that are allocated anew.
! run: env MDMP_TUNE=0 MDMP_DELTA=256
program wandering
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: n = 64, m = 10, steps = 14
  integer :: rank, nranks, prev, next, step, i, j, k, to, from, old, new, ierr
  real(8) :: u(n, 0:m + 1), v(n, 0:m + 1), w(n, 0:m + 1, 2)
  real(8), allocatable :: a(:, :), b(:, :), t(:, :)
  real(8), allocatable, target :: x(:, :), y(:, :)
  real(8), pointer :: p(:, :), q(:, :), s(:, :)
  call MPI_Init(ierr)
  call ring_of_ranks(rank, nranks, prev, next)

  ! The columns that are sent and received move, and their length changes.
  u = rank; v = 0
  !$mdmp commregion
  do step = 1, steps
    k = 1 + mod(step, m)
    do j = 1, m
      do i = 1, n
        u(i, j) = v(i, j) + 0.5d0*step + 0.01d0*i*j
      end do
    end do
    !$mdmp recv(v(k:n, k), prev)
    !$mdmp send(u(k:n, m + 1 - k), next)
    !ref call ref_recv(v(k:n, k), prev); call ref_send(u(k:n, m + 1 - k), next); call ref_wait(v)
    do j = 1, m
      do i = 1, n
        v(i, j) = v(i, j)*0.75d0 + 0.25d0*v(i, k)
      end do
    end do
  end do
  !$mdmp end commregion
  call report('moving', transfer(v, bytes))

  ! The peer changes.
  u = rank; v = 0
  !$mdmp commregion
  do step = 1, steps
    to = modulo(rank + step/2, nranks)
    from = modulo(rank - step/2, nranks)
    do j = 1, m
      do i = 1, n
        u(i, j) = v(i, 0) + 0.5d0*step + 0.01d0*i*j
      end do
    end do
    !$mdmp recv(v(:, 0:1), from)
    !$mdmp send(u(:, 1:2), to)
    !ref call ref_recv(v(:, 0:1), from); call ref_send(u(:, 1:2), to); call ref_wait(v)
  end do
  !$mdmp end commregion
  call report('peers', transfer(v, bytes))

  ! Levels by index.
  w = rank; old = 1; new = 2
  !$mdmp commregion
  do step = 1, steps
    !$mdmp recv(w(:, 0, old), prev)
    !$mdmp recv(w(:, m + 1, old), next) tag(1)
    !$mdmp send(w(:, m, old), next)
    !$mdmp send(w(:, 1, old), prev) tag(1)
    !ref call ref_recv(w(:, 0, old), prev); call ref_recv(w(:, m + 1, old), next, 1)
    !ref call ref_send(w(:, m, old), next); call ref_send(w(:, 1, old), prev, 1); call ref_wait(w)
    do j = 1, m
      do i = 1, n
        w(i, j, new) = 0.5d0*(w(i, j - 1, old) + w(i, j + 1, old)) + 0.01d0*i
      end do
    end do
    i = old; old = new; new = i
    if (step == 7) w(3, m, old) = -1
  end do
  !$mdmp end commregion
  call report('index', transfer(w, bytes))

  ! Levels by pointer; now and then they are not swapped.
  allocate (x(n, 0:m + 1), y(n, 0:m + 1))
  x = rank; y = -rank
  p => x; q => y
  !$mdmp commregion
  do step = 1, steps
    !$mdmp recv(p(:, 0), prev)
    !$mdmp recv(p(:, m + 1), next) tag(1)
    !$mdmp send(p(:, m), next)
    !$mdmp send(p(:, 1), prev) tag(1)
    !ref call ref_recv(p(:, 0), prev); call ref_recv(p(:, m + 1), next, 1)
    !ref call ref_send(p(:, m), next); call ref_send(p(:, 1), prev, 1); call ref_wait(p, x, y)
    do j = 1, m
      do i = 1, n
        q(i, j) = 0.5d0*(p(i, j - 1) + p(i, j + 1)) + 0.01d0*i
      end do
    end do
    if (mod(step, 5) /= 0) then
      s => p; p => q; q => s
    end if
  end do
  !$mdmp end commregion
  call report('pointer x', transfer(x, bytes))
  call report('pointer y', transfer(y, bytes))

  ! Levels by move_alloc.
  allocate (a(n, 0:m + 1), b(n, 0:m + 1))
  a = rank; b = 0
  !$mdmp commregion
  do step = 1, steps
    !$mdmp recv(a(:, 0), prev)
    !$mdmp recv(a(:, m + 1), next) tag(1)
    !$mdmp send(a(:, m), next)
    !$mdmp send(a(:, 1), prev) tag(1)
    !ref call ref_recv(a(:, 0), prev); call ref_recv(a(:, m + 1), next, 1)
    !ref call ref_send(a(:, m), next); call ref_send(a(:, 1), prev, 1); call ref_wait(a)
    do j = 1, m
      do i = 1, n
        b(i, j) = 0.5d0*(a(i, j - 1) + a(i, j + 1)) + 0.01d0*i
      end do
    end do
    call move_alloc(a, t)
    call move_alloc(b, a)
    call move_alloc(t, b)
  end do
  !$mdmp end commregion
  call report('move_alloc', transfer(a, bytes))

  ! Allocated anew each step, with other bounds and sizes; deallocated right after the send.
  v = rank
  !$mdmp commregion
  do step = 1, steps
    k = 1 + mod(step, 3)
    deallocate (a)
    allocate (a(n + k, -k:m))
    do j = -k, m
      do i = 1, n + k
        a(i, j) = v(1, 1) + i + 0.1d0*j*step
      end do
    end do
    !$mdmp recv(v(:, 1), prev)
    !$mdmp send(a(k + 1:n + k, m), next)
    !ref call ref_recv(v(:, 1), prev); call ref_send(a(k + 1:n + k, m), next); call ref_wait(v)
    if (mod(step, 2) == 0) then
      deallocate (a)
      allocate (a(3, 3))
      a = 7
    end if
    do j = 2, m
      do i = 1, n
        v(i, j) = v(i, j - 1) + 1
      end do
    end do
  end do
  !$mdmp end commregion
  call report('anew', transfer(v, bytes))
  call MPI_Finalize(ierr)
end program wandering

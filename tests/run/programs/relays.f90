! Data received are sent on: as they are, changed by a nest, together with what
! a nest writes, and with corners that came from somebody else.
! run: env MDMP_TUNE=0 MDMP_DELTA=256
program relays
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: n = 70, m = 9, steps = 12
  integer :: rank, nranks, prev, next, step, i, j, ierr
  real(8) :: u(0:n + 1, 0:m + 1), v(0:n + 1, 0:m + 1), a(n), b(n)
  call MPI_Init(ierr)
  call ring_of_ranks(rank, nranks, prev, next)
  call fill

  ! What came in one exchange goes on in the next.
  !$mdmp commregion
  do step = 1, steps
    !$mdmp recv(u(1:n, 0), prev)
    !$mdmp send(u(1:n, m), next)
    !ref call ref_recv(u(1:n, 0), prev); call ref_send(u(1:n, m), next); call ref_wait(u)
    continue
    !$mdmp recv(b, prev)
    !$mdmp send(u(1:n, 0), next)
    !ref call ref_recv(b, prev); call ref_send(u(1:n, 0), next); call ref_wait(u, b)
    do j = 1, m
      do i = 1, n
        u(i, j) = 0.5d0*u(i, j) + 0.25d0*b(i) + j
      end do
    end do
  end do
  !$mdmp end commregion
  call report('on', transfer(u, bytes))
  call report('b', transfer(b, bytes))

  ! Columns first, then rows with the corners that have just come.
  call fill
  !$mdmp commregion
  do step = 1, steps
    do j = 1, m
      do i = 1, n
        v(i, j) = 0.25d0*(u(i - 1, j - 1) + u(i + 1, j + 1) + u(i - 1, j + 1) + u(i + 1, j - 1)) + step
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i, j) = v(i, j)
      end do
    end do
    !$mdmp recv(u(1:n, 0), prev)
    !$mdmp recv(u(1:n, m + 1), next) tag(1)
    !$mdmp send(u(1:n, m), next)
    !$mdmp send(u(1:n, 1), prev) tag(1)
    !ref call ref_recv(u(1:n, 0), prev); call ref_recv(u(1:n, m + 1), next, 1)
    !ref call ref_send(u(1:n, m), next); call ref_send(u(1:n, 1), prev, 1); call ref_wait(u)
    continue
    !$mdmp recv(u(0, 0:m + 1), next)
    !$mdmp recv(u(n + 1, 0:m + 1), prev) tag(1)
    !$mdmp send(u(n, 0:m + 1), prev)
    !$mdmp send(u(1, 0:m + 1), next) tag(1)
    !ref call ref_recv(u(0, 0:m + 1), next); call ref_recv(u(n + 1, 0:m + 1), prev, 1)
    !ref call ref_send(u(n, 0:m + 1), prev); call ref_send(u(1, 0:m + 1), next, 1); call ref_wait(u)
  end do
  !$mdmp end commregion
  call report('corners', transfer(u, bytes))

  ! A nest writes half of what is sent, the rest came.
  call fill
  !$mdmp commregion
  do step = 1, steps
    do j = 1, m
      do i = 1, n, 2
        u(i, j) = u(i, j) + v(i + 1, j) + step
      end do
    end do
    !$mdmp recv(v(1:n, :), prev)
    !$mdmp send(u(1:n, :), next)
    !ref call ref_recv(v(1:n, :), prev); call ref_send(u(1:n, :), next); call ref_wait(u, v)
    do j = 1, m
      do i = 2, n, 2
        u(i, j) = v(i, j)*0.5d0
      end do
    end do
  end do
  !$mdmp end commregion
  call report('half', transfer(u, bytes))

  ! The nest reads what came and writes what goes, in place, in order.
  call fill
  !$mdmp commregion
  do step = 1, steps
    !$mdmp recv(a, prev)
    !$mdmp send(u(1:n, m), next)
    !ref call ref_recv(a, prev); call ref_send(u(1:n, m), next); call ref_wait(a)
    do i = 1, n
      u(i, 0) = a(i)
    end do
    do j = 1, m
      do i = 1, n
        u(i, j) = 0.9d0*u(i, j - 1) + 0.1d0*u(i, j)
      end do
    end do
  end do
  !$mdmp end commregion
  call report('order', transfer(u, bytes))
  call MPI_Finalize(ierr)

contains

  subroutine fill
    integer :: i, j
    do j = 0, m + 1
      do i = 0, n + 1
        u(i, j) = rank + i*0.01d0 + j
        v(i, j) = -rank + i*0.02d0 - j
      end do
    end do
    a = 0
    b = 0
  end subroutine

end program relays

! Storage with more than one name: pointers, equivalence, common, associate, host
! association, arguments; what a nest writes or reads goes by another name than
! what is sent and received.
! run: env MDMP_TUNE=0 MDMP_DELTA=256
module shared
  implicit none
  integer, parameter :: n = 60, m = 8, steps = 12
  real(8), target :: g(n, 0:m + 1)
contains
  subroutine touch(j, x)
    integer, intent(in) :: j
    real(8), intent(in) :: x
    g(3, j) = g(3, j) + x
  end subroutine
  subroutine sum_up(a, total)
    real(8), intent(in) :: a(n, *)
    real(8), intent(inout) :: total
    integer :: i
    do i = 1, n
      total = total + a(i, 1)
    end do
  end subroutine
end module shared

program otherways
  use mpi
  use support
  use shared
  !ref use ref
  implicit none
  integer :: rank, nranks, prev, next, step, i, j, ierr
  real(8), target :: u(n, 0:m + 1), v(n, 0:m + 1)
  real(8), pointer :: p(:, :), q(:)
  real(8) :: e(n, 0:m + 1), f(n*(m + 2)), c(n, 0:m + 1), total
  equivalence (e, f)
  common /block/ c
  call MPI_Init(ierr)
  call ring_of_ranks(rank, nranks, prev, next)

  ! The nest writes through a pointer; a pointer reads what came.
  u = rank + 1; v = 0
  p => u
  q => u(:, 0)
  total = 0
  !$mdmp commregion
  do step = 1, steps
    do j = 1, m
      do i = 1, n
        p(i, j + lbound(p, 2)) = 0.5d0*v(i, j) + step + 0.01d0*i*rank
      end do
    end do
    !$mdmp recv(u(:, 0), prev)
    !$mdmp send(u(:, m), next)
    !ref call ref_recv(u(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(u)
    do j = 1, m
      do i = 1, n
        v(i, j) = v(i, j) + 0.1d0*j
      end do
    end do
    total = total + q(7)
    p(2, m) = total                       ! after the nest
  end do
  !$mdmp end commregion
  call report('pointer u', transfer(u, bytes))
  call report('pointer total', transfer(total, bytes))

  ! Equivalence.
  e = rank + 2; v = 1
  !$mdmp commregion
  do step = 1, steps
    do j = 1, m
      do i = 1, n
        e(i, j) = v(i, j) + 0.5d0*step
      end do
    end do
    f(n*m + 5) = f(n*m + 5) + 1           ! e(5, m)
    !$mdmp recv(e(:, 0), prev)
    !$mdmp send(e(:, m), next)
    !ref call ref_recv(e(:, 0), prev); call ref_send(e(:, m), next); call ref_wait(e, f)
    do j = 1, m
      do i = 1, n
        v(i, j) = v(i, j) + 0.25d0*f(i) ! e(i, 0)
      end do
    end do
  end do
  !$mdmp end commregion
  call report('equivalence', transfer(e, bytes))
  call report('v', transfer(v, bytes))

  ! Common, written by an external procedure.
  c = rank; v = 2
  !$mdmp commregion
  do step = 1, steps
    do j = 1, m
      do i = 1, n
        c(i, j) = v(i, j) + 0.5d0*step
      end do
    end do
    if (mod(step, 3) == 0) call behind(step)
    !$mdmp recv(c(:, 0), prev)
    !$mdmp send(c(:, m), next)
    !ref call ref_recv(c(:, 0), prev); call ref_send(c(:, m), next); call ref_wait(c)
    if (mod(step, 2) == 0) call behind(-step)
    do j = 1, m
      do i = 1, n
        v(i, j) = v(i, j) + 0.25d0*c(i, 0)
      end do
    end do
  end do
  !$mdmp end commregion
  call report('common', transfer(c, bytes))
  call report('v', transfer(v, bytes))

  ! A module array: another procedure changes it after the nest; an argument reads it.
  g = rank; v = 3; total = 0
  !$mdmp commregion
  do step = 1, steps
    do j = 1, m
      do i = 1, n
        g(i, j) = v(i, j) + 0.5d0*step
      end do
    end do
    call touch(m, 0.125d0*step)
    !$mdmp recv(g(:, 0), prev)
    !$mdmp send(g(:, m), next)
    !ref call ref_recv(g(:, 0), prev); call ref_send(g(:, m), next); call ref_wait(g)
    call sum_up(g(1, 0), total)
    call touch(0, total)
    do j = 1, m
      do i = 1, n
        v(i, j) = v(i, j) + 0.25d0*g(i, 0)
      end do
    end do
  end do
  !$mdmp end commregion
  call report('module', transfer(g, bytes))
  call report('total', transfer(total, bytes))

  ! Associate and internal procedures.
  u = rank; v = 4; total = 0
  !$mdmp commregion
  do step = 1, steps
    associate (w => u)
      do j = 1, m
        do i = 1, n
          w(i, j + (1 - 1)) = v(i, j) + 0.5d0*step
        end do
      end do
    end associate
    call inside(step)
    !$mdmp recv(u(:, 0), prev)
    !$mdmp send(u(:, m), next)
    !ref call ref_recv(u(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(u)
    associate (w => u(:, 0))
      total = total + w(step)
    end associate
    do j = 1, m
      do i = 1, n
        v(i, j) = v(i, j) + 0.25d0*u(i, 0)
      end do
    end do
  end do
  !$mdmp end commregion
  call report('associate', transfer(u, bytes))
  call report('total', transfer(total, bytes))
  call MPI_Finalize(ierr)

contains

  subroutine inside(step)
    integer, intent(in) :: step
    u(step, m) = u(step, m) + rank
  end subroutine

end program otherways

subroutine behind(k)
  use shared, only: n, m
  implicit none
  integer, intent(in) :: k
  real(8) :: c(n, 0:m + 1)
  common /block/ c
  c(4, m) = c(4, m) + k
  c(6, 0) = c(6, 0)*2
end subroutine

! Dummy arguments that are not contiguous are copied when a procedure begins, and
! back when it ends.
! run: flags -frepack-arrays
! run: env MDMP_TUNE=0 MDMP_DELTA=256
module repacked_steps
  !ref use ref
  implicit none
contains
  subroutine relax(a, b)
    real(8), intent(inout) :: a(:, :), b(:, :)
    integer :: i, j
    do j = 2, size(a, 2) - 1
      do i = 1, size(a, 1)
        a(i, j) = 0.5d0*(a(i, j) + b(i, j - 1)) + 1
      end do
    end do
  end subroutine
  subroutine swap(a, b, prev, next)
    real(8), intent(inout) :: a(:, :), b(:, :)
    integer, intent(in) :: prev, next
    !$mdmp recv(b(:, 1), prev)
    !$mdmp send(a(:, size(a, 2) - 1), next)
    !ref call ref_recv(b(:, 1), prev); call ref_send(a(:, size(a, 2) - 1), next); call ref_wait(a, b)
  end subroutine
end module repacked_steps
program repacked
  use mpi
  use support
  use repacked_steps
  !ref use ref
  implicit none
  integer, parameter :: n = 400, m = 8, steps = 8
  integer :: rank, nranks, prev, next, i, j, t, ierr
  real(8) :: u(2*n, m), v(2*n, m)
  call MPI_Init(ierr)
  call ring_of_ranks(rank, nranks, prev, next)
  do j = 1, m
    do i = 1, 2*n
      u(i, j) = rank + 0.01d0*i
      v(i, j) = j - 0.02d0*i
    end do
  end do
  !$mdmp commregion
  do t = 1, steps
    call relax(u(1::2, :), v(1::2, :))
    call swap(u(1::2, :), v(1::2, :), prev, next)
    !$mdmp recv(v(2::2, m), next)
    !$mdmp send(u(2::2, 1), prev)
    !ref call ref_recv(v(2::2, m), next); call ref_send(u(2::2, 1), prev); call ref_wait(u, v)
    call relax(v(2::2, :), u(1::2, :))
    call relax(v(2::2, m:1:-1), u(2::2, :))
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call MPI_Finalize(ierr)
end program repacked

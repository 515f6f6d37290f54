module halo
  implicit none
  integer, protected :: prev, next
contains
  subroutine neighbours(rank, n)
    integer, intent(in) :: rank, n
    prev = modulo(rank - 1, n)
    next = modulo(rank + 1, n)
  end subroutine neighbours
  subroutine update(u)
    !ref use ref
    real(8), intent(inout) :: u(0:, 0:)
    integer :: m
    m = ubound(u, 2)
    !$mdmp recv(u(:, 0), prev)
    !$mdmp recv(u(:, m), next)
    !$mdmp send(u(:, m - 1), next)
    !$mdmp send(u(:, 1), prev)
    !ref call ref_recv(u(:, 0), prev); call ref_recv(u(:, m), next)
    !ref call ref_send(u(:, m - 1), next); call ref_send(u(:, 1), prev); call ref_wait(u)
  end subroutine update
end module halo

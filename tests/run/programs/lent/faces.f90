! An exchange routine of another file, managed; one that is not; one that calls
! the first, and deletes arrays before it does.
module faces
  implicit none
  integer :: left, right
  real(8), allocatable :: far(:,:), spare(:,:)
contains
  !$mdmp manage
  subroutine remote(a)
    !ref use ref
    real(8), intent(inout) :: a(0:, 0:)
    integer :: m
    m = ubound(a, 2)
    !$mdmp recv(a(:, 0), left)
    !$mdmp recv(a(:, m), right)
    !$mdmp send(a(:, m - 1), right)
    !$mdmp send(a(:, 1), left)
    !ref call ref_recv(a(:, 0), left); call ref_recv(a(:, m), right)
    !ref call ref_send(a(:, m - 1), right); call ref_send(a(:, 1), left); call ref_wait(a)
  end subroutine remote
  ! Where far was, spare may come to lie.
  subroutine replace(k)
    !$mdmp manage
    integer, intent(in) :: k
    integer :: n, m
    n = ubound(far, 1)
    m = ubound(far, 2)
    spare = far
    deallocate (far)
    allocate (far(0:n, 0:m))
    far = spare + k
    call remote(spare)
    call move_alloc(spare, far)
    call remote(far)
  end subroutine replace
end module faces

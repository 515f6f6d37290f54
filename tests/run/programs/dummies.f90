! Dummy arguments of all kinds: explicit shape, assumed size, assumed shape with
! lower bounds, optional, intent(in) to send, allocatable, pointer, contiguous,
! value, in a function, character of any length; a copied-in strided actual.
module procs
  use mpi
  implicit none
  integer :: prev, next
contains
  subroutine explicit_shape(a, n, m)
    !ref use ref
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, -1:m)
    !$mdmp recv(a(:, -1), prev)
    !$mdmp send(a(:, m), next)
    !ref call ref_recv(a(:, -1), prev); call ref_send(a(:, m), next); call ref_wait(a)
    a(1, m) = a(1, m) + a(n, -1)
  end subroutine explicit_shape
  subroutine assumed_size(a, n)
    !ref use ref
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, *)
    !$mdmp recv(a(n, 1:3), prev)
    !$mdmp send(a(1, 1:3), next)
    !ref call ref_recv(a(n, 1:3), prev); call ref_send(a(1, 1:3), next); call ref_wait(a(:, 1:3))
  end subroutine assumed_size
  subroutine from_to(a, b)
    !ref use ref
    real(8), intent(in) :: a(5:)
    real(8), intent(out) :: b(:)
    !$mdmp recv(b, prev)
    !$mdmp send(a(5:4 + size(b)), next)
    !ref call ref_recv(b, prev); call ref_send(a(5:4 + size(b)), next); call ref_wait(b)
  end subroutine from_to
  subroutine maybe(a, b)
    !ref use ref
    real(8), intent(inout) :: a(:, :)
    real(8), intent(inout), optional :: b(:)
    !$mdmp recv(b(1:2), prev) if(present(b))
    !$mdmp recv(a(2, :), prev)
    !$mdmp send(b(3:4), next) if(present(b))
    !$mdmp send(a(1, :), next)
    !ref if (present(b)) call ref_recv(b(1:2), prev); call ref_recv(a(2, :), prev)
    !ref if (present(b)) call ref_send(b(3:4), next); call ref_send(a(1, :), next); call ref_wait(a, b)
  end subroutine maybe
  subroutine held(a, p, c, m)
    !ref use ref
    real(8), allocatable, intent(inout) :: a(:)
    real(8), pointer, intent(in) :: p(:)
    real(8), contiguous, intent(inout) :: c(:)
    integer, value :: m
    m = m + 1
    !$mdmp recv(a(1:m), prev)
    !$mdmp recv(p(1:m), prev)
    !$mdmp recv(c(1), prev)
    !$mdmp send(a(m + 1:2*m), next)
    !$mdmp send(p(m + 1:2*m), next)
    !$mdmp send(m, next)  if(.false.)
    !$mdmp send(c(2), next)
    !ref call ref_recv(a(1:m), prev); call ref_recv(p(1:m), prev); call ref_recv(c(1), prev)
    !ref call ref_send(a(m + 1:2*m), next); call ref_send(p(m + 1:2*m), next); call ref_send(c(2), next); call ref_wait(a, p, c)
  end subroutine held
  function text(s) result(t)
    !ref use ref
    character(len=*), intent(in) :: s(:)
    character(len=len(s)) :: t
    !$mdmp recv(t, prev)
    !$mdmp send(s(2), next)
    !ref call ref_recv(t, prev); call ref_send(s(2), next); call ref_wait(t)
  end function text
end module procs

program dummies
  use support
  use procs
  implicit none
  integer :: rank, n, k, ierr
  real(8) :: u(6, 8)
  real(8), allocatable :: a(:)
  real(8), pointer :: p(:)
  character(len=4) :: s(3)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  u = reshape([(rank + sqrt(real(k, 8)), k=1, 48)], [6, 8])
  a = u(:, 1)
  allocate (p(6), source=u(:, 2))
  s = ['abcd', 'efgh', 'ijkl']
  s(2)(1:1) = achar(48 + rank)
  !$mdmp commregion
  do k = 1, 3
    call explicit_shape(u, 6, 6)
    call explicit_shape(u(1:6:2, 2:5), 3, 2)
    call assumed_size(u(2, 2), 4)
    call from_to(u(:, 3), u(6:2:-1, 5))
    call maybe(u(3:4, :))
    call maybe(u(5:6, 2:7:2), u(2, :))
    call held(a, p, u(:, 8), k - 1)
    s(2)(2:) = text(s)
    u(k, k) = a(1) + p(1)
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('a', transfer(a, bytes))
  call report('p', transfer(p, bytes))
  call report('s', transfer(s, bytes))
  call MPI_Finalize(ierr)
end program dummies

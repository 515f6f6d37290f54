subroutine shift(a, m, from, to)
  !ref use ref
  implicit none
  integer, intent(in) :: m, from, to
  real(8), intent(inout) :: a(m)
  a(2) = a(2) + 1
  !$mdmp recv(a(1), from)
  !$mdmp send(a(m), to)
  !ref call ref_recv(a(1), from); call ref_send(a(m), to); call ref_wait(a)
  a(3) = a(1)
end subroutine shift

subroutine legacy(a, ld, from, to)
  !ref use ref
  implicit none
  integer ld, from, to
  double precision a(ld, *)
  !$mdmp send(a(2, 2), ld - 3, to)
  !$mdmp recv(a(2, 5), ld - 3, from)
  !ref call ref_recv_n(a(2, 5), int(ld - 3, 8), from); call ref_send_n(a(2, 2), int(ld - 3, 8), to); call ref_wait(a(:, 1:6))
end subroutine legacy

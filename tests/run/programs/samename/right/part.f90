subroutine right_part(a, prev, next)
  !ref use ref
  implicit none
  integer, intent(inout) :: a(8)
  integer, intent(in) :: prev, next
  !$mdmp recv(a(2:8:2), prev)
  !$mdmp send(a(1:7:2), next)
  !ref call ref_recv(a(2:8:2), prev); call ref_send(a(1:7:2), next); call ref_wait(a)
  a = a + [1, 1, 2, 3, 5, 8, 13, 21]
end subroutine right_part

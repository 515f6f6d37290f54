subroutine left_part(a, prev, next)
  !ref use ref
  implicit none
  integer, intent(inout) :: a(8)
  integer, intent(in) :: prev, next
  !$mdmp recv(a(1:4), prev)
  !$mdmp send(a(5:8), next)
  !ref call ref_recv(a(1:4), prev); call ref_send(a(5:8), next); call ref_wait(a)
  a = a + [1, 1, 2, 3, 5, 8, 13, 21]
end subroutine left_part

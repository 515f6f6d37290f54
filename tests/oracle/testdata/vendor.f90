! What only flang reads: see differences.txt.
subroutine vendor(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  vector(real(8)) :: v
  integer :: i
  do 10 i = 1, n
    x(i) = x(i) + 1
10 continue
end subroutine vendor

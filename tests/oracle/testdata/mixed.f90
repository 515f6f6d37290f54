program p
  integer :: i, a(10)
  do 10 i = 1, 10
    a(i) = i
10 continue
  do i = 1, 3
    if (a(i) > 2) a(i) = 1
    where (a > 2) a = 3
  end do
  call f(a(1:2), x=3)
  write(*,*) a, (a(i), i=1,3)
end program

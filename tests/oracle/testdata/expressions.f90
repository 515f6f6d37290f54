subroutine s
 integer :: a
 error stop 1
 stop
 x = -a + (b) .myop. c
 x = .foo. c
 x = [real :: a, b]
 x = (1.0_dp, 2)
 lp: do i = 1, 2
   if (a) cycle lp
   y(i)%z(2:3)%q = 1.0_wp*kind_'x'
 end do lp
 call a%b(x, k=3)
 p => null()
 do while (x > 0)
 end do
 x = f(a=1, b=-2)
 if (a) 10, 20, 30
end

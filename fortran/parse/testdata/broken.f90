subroutine a
  do i = 1, 3
    if (x) then
      y = 1
  end do
  end if
  else
end subroutine b
module m
contains
  x = 1
  subroutine c
    do 10 i = 1, 2
      if (x) then
10  continue
  end subroutine
  function f(x)
  contains
  contains
end module
end interface
MACRO(x)
!$mdmp init
subroutine d
  real a(10)
  !$mdmp commregion
  !$mdmp send(a(1), 1)
  !$omp threadprivate(a)
  !$mdmp end commregion
end
!$mdmp init
x = 1
case default
end
subroutine e
  select case (i)
  case (1)
    name: do
      exit name
    end do other
  end select
  block
  interface
    subroutine g
    end
  end interface

! Messages of more than 2^31 bytes, contiguous and with a stride.
#define SRC 'big.F90'
#include "mdmp.inc"
program main
  use check
  implicit none
  integer, parameter :: n = 280000000
  real(8), allocatable :: a(:), b(:)
  integer :: i
  logical :: ok
  call start()
  allocate(a(n), b(n))
  do i = 1, n
    a(i) = 2*me + i
  end do
  b = -1
  if (me == 0) then
    EXCHANGE
    SEND(a, 1, 0)
    DONE
  else if (me == 1) then
    EXCHANGE
    RECV(b, 0, 0)
    DONE
    ok = .true.
    do i = 1, n
      if (b(i) /= i) ok = .false.
    end do
    call expect(ok, 'contiguous')
  end if
  if (me == 1) then
    EXCHANGE
    SENDN(a, 3, n - 4, 0, 0)
    DONE
  else if (me == 0) then
    EXCHANGE
    RECV(b(n:5:-1), 1, 0)
    DONE
    ok = .true.
    do i = 5, n
      if (b(i) /= 2 + 4 + n - i) ok = .false.
    end do
    call expect(ok .and. all(b(:4) == -1), 'backward')
  end if
  call verdict()
end program

! Every intrinsic type and kind, characters, derived types; scalars, arrays, strided sections.
#define SRC 'types.F90'
#include "mdmp.inc"
module types
  use check
  implicit none
  type point
    real(8) :: x, y
    integer(1) :: tag
    character(3) :: name
  end type
  type cell
    type(point) :: corner(4)
    integer :: n
    logical :: full
  end type
contains

#define SAME .eqv.
#define NAME test_logical1
#define LABEL 'logical1'
#define TYPE logical(1)
#define VALUE logical(modulo(i, 3) == 1, 1)
#include "typed.inc"

#define NAME test_logical2
#define LABEL 'logical2'
#define TYPE logical(2)
#define VALUE logical(modulo(i, 3) == 1, 2)
#include "typed.inc"

#define NAME test_logical4
#define LABEL 'logical4'
#define TYPE logical(4)
#define VALUE logical(modulo(i, 3) == 1, 4)
#include "typed.inc"

#define NAME test_logical8
#define LABEL 'logical8'
#define TYPE logical(8)
#define VALUE logical(modulo(i, 3) == 1, 8)
#include "typed.inc"

#undef SAME
#define SAME ==
#define NAME test_integer1
#define LABEL 'integer1'
#define TYPE integer(1)
#define VALUE int(3*i - 7, 1)
#include "typed.inc"

#define NAME test_integer2
#define LABEL 'integer2'
#define TYPE integer(2)
#define VALUE int(3*i - 7, 2)
#include "typed.inc"

#define NAME test_integer4
#define LABEL 'integer4'
#define TYPE integer(4)
#define VALUE int(3*i - 7, 4)
#include "typed.inc"

#define NAME test_integer8
#define LABEL 'integer8'
#define TYPE integer(8)
#define VALUE int(3*i - 7, 8)
#include "typed.inc"

#define NAME test_real4
#define LABEL 'real4'
#define TYPE real(4)
#define VALUE sqrt(real(i + 100, 4))
#include "typed.inc"

#define NAME test_real8
#define LABEL 'real8'
#define TYPE real(8)
#define VALUE sqrt(real(i + 100, 8))
#include "typed.inc"

#define NAME test_real10
#define LABEL 'real10'
#define TYPE real(10)
#define VALUE sqrt(real(i + 100, 10))
#include "typed.inc"

#define NAME test_real16
#define LABEL 'real16'
#define TYPE real(16)
#define VALUE sqrt(real(i + 100, 16))
#include "typed.inc"

#define NAME test_complex4
#define LABEL 'complex4'
#define TYPE complex(4)
#define VALUE cmplx(i, sqrt(real(i + 100, 4)), 4)
#include "typed.inc"

#define NAME test_complex8
#define LABEL 'complex8'
#define TYPE complex(8)
#define VALUE cmplx(i, sqrt(real(i + 100, 8)), 8)
#include "typed.inc"

#define NAME test_complex10
#define LABEL 'complex10'
#define TYPE complex(10)
#define VALUE cmplx(i, sqrt(real(i + 100, 10)), 10)
#include "typed.inc"

#define NAME test_complex16
#define LABEL 'complex16'
#define TYPE complex(16)
#define VALUE cmplx(i, sqrt(real(i + 100, 16)), 16)
#include "typed.inc"

#define NAME test_character5
#define LABEL 'character5'
#define TYPE character(5)
#define VALUE char(modulo(i, 100) + 20)//'ab'//char(modulo(7*i, 90) + 30)
#include "typed.inc"

#define NAME test_character1
#define LABEL 'character1'
#define TYPE character(1)
#define VALUE char(modulo(i, 100) + 20)
#include "typed.inc"

#define NAME test_unicode
#define LABEL 'unicode'
#define TYPE character(2,4)
#define VALUE char(modulo(i, 100) + 8000, 4)//char(945, 4)
#include "typed.inc"

  subroutine test_derived()
    type(cell) :: u(5), v(5), w(5)
    type(point) :: p, q
    integer :: i, j
    do i = 1, 5
      u(i)%n = 100*me + i
      u(i)%full = modulo(i, 2) == 0
      do j = 1, 4
        u(i)%corner(j) = point(me + 0.1d0*i, me + 0.01d0*j, int(i + j, 1), 'abc')
      end do
    end do
    v%n = -1
    p = point(me, -me, 7_1, 'xyz')
    EXCHANGE
    RECV(v(2:4), prev, 1)
    RECV(v(1)%corner(2:4:2), prev, 2)
    RECV(w(:)%full, prev, 3)
    RECV(q, prev, 4)
    SEND(u(1:5:2), next, 1)
    SEND(u(5)%corner(4:1:-3), next, 2)
    SEND(u(:)%full, next, 3)
    SEND(p, next, 4)
    DONE
    call expect(all(v(2:4)%n == 100*prev + [1, 3, 5]), 'derived: components')
    call expect(v(4)%corner(3)%y == prev + 0.01d0*3, 'derived: nested components')
    call expect(v(1)%corner(2)%x == prev + 0.5d0 .and. v(1)%corner(2)%y == prev + 0.04d0, 'derived: section of a component')
    call expect(v(1)%corner(4)%y == prev + 0.01d0 .and. v(1)%corner(4)%name == 'abc', 'derived: backward component')
    call expect(all(w%full .eqv. u%full), 'derived: component of every element')
    call expect(q%x == prev .and. q%y == -prev .and. q%tag == 7 .and. q%name == 'xyz', 'derived: scalar')
  end subroutine

  ! Whole arrays only: gfortran 12 gets the base of a section of a deferred-length array wrong.
  subroutine test_deferred()
    character(:), allocatable :: u(:), v(:)
    allocate(character(3 + 4) :: u(3), v(3))
    u(:) = ['abcdefg', 'hijklmn', 'opqrstu']
    v(:) = 'x'
    EXCHANGE
    RECV(v, prev, 0)
    SEND(u, next, 0)
    DONE
    call expect(all(v == u), 'deferred length')
  end subroutine

  ! A message is bytes: what leaves as integers may arrive as reals.
  subroutine test_bytes()
    integer(8) :: u(4)
    real(8) :: v(2,2)
    u = transfer([1.5d0 + me, 2.5d0, 3.5d0, 4.5d0], u)
    EXCHANGE
    RECV(v, prev, 0)
    SEND(u, next, 0)
    DONE
    call expect(all(v == reshape([1.5d0 + prev, 2.5d0, 3.5d0, 4.5d0], [2, 2])), 'bytes')
  end subroutine
end module

program main
  use types
  implicit none
  call start()
  call test_logical1()
  call test_logical2()
  call test_logical4()
  call test_logical8()
  call test_integer1()
  call test_integer2()
  call test_integer4()
  call test_integer8()
  call test_real4()
  call test_real8()
  call test_real10()
  call test_real16()
  call test_complex4()
  call test_complex8()
  call test_complex10()
  call test_complex16()
  call test_character5()
  call test_character1()
  call test_unicode()
  call test_derived()
  call test_deferred()
  call test_bytes()
  call verdict()
end program

! Every form of section: strides, planes, components, common, pointers, count form, several in one message.
#define SRC 'sections.F90'
#include "mdmp.inc"
module sections
  use check
  implicit none
  type tile
    real(8), allocatable :: u(:,:)
  end type
  type chunk
    type(tile), pointer :: tile(:)
  end type
contains

  ! a(i,j,k) on rank r
  pure elemental real(8) function val(r, i, j, k)
    integer, intent(in) :: r, i, j, k
    val = 1000000*r + 10000*i + 100*j + k
  end function

  pure function cube(r, n) result(a)
    integer, intent(in) :: r, n(3)
    real(8) :: a(n(1), n(2), n(3))
    integer :: i, j, k
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          a(i,j,k) = val(r, i, j, k)
        end do
      end do
    end do
  end function

  ! All six faces and some inner sections, against Fortran's own assignment.
  subroutine test_faces()
    integer, parameter :: n(3) = [6, 5, 4]
    real(8) :: a(n(1),n(2),n(3)), b(n(1),n(2),n(3)), want(n(1),n(2),n(3)), p(n(1),n(2),n(3))
    a = cube(me, n); p = cube(prev, n)
    b = -1; want = -1
    EXCHANGE
    RECV(b(1,:,:), prev, 1)
    RECV(b(6,:,:), prev, 2)
    RECV(b(2:5,1,:), prev, 3)
    RECV(b(2:5,5,:), prev, 4)
    RECV(b(2:5,2:4,1), prev, 5)
    RECV(b(2:5,2:4,4), prev, 6)
    SEND(a(6,:,:), next, 1)
    SEND(a(1,:,:), next, 2)
    SEND(a(2:5,5,:), next, 3)
    SEND(a(2:5,1,:), next, 4)
    SEND(a(2:5,2:4,4), next, 5)
    SEND(a(2:5,2:4,1), next, 6)
    DONE
    want(1,:,:) = p(6,:,:); want(6,:,:) = p(1,:,:)
    want(2:5,1,:) = p(2:5,5,:); want(2:5,5,:) = p(2:5,1,:)
    want(2:5,2:4,1) = p(2:5,2:4,4); want(2:5,2:4,4) = p(2:5,2:4,1)
    call expect(all(b == want), 'faces')
    b = -1; want = -1
    EXCHANGE
    RECV(b(1:6:2,5:1:-2,2:4:2), prev, 1)
    RECV(b(2,2,:), prev, 2)
    RECV(b(6:4:-1,4,1), prev, 3)
    SEND(a(6:1:-2,1:5:2,1:3:2), next, 1)
    SEND(a(3,3,4:1:-1), next, 2)
    SEND(a(1,1:5:2,4), next, 3)
    DONE
    want(1:6:2,5:1:-2,2:4:2) = p(6:1:-2,1:5:2,1:3:2)
    want(2,2,:) = p(3,3,4:1:-1)
    want(6:4:-1,4,1) = p(1,1:5:2,4)
    call expect(all(b == want), 'inner sections')
  end subroutine

  ! The shapes differ, the number of bytes does not.
  subroutine test_reshape()
    real(8) :: a(4,6), b(3,2,4)
    a = reshape(cube(me, [4, 6, 1]), [4, 6])
    EXCHANGE
    RECV(b, prev, 0)
    SEND(a, next, 0)
    DONE
    call expect(all(reshape(b, [24]) == reshape(cube(prev, [4, 6, 1]), [24])), 'reshape')
  end subroutine

  subroutine test_components()
    type(chunk) :: c
    integer :: t
    allocate(c%tile(2))
    do t = 1, 2
      allocate(c%tile(t)%u(0:5,0:5))
      c%tile(t)%u = 10*me + t
    end do
    EXCHANGE
    RECV(c%tile(1)%u(0,:), prev, 1)
    RECV(c%tile(2)%u(:,5), prev, 2)
    SEND(c%tile(1)%u(4,:), next, 2)
    SEND(c%tile(2)%u(:,1), next, 1)
    DONE
    call expect(all(c%tile(1)%u(0,:) == 10*prev + 2) .and. all(c%tile(2)%u(:,5) == 10*prev + 1), 'components')
    call expect(all(c%tile(1)%u(1:,:) == 10*me + 1) .and. all(c%tile(2)%u(:,:4) == 10*me + 2), 'rest of components')
    deallocate(c%tile)
  end subroutine

  subroutine test_pointers()
    real(4), target :: a(20)
    real(4), pointer :: p(:), q(:,:)
    integer :: i
    a = [(me + 0.01*i, i = 1, 20)]
    p => a(1:19:3)
    q(1:2,1:5) => a(11:20)
    EXCHANGE
    RECV(q(2,:), prev, 0)
    SEND(p(1:5), next, 0)
    DONE
    call expect(all(a(12:20:2) == [(prev + 0.01*i, i = 1, 13, 3)]), 'pointers')
  end subroutine

  subroutine test_common()
    integer :: k
    real(8) :: w(10,10)
    common /field/ w, k
    w = me
    EXCHANGE
    RECV(w(1,2:9), prev, 0)
    SEND(w(5,2:9), next, 0)
    DONE
    call expect(all(w(1,2:9) == prev) .and. count(w /= me) == merge(8, 0, prev /= me), 'common')
  end subroutine

  subroutine test_dummies()
    real(8) :: a(8,8)
    a = me
    call assumed_shape(a(2:7,2:7))
    call explicit_shape(a, 4, 16)
    call assumed_size(a, 8)
    call expect(all(a(2,2:7) == prev), 'assumed shape')
    call expect(all(a(1:4,1) == prev), 'explicit shape')
    call expect(all(a(5:8,8) == prev), 'assumed size')
  contains
    subroutine assumed_shape(x)
      real(8), intent(inout) :: x(0:,0:)
      EXCHANGE
      RECV(x(0,:), prev, 0)
      SEND(x(1,:), next, 0)
      DONE
    end subroutine
    subroutine explicit_shape(x, n, m)
      integer, intent(in) :: n, m
      real(8), intent(inout) :: x(n,m)
      EXCHANGE
      RECV(x(:,1), prev, 0)
      SEND(x(:,2), next, 0)
      DONE
    end subroutine
    subroutine assumed_size(x, n)
      integer, intent(in) :: n
      real(8), intent(inout) :: x(n,*)
      EXCHANGE
      RECV(x(5:8,8), prev, 0)
      SEND(x(5:8,7), next, 0)
      DONE
    end subroutine
  end subroutine

  ! The first-element-and-count form: offsets and counts in array element order.
  subroutine test_count()
    integer, parameter :: n(3) = [4, 5, 3]
    real(8) :: a(4,5,3), b(4,5,3), big(8,10,6), line(60)
    integer :: offset, count
    a = cube(me, n)
    do offset = 0, 59, 7
      do count = 0, 60 - offset, 11
        b = -1
        EXCHANGE
        RECVN(b, offset, count, prev, 0)
        SENDN(a, offset, count, next, 0)
        DONE
        line = reshape(b, [60])
        call expect(all(line(:offset) == -1) .and. all(line(offset + count + 1:) == -1), 'count: outside')
        call expect(all(line(offset + 1:offset + count) == part(cube(prev, n), offset, count)), 'count: inside')
        big = -1; big(1:8:2,10:1:-2,2:4) = -2
        EXCHANGE
        RECVN(big(1:8:2,10:1:-2,2:4), offset, count, prev, 0)
        SENDN(a(4:1:-1,:,:), offset, count, next, 0)
        DONE
        line = reshape(big(1:8:2,10:1:-2,2:4), [60])
        b = cube(prev, n)
        call expect(all(line(offset + 1:offset + count) == part(b(4:1:-1,:,:), offset, count)), 'count: strided')
        call expect(all(line(:offset) == -2) .and. all(line(offset + count + 1:) == -2), 'count: strided outside')
      end do
    end do
    call count_dummy(a, 20)
    call expect(all(a(1:4,1,3) == part(cube(prev, n), 0, 4)), 'count: assumed size')
  contains
    subroutine count_dummy(x, first)
      real(8), intent(inout) :: x(*)
      integer, intent(in) :: first
      EXCHANGE
      RECVN(x, 2*first, 4, prev, 0)
      SENDN(x, 0, 4, next, 0)
      DONE
    end subroutine
  end subroutine

  pure function part(a, offset, count) result(p)
    real(8), intent(in) :: a(:,:,:)
    integer, intent(in) :: offset, count
    real(8) :: p(count), line(size(a))
    line = reshape(a, [size(a)])
    p = line(offset + 1:offset + count)
  end function

  ! Several sections in one message; the receiver cuts it in another way.
  subroutine test_parts()
    real(8) :: a(5,6), b(5,6), s
    integer(4) :: k(4), l(4)
    a = reshape(cube(me, [5, 6, 1]), [5, 6])
    b = -1; s = -1
    k = me + [1, 2, 3, 4]; l = 0
    EXCHANGE
    PART(b(:,2))
    PART(b(2,3:6))
    PART(s)
    PARTN(l, 1, 2)
    RECVP(prev, 3)
    PART(a(1,:))
    PARTN(a, 6, 4)
    PARTN(k, 2, 2)
    SENDP(next, 3)
    DONE
    call expect(all([b(:,2), b(2,3:6), s] == [val(prev, 1, [1, 2, 3, 4, 5, 6], 1), val(prev, [2, 3, 4, 5], 2, 1)]), 'parts')
    call expect(all(l == [0, prev + 3, prev + 4, 0]), 'parts: count')
  end subroutine

  subroutine test_empty()
    real(8) :: a(5), b(5), c(0)
    integer :: none
    none = 0
    a = me; b = -1
    EXCHANGE
    RECV(b(3:2), prev, 0)
    RECV(c, prev, 0)
    RECVN(b, 5, none, prev, 0)
    RECV(b(1:1), prev, 0)
    SEND(a(4:3), next, 0)
    SEND(c, next, 0)
    SENDN(a, 0, none, next, 0)
    SEND(a(1:1), next, 0)
    DONE
    call expect(b(1) == prev .and. all(b(2:) == -1), 'empty')
  end subroutine

  ! Large enough for a rendezvous, with strides at either end.
  subroutine test_large()
    real(8), allocatable :: a(:,:), b(:,:)
    integer :: j
    allocate(a(3,50000), b(50000,3))
    do j = 1, 50000
      a(:,j) = [val(me, 1, 0, 0) + j, val(me, 2, 0, 0) + j, val(me, 3, 0, 0) + j]
    end do
    EXCHANGE
    RECV(b(:,1), prev, 0)
    RECV(b(50000:1:-1,3), prev, 1)
    SEND(a(2,:), next, 0)
    SEND(a(3,:), next, 1)
    DONE
    do j = 1, 50000
      if (b(j,1) /= val(prev, 2, 0, 0) + j .or. b(50001-j,3) /= val(prev, 3, 0, 0) + j) exit
    end do
    call expect(j == 50001, 'large')
  end subroutine
end module

program main
  use sections
  implicit none
  integer :: again
  call start()
  do again = 1, 3
    call test_faces()
    call test_reshape()
    call test_components()
    call test_pointers()
    call test_common()
    call test_dummies()
    call test_count()
    call test_parts()
    call test_empty()
    call test_large()
  end do
  call verdict()
end program

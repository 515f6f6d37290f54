! All ways out of a region that says something to what it calls. Behind each, what is called is as before.
module ways
  use rings
  implicit none
  integer :: unit
contains
  subroutine gone(how, comm, tag, a, b, prev, next)
    integer, intent(in) :: how, comm, tag, prev, next
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:)
    integer :: k, x, ios
    logical :: inside
    inside = .true.
    do k = 1, 2
      !$mdmp commregion comm(comm) tag(tag)
      call ring(a, b, prev, next)
      select case (how)
      case (1)
        if (inside) return
      case (2)
        if (b(1) > -1) exit
      case (3)
        if (k == 1) cycle
      case (4)
        goto 40
      case (5)
        goto (50, 51) how - 3 - k + 1          ! 51, then behind the loop
      case (6)
        if (k - 2) 60, 50, 50
      case (7)
        rewind (unit)
        read (unit, *, end=70, err=40) x, x, x
      case (8)
        call leave(k, *80, *81)
        call ring(a, b, prev, next)
      case (9)
        if (rings_told(1) - 1) 40, 50, 40      ! all behind the region, but it calls before it jumps
      end select
      x = 1
51    if (how == 5) b(2) = b(2) + k
60    x = 2
81    if (how == 8) b(3) = b(3) + k
      !$mdmp end commregion
    end do
    return
40  b(4) = 4
    return
50  b(5) = 5
    return
70  b(6) = 7
    return
80  b(7) = 8
  contains
    integer function rings_told(x)
      integer, intent(in) :: x
      call ring(a, b, prev, next)
      rings_told = x + merge(0, 1, b(1) > -1)
    end function

    ! Is told what the region says while it runs, and leaves it.
    subroutine leave(k, *, *)
      integer, intent(in) :: k
      call ring(a, b, prev, next)
      if (k == 1) return 2
      return 1
    end subroutine
  end subroutine

  ! Shut regions say the same, in their text and in what they call. A communicator of one that is shut need not exist.
  subroutine shut(on, comm, tag, prev, next)
    logical, intent(in) :: on
    integer, intent(in) :: comm, tag, prev, next
    integer :: i, j, none
    none = -7
    do j = 0, m + 1
      do i = 1, n
        u(i,j) = i + 3*j
      end do
    end do
    !$mdmp commregion if(on) comm(comm) tag(tag)
    call ring(u(:,1), u(:,0), prev, next)
    !$mdmp recv(u(:,m+1), next)
    !$mdmp send(u(:,m), prev)
    !$mdmp end commregion
    !$mdmp commregion if(comm < -huge(1)) comm(none)
    u(1,1) = u(1,1) + total(u)
    !$mdmp end commregion
  end subroutine

  real(8) function total(a)
    real(8), intent(in) :: a(:,:)
    integer :: i, j
    total = 0
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        total = total + a(i,j)*modulo(7*i + j, 13)
      end do
    end do
  end function
end module

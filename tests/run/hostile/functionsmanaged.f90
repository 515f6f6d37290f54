! Functions that look after pending receives themselves, and all the places where they may be called.
module funs
  use mpi
  implicit none
  integer, parameter :: n = 70, m = 40
  integer :: rank, left, right
  real(8) :: mo(n,0:m+1), wo(n,0:m+1)
  real(8) :: co(n,0:m+1)
  common /field/ co
  real(8) :: eo(n,0:m+1), scal
  equivalence (scal, eo(9,m+1))
  interface assignment(=)
    module procedure counts
  end interface
  interface total
    module procedure summed
  end interface
  type cell
    real(8) :: a(n,0:m+1), change
    real(8) :: few(4)
  end type
contains
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    if (mod(rank + it, 2) /= 0) return
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < 2d-3)
    end do
  end subroutine
  subroutine counts(x, b)
    real(8), intent(out) :: x
    logical, intent(in) :: b
    x = merge(0d0, mo(3,0), b)
  end subroutine
  ! its name is the result, which the nest carries along
  real(8) function relax(u, v)
    real(8), intent(in) :: u(n,0:m+1)
    real(8), intent(inout) :: v(n,0:m+1)
    integer :: i, j
    relax = 0
    do j = 1, m
      do i = 2, n-1
        v(i,j) = 0.25d0*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
        relax = max(relax, abs(v(i,j) - u(i,j)) + 1)
      end do
    end do
  end function
  function summed(u) result(s)
    real(8), intent(in) :: u(:,0:)
    real(8) :: s
    integer :: i, j
    s = 0
    do j = 0, m+1
      do i = 1, n
        s = s + u(i,j)*mod(i+j, 3)
      end do
    end do
  end function
  ! an array, by the name of the function
  function smooth(u)
    real(8), intent(in) :: u(:,0:)
    real(8) :: smooth(size(u,1),0:m+1)
    integer :: i, j
    smooth(:,0) = 1
    smooth(:,m+1) = 2
    do j = 1, m
      do i = 1, n
        smooth(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1))
      end do
    end do
  end function
  ! it receives into its own result
  function halo(u) result(edge)
    real(8), intent(in) :: u(n,0:m+1)
    real(8) :: edge(n)
    edge = -1
    !$mdmp send(u(:,1), left) tag(5)
    !$mdmp recv(edge, right) tag(5)
  end function
  real(8) function one(u)
    real(8), intent(in) :: u(n,0:m+1)
    integer :: i, j
    one = 0
    do j = 1, m
      do i = 1, n
        one = one + u(i,j)
      end do
    end do
    !$mdmp send(u(7,1), left) tag(6)
    !$mdmp recv(one, right) tag(6)
  end function
  ! its receives may outlive it
  real(8) function exchange(u)
    real(8), intent(inout) :: u(n,0:m+1)
    exchange = u(2,2)
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
  end function
  logical function swapped(u) result(yes)
    real(8), intent(inout) :: u(n,0:m+1)
    real(8) :: x
    x = exchange(u)
    yes = x > 3
  end function
  ! what it receives into is what is assigned when it is over
  function overwritten() result(r)
    real(8) :: r(n,0:m+1)
    integer :: i, j
    !$mdmp send(wo(:,1), left)
    !$mdmp recv(wo(:,m+1), right)
    !$mdmp send(wo(:,m), right)
    !$mdmp recv(wo(:,0), left)
    do j = 0, m+1
      do i = 1, n
        r(i,j) = i + j*rank
      end do
    end do
  end function
  real(8) function common_halo()
    common_halo = rank + 1
    !$mdmp send(co(:,1), left)
    !$mdmp recv(co(:,m+1), right)
    !$mdmp send(co(:,m), right)
    !$mdmp recv(co(:,0), left)
  end function
  real(8) function shared_halo()
    shared_halo = rank + 1
    !$mdmp send(eo(:,1), left)
    !$mdmp recv(eo(:,m+1), right)
    !$mdmp send(eo(:,m), right)
    !$mdmp recv(eo(:,0), left)
  end function
  ! hands nothing on: what is assigned shares storage with what is received
  subroutine hands(x)
    real(8), intent(inout) :: x
    scal = shared_halo()
    x = x + 1
  end subroutine
  subroutine hands_array(x)
    real(8), intent(inout) :: x
    wo = overwritten()
    x = x + 1
  end subroutine
  recursive function deep(u, k) result(s)
    real(8), intent(inout) :: u(n,0:m+1)
    integer, intent(in) :: k
    real(8) :: s, x
    integer :: i, j
    s = u(1,0)
    if (k > 0) then
      x = exchange(u)
      s = s + deep(u, k-1)
      x = deep(u, k-2)
      s = s + x
    end if
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*(u(i,j) + u(i,j-1)) + k
      end do
    end do
  end function
  real(8) function first(u)
    real(8), intent(in) :: u(n,0:m+1)
    real(8) :: second
    integer :: i, j
    first = 0
    do j = 0, m+1
      do i = 1, n
        first = first + u(i,j)
      end do
    end do
    return
    entry second(u)
    second = u(3,0) + u(3,m+1)
  end function
  real(8) function bound(u) bind(c, name='bound_of_this_test')
    real(8), intent(in) :: u(n,0:m+1)
    integer :: i, j
    bound = 0
    do j = 0, m+1
      do i = 1, n
        bound = bound + u(i,j)*j
      end do
    end do
  end function
  pure real(8) function clean(u)
    real(8), intent(in) :: u(n,0:m+1)
    clean = u(4,0) + u(4,m+1)
  end function
  impure elemental real(8) function each(x)
    real(8), intent(in) :: x
    each = x + mo(5,0)
  end function
  function target_of(u) result(p)
    real(8), intent(in), target :: u(n,0:m+1)
    real(8), pointer :: p
    integer :: i, j
    do j = 1, m
      do i = 1, n
        wo(i,j) = u(i,j)
      end do
    end do
    p => u(6,0)
  end function
  character(4) function word(u)
    real(8), intent(in) :: u(n,0:m+1)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        wo(i,j) = u(i,j)
      end do
    end do
    word = merge('more', 'less', u(6,0) > 2)
  end function
  logical function large(u)
    real(8), intent(in) :: u(n,0:m+1)
    integer :: i, j
    large = .false.
    do j = 0, m+1
      do i = 1, n
        large = large .or. u(i,j) > 50
      end do
    end do
  end function
  integer function many(u)
    real(8), intent(in) :: u(n,0:m+1)
    integer :: i, j
    many = 0
    do j = 0, m+1
      do i = 1, n
        if (u(i,j) > 3) many = many + 1
      end do
    end do
  end function
  ! the result is what the last iteration leaves, and a procedure inside changes it
  real(8) function tail(u, v)
    real(8), intent(in) :: u(n,0:m+1)
    real(8), intent(inout) :: v(n,0:m+1)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        tail = u(i,j-1) + u(i,j+1)
        v(i,j) = 0.25d0*tail
      end do
    end do
    call more
  contains
    subroutine more
      tail = tail + v(3,3)
    end subroutine
  end function
  function filled(u) result(g)
    real(8), intent(in) :: u(n,0:m+1)
    real(8) :: g(n,0:m+1)
    g = 1
    call fill
  contains
    subroutine fill
      integer :: i, j
      do j = 1, m
        do i = 1, n
          g(i,j) = u(i,j-1) + u(i,j+1)
        end do
      end do
      !$mdmp send(u(:,1), left) tag(7)
      !$mdmp recv(g(:,m+1), right) tag(7)
    end subroutine
  end function
  real(8) function celled(c)
    type(cell), intent(inout) :: c
    integer :: i, j
    celled = 0
    do j = 1, m
      do i = 1, n
        c%a(i,j) = 0.5d0*(c%a(i,j-1) + c%a(i,j+1))
      end do
    end do
    celled = c%few(2)
  end function
end module

module runs
  use funs
  implicit none
contains
  subroutine start(u)
    real(8), intent(out) :: u(n,0:m+1)
    integer :: i, j
    do j = 0, m+1
      do i = 1, n
        u(i,j) = mod(i*3 + j*7 + rank*11, 13)
      end do
    end do
  end subroutine
  subroutine says(what, x)
    character(*), intent(in) :: what
    real(8), intent(in) :: x
    print '(a,i3,2x,z16)', what, rank, x
  end subroutine

  subroutine scalars
    real(8) :: u(n,0:m+1), v(n,0:m+1), x, s
    integer :: it, i, j
    s = 0
    call start(u)
    v = 0
    !$mdmp commregion
    do it = 1, 8
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      x = relax(u, v)
      s = s + x
      if (it > 2) x = summed(u)
      s = s + x
      x = total(u); s = s + x
      s = s + summed(v)*2 + summed(u)
      u(:,1:m) = 0.9d0*v(:,1:m) + it
    end do
    !$mdmp end commregion
    call says('scalars', s)
    call says('scalars', sum(u))
  end subroutine

  subroutine arrays
    real(8) :: u(n,0:m+1), v(n,0:m+1), edge(n), s
    integer :: it
    s = 0
    call start(u)
    v = 0
    !$mdmp commregion
    do it = 1, 8
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      v = smooth(u)
      !$mdmp recv(edge, left) tag(3)
      !$mdmp send(v(:,3), right) tag(3)
      call late(it+1)
      edge = halo(u)
      s = s + sum(edge)
      !$mdmp recv(v(:,0), left) tag(4)
      !$mdmp send(u(:,3), right) tag(4)
      v = smooth(v)
      u(:,1:m) = 0.9d0*v(:,1:m) + it
      u = smooth(u)
      s = s + one(u)
    end do
    !$mdmp end commregion
    call says('arrays', s)
    call says('arrays', sum(u) + sum(v))
  end subroutine

  ! what gets the result is in memory that others reach, and may be received into
  subroutine reached
    real(8) :: u(n,0:m+1), x, s
    integer :: it, i, j
    s = 0
    call start(u)
    call start(mo)
    call start(wo)
    call start(co)
    call start(eo)
    !$mdmp commregion
    do it = 1, 8
      !$mdmp send(mo(:,1), left)
      !$mdmp recv(mo(:,m+1), right)
      call late(it)
      mo = smooth(u)
      s = s + mo(3,m+1)
      call late(it+1)
      wo = overwritten()
      s = s + wo(3,0) + wo(4,m+1)
      do j = 1, m
        do i = 1, n
          wo(i,j) = wo(i,j-1) + it
        end do
      end do
      x = common_halo()
      do j = 1, m
        do i = 1, n
          co(i,j) = 0.5d0*(co(i,j-1) + co(i,j+1))
        end do
      end do
      call overlaid(s)
      call hands_array(s)
      call late(it)
      do j = 1, m
        do i = 1, n
          wo(i,j) = wo(i,j) + 0.5d0*(wo(i,j-1) + wo(i,j+1))
        end do
      end do
      s = s + sum(wo)
      call hands(s)
      call late(it+1)
      do j = 1, m
        do i = 1, n
          eo(i,j) = 0.5d0*(eo(i,j-1) + eo(i,j+1)) + it
        end do
      end do
      s = s + sum(eo) + scal
      s = s + x + sum(co)
      u(:,1:m) = 0.9d0*mo(:,1:m) + it
    end do
    !$mdmp end commregion
    call says('reached', s)
    call says('reached', sum(u) + sum(wo) + sum(co))
  end subroutine

  ! outlives: granted, handed on, or not
  subroutine outlives
    real(8) :: u(n,0:m+1), v(n,0:m+1), x, s
    logical :: yes
    integer :: it, i, j
    s = 0
    call start(u)
    call start(v)
    !$mdmp commregion
    do it = 1, 8
      x = exchange(u)
      call late(it)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1))
        end do
      end do
      yes = swapped(v)
      call late(it+1)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*(v(i,j-1) + v(i,j+1)) + it
        end do
      end do
      u(3,m+1) = exchange(u)
      v(4,0) = exchange(v)
      s = s + exchange(u) + u(3,m+1) + v(4,0)
      if (swapped(u)) s = s + v(2,0)
      s = s + u(5,0)
      if (it > 3) x = exchange(v)
      if (yes) s = s + x + v(6,m+1)
      x = exchange(u); s = s + u(7,0)
      s = s + exchange(v)
      s = s + v(8,0)
    end do
    !$mdmp end commregion
    call says('outlives', s)
    call says('outlives', sum(u) + sum(v))
  end subroutine

  subroutine others
    real(8) :: u(n,0:m+1), v(n,0:m+1), x, s
    real(8) :: second
    procedure(relax), pointer :: p
    character(4) :: w
    logical :: l
    integer :: it, k
    type(cell) :: c
    p => relax
    s = 0
    call start(u)
    call start(v)
    call start(mo)
    call start(c%a)
    c%few = rank
    !$mdmp commregion
    do it = 1, 6
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      !$mdmp send(mo(:,1), left)
      !$mdmp recv(mo(:,m+1), right)
      !$mdmp send(mo(:,m), right)
      !$mdmp recv(mo(:,0), left)
      !$mdmp send(c%few(1:2), left)
      !$mdmp recv(c%few(3:4), right)
      call late(it)
      select case (mod(it, 6))
      case (0)
        x = p(u, v)
      case (1)
        x = first(u)
      case (2)
        x = bound(u)
      case (3)
        x = clean(u)
      case (4)
        x = target_of(u)
      case default
        x = large(u)
      end select
      s = s + x
      w = word(u)
      if (w == 'more') s = s + 1
      l = large(u)
      if (l) s = s + 2
      do k = 1, many(u)
        s = s + 1
      end do
      v = each(u)
      s = s + sum(v)
      c%change = celled(c)
      c%few(3) = c%change + it
      x = relax(u, v)
      s = s + x
      x = tail(u, v)
      s = s + x
      v = filled(u)
      s = s + sum(v)
      x = deep(u, 3)
      s = s + x + c%few(4) + c%few(3)
      print '(a,i3,i3,2x,z16,i6)', 'others', rank, it, summed(u), many(v)
      u(:,1:m) = 0.9d0*u(:,1:m) + it
    end do
    !$mdmp end commregion
    call says('others', s)
    call says('others', sum(u) + sum(c%a) + sum(v))
  end subroutine
end module

! The same common block, with a scalar where the array is.
subroutine overlaid(s)
  use funs, only: n, m, common_halo, late
  implicit none
  real(8), intent(inout) :: s
  real(8) :: head(5), one, rest(n*(m+2)-6)
  common /field/ head, one, rest
  call late(1)
  one = common_halo()
  s = s + one
end subroutine

program p
  use runs
  implicit none
  integer :: nr, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call scalars
  call arrays
  call reached
  call outlives
  call others
  call MPI_Finalize(ierr)
end program

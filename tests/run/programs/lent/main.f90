! run: with faces.f90
! run: env MDMP_TUNE=0 MDMP_VERIFY=2
! Receives of exchange routines may outlive them: everything that can touch the
! array after the call, by every name it has, and every way of passing it. What
! is pending is poisoned, so that a wait too few shows at once.
module fields
  implicit none
  integer, parameter :: n = 22, m = 9
  integer :: prev, next
  type field
    real(8), allocatable :: now(:,:)
    real(8) :: edge(0:n+1)
    real(8), pointer :: view(:,:) => null()
  end type field
  real(8) :: shared(0:n+1, 0:m+1)
  real(8), target :: aimed(0:n+1, 0:m+1)
  real(8), allocatable :: heap(:,:), other(:,:)
  real(8), pointer :: pt(:,:), qt(:,:)
  real(8) :: total
contains
  subroutine swap(a)
    !ref use ref
    real(8), intent(inout) :: a(0:, 0:)
    integer :: k
    k = ubound(a, 2)
    !$mdmp recv(a(:, 0), prev)
    !$mdmp recv(a(:, k), next)
    !$mdmp send(a(:, k - 1), next)
    !$mdmp send(a(:, 1), prev)
    !ref call ref_recv(a(:, 0), prev); call ref_recv(a(:, k), next)
    !ref call ref_send(a(:, k - 1), next); call ref_send(a(:, 1), prev); call ref_wait(a)
  end subroutine swap
  ! Explicit shape: copied in and out if it is not contiguous.
  subroutine fixed(a, nn, mm)
    !ref use ref
    integer, intent(in) :: nn, mm
    real(8), intent(inout) :: a(0:nn, 0:mm)
    !$mdmp recv(a(:, 0), prev)
    !$mdmp recv(a(:, mm), next)
    !$mdmp send(a(:, mm - 1), next)
    !$mdmp send(a(:, 1), prev)
    !ref call ref_recv(a(:, 0), prev); call ref_recv(a(:, mm), next)
    !ref call ref_send(a(:, mm - 1), next); call ref_send(a(:, 1), prev); call ref_wait(a)
  end subroutine fixed
  ! The module's own array; a second phase with the corners; a return before.
  subroutine phases(k)
    !ref use ref
    integer, intent(in) :: k
    if (k == 3) return
    !$mdmp recv(shared(:, 0), prev)
    !$mdmp send(shared(:, m), next)
    !ref call ref_recv(shared(:, 0), prev); call ref_send(shared(:, m), next); call ref_wait(shared)
    if (k == 5) return
    shared(0, 1:2) = shared(1, 1:2)
    !$mdmp recv(shared(0, :), prev)
    !$mdmp send(shared(n, :), next)
    !ref call ref_recv(shared(0, :), prev); call ref_send(shared(n, :), next); call ref_wait(shared)
  end subroutine phases
  ! A buffer of its own, unpacked where it is.
  subroutine packed(a)
    !ref use ref
    real(8), intent(inout) :: a(0:, 0:)
    real(8) :: buffer(0:n+1)
    integer :: i
    buffer = -1
    !$mdmp recv(buffer, prev)
    !$mdmp send(a(:, m), next)
    !ref call ref_recv(buffer, prev); call ref_send(a(:, m), next); call ref_wait(buffer)
    do i = 0, n + 1
      a(i, 0) = buffer(i)
    end do
  end subroutine packed
  subroutine several(a, b)
    real(8), intent(inout) :: a(0:, 0:), b(0:, 0:)
    call swap(a)
    call swap(b)
    call phases(1)
    b(2, 2) = b(2, 2) + a(2, 0)
  end subroutine several
  subroutine inner(f)
    !ref use ref
    type(field), intent(inout) :: f
    !$mdmp recv(f%now(:, 0), prev)
    !$mdmp recv(f%view(:, 0), prev)
    !$mdmp recv(f%edge, next)
    !$mdmp send(f%now(:, m), next)
    !$mdmp send(f%view(:, m), next)
    !$mdmp send(f%now(:, 1), prev)
    !ref call ref_recv(f%now(:, 0), prev); call ref_recv(f%view(:, 0), prev); call ref_recv(f%edge, next)
    !ref call ref_send(f%now(:, m), next); call ref_send(f%view(:, m), next); call ref_send(f%now(:, 1), prev)
    !ref call ref_wait(f%now, f%view, f%edge)
  end subroutine inner
  ! Frees what it was granted; what is allocated then may lie there.
  subroutine renew(a)
    real(8), allocatable, intent(inout) :: a(:,:)
    real(8), allocatable :: mine(:,:)
    call swap(a)
    allocate (other(0:n+1, 0:m+1))
    other = a + 1
    deallocate (a)
    allocate (mine(0:n+1, 0:m+1))
    mine = other*0.5d0
    call swap(mine)
    call swap(other)
    call move_alloc(other, a)
    a = a + mine
    call swap(a)
  end subroutine renew
  recursive subroutine deeper(a, k)
    real(8), intent(inout) :: a(0:, 0:)
    integer, intent(in) :: k
    real(8) :: b(0:n+1, 0:m+1)
    call swap(a)
    if (k == 0) return
    b = a*0.5d0
    call deeper(b, k - 1)
    call swap(b)
    a(1:n, 1:m) = a(1:n, 1:m) + b(1:n, 0:m-1)
  end subroutine deeper
  subroutine relax(a, b)
    real(8), intent(in) :: a(0:, 0:)
    real(8), intent(inout) :: b(0:, 0:)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        b(i, j) = 0.2d0*(a(i, j) + a(i-1, j) + a(i+1, j) + a(i, j-1) + a(i, j+1))
      end do
    end do
  end subroutine relax
  subroutine add(x, y)
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    y = y + x
  end subroutine add
  subroutine bystander
    total = total + shared(3, 0)
  end subroutine bystander
end module fields
program lent
  use mpi
  use support
  use fields
  use faces
  !ref use ref
  implicit none
  integer :: rank, ranks, it, i, j, k, ierr
  real(8) :: u(0:n+1, 0:m+1), v(0:n+1, 0:m+1), w(0:n+1, 0:m+1), big(0:2*n+3, 0:m+1), s, single
  real(8) :: x(0:n+1, 0:m+1), one(0:n+1)
  real(8), allocatable :: a(:,:)
  type(field) :: f
  common /block/ x, single
  equivalence (one, w)
  character(len=40) :: text
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  prev = modulo(rank - 1, ranks)
  next = merge(rank + 1, -1, rank + 1 < ranks)
  if (rank == 0) prev = -1
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  allocate (a(0:n+1, 0:m+1), heap(0:n+1, 0:m+1), far(0:n+1, 0:m+1), f%now(0:n+1, 0:m+1), f%view(0:n+1, 0:m+1), &
            qt(0:n+1, 0:m+1))
  do j = 0, m + 1
    do i = 0, n + 1
      u(i, j) = rank + 0.01d0*i + sqrt(real(j + 1, 8))
    end do
  end do
  v = u + 1; w = u*2; x = u - 3; a = u; heap = u/3; far = u + 7; shared = u*5; aimed = v*3; f%now = w + 1; f%view = u + 2
  f%edge = 1; big = 0.5d0 + rank; single = 0; s = 0; total = 0; qt = v - 2
  pt => aimed
  !$mdmp commregion
  do it = 1, 12
    ! Touched right after the call, and as an element, a section, in a condition.
    call swap(u)
    s = s + u(3, 0)
    call swap(u)
    v(1:n, 1) = v(1:n, 1) + u(1:n, 0)
    call swap(v)
    if (v(2, 0) > 1.d3) s = s + 1
    ! Waited for in a nest, here and there; two arrays under way.
    call swap(u)
    call swap(v)
    call relax(u, w)
    do j = 1, m
      do i = 1, n
        u(i, j) = 0.5d0*w(i, j) + 0.125d0*(v(i, j-1) + v(i, j+1))
      end do
    end do
    ! The same array under two names, through a procedure that hands on.
    call several(u, v)
    s = s + v(1, 0) + u(1, m+1)
    ! Through a module, by a procedure that does not get the array; returns.
    call phases(it)
    call bystander
    call phases(it)
    call relax(shared, w)
    ! A pointer to the target, and levels that change places.
    call swap(aimed)
    s = s + pt(2, 0)
    call swap(pt)
    s = s + aimed(2, m+1)
    call swap(qt)
    if (mod(it, 2) == 0) then
      pt => qt
    else
      pt => aimed
    end if
    call relax(pt, w)
    call relax(w, qt)
    ! Common and equivalence.
    call swap(x)
    s = s + single + x(4, 0)
    call swap(w)
    one(3) = one(3) + 0.5d0
    s = s + one(4)
    ! Copies: sections with holes; a part; from an element on.
    call fixed(big(0::2, :), n + 1, m + 1)
    s = s + big(4, 0)
    call swap(big(0::2, :))
    s = s + big(6, 0)
    call fixed(u, n + 1, m + 1)
    call relax(u, v)
    call fixed(u(0, 0), n + 1, m + 1)
    call relax(u, w)
    call fixed(u(:, 0:m), n + 1, m)
    s = s + u(2, m)
    ! A buffer of the routine; elements as scalars.
    call packed(v)
    call swap(v)
    call add(v(5, 0), v(5, 1))
    ! Components.
    call inner(f)
    s = s + f%edge(2)
    call relax(f%now, v)
    f%view(3, 3) = f%view(3, 0)
    call inner(f)
    call relax(f%view, w)
    s = s + f%now(2, 0)
    ! Freed, moved, allocated anew.
    call swap(heap)
    deallocate (heap)
    allocate (heap(0:n+1, 0:m+1))
    heap = u
    call renew(heap)
    s = s + heap(2, 0)
    call swap(heap)
    call move_alloc(heap, other)
    s = s + other(3, 0)
    call move_alloc(other, heap)
    ! Itself.
    call deeper(a, 3)
    s = s + a(2, 0)
    ! Inside an IF, and left behind in a loop.
    if (mod(it, 3) /= 0) call swap(a)
    do k = 1, 3
      call swap(a)
      if (k == 2) exit
      a(2, 2) = a(2, 0)*0.5d0
    end do
    call relax(a, v)
    ! Contained: the host's array.
    call contained
    s = s + u(7, 0)
    ! Printed, and sent by the program itself.
    call swap(u)
    write (text, '(es24.16)') u(2, 0)
    read (text, *) s
    call swap(u)
    call MPI_Sendrecv(u(:, 0), n + 2, MPI_REAL8, right, 1, v(:, 0), n + 2, MPI_REAL8, left, 1, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    u = u*0.5d0; v = v*0.5d0; w = w*0.5d0; shared = shared*0.5d0; a = a*0.25d0; aimed = aimed*0.5d0
    qt = qt*0.5d0; x = x*0.5d0; f%now = f%now*0.5d0; f%view = f%view*0.5d0; heap = heap*0.25d0
    if (it == 7) call swap(w)
  end do
  call swap(x)
  !$mdmp end commregion
  s = s + x(1, 0)
  ! A region without directives: procedures of another file.
  !$mdmp commregion
  do it = 1, 8
    call remote(u)
    s = s + u(1, 0)
    call remote(u)
    call remote(v)
    do j = 1, m
      do i = 1, n
        w(i, j) = 0.25d0*(u(i, j-1) + u(i, j+1) + v(i, j-1) + v(i, j+1))
      end do
    end do
    call remote(big(0::2, :))
    s = s + big(2, 0)
    call remote(far)
    call replace(it)
    s = s + far(3, 0)
    call remote(w)
    if (it == 6) exit
    u = w
    far = far*0.5d0
  end do
  !$mdmp end commregion
  s = s + w(2, 0) + total
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call report('w', transfer(w, bytes))
  call report('x', transfer(x, bytes))
  call report('a', transfer(a, bytes))
  call report('big', transfer(big, bytes))
  call report('shared', transfer(shared, bytes))
  call report('aimed', transfer(aimed, bytes))
  call report('qt', transfer(qt, bytes))
  call report('heap', transfer(heap, bytes))
  call report('far', transfer(far, bytes))
  call report('now', transfer(f%now, bytes))
  call report('view', transfer(f%view, bytes))
  call report('edge', transfer(f%edge, bytes))
  call report('s', transfer([s, total], bytes))
  call MPI_Finalize(ierr)
contains
  subroutine contained
    !ref use ref
    !$mdmp recv(u(:, 0), left)
    !$mdmp send(u(:, m), right)
    !ref call ref_recv(u(:, 0), left); call ref_send(u(:, m), right); call ref_wait(u)
    v(3, 3) = v(3, 3) + 1
  end subroutine contained
end program lent

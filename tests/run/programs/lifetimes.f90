! The memory of what came or goes ends or changes its place: reallocation on
! assignment, move_alloc between exchange and use, stat= and source=, automatic
! deallocation at the end of a block, INTENT(OUT) dummies, function results.
! run: env MDMP_TUNE=0 MDMP_DELTA=256
module owner
  implicit none
  type box
    real(8), allocatable :: u(:, :)
    integer :: id = 0
  end type box
end module owner
program lifetimes
  use mpi
  use support
  use owner
  !ref use ref
  implicit none
  integer, parameter :: n = 150, m = 5, steps = 10
  integer :: rank, nranks, prev, next, ierr
  real(8) :: sum0 = 0, sums(n)
  call MPI_Init(ierr)
  call ring_of_ranks(rank, nranks, prev, next)
  sums = 0
  call reassigned
  call report('reassigned', transfer([sums, sum0], bytes))
  call moved
  call report('moved', transfer([sums, sum0], bytes))
  call blocks
  call report('blocks', transfer([sums, sum0], bytes))
  call given
  call report('given', transfer([sums, sum0], bytes))
  call structures
  call report('structures', transfer([sums, sum0], bytes))
  call pointed
  call report('pointed', transfer([sums, sum0], bytes))
  call MPI_Finalize(ierr)

contains

  subroutine reassigned
    real(8), allocatable :: u(:, :), v(:, :), w(:)
    integer :: i, j, t, width
    allocate (u(n, 0:m + 1), v(n, 0:m + 1), w(n))
    u = rank
    v = 1
    w = 0
    !$mdmp commregion
    do t = 1, steps
      do j = 1, ubound(u, 2) - 1
        do i = 1, n
          u(i, j) = u(i, j)*0.5d0 + t + j*0.25d0
        end do
      end do
      !$mdmp recv(w, prev)
      !$mdmp send(u(:, m), next)
      !ref call ref_recv(w, prev); call ref_send(u(:, m), next); call ref_wait(w, u)
      if (mod(t, 3) == 1) w = [w(2:n), w(1)]      ! same shape, may be another place
      if (mod(t, 4) == 2) w = [w, 1.0d0, 2.0d0]   ! another shape
      width = size(w)
      do i = 1, n
        sums(i) = sums(i) + w(width - n + i)
      end do
      if (width /= n) w = w(1:n)
      if (mod(t, 3) == 0) u = reshape([(dble(i), i=1, n*(m + 2))], [n, m + 2])
      if (mod(t, 3) == 0) then
        deallocate (u)
        allocate (u(n, 0:m + 1), source=dble(t))
      end if
    end do
    !$mdmp end commregion
  end subroutine

  subroutine moved
    real(8), allocatable :: u(:, :), v(:, :), h(:)
    integer :: i, j, t, stat
    allocate (u(n, 0:m + 1), v(n, 0:m + 1), h(n))
    u = rank; v = 2; h = 3
    !$mdmp commregion
    do t = 1, steps
      do j = 1, m
        do i = 1, n
          u(i, j) = 0.5d0*(u(i, j) + v(i, j - 1)) + t
        end do
      end do
      !$mdmp recv(v(:, 0), prev)
      !$mdmp send(u(:, m), next)
      !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(u, v)
      call turn(u, v)
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j) + 0.125d0*u(i, 0)
        end do
      end do
      !$mdmp recv(h, next)
      !$mdmp send(u(:, 1), prev)
      !ref call ref_recv(h, next); call ref_send(u(:, 1), prev); call ref_wait(h)
      allocate (h(5), stat=stat)
      if (stat /= 0) sum0 = sum0 + h(t)
      deallocate (h, stat=stat)
      allocate (h(n), stat=stat)
      do i = 1, n
        h(i) = t
      end do
    end do
    !$mdmp end commregion
    sums = sums + u(:, 2) + h
  end subroutine

  subroutine turn(a, b)
    real(8), allocatable, intent(inout) :: a(:, :), b(:, :)
    real(8), allocatable :: c(:, :)
    call move_alloc(a, c)
    call move_alloc(b, a)
    call move_alloc(c, b)
  end subroutine

  subroutine blocks
    integer :: i, j, t
    real(8) :: u(n, 0:m + 1)
    u = rank
    !$mdmp commregion
    do t = 1, steps
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j)*0.5d0 + t + i*0.125d0
        end do
      end do
      block
        real(8), allocatable :: h(:)
        real(8) :: auto(n + t)
        allocate (h(n))
        h = 0
        !$mdmp recv(h, prev)
        !$mdmp recv(auto(t + 1:), next) tag(1)
        !$mdmp send(u(:, m), next)
        !$mdmp send(u(:, 1), prev) tag(1)
        !ref call ref_recv(h, prev); call ref_recv(auto(t + 1:), next, 1)
        !ref call ref_send(u(:, m), next); call ref_send(u(:, 1), prev, 1); call ref_wait(h, auto, u)
        if (mod(t, 2) == 0) u(:, 2) = h + auto(t + 1:)
      end block
      block
        real(8) :: trash(n + steps), u(n)         ! another u; where the arrays were
        trash = t
        u = trash(1:n) + rank
        sums = sums + u
      end block
    end do
    !$mdmp end commregion
    sums = sums + u(:, 2)
  end subroutine

  subroutine given
    real(8), allocatable :: u(:, :), h(:)
    integer :: i, j, t
    allocate (u(n, m))
    u = rank
    h = [(0d0, i=1, n)]
    !$mdmp commregion
    do t = 1, steps
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j) + 0.5d0*h(i) + t
        end do
      end do
      !$mdmp recv(h, prev)
      !$mdmp send(u(:, m), next)
      !ref call ref_recv(h, prev); call ref_send(u(:, m), next); call ref_wait(h)
      if (mod(t, 3) == 2) call anew(h, t)
      if (mod(t, 4) == 3) h = twice(h)
      if (mod(t, 5) == 4) u = fresh(t)
    end do
    !$mdmp end commregion
    sums = sums + h
  end subroutine

  subroutine anew(h, t)
    real(8), allocatable, intent(out) :: h(:)
    integer, intent(in) :: t
    allocate (h(n))
    h = t*0.5d0
  end subroutine

  function twice(h) result(r)
    real(8), intent(in) :: h(:)
    real(8), allocatable :: r(:)
    r = 2*h + 1
    r = r*0.25d0
  end function

  function fresh(t) result(r)
    integer, intent(in) :: t
    real(8) :: r(n, m)
    r = t
  end function

  subroutine structures
    type(box) :: b, c
    type(box), allocatable :: list(:)
    integer :: i, j, t
    allocate (b%u(n, 0:m + 1))
    b%u = rank
    c = b
    allocate (list(2))
    list(1) = b
    list(2) = c
    !$mdmp commregion
    do t = 1, steps
      do j = 1, m
        do i = 1, n
          b%u(i, j) = 0.5d0*b%u(i, j) + t + c%u(i, 0)
        end do
      end do
      !$mdmp recv(c%u(:, 0), prev)
      !$mdmp send(b%u(:, m), next)
      !ref call ref_recv(c%u(:, 0), prev); call ref_send(b%u(:, m), next); call ref_wait(b%u, c%u)
      if (mod(t, 4) == 1) b = c                  ! a deep copy of what came
      if (mod(t, 4) == 2) c%u = b%u*0.5d0
      do j = 1, m
        do i = 1, n
          list(1)%u(i, j) = list(2)%u(i, j)*0.5d0 + c%u(i, 0)
        end do
      end do
      !$mdmp recv(list(2)%u(:, 0), next)
      !$mdmp send(list(1)%u(:, 1), prev)
      !ref call ref_recv(list(2)%u(:, 0), next); call ref_send(list(1)%u(:, 1), prev); call ref_wait(list(2)%u, list(1)%u)
      if (mod(t, 3) == 0) list = list(2:1:-1)
      if (mod(t, 5) == 0) list = [list(2), list(1)]
    end do
    !$mdmp end commregion
    sums = sums + b%u(:, 1) + c%u(:, 0) + list(1)%u(:, 2) + list(2)%u(:, 0)
  end subroutine

  subroutine pointed
    real(8), pointer :: u(:, :), h(:), k(:)
    integer :: i, j, t
    allocate (u(n, m), h(n))
    u = rank; h = 1
    k => h
    !$mdmp commregion
    do t = 1, steps
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j)*0.5d0 + k(i)
        end do
      end do
      !$mdmp recv(h, prev)
      !$mdmp send(u(:, m), next)
      !ref call ref_recv(h, prev); call ref_send(u(:, m), next); call ref_wait(h, u)
      nullify (h)
      allocate (h(n))
      h = k + t
      deallocate (k)
      k => h
      if (mod(t, 3) == 0) then
        deallocate (u)
        allocate (u(n, m))
        u = t
      end if
    end do
    !$mdmp end commregion
    sums = sums + h
    deallocate (h, u)
  end subroutine
end program lifetimes

! run: flags -fstack-arrays
! run: ranks 1 2 3
! run: modes plain auto counted
! What is sent is a variable of a BLOCK, or of a procedure, and goes right behind the exchange: a copy of what comes into
! the same place (MPI_Sendrecv_replace by hand). Automatic arrays, allocatable ones, scalars, components; filled by
! assignments, ALLOCATE, and nests that send early; blocks that are left before their exchange, when pieces are under way;
! another block in the same memory, that writes what the last one sent; sizes that change; copies that change behind the
! exchange. Short and long messages, ranks that are late, rings, chains with MPI_PROC_NULL, ranks that are their own neighbours.
module things
  use mpi
  implicit none
  integer :: rank, ranks, left, right, below, above, it = 0
  real(8) :: total = 0
  type box
    real(8), allocatable :: v(:)
    integer :: id = 0
  end type box
contains
  subroutine late
    real(8) :: t0
    if (mod(rank + it, 2) /= 0) return
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
  ! where the last block was
  subroutine scribble(n)
    integer, intent(in) :: n
    real(8) :: trash(n)
    real(8), allocatable :: heap(:)
    integer :: i
    allocate (heap(n))
    do i = 1, n
      trash(i) = -i - it
      heap(i) = i + it
    end do
    total = total + trash(n)*1d-3 + heap(n)*1d-4
  end subroutine
  ! in a procedure: the copy is its own, or its caller's
  subroutine shift(a, n, to, from)
    integer, intent(in) :: n, to, from
    real(8), intent(inout) :: a(n)
    real(8) :: copy(n)
    copy = a
    call late
    !$mdmp send(copy, to) tag(21)
    !$mdmp recv(a, from) tag(21)
    copy = -1
  end subroutine
  subroutine give(c, a, n, to, from)
    integer, intent(in) :: n, to, from
    real(8), intent(in) :: c(n)
    real(8), intent(inout) :: a(n)
    !$mdmp send(c, to) tag(22)
    !$mdmp recv(a, from) tag(22)
  end subroutine
  recursive subroutine deeper(a, n, depth)
    integer, intent(in) :: n, depth
    real(8), intent(inout) :: a(n)
    block
      real(8) :: copy(n)
      integer :: i
      do i = 1, n
        copy(i) = a(i) + depth
      end do
      if (depth > 0 .and. mod(it, 2) == 0) call deeper(a, n, depth - 1)
      !$mdmp send(copy, above) tag(23)
      !$mdmp recv(a, below) tag(23)
      if (mod(it, 3) == 0) return
      copy = 0
    end block
    total = total + a(1)
  end subroutine
end module things

program blocksthatgo
  use things
  implicit none
  integer :: ierr, t
  integer, parameter :: sizes(3) = [40, 1500, 70000]
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  below = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  above = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
  do t = 1, 3
    call rounds(sizes(t), merge(5, 12, t == 3))
  end do
  call MPI_Finalize(ierr)
contains
  subroutine rounds(n, steps)
    integer, intent(in) :: n, steps
    real(8) :: u(n, 4), x, y
    integer :: i, k, number
    u(:, 1) = [(rank + 1d-3*i, i=1, n)]
    u(:, 2) = 2*u(:, 1)
    u(:, 3) = rank
    u(:, 4) = -rank
    x = rank
    y = 0
    number = rank
    total = 0
    !$mdmp commregion
    do k = 1, steps
      it = k
      ! automatic, assigned
      block
        real(8) :: copy(n)
        copy = u(:, 1)
        !$mdmp recv(u(:, 1), left) tag(1)
        !$mdmp send(copy, right) tag(1)
      end block
      call scribble(n)
      ! allocatable, by the statement that allocates it
      block
        real(8), allocatable :: copy(:)
        allocate (copy, source=u(:, 1))
        call late
        !$mdmp recv(u(:, 1), right) tag(2)
        !$mdmp send(copy, left) tag(2)
      end block
      block
        real(8), allocatable :: trash(:)
        allocate (trash(n))
        trash = -k
        total = total + trash(n)
      end block
      ! a chain: what comes from nobody leaves the place as it is
      block
        real(8) :: copy(n + k)
        do i = 1, n
          copy(k + i) = u(i, 2)*0.5d0 + u(i, 1)
        end do
        !$mdmp recv(u(:, 2), below) tag(3)
        !$mdmp send(copy(k + 1:), above) tag(3)
        copy = -1
      end block
      ! left before the exchange, with pieces under way
      left_early: block
        real(8) :: copy(n)
        do i = 1, n
          copy(i) = u(i, 2) + k
        end do
        if (mod(k, 3) == 0) exit left_early
        call late
        !$mdmp recv(u(:, 2), left) tag(4)
        !$mdmp send(copy, right) tag(4)
      end block left_early
      ! the same memory, another message: what the last block sent is written again
      block
        real(8) :: other(n)
        do i = 1, n
          other(i) = u(i, 3) - k + 1d-3*u(i, 2)
        end do
        !$mdmp recv(u(:, 3), right) tag(5)
        !$mdmp send(other, left) tag(5)
        do i = 1, n
          other(i) = 0
        end do
      end block
      ! received into what goes, not looked at, and sent from there to one that looks
      block
        real(8) :: came(n)
        came = k
        !$mdmp recv(came, left) tag(6)
        !$mdmp send(u(:, 3), right) tag(6)
        if (mod(k, 2) == 0) u(:, 4) = came
      end block
      call scribble(n)
      ! one number; a condition
      block
        real(8) :: was
        integer :: is
        was = x
        is = number
        !$mdmp recv(x, left) tag(7)
        !$mdmp recv(number, right) tag(8) if(mod(k, 2) == 0)
        !$mdmp send(was, right) tag(7)
        !$mdmp send(is, left) tag(8) if(mod(k, 2) == 0)
        was = -1
        is = -1
      end block
      y = y + x*number
      ! only there under a condition
      block
        real(8), allocatable :: copy(:)
        if (mod(k, 4) /= 0) allocate (copy, source=u(:, 4))
        !$mdmp recv(u(:, 4), left) tag(9) if(mod(k, 4) /= 0)
        !$mdmp send(copy, right) tag(9) if(mod(k, 4) /= 0)
      end block
      ! components; a second copy in a block in it
      block
        type(box) :: b
        allocate (b%v(n))
        do i = 1, n
          b%v(i) = u(i, 4) + 1d-2*u(n + 1 - i, 1)
        end do
        block
          real(8) :: copy(n)
          copy = b%v
          !$mdmp recv(b%v, right) tag(10)
          !$mdmp send(copy, left) tag(10)
          copy = 0
        end block
        u(:, 4) = b%v*0.5d0
        !$mdmp recv(u(:, 1), below) tag(11)
        !$mdmp send(b%v, above) tag(11)
        b = box()
      end block
      ! by procedures
      call shift(u(:, 2), n, right, left)
      call scribble(n)
      block
        real(8) :: copy(n)
        copy = u(:, 3)
        call give(copy, u(:, 3), n, above, below)
        if (mod(k, 5) == 0) cycle
        copy = u(:, 1)
        call give(copy, u(:, 1), n, left, right)
      end block
      call scribble(n)
      call deeper(u(:, 4), n, 2)
      ! halved: numbers stay small
      do i = 1, n
        u(i, 1) = 0.5d0*u(i, 1) + 1d-3*u(i, 2)
        u(i, 2) = 0.5d0*u(i, 2) + 1d-3*u(i, 3)
        u(i, 3) = 0.5d0*u(i, 3) + 1d-3*u(i, 4)
      end do
    end do
    !$mdmp end commregion
    print '(2i7,7(1x,z16.16))', rank, n, sum(u(:, 1)), sum(u(:, 2)), sum(u(:, 3)), sum(u(:, 4)), x, y, total
  end subroutine
end program blocksthatgo

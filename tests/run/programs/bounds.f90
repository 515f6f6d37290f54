! run: env MDMP_TUNE=0
! What is received decides where loops end, which elements they touch and how
! far sections go: by itself, through a function, as a subscript; and the sizes of
! what procedures and blocks declare. A communicator
! is freed while messages of another one are under way.
program bounds
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: m = 60, steps = 12
  integer :: rank, n, prev, next, t, i, j, last, k, total, comm, ierr
  integer :: far(0:5), a(0:m+1, 0:m+1), b(0:m+1, 0:m+1)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
  a = reshape([(mod(7*i + 29*rank, 97), i=1, (m + 2)**2)], [m + 2, m + 2])
  b = 2*a
  far = [(3*i + rank, i=0, 5)]
  last = 5; k = 1; total = 0
  !$mdmp commregion comm(comm)
  do t = 1, steps
    !$mdmp recv(last, prev)
    !$mdmp send(a(2, m), next)
    !ref call ref_recv(last, prev); call ref_send(a(2, m), next); call ref_wait(last)
    call work
    do j = 1, 1 + mod(abs(last), m)
      do i = 1, m
        a(i, j) = mod(3*a(i, j) + last + i, 8191)
      end do
    end do
    !$mdmp recv(far(1:4), prev) comm(comm)
    !$mdmp send(a(3:6, m - 1), next) comm(comm)
    !ref call ref_recv(far(1:4), prev, comm=comm); call ref_send(a(3:6, m - 1), next, comm=comm); call ref_wait(far)
    call work
    do j = m, edge(2), -1
      do i = 1, m
        a(i, j) = mod(5*a(i, j) + j, 8191)
      end do
    end do
    do j = 1, m
      do i = 1, edge(3)
        b(i, j) = mod(b(i, j) + 7*j, 8191)
      end do
    end do
    !$mdmp recv(far(1:4), prev) comm(comm)
    !$mdmp send(a(2:5, m - 2), next) comm(comm)
    !ref call ref_recv(far(1:4), prev, comm=comm); call ref_send(a(2:5, m - 2), next, comm=comm); call ref_wait(far)
    call work
    if (mod(t, 3) == 0) call sized(total)
    if (mod(t, 3) == 1) total = mod(3*total + len(text()), 8191)
    if (mod(t, 3) == 2) then
      block
        character(len=1 + mod(abs(far(2)), m)) :: line
        total = mod(5*total + len(line), 8191)
      end block
    end if
    !$mdmp recv(k, prev)
    !$mdmp send(a(7, m), next)
    !ref call ref_recv(k, prev); call ref_send(a(7, m), next); call ref_wait(k)
    call work
    k = 1 + mod(abs(k), m)
    !$mdmp recv(last, prev)
    !$mdmp send(k, next)
    !ref call ref_recv(last, prev); call ref_send(k, next); call ref_wait(last)
    call work
    b(1:m, 1:last) = b(1:m, 1:last) + a(1:m, 1:last)
    b = mod(b, 8191)
    !$mdmp recv(last, prev)
    !$mdmp send(k, next)
    !ref call ref_recv(last, prev); call ref_send(k, next); call ref_wait(last)
    call work
    do j = 1, m
      a(last, j) = mod(a(last, j) + b(last, j), 8191)
    end do
  end do
  !$mdmp end commregion
  call MPI_Comm_free(comm, ierr)
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call report('rest', transfer([last, k, total, far], bytes))
  call MPI_Finalize(ierr)
contains
  ! Takes time, and touches nothing that is received.
  subroutine work
    integer :: p, q
    do q = 1, m
      do p = 1, m
        b(p, q) = mod(b(p, q) + p, 8191)
      end do
    end do
  end subroutine work
  ! A bound that depends on what is received.
  integer function edge(i)
    integer, intent(in) :: i
    edge = 1 + mod(abs(far(i)), m)
  end function edge
  ! An automatic array of a size that depends on it.
  subroutine sized(total)
    integer, intent(inout) :: total
    integer :: tmp(1 + mod(abs(far(3)), m))
    tmp = 1
    total = mod(7*total + sum(tmp), 8191)
  end subroutine sized
  ! A result of a length that does.
  function text()
    character(len=1 + mod(abs(far(4)), m)) :: text
    text = 'x'
  end function text
end program bounds

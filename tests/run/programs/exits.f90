! Ways out of a region: return, exit, cycle, end of a construct, alternate return.
program exits
  use mpi
  use support
  !ref use ref
  implicit none
  integer :: rank, n, prev, next, k, ierr
  integer :: a(6), b(6)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  a = [1, 2, 3, 4, 5, 6]*(rank + 1)
  b = 0
  outer: do k = 1, 8
    !$mdmp commregion
    !$mdmp recv(b, prev)
    !$mdmp send(a, next)
    !ref call ref_recv(b, prev); call ref_send(a, next); call ref_wait(a, b)
    a = a + b
    if (k == 2) cycle outer
    if (k == 6) then
      a(1) = -a(1)
      exit outer
    end if
    if (k == 3) cycle
    a(2) = a(2) + early(k)
    call several(k, *10, *20)
    a(5) = a(5) + 1
    !$mdmp end commregion
    cycle
10  a(3) = a(3) + 10
    cycle
20  a(4) = a(4) + 20
  end do outer
  named: block
    !$mdmp commregion
    do k = 1, 3
      !$mdmp recv(b(1), prev)
      !$mdmp send(a(6), next)
      !ref call ref_recv(b(1), prev); call ref_send(a(6), next); call ref_wait(a, b)
      if (k == 2) exit named
      a(6) = b(1) + k
    end do
    !$mdmp end commregion
    a = 0
  end block named
  call report('a', transfer(a, bytes))
  call report('b', transfer(b, bytes))
  call MPI_Finalize(ierr)
contains
  integer function early(k)
    integer, intent(in) :: k
    early = k
    !$mdmp commregion
    !$mdmp recv(b(1:2), prev)
    !$mdmp send(a(5:6), next)
    !ref call ref_recv(b(1:2), prev); call ref_send(a(5:6), next); call ref_wait(a, b)
    if (k == 4) return
    early = early + b(1)
    !$mdmp end commregion
  end function early
  subroutine several(k, *, *)
    integer, intent(in) :: k
    !$mdmp commregion
    !$mdmp recv(b(3:4), prev)
    !$mdmp send(a(1:2), next)
    !ref call ref_recv(b(3:4), prev); call ref_send(a(1:2), next); call ref_wait(a, b)
    select case (k)
    case (4)
      return 1
    case (5)
      return 2
    end select
    !$mdmp end commregion
  end subroutine several
end program exits

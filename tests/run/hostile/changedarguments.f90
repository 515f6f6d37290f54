! Peers, subscripts, tags, conditions and bounds that are functions which change their argument: each is called once for
! each exchange or loop, whatever is stated early.
module calls
  implicit none
  integer :: many = 0
contains
  integer function next(k) result(r)      ! changes its argument and nothing else
    integer, intent(inout) :: k
    k = k + 1
    r = k
  end function
  integer function same(x, k) result(r)
    integer, intent(in) :: x
    integer, intent(inout) :: k
    k = k + 1
    r = x
  end function
  integer function noted(x) result(r)
    integer, intent(in) :: x
    many = many + 1
    r = x
  end function
  integer function kept(x) result(r)
    integer, intent(in) :: x
    integer :: calls = 0
    calls = calls + 1
    r = x + 0*calls
    if (mod(calls, 1000) == 999) print *, 'never', calls
  end function
  logical function yes(k) result(r)
    integer, intent(inout) :: k
    k = k + 1
    r = .true.
  end function
end module

program changedarguments
  use mpi
  use calls
  implicit none
  integer, parameter :: n = 600, m = 8
  real(8) :: u(n, 0:m+1), v(n, 0:m+1), s, t0
  integer :: ierr, me, np, west, east, it, i, j, k1, k2, k3, k4, k5, k6, k7, k8
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  k1 = 0; k2 = 0; k3 = 0; k4 = 0; k5 = 0; k6 = 0; k7 = 0; k8 = 0; s = 0
  u = me + 1; v = 0
  !$mdmp commregion
  do it = 1, 8
    call wait_a_bit()
    do j = 1, m
      do i = 1, n
        v(i, j) = 0.5d0*u(i, j) + 0.25d0*(u(i, j-1) + u(i, j+1)) + it
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i, j) = v(i, j)
      end do
    end do
    !$mdmp send(u(:,1), same(west, k1))
    !$mdmp recv(u(:,m+1), same(east, k2))
    !$mdmp send(u(:,same(m, k3)), east) tag(same(1, k4)) if(yes(k5))
    !$mdmp recv(u(:,0), west) tag(1)
  end do
  do it = 1, same(8, k6)
    call wait_a_bit()
    do j = 1, same(m, k7)
      do i = 1, n
        v(i, j) = 0.5d0*u(i, j) + 0.25d0*(u(i, j-1) + u(i, j+1)) + it
      end do
    end do
    do j = 1, noted(m)
      do i = 1, kept(n)
        u(i, j) = v(i, j)
      end do
    end do
    !$mdmp recv(u(1,0), same(n, k8), west)
    !$mdmp recv(u(1,m+1), noted(n), east) tag(1)
    !$mdmp send(u(1,1), kept(n), west) tag(1)
    !$mdmp send(u(1,m), noted(n), kept(east))
    s = s + u(3, 0)
  end do
  !$mdmp end commregion
  print '(i0, 9(1x, i0), 3(1x, z16.16))', me, k1, k2, k3, k4, k5, k6, k7, k8, many, sum(u), sum(v), s
  call MPI_Finalize(ierr)
contains
  subroutine wait_a_bit()
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end subroutine
end program

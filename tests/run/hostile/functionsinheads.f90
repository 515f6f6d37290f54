! run: ranks 2 3
! Functions that change what they get, in bounds of loops and in conditions.
module counters
  implicit none
  integer :: at = 1
contains
  integer function take(s)
    integer, intent(inout) :: s
    s = modulo(s*7 + 3, 11)
    take = s
  end function
  logical function turn(k)
    integer, intent(inout) :: k
    k = k + 1
    turn = .true.
  end function
  logical function moves()
    at = 3 - at
    moves = .true.
  end function
end module
program heads
  use mpi
  use counters
  implicit none
  integer, parameter :: n = 60, m = 30
  integer :: me, ranks, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  call bounds
  call conditions
  call subscripts
  call loops
  call MPI_Finalize(ierr)
contains
  ! every rank is late in turn
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
  subroutine bounds
    real(8) :: u(n,0:m), v(n,m)
    integer :: it, i, j, s
    u = me; v = 0; s = 4
    !$mdmp commregion
    do it = 1, 10
      call late(it)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, 5*take(s)
          v(i,j) = v(i,j)*0.5d0 + u(i,j-1) + s
        end do
      end do
      u(:,1:m) = u(:,1:m)*0.5d0 + it
    end do
    !$mdmp end commregion
    print '(a,i3,2es25.16,i5)', 'bounds', me, sum(u), sum(v), s
  end subroutine
  subroutine conditions
    real(8) :: u(n,0:m), v(n,m)
    integer :: it, i, j, s
    u = me; v = 0; s = 4
    !$mdmp commregion
    do it = 1, 10
      call late(it)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        if (take(s) > 4) v(1,j) = v(1,j) + s
        do i = 2, n
          v(i,j) = v(i,j)*0.5d0 + u(i,j-1)
        end do
      end do
      u(:,1:m) = u(:,1:m)*0.5d0 + it
    end do
    !$mdmp end commregion
    print '(a,i3,2es25.16,i5)', 'conditions', me, sum(u), sum(v), s
  end subroutine
  subroutine subscripts
    real(8) :: u(n,0:m), v(n,0:m)
    integer :: it, i, j, k
    u = me; v = 0
    !$mdmp commregion
    do it = 1, 10
      call late(it)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        k = j - 2
        if (turn(k)) v(1,j) = v(1,j) + 1
        do i = 2, n
          v(i,j) = u(i,k) + v(i,k)*0.5d0
        end do
      end do
      do j = 2, m
        at = 2
        if (moves()) v(2,j) = v(2,j) + 1
        do i = 3, n
          v(i,at) = v(i,at) + j
        end do
      end do
      u(:,1:m) = u(:,1:m)*0.5d0 + v(:,1:m)*0.25d0
    end do
    !$mdmp end commregion
    print '(a,i3,2es25.16)', 'subscripts', me, sum(u), sum(v)
  end subroutine
  subroutine loops
    real(8) :: u(n,0:m), v(n,m)
    integer :: it, i, j, s, k
    u = me; v = 0; s = 4
    !$mdmp commregion
    do it = 1, 10
      call late(it)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 2, m
        k = j
        do while (take(k) > 6)
          v(1,j) = v(1,j) + 1
        end do
        do i = 2, n
          v(i,j) = v(i,j)*0.5d0 + u(i,j-1) + k
        end do
        k = j - 1
        do i = 1, take(s)
          v(i,j) = v(i,k)*0.5d0 + u(i,k-1) + s
        end do
      end do
      u(:,1:m) = u(:,1:m)*0.5d0 + it
    end do
    !$mdmp end commregion
    print '(a,i3,2es25.16,i5)', 'loops', me, sum(u), sum(v), s
  end subroutine
end program

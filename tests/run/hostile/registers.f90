! run: flags -O2
! What is received is looked at under a condition, and again when everything is complete. A compiler that takes
! the array for one that no call can reach reads it once, before the call that completes it.
module common
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 12
  integer :: me, ranks, left, right, ierr
contains
  ! every rank is late in turn
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
  subroutine tell(what, a, b, c)
    character(*), intent(in) :: what
    real(8), intent(in) :: a, b, c
    print '(a,i3,3es25.16)', what, me, a, b, c
  end subroutine
end module
program registers
  use common
  implicit none
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  call waits
  call writes
  call region_ends
  call region_ends_section
  call region_ends_count
  call MPI_Finalize(ierr)
contains
  subroutine waits
    real(8) :: s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: g(n)
    integer :: it, i, j
    u = me; s = 0; g = 1
    v = 1
    do it = 1, 4
      !$mdmp commregion
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(g, right) tag(1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 4) == 1) then
        s = s + 0.5d0*g(3)
      end if
      call MPI_Barrier(MPI_COMM_WORLD, ierr)
      s = s + g(3)
      !$mdmp end commregion
    end do
    call tell('waits', s, sum(u), sum(v))
  end subroutine
  subroutine writes
    real(8) :: s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: g(n)
    integer :: it, i, j
    u = me; s = 0; g = 1
    v = 1
    do it = 1, 4
      !$mdmp commregion
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(g, right) tag(1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 4) == 1) then
        s = s + 0.5d0*g(3)
      end if
      write (*, '(a)') 'now'
      s = s + g(3)
      !$mdmp end commregion
    end do
    call tell('writes', s, sum(u), sum(v))
  end subroutine
  subroutine region_ends
    real(8) :: s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: g(n)
    integer :: it, i, j
    u = me; s = 0; g = 1
    v = 1
    do it = 1, 4
      !$mdmp commregion
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      !$mdmp send(u(:,2), left) tag(1)
      !$mdmp recv(g, right) tag(1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 4) == 1) then
        s = s + 0.5d0*g(3)
      end if
      !$mdmp end commregion
      s = s + g(3)
    end do
    call tell('region_ends', s, sum(u), sum(v))
  end subroutine
  subroutine region_ends_section
    real(8) :: s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: g(n)
    integer :: it, i, j
    u = me; s = 0; g = 1
    v = 1
    do it = 1, 4
      !$mdmp commregion
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      !$mdmp send(u(2:4,2), left) tag(1)
      !$mdmp recv(g(2:4), right) tag(1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 4) == 1) then
        s = s + 0.5d0*g(3)
      end if
      !$mdmp end commregion
      s = s + g(3)
    end do
    call tell('region_ends_section', s, sum(u), sum(v))
  end subroutine
  subroutine region_ends_count
    real(8) :: s
    real(8) :: u(n,0:m+1)
    real(8) :: v(n,0:m+1)
    real(8) :: g(n)
    integer :: it, i, j
    u = me; s = 0; g = 1
    v = 1
    do it = 1, 4
      !$mdmp commregion
      call late(it)
      u(:,1:m) = u(:,1:m) + me + it
      !$mdmp send(u(2,2), 3, left) tag(1)
      !$mdmp recv(g(2), 3, right) tag(1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it + i
        end do
      end do
      if (mod(it, 4) == 1) then
        s = s + 0.5d0*g(3)
      end if
      !$mdmp end commregion
      s = s + g(3)
    end do
    call tell('region_ends_count', s, sum(u), sum(v))
  end subroutine
end program

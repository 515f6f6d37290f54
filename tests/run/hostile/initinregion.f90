! run: ranks 2 3
! A region in which communicators are made and named: before INIT nothing is sent or received with them, whatever leads to them,
! and what is on its way is complete, since INIT waits for all.
module names
  use mpi
  implicit none
  integer :: held
contains
  integer function current()
    current = held
  end function
end module
program main
  use names
  implicit none
  integer, parameter :: n = 3000, m = 6, long = 200000
  integer :: ierr, me, np, it, west, east, c, other
  real(8) :: u(n, 0:m+1), z(4000), w(long, 2)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  u = me; z = 1; w = me
  call made
  call copied
  call returned
  call waits
  call MPI_Finalize(ierr)
contains
  subroutine work(it)
    integer, intent(in) :: it
    integer :: i, j
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j+1) + it
      end do
    end do
  end subroutine

  subroutine more(it)
    integer, intent(in) :: it
    integer :: i
    do i = 1, 4000
      z(i) = z(i)*0.5d0 + i*it
    end do
  end subroutine

  subroutine made
    integer :: i, j
    !$mdmp commregion
    do it = 1, 8
      call MPI_Comm_dup(MPI_COMM_WORLD, c, ierr)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j+1) + it
        end do
      end do
      do i = 1, 4000
        z(i) = z(i)*0.5d0 + i*it
      end do
      !$mdmp init comm(c)
      !$mdmp send(u(:,1), west) tag(1) comm(c)
      !$mdmp recv(u(:,m+1), east) tag(1) comm(c)
      !$mdmp send(u(:,m), east) tag(2) comm(c)
      !$mdmp recv(u(:,0), west) tag(2) comm(c)
      do i = 1, 4000
        z(i) = z(i)*0.5d0 + i*it
      end do
      print '(2i4, 1x, 2z17.16)', me, it, sum(z), sum(u)
      call MPI_Comm_free(c, ierr)
    end do
    !$mdmp end commregion
  end subroutine

  ! the directive names it otherwise
  subroutine copied
    integer :: i, j
    !$mdmp commregion
    do it = 1, 8
      call MPI_Comm_dup(MPI_COMM_WORLD, c, ierr)
      other = c
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j+1) + it
        end do
      end do
      do i = 1, 4000
        z(i) = z(i)*0.5d0 + i*it
      end do
      !$mdmp init comm(c)
      !$mdmp send(u(:,1), west) tag(1) comm(other)
      !$mdmp recv(u(:,m+1), east) tag(1) comm(other)
      !$mdmp send(u(:,m), east) tag(2) comm(other)
      !$mdmp recv(u(:,0), west) tag(2) comm(other)
      call more(it)
      print '(2i4, 1x, 2z17.16)', me, it, sum(z), sum(u)
      call MPI_Comm_free(c, ierr)
    end do
    !$mdmp end commregion
  end subroutine

  subroutine returned
    integer :: i, j
    !$mdmp commregion
    do it = 1, 8
      call MPI_Comm_dup(MPI_COMM_WORLD, held, ierr)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j-1) + 0.25d0*u(i,j+1) + it
        end do
      end do
      do i = 1, 4000
        z(i) = z(i)*0.5d0 + i*it
      end do
      !$mdmp init comm(held)
      !$mdmp send(u(:,1), west) tag(1) comm(current())
      !$mdmp recv(u(:,m+1), east) tag(1) comm(current())
      call more(it)
      print '(2i4, 1x, 2z17.16)', me, it, sum(z), sum(u)
      call MPI_Comm_free(held, ierr)
    end do
    !$mdmp end commregion
  end subroutine

  ! messages that need their sender's help are on their way before the directive
  subroutine waits
    integer :: i
    real(8) :: t0
    call MPI_Comm_dup(MPI_COMM_WORLD, c, ierr)
    call MPI_Comm_dup(MPI_COMM_WORLD, other, ierr)
    !$mdmp init comm(c)
    !$mdmp commregion comm(c)
    do it = 1, 8
      t0 = MPI_Wtime()
      if (modulo(me + it, 2) == 0) then
        do while (MPI_Wtime() - t0 < 2d-3)
        end do
      end if
      do i = 1, long
        w(i,1) = w(i,1)*0.5d0 + i + it
      end do
      !$mdmp send(w(:,1), west)
      !$mdmp recv(w(:,2), east)
      do i = 1, 4000
        z(i) = z(i)*0.5d0 + i*it
      end do
      !$mdmp init comm(other)
      do i = 1, long
        w(i,1) = w(i,1) + w(i,2)*0.25d0
      end do
      if (modulo(it, 3) == 0) then
        call MPI_Comm_free(other, ierr)
        call MPI_Comm_dup(MPI_COMM_WORLD, other, ierr)
      end if
    end do
    !$mdmp end commregion
    print '(i4, 1x, 2z17.16)', me, sum(z), sum(w)
  end subroutine
end program

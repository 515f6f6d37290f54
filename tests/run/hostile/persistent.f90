! run: flags -w
! What persistent requests send is read when they start, by calls that do not name it: a scalar, and an array that each
! iteration defines anew, have the values of the last iteration. What they receive changes when they are waited for.
program persistent
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 24
  integer :: me, ranks, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  call scalar
  call array
  call handed
  call level
  call MPI_Finalize(ierr)
contains
  ! every rank is late in turn
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 2d-3)
    end do
  end subroutine
  subroutine scalar
    real(8) :: u(n,0:m), v(n,m), s
    real(8), asynchronous :: best, got
    integer :: req(2), it, i, j
    u = me + 1; best = 0; got = 0; s = 0
    call MPI_Send_init(best, 1, MPI_DOUBLE_PRECISION, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Recv_init(got, 1, MPI_DOUBLE_PRECISION, left, 5, MPI_COMM_WORLD, req(2), ierr)
    !$mdmp commregion
    do it = 1, 8
      call late(it)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*(u(i,j-1) + u(i,j)) + i*j
          if (v(i,j) > 3) best = v(i,j)
        end do
      end do
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      s = s + got
      u(:,1:m) = 0.25d0*v
    end do
    !$mdmp end commregion
    call MPI_Request_free(req(1), ierr)
    call MPI_Request_free(req(2), ierr)
    print *, 'scalar', me, s, sum(u)
  end subroutine
  subroutine array
    real(8) :: u(n,0:m), v(n,m), s
    real(8), asynchronous :: w(n), got(n)
    integer :: req(2), it, i, j
    u = me + 1; got = 0; s = 0
    call MPI_Send_init(w, n, MPI_DOUBLE_PRECISION, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Recv_init(got, n, MPI_DOUBLE_PRECISION, left, 5, MPI_COMM_WORLD, req(2), ierr)
    !$mdmp commregion
    do it = 1, 8
      call late(it)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, n
          w(i) = 0.5d0*(u(i,j-1) + u(i,j)) + i*j
        end do
        do i = 1, n
          v(i,j) = w(i)
        end do
      end do
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      s = s + sum(got)
      u(:,1:m) = 0.25d0*v
    end do
    !$mdmp end commregion
    call MPI_Request_free(req(1), ierr)
    call MPI_Request_free(req(2), ierr)
    print *, 'array', me, s, sum(u)
  end subroutine
  ! the requests are made by a procedure that is called
  subroutine prepare(out, in, req)
    real(8), asynchronous :: out, in
    integer, intent(out) :: req(2)
    call MPI_Send_init(out, 1, MPI_DOUBLE_PRECISION, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Recv_init(in, 1, MPI_DOUBLE_PRECISION, left, 5, MPI_COMM_WORLD, req(2), ierr)
  end subroutine
  subroutine handed
    real(8) :: u(n,0:m), v(n,m), s
    real(8) :: best, got
    integer :: req(2), it, i, j
    u = me + 1; best = 0; got = 0; s = 0
    call prepare(best, got, req)
    !$mdmp commregion
    do it = 1, 8
      call late(it)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*(u(i,j-1) + u(i,j)) + i*j
          if (v(i,j) > 3) best = v(i,j)
        end do
      end do
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      s = s + got
      u(:,1:m) = 0.25d0*v
    end do
    !$mdmp end commregion
    call MPI_Request_free(req(1), ierr)
    call MPI_Request_free(req(2), ierr)
    print *, 'handed', me, s, sum(u)
  end subroutine
  ! the level that is read comes from another rank
  subroutine level
    real(8) :: a(n,0:m,2), s
    integer, asynchronous :: from
    integer :: to, out, req(2), it, i, j
    a = me + 1; out = 2; s = 0
    call MPI_Send_init(out, 1, MPI_INTEGER, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Recv_init(from, 1, MPI_INTEGER, left, 5, MPI_COMM_WORLD, req(2), ierr)
    !$mdmp commregion
    do it = 1, 8
      to = 2
      from = 3 - to
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(it)
      !$mdmp send(a(:,m,to), right)
      !$mdmp recv(a(:,0,to), left)
      do j = 1, m
        do i = 1, n
          a(i,j,to) = 0.5d0*a(i,j-1,from) + i*j
        end do
      end do
      s = s + sum(a(:,:,to))
    end do
    !$mdmp end commregion
    call MPI_Request_free(req(1), ierr)
    call MPI_Request_free(req(2), ierr)
    print *, 'level', me, s
  end subroutine
end program

! run: flags -w
! What a persistent request receives has another value behind a call of MPI that does not name it, wherever in the file the
! request was made: a variable of a module, one of a common block that has another name there, one to which a pointer leads,
! an equivalenced one; the value of an assignment before, a bound of a loop, a part of a section.
module levels
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 24
  integer :: me, ranks, left, right, ierr
  integer :: from, last, out, req(2)
  integer, target :: aimed
contains
  subroutine prepare_from
    call MPI_Send_init(out, 1, MPI_INTEGER, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Recv_init(from, 1, MPI_INTEGER, left, 5, MPI_COMM_WORLD, req(2), ierr)
  end subroutine
  subroutine prepare_last
    call MPI_Send_init(out, 1, MPI_INTEGER, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Recv_init(last, 1, MPI_INTEGER, left, 5, MPI_COMM_WORLD, req(2), ierr)
  end subroutine
  subroutine prepare_common
    integer :: other
    common /shared/ other
    call MPI_Send_init(out, 1, MPI_INTEGER, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Recv_init(other, 1, MPI_INTEGER, left, 5, MPI_COMM_WORLD, req(2), ierr)
  end subroutine
  subroutine prepare_aimed
    integer, pointer :: p
    p => aimed
    call MPI_Send_init(out, 1, MPI_INTEGER, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Recv_init(p, 1, MPI_INTEGER, left, 5, MPI_COMM_WORLD, req(2), ierr)
  end subroutine
  subroutine meet
    call MPI_Startall(2, req, ierr)
    call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
  end subroutine
  subroutine free
    call MPI_Request_free(req(1), ierr)
    call MPI_Request_free(req(2), ierr)
  end subroutine
  ! every rank is late in turn
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 2d-3)
    end do
  end subroutine
  subroutine of_module
    real(8) :: a(n,0:m,2), s
    integer :: to, it, i, j
    a = me + 1; out = 2; s = 0
    call prepare_from
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
    call free
    print *, 'module', me, s
  end subroutine
  subroutine of_common
    real(8) :: a(n,0:m,2), s
    integer :: to, it, i, j, here
    common /shared/ here
    a = me + 1; out = 2; s = 0
    call prepare_common
    !$mdmp commregion
    do it = 1, 8
      to = 2
      here = 3 - to
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(it)
      !$mdmp send(a(:,m,to), right)
      !$mdmp recv(a(:,0,to), left)
      do j = 1, m
        do i = 1, n
          a(i,j,to) = 0.5d0*a(i,j-1,here) + i*j
        end do
      end do
      s = s + sum(a(:,:,to))
    end do
    !$mdmp end commregion
    call free
    print *, 'common', me, s
  end subroutine
  subroutine of_pointer
    real(8) :: a(n,0:m,2), s
    integer :: to, it, i, j
    a = me + 1; out = 2; s = 0
    call prepare_aimed
    !$mdmp commregion
    do it = 1, 8
      to = 2
      aimed = 3 - to
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(it)
      !$mdmp send(a(:,m,to), right)
      !$mdmp recv(a(:,0,to), left)
      do j = 1, m
        do i = 1, n
          a(i,j,to) = 0.5d0*a(i,j-1,aimed) + i*j
        end do
      end do
      s = s + sum(a(:,:,to))
    end do
    !$mdmp end commregion
    call free
    print *, 'pointer', me, s
  end subroutine
  subroutine of_equivalence
    real(8) :: a(n,0:m,2), s
    integer :: to, it, i, j, here, there
    equivalence (here, there)
    a = me + 1; out = 2; s = 0
    call MPI_Send_init(out, 1, MPI_INTEGER, right, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Recv_init(there, 1, MPI_INTEGER, left, 5, MPI_COMM_WORLD, req(2), ierr)
    !$mdmp commregion
    do it = 1, 8
      to = 2
      here = 3 - to
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(it)
      !$mdmp send(a(:,m,to), right)
      !$mdmp recv(a(:,0,to), left)
      do j = 1, m
        do i = 1, n
          a(i,j,to) = 0.5d0*a(i,j-1,here) + i*j
        end do
      end do
      s = s + sum(a(:,:,to))
    end do
    !$mdmp end commregion
    call free
    print *, 'equivalence', me, s
  end subroutine
  ! The columns that are computed, and which of them is sent.
  subroutine of_bounds
    real(8) :: u(n,0:m), v(n,0:m), s
    integer :: it, i, j
    u = me + 1; v = 0; s = 0; last = m
    call prepare_last
    !$mdmp commregion
    do it = 1, 8
      do j = 1, last
        do i = 1, n
          u(i,j) = 0.5d0*v(i,j) + i*j + it
        end do
      end do
      out = 5 + it
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(it)
      !$mdmp send(u(:,last), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, last
        do i = 1, n
          v(i,j) = u(i,j-1) + u(i,j)
        end do
      end do
    end do
    !$mdmp end commregion
    call free
    print *, 'bounds', me, sum(u), sum(v)
  end subroutine
  ! The time loop ends where it was to end when it began; the steps that are left are not those of last.
  subroutine of_time
    real(8) :: u(n,0:m), v(n,0:m)
    integer :: it, i, j
    u = me + 1; v = 0; last = 6
    call prepare_last
    !$mdmp commregion
    do it = 1, last
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*v(i,j) + i*j + it
        end do
      end do
      out = 3 + it/2
      call meet
      call late(it)
      if (it < last) then
        !$mdmp send(u(:,m), right)
        !$mdmp recv(u(:,0), left)
      end if
      do j = 1, m
        do i = 1, n
          v(i,j) = u(i,j-1) + u(i,j)
        end do
      end do
    end do
    !$mdmp end commregion
    call free
    print *, 'time', me, it, last, sum(u), sum(v)
  end subroutine
end module
program handedelsewhere
  use levels
  implicit none
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  call of_module
  call of_common
  call of_pointer
  call of_equivalence
  call of_bounds
  call of_time
  call MPI_Finalize(ierr)
end program

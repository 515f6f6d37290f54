! run: with makers.f90 prepare.c
! Requests whose makers are not seen, and callbacks of MPI, change a variable that was assigned before.
module kernels
  use mpi
  use makers
  use callbacks
  implicit none
  integer, parameter :: n = 40, m = 24, steps = 6
  integer :: me, left, right
  interface
    subroutine prepare_in_c(from, left, right, req) bind(C, name='prepare_in_c')
      use, intrinsic :: iso_c_binding
      integer(c_int) :: from, req(2)
      integer(c_int), intent(in) :: left, right
    end subroutine
  end interface
contains
  subroutine through(p, from, left, right, req)
    external :: p
    integer :: from, left, right, req(2)
    call p(from, left, right, req)
  end subroutine
  ! Some ranks are late now and then.
  subroutine late(k)
    integer, intent(in) :: k
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(k, 2) == 0 .and. MPI_Wtime() - t0 < 5d-3)
    end do
  end subroutine
  ! A binding of a polymorphic object.
  subroutine by_binding(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer, save :: from, req(2)
    integer :: to, it, i, j, ierr
    class(poster), allocatable :: p
    allocate (p)
    call p%prepare(from, left, right, req)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(me + it)
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
  end subroutine
  ! A dummy procedure.
  subroutine by_dummy(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer, save :: from, req(2)
    integer :: to, it, i, j, ierr
    call through(prepare, from, left, right, req)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(me + it)
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
  end subroutine
  ! An entry.
  subroutine by_entry(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer, save :: from, req(2)
    integer :: to, it, i, j, ierr
    call prepare_later(from, left, right, req)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(me + it)
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
  end subroutine
  ! A procedure of a submodule.
  subroutine by_submodule(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer, save :: from, req(2)
    integer :: to, it, i, j, ierr
    call prepare_apart(from, left, right, req)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(me + it)
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
  end subroutine
  ! A function in C.
  subroutine by_c(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer, save :: from, req(2)
    integer :: to, it, i, j, ierr
    call prepare_in_c(from, left, right, req)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(me + it)
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
  end subroutine
  ! A final procedure.
  subroutine by_finalizer(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer, save, target :: from, req(2)
    integer :: to, it, i, j, ierr
    type(holder), allocatable :: h
    allocate (h)
    h%at => from; h%req => req; h%left = left; h%right = right
    deallocate (h)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPI_Startall(2, req, ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(me + it)
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
  end subroutine
  ! The operation of a reduction to each rank.
  subroutine by_operation(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr, op, req(2), given(2), both(2)
    call MPI_Op_create(combine, .true., op, ierr)
    given = me
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      which = 3 - to
      call MPI_Ireduce(given(1), both(1), 1, MPI_INTEGER, op, 0, MPI_COMM_WORLD, req(1), ierr)
      call MPI_Ireduce(given(2), both(2), 1, MPI_INTEGER, op, 1, MPI_COMM_WORLD, req(2), ierr)
      call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
      call late(me + it)
      !$mdmp send(a(:,m,to), right)
      !$mdmp recv(a(:,0,to), left)
      do j = 1, m
        do i = 1, n
          a(i,j,to) = 0.5d0*a(i,j-1,which) + i*j
        end do
      end do
      s = s + sum(a(:,:,to))
    end do
    !$mdmp end commregion
    call MPI_Op_free(op, ierr)
  end subroutine
  ! A generalized request.
  subroutine by_request(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr, req
    integer(MPI_ADDRESS_KIND) :: extra
    extra = 0
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      which = 3 - to
      call MPI_Grequest_start(query, release, give_up, extra, req, ierr)
      call MPI_Grequest_complete(req, ierr)
      call MPI_Wait(req, MPI_STATUS_IGNORE, ierr)
      call late(me + it)
      !$mdmp send(a(:,m,to), right)
      !$mdmp recv(a(:,0,to), left)
      do j = 1, m
        do i = 1, n
          a(i,j,to) = 0.5d0*a(i,j-1,which) + i*j
        end do
      end do
      s = s + sum(a(:,:,to))
    end do
    !$mdmp end commregion
  end subroutine
end module
program main
  use kernels
  implicit none
  real(8) :: s
  integer :: ranks, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me-1, ranks); right = modulo(me+1, ranks)
  call by_binding(s)
  print '(a, i0, 1x, z16.16)', 'by_binding ', me, s
  call by_dummy(s)
  print '(a, i0, 1x, z16.16)', 'by_dummy ', me, s
  call by_entry(s)
  print '(a, i0, 1x, z16.16)', 'by_entry ', me, s
  call by_submodule(s)
  print '(a, i0, 1x, z16.16)', 'by_submodule ', me, s
  call by_c(s)
  print '(a, i0, 1x, z16.16)', 'by_c ', me, s
  call by_finalizer(s)
  print '(a, i0, 1x, z16.16)', 'by_finalizer ', me, s
  call by_operation(s)
  print '(a, i0, 1x, z16.16)', 'by_operation ', me, s
  call by_request(s)
  print '(a, i0, 1x, z16.16)', 'by_request ', me, s
  call MPI_Finalize(ierr)
end program main

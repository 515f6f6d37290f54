! run: with extension.f90
! What MPI calls, or writes, behind the back of the statements around it: attributes, operations, generalized requests, addresses in types,
! and procedures that no standard of MPI has. Each changes which time level a loop reads, so that its iterations come in order.
module kernels
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 24, steps = 4
  integer :: me, left, right, from
contains
  subroutine copied(comm, key, extra, given, taken, flag, ierr)
    integer :: comm, key, ierr
    integer(MPI_ADDRESS_KIND) :: extra, given, taken
    logical :: flag
    from = 2
    taken = given
    flag = .true.
    ierr = MPI_SUCCESS
  end subroutine
  subroutine deleted(what, key, value, extra, ierr)
    integer :: what, key, ierr
    integer(MPI_ADDRESS_KIND) :: value, extra
    from = 2
    ierr = MPI_SUCCESS
  end subroutine
  subroutine combine(x, y, k, type)
    integer :: k, type
    integer :: x(k), y(k)
    from = 2
    y = x + y
  end subroutine
  subroutine asked(extra, status, ierr)
    integer(MPI_ADDRESS_KIND) :: extra
    integer :: status(MPI_STATUS_SIZE), ierr
    from = 2
    call MPI_Status_set_cancelled(status, .false., ierr)
    call MPI_Status_set_elements(status, MPI_INTEGER, 0, ierr)
    ierr = MPI_SUCCESS
  end subroutine
  subroutine freed(extra, ierr)
    integer(MPI_ADDRESS_KIND) :: extra
    integer :: ierr
    ierr = MPI_SUCCESS
  end subroutine
  subroutine cancelled(extra, complete, ierr)
    integer(MPI_ADDRESS_KIND) :: extra
    logical :: complete
    integer :: ierr
    ierr = MPI_SUCCESS
  end subroutine
  ! Some ranks are late now and then.
  subroutine late(k)
    integer, intent(in) :: k
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(k, 2) == 0 .and. MPI_Wtime() - t0 < 5d-3)
    end do
  end subroutine
  ! A communicator is duplicated: its attributes are copied.
  subroutine by_copied_attribute(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr, comm, other, key
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
    call MPI_Comm_create_keyval(copied, deleted, key, 0_MPI_ADDRESS_KIND, ierr)
    call MPI_Comm_set_attr(comm, key, 0_MPI_ADDRESS_KIND, ierr)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPI_Comm_dup(comm, other, ierr)
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
    call MPI_Comm_delete_attr(comm, key, ierr)
  end subroutine
  ! One is freed that has attributes.
  subroutine by_freed_attribute(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr, comm, key
    call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleted, key, 0_MPI_ADDRESS_KIND, ierr)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      from = 1
      call MPI_Comm_dup(MPI_COMM_SELF, comm, ierr)
      call MPI_Comm_set_attr(comm, key, 0_MPI_ADDRESS_KIND, ierr)
      from = 3 - to
      call MPI_Comm_free(comm, ierr)
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
  end subroutine
  ! A type of MPI is freed that has attributes.
  subroutine by_freed_type(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr, type, key
    call MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, deleted, key, 0_MPI_ADDRESS_KIND, ierr)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPI_Type_contiguous(2, MPI_INTEGER, type, ierr)
      call MPI_Type_set_attr(type, key, 0_MPI_ADDRESS_KIND, ierr)
      from = 3 - to
      call MPI_Type_free(type, ierr)
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
  end subroutine
  ! An operation of the program, called on this rank alone.
  subroutine by_local_operation(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr, op, x(1), y(1)
    call MPI_Op_create(combine, .true., op, ierr)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      x = 1; y = 2
      call MPI_Reduce_local(x, y, 1, MPI_INTEGER, op, ierr)
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
    call MPI_Op_free(op, ierr)
  end subroutine
  ! The same, called on all.
  subroutine by_operation(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr, op, x, y
    call MPI_Op_create(combine, .true., op, ierr)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      x = 1
      call MPI_Allreduce(x, y, 1, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
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
    call MPI_Op_free(op, ierr)
  end subroutine
  ! A reduction that goes on behind its call.
  subroutine by_later_operation(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr, op, x, y, req
    call MPI_Op_create(combine, .true., op, ierr)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      x = 1
      call MPI_Iallreduce(x, y, 1, MPI_INTEGER, op, MPI_COMM_WORLD, req, ierr)
      call MPI_Wait(req, MPI_STATUS_IGNORE, ierr)
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
    call MPI_Op_free(op, ierr)
  end subroutine
  ! A generalized request is waited for.
  subroutine by_generalized_request(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr, req
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPI_Grequest_start(asked, freed, cancelled, 0_MPI_ADDRESS_KIND, req, ierr)
      call MPI_Grequest_complete(req, ierr)
      from = 3 - to
      call MPI_Wait(req, MPI_STATUS_IGNORE, ierr)
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
  end subroutine
  ! A type of MPI holds the address of a variable.
  subroutine by_address(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr, type, two
    integer(MPI_ADDRESS_KIND) :: at(1)
    two = 2
    call MPI_Get_address(from, at(1), ierr)
    call MPI_Type_create_hindexed(1, [1], at, MPI_INTEGER, type, ierr)
    call MPI_Type_commit(type, ierr)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPI_Sendrecv(two, 1, MPI_INTEGER, right, 5, MPI_BOTTOM, 1, type, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
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
    call MPI_Type_free(type, ierr)
  end subroutine
  ! A collective call that goes on.
  subroutine by_collective(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr, req, two
    two = 2
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPI_Iallreduce(two, from, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, req, ierr)
      call MPI_Wait(req, MPI_STATUS_IGNORE, ierr)
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
  end subroutine
  ! An extension of MPI, of which no standard speaks.
  subroutine by_extension(s)
    real(8), intent(out) :: s
    real(8) :: a(n,0:m,2)
    integer :: to, it, i, j, ierr
    external :: MPIX_Recv_enqueue
    call MPIX_Recv_enqueue(from)
    s = 0; a = me + 1
    !$mdmp commregion
    do it = 1, steps
      to = 2
      from = 3 - to
      call MPIX_Wait_enqueue()
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
  end subroutine
end module

program callbacksofmpi
  use kernels
  implicit none
  integer :: ierr, np
  real(8) :: s
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  left = modulo(me - 1, np)
  right = modulo(me + 1, np)
  call by_copied_attribute(s)
  print '(a, i2, 1x, z16.16)', 'copied attribute', me, s
  call by_freed_attribute(s)
  print '(a, i2, 1x, z16.16)', 'freed attribute', me, s
  call by_freed_type(s)
  print '(a, i2, 1x, z16.16)', 'freed type', me, s
  call by_local_operation(s)
  print '(a, i2, 1x, z16.16)', 'local operation', me, s
  call by_operation(s)
  print '(a, i2, 1x, z16.16)', 'operation', me, s
  call by_later_operation(s)
  print '(a, i2, 1x, z16.16)', 'later operation', me, s
  call by_generalized_request(s)
  print '(a, i2, 1x, z16.16)', 'generalized request', me, s
  call by_address(s)
  print '(a, i2, 1x, z16.16)', 'address', me, s
  call by_collective(s)
  print '(a, i2, 1x, z16.16)', 'collective', me, s
  call by_extension(s)
  print '(a, i2, 1x, z16.16)', 'extension', me, s
  call MPI_Finalize(ierr)
end program

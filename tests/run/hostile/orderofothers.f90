! run: ranks 2 3
! What a message says of files, shared memory and other programs when it has
! come: all that its sender did before its exchange. And nobody waits for ever
! for what another rank does after its receive.
module kit
  use mpi
  use iso_c_binding
  implicit none
  integer :: rank, nr
  interface
    integer(c_int) function c_access(path, mode) bind(c, name='access')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: mode
    end function
  end interface
contains
  subroutine slow
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < 2d-3)
    end do
  end subroutine
  subroutine make(name)
    character(*), intent(in) :: name
    integer :: lu
    open (newunit=lu, file=name, status='replace')
    close (lu)
  end subroutine
  subroutine wipe(name)
    character(*), intent(in) :: name
    integer :: k, lu, ierr
    character(40) :: f
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    do k = 1, 10
      if (rank > 0) exit
      write (f, '(a,i0)') name, k
      open (newunit=lu, file=f, status='replace')
      close (lu, status='delete')
    end do
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine
end module
program p
  use kit
  implicit none
  integer, parameter :: n = 300
  real(8), allocatable :: u(:,:), v(:,:), b(:,:), w(:,:)
  integer :: it, i, j, west, east, ierr, seen, win, unit
  integer(MPI_ADDRESS_KIND) :: bytes
  type(c_ptr) :: where
  integer, pointer, volatile :: flag(:)
  logical :: there
  character(40) :: f
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  allocate (u(n,0:n), v(n,0:n), b(n,n), w(n,n))
  u = rank; v = 0; b = 1; w = 0
  west = merge(rank-1, -1, rank > 0)
  east = merge(rank+1, -1, rank+1 < nr)

  ! A nest completes what is sent long before the exchange; the file is written
  ! in between. The receiver works on what comes, then looks for the file.
  call wipe('early.')
  seen = 0
  !$mdmp commregion
  do it = 1, 8
    write (f, '(a,i0)') 'early.', it
    !$mdmp recv(u(:,0), west)
    do j = 1, n
      do i = 1, n
        u(i,j) = 0.5d0*(u(i,j) + u(i,j-1))
      end do
    end do
    if (rank > 0) then
      inquire (file=f, exist=there)
      if (there) seen = seen + 1
    end if
    if (rank == 0) call slow
    if (rank == 0) call make(f)
    !$mdmp send(u(:,n), east)
  end do
  !$mdmp end commregion
  print '(a,2i3,es24.16)', 'early', rank, seen, sum(u)

  ! The same with a statement that needs all of it, and a condition on it.
  call wipe('whole.')
  seen = 0
  !$mdmp commregion
  do it = 1, 8
    write (f, '(a,i0)') 'whole.', it
    do j = 1, n
      do i = 1, n
        v(i,j) = it + i + j
      end do
    end do
    if (rank == 0) call slow
    if (rank == 0) call make(f)
    !$mdmp recv(v(:,0), west)
    !$mdmp send(v(:,n), east)
    if (rank == 1 .and. v(3,0) == it + 3 + n) then
      inquire (file=f, exist=there)
      if (there) seen = seen + 1
    end if
  end do
  !$mdmp end commregion
  print '(a,2i3,es24.16)', 'whole', rank, seen, sum(v)

  ! By way of a rank that does nothing with what it gets: two fields.
  call wipe('third.')
  seen = 0
  !$mdmp commregion
  do it = 1, 8
    write (f, '(a,i0)') 'third.', it
    if (rank == 0) call slow
    if (rank == 0) call make(f)
    !$mdmp recv(v(:,0), merge(west, -1, rank == 1))
    !$mdmp send(v(:,1), merge(east, -1, rank == 0))
    do j = 1, n
      do i = 1, n
        w(i,j) = 0.5d0*w(i,j) + it
      end do
    end do
    !$mdmp recv(u(:,0), merge(west, -1, rank == 2))
    !$mdmp send(w(:,n), merge(east, -1, rank == 1))
    do j = 1, n
      do i = 1, n
        b(i,j) = 0.5d0*b(i,j) + u(i,0)
      end do
    end do
    if (rank > 0) then
      inquire (file=f, exist=there)
      if (there) seen = seen + 1
    end if
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  print '(a,2i3,2es24.16)', 'third', rank, seen, sum(b)

  ! The sender waits for a file that the receiver writes when it has received.
  call wipe('answer.')
  !$mdmp commregion
  do it = 1, 6
    write (f, '(a,i0)') 'answer.', it
    do j = 1, n
      do i = 1, n
        v(i,j) = it + i + j
      end do
    end do
    if (rank == 1) call slow
    !$mdmp recv(u, west)
    !$mdmp send(v, east)
    do j = 1, n
      do i = 1, n
        b(i,j) = 0.5d0*b(i,j) + u(i,j)
      end do
    end do
    if (rank == 1) call make(f)
    there = rank > 0
    do while (.not. there)
      inquire (file=f, exist=there)
    end do
  end do
  !$mdmp end commregion
  print '(a,i3,es24.16)', 'answer', rank, sum(b)

  ! The same, asked of the system by a function in C.
  call wipe('system.')
  !$mdmp commregion
  do it = 1, 6
    write (f, '(a,i0)') 'system.', it
    if (rank == 1) call slow
    !$mdmp recv(u, west)
    !$mdmp send(v, east)
    do j = 1, n
      do i = 1, n
        b(i,j) = 0.5d0*b(i,j) + u(i,j)
      end do
    end do
    b(1,1) = b(1,1) + u(5,5)
    if (rank == 1) call make(f)
    do while (rank == 0)
      if (c_access(trim(f)//c_null_char, 0_c_int) == 0) exit
    end do
  end do
  !$mdmp end commregion
  print '(a,i3,es24.16)', 'system', rank, sum(b)

  ! Memory that ranks share.
  bytes = merge(4, 0, rank == 0)
  call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, where, win, ierr)
  call MPI_Win_shared_query(win, 0, bytes, unit, where, ierr)
  call c_f_pointer(where, flag, [1])
  if (rank == 0) flag(1) = 0
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  seen = 0
  !$mdmp commregion
  do it = 1, 8
    do j = 1, n
      do i = 1, n
        v(i,j) = it + i + j
      end do
    end do
    if (rank == 0) call slow
    if (rank == 0) flag(1) = it
    !$mdmp recv(u(:,0), west)
    !$mdmp send(v(:,n), east)
    do j = 1, n
      do i = 1, n
        b(i,j) = 0.5d0*b(i,j) + 1
      end do
    end do
    if (rank == 1) then
      if (flag(1) == it) seen = seen + 1
      flag(1) = -it
    end if
    do while (rank == 0 .and. flag(1) >= 0)
    end do
    do j = 1, n
      do i = 1, n
        b(i,j) = 0.5d0*b(i,j) + u(i,0)
      end do
    end do
  end do
  !$mdmp end commregion
  print '(a,2i3,es24.16)', 'shared', rank, seen, sum(b)
  call MPI_Win_free(win, ierr)
  call wipe('early.')
  call wipe('whole.')
  call wipe('third.')
  call wipe('answer.')
  call wipe('system.')
  call MPI_Finalize(ierr)
end program

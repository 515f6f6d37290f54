! run: with other.f90
! run: ranks 3
! A token goes from rank to rank and orders what they append to one file, in all
! ways that a program has of doing so. Early ranks are slow: who does not wait
! for the token is too early.
module kit
  use mpi
  implicit none
  integer :: rank, nr, prev, next
  character(*), parameter :: name = 'order.txt'
contains
  subroutine slow
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < (nr - rank)*1.5d-3)
    end do
  end subroutine
  subroutine fresh
    integer :: lu, ierr
    if (rank == 0) then
      open (newunit=lu, file=name, status='replace')
      close (lu)
    end if
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine
  subroutine show(what)
    character(*), intent(in) :: what
    integer :: lu, ierr, k, n, list(100)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    if (rank == 0) then
      open (newunit=lu, file=name)
      n = 0
      do
        read (lu, *, iostat=ierr) k
        if (ierr /= 0) exit
        n = n + 1
        list(n) = k
      end do
      close (lu)
      write (*, '(a,100i2)') what//':', list(1:n)
    end if
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine
  subroutine says(k)
    integer, intent(in) :: k
    integer :: lu
    open (newunit=lu, file=name, position='append', access='stream', form='formatted')
    write (lu, *) k
    close (lu)
  end subroutine
  real(8) function told(k)
    integer, intent(in) :: k
    call says(k)
    told = 1
  end function
end module
program p
  use kit
  implicit none
  interface
    integer(c_int) function c_system(command) bind(c, name='system')
      use iso_c_binding, only: c_int, c_char
      character(kind=c_char), intent(in) :: command(*)
    end function
  end interface
  integer :: it, i, j, k, lu, tin(4), tout(4), ierr, status
  character(60) :: text
  real(8) :: a(300,300), x
  logical :: some
  namelist /list/ k
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  prev = merge(rank-1, -1, rank > 0)
  next = merge(rank+1, -1, rank+1 < nr)
  a = 1
  tin = 0

  call fresh
  !$mdmp commregion
  do it = 1, 3
    !$mdmp recv(tin, prev)
    do j = 1, 300
      do i = 1, 300
        a(i,j) = 0.5d0*a(i,j) + 1
      end do
    end do
    call slow
    open (newunit=lu, file=name, position='append')
    write (lu, '(i3)', advance='no') rank
    write (lu, *)
    flush (lu)
    close (lu)
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('open and write')

  call fresh
  !$mdmp commregion
  do it = 1, 3
    !$mdmp recv(tin, prev)
    a = 0.5d0*a + 1
    call slow
    call says(rank)
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('a procedure of the file')

  call fresh
  !$mdmp commregion
  do it = 1, 3
    !$mdmp recv(tin, prev)
    a = 0.5d0*a + 1
    call slow
    do i = 1, 2
      a(i,1) = a(i,1) + told(rank)
    end do
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('a function in a loop')

  call fresh
  !$mdmp commregion
  do it = 1, 3
    !$mdmp recv(tin, prev)
    a = 0.5d0*a + 1
    call slow
    if (told(rank) > 0) x = 1
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('a function in a condition')

  call fresh
  !$mdmp commregion
  do it = 1, 2
    !$mdmp recv(tin, prev)
    a = 0.5d0*a + 1
    call slow
    write (text, '(a,i0,a)') 'echo ', rank, ' >>'//name
    call execute_command_line(text)
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('a command')

  call fresh
  !$mdmp commregion
  do it = 1, 2
    !$mdmp recv(tin, prev)
    a = 0.5d0*a + 1
    call slow
    write (text, '(a,i0,a)') 'echo ', rank, ' >>'//name//char(0)
    status = c_system(text)
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('a function in C')

  call fresh
  !$mdmp commregion
  do it = 1, 3
    !$mdmp recv(tin, prev)
    a = 0.5d0*a + 1
    call slow
    call elsewhere(rank)
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('another file')

  call fresh
  !$mdmp commregion
  do it = 1, 4
    !$mdmp recv(tin, prev)
    call slow
    call works(a, rank)
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('a procedure that may be managed')

  ! The one in the middle writes nothing, and reads nothing of what it gets.
  call fresh
  some = rank /= 1
  !$mdmp commregion
  do it = 1, 4
    !$mdmp recv(tin, prev)
    a = 0.5d0*a + 1
    if (some) then
      call slow
      call says(rank)
    end if
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('passed on')

  call fresh
  !$mdmp commregion
  do it = 1, 3
    !$mdmp recv(tin, prev)
    a = 0.5d0*a + 1
    call slow
    if (it > 1) write (text, *) it
    if (rank >= 0) call says(rank)
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('under an IF')

  ! Records of a file that counts itself.
  if (rank == 0) then
    open (newunit=lu, file='direct.bin', access='direct', recl=8, status='replace')
    write (lu, rec=1) 1
    close (lu)
  end if
  call fresh
  !$mdmp commregion
  do it = 1, 3
    !$mdmp recv(tin, prev)
    a = 0.5d0*a + 1
    call slow
    open (newunit=lu, file='direct.bin', access='direct', recl=8)
    read (lu, rec=1) k
    write (lu, rec=k+1) rank
    write (lu, rec=1) k + 1
    close (lu)
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  if (rank == 0) then
    open (newunit=lu, file='direct.bin', access='direct', recl=8)
    do i = 1, 3*nr
      read (lu, rec=i+1) k
      call says(k)
    end do
    close (lu, status='delete')
  end if
  call show('direct access')

  ! A namelist, and a transfer that goes on until WAIT.
  call fresh
  !$mdmp commregion
  do it = 1, 3
    !$mdmp recv(tin, prev)
    a = 0.5d0*a + 1
    call slow
    open (newunit=lu, file='list.txt')
    if (rank == 0) then
      k = 0
    else
      read (lu, nml=list)
      rewind lu
    end if
    k = k + 1
    write (lu, nml=list)
    close (lu)
    tout = it
    !$mdmp send(tout, next)
    if (rank == nr-1) call says(k)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('namelist')

  call fresh
  !$mdmp commregion
  do it = 1, 3
    !$mdmp recv(tin, prev)
    a = 0.5d0*a + 1
    call slow
    open (newunit=lu, file=name, position='append', asynchronous='yes')
    write (lu, *, asynchronous='yes') rank
    wait (lu)
    close (lu)
    tout = it
    !$mdmp send(tout, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('asynchronous')
  if (rank == 0) write (*, '(a,f10.5)') 'sum', sum(a)/size(a)
  if (rank == 0) open (newunit=lu, file='list.txt')
  if (rank == 0) close (lu, status='delete')
  call MPI_Finalize(ierr)
end program

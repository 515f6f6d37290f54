! Asynchronous input: what it reads (a peer, a length) has its value behind the WAIT, which need not name it. Asynchronous
! output: what it writes may be read meanwhile, and be received into behind the WAIT.
program asynchronousio
  use mpi
  implicit none
  integer, parameter :: n = 100000
  integer :: ierr, rank, other, it
  integer :: peer(n)
  character(40) :: name
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  write (name, '(a,i0)') 'asynchronousio.', rank
  open (10, file=name, form='unformatted', access='stream', asynchronous='yes')
  do it = 1, 10
    peer = merge(other, rank, mod(it, 2) == 0)
    write (10) peer
  end do
  rewind (10)
  call input()
  rewind (10)
  call output()
  close (10, status='delete')
  call MPI_Finalize(ierr)
contains
  subroutine input()
    real(8) :: u(n), v(n)
    integer :: it, i, j
    peer = rank
    u = rank; v = 0
    !$mdmp commregion
    do it = 1, 10
      read (10, asynchronous='yes') peer
      do j = 1, 3
        do i = 1, n
          u(i) = u(i)*0.5d0 + v(i) + it
        end do
      end do
      do i = 1, n
        u(i) = u(i)*0.5d0 + v(i) + it
      end do
      wait (10)
      !$mdmp recv(v, merge(other, rank, mod(it, 2) == 0))
      !$mdmp send(u, peer(n))
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16)', 'input', rank, sum(u)
  end subroutine

  subroutine output()
    real(8) :: u(n), v(n), w(n), total
    integer :: it, i, j
    u = 0; v = rank; w = 0; total = 0
    !$mdmp commregion
    do it = 1, 10
      !$mdmp recv(u, other)
      !$mdmp send(v, other)
      write (10, asynchronous='yes') u
      do i = 1, n
        v(i) = i + w(i)*0.5d0 + it
      end do
      do i = 1, n
        w(i) = w(i)*0.5d0 + u(i)
      end do
      do j = 1, 3
        do i = 1, n
          w(i) = w(i)*0.5d0 + v(i)
        end do
      end do
      wait (10)
    end do
    !$mdmp end commregion
    rewind (10)
    do it = 1, 10
      read (10) u
      total = total + sum(u)
    end do
    print '(a,i2,1x,z16.16)', 'output', rank, total
  end subroutine
end program

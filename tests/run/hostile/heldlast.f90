! run: ranks 3
! What tells that a message is complete waits until nothing of earlier exchanges is
! pending. What was pending may come to its end while another exchange looks at the
! same lane; then nobody else says that the word may go, and the others wait for it.
program p
  use mpi
  implicit none
  integer, parameter :: n = 64, m = 5
  integer :: a(0:n+1, 0:m+1), b(0:n+1, 0:m+1), c(0:n+1, 0:m+1)
  integer :: t, i, j, rank, nranks, west, east, ierr, turn, lu
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  west = modulo(rank - 1, nranks); east = modulo(rank + 1, nranks)
  do j = 0, m + 1
    do i = 0, n + 1
      a(i, j) = 13*i + 7*j + rank; b(i, j) = 5*i + 11*j + rank; c(i, j) = i + j + 3*rank
    end do
  end do
  !$mdmp commregion
  do t = 1, 40
    do turn = 1, 2
      !$mdmp recv(a(2, 1:m), west)
      !$mdmp recv(a(1, 1:m:2), modulo(rank - t, nranks))
      !$mdmp recv(c(1:n/2, 1), east) tag(1)
      !$mdmp send(b(1, 1:m), east)
      !$mdmp send(a(n, 1:m:2), modulo(rank + t, nranks))
      !$mdmp send(c(1:n/2, m), west) tag(1)
    end do
    !$mdmp recv(a(2:n-1, 0), west)
    !$mdmp recv(a(2:n-1, m+1), east)
    !$mdmp send(a(2:n-1, m), east)
    !$mdmp send(a(2:n-1, 1), west)
    continue
    !$mdmp recv(b(1:n:2, 0), west) if(mod(t, 3) == 0)
    !$mdmp recv(b(1:n:2, m+1), east) if(mod(t, 3) == 0)
    !$mdmp send(b(1:n:2, m), east) if(mod(t, 3) == 0)
    !$mdmp send(b(1:n:2, 1), west) if(mod(t, 3) == 0)
    where (mod(b(1:n-2, 0:m-1), 3) == 0)
      b(2:n-1, 1:m) = iand(ieor(rank, 3*b(1:n-2, 2:m+1)), 1048575)
    elsewhere
      c(2:n-1, 1:m) = iand(ieor(t, 3*a(3:n, 2:m+1)), 1048575)
    end where
    call swap(c)
    open (newunit=lu, status='scratch', form='unformatted')
    write (lu) c(1:n, 1)
    rewind (lu)
    read (lu) c(1:n, 1 + mod(t, m))
    close (lu)
    do j = m, 1, -1
      do i = n, 1, -1
        a(i, j) = iand(ieor(3*c(i-1, j), ieor(5*c(i+1, j), ieor(7*c(i, j-1), 9*c(i, j+1)))), 1048575)
      end do
    end do
  end do
  !$mdmp end commregion
  print *, rank, sum(a), sum(b), sum(c)
  call MPI_Finalize(ierr)
contains
  subroutine swap(x)
    integer, intent(inout) :: x(0:n+1, 0:m+1)
    !$mdmp recv(x(1:n, 0), west) tag(5)
    !$mdmp recv(x(1:n, m+1), east) tag(5)
    !$mdmp send(x(1:n, m), east) tag(5)
    !$mdmp send(x(1:n, 1), west) tag(5)
    x(n, m) = iand(ieor(t, 3*x(n, m)), 1048575)
  end subroutine
end program

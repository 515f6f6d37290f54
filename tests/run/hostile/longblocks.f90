! run: ranks 2 3 4
! Blocks of a pipeline that take long, with short messages: these leave in pieces of a few hundred bytes, and are used so. Their
! lengths and places change, some are written again behind the nest, some steps have no element, and after a while
! the pipeline runs the other way, so that what went one way is answered.
program longblocks
  use mpi
  implicit none
  integer, parameter :: n = 1280, m = 3
  real(8) :: a(0:m,0:n), west(m)
  integer :: lengths(6) = [1280, 65, 1, 640, 0, 1279]
  integer :: t, l, f, rank, ranks, prev, next, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  prev = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  next = merge(rank + 1, MPI_PROC_NULL, rank + 1 < ranks)
  a = 1 + 0.25d0*rank
  west = 0
  do t = 1, 40
    l = n
    f = 1
    if (t > 16) l = lengths(1 + mod(t, 6))
    if (t > 24) f = 1 + min(mod(t, 3), n - l)
    if (t == 30) call turn
    call block(f, f + l - 1, mod(t, 5) == 0)
  end do
  call two_steps
  print *, rank, sum(a), sum(west), a(m,n), a(0,1)
  call MPI_Finalize(ierr)
contains

  subroutine turn
    integer :: k
    k = prev
    prev = next
    next = k
  end subroutine

  subroutine block(first, last, again)
    integer, intent(in) :: first, last
    logical, intent(in) :: again
    integer :: i, j, k
    real(8) :: x
    !$mdmp commregion
    !$mdmp recv(a(0,first:last), prev)
    !$mdmp recv(west, prev)
    do j = first, last
      do i = 1, m
        x = a(i-1,j)
        do k = 1, 600
          x = 0.5d0*x + 0.125d0
        end do
        a(i,j) = 0.5d0*a(i,j) + 0.25d0*(x + a(i,j-1))
      end do
    end do
    if (again .and. last > first) a(m,first+1) = a(m,first+1) + 1
    !$mdmp send(a(m,first:last), next)
    !$mdmp send(a(1:m,n), next)
    !$mdmp end commregion
  end subroutine

  ! Steps of one region: the next block begins while others are still at the one before.
  subroutine two_steps
    integer :: i, j, k, step
    real(8) :: x
    !$mdmp commregion
    do step = 1, 12
      !$mdmp recv(a(0,1:n), prev)
      do j = 1, n
        do i = 1, m
          x = a(i-1,j)
          do k = 1, 600
            x = 0.5d0*x + 0.125d0
          end do
          a(i,j) = 0.5d0*a(i,j) + 0.25d0*x
        end do
      end do
      !$mdmp send(a(m,1:n), next)
    end do
    !$mdmp end commregion
  end subroutine
end program

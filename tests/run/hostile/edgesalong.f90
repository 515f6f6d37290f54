! A nest in order whose last column is copied, line by line, into what is sent: strips of the outer loop send it as it comes
! about, whatever its length. Beside it copies that are less than that: of what the line itself computes, under a condition, of
! a variable that goes on, and into what is written again.
program edgesalong
  use mpi
  implicit none
  integer, parameter :: n = 700, most = 150
  integer, parameter :: lengths(4) = [1, 40, 97, 150]
  real(8) :: u(0:n,0:most), out(most), in(most), again(most), some(most), t
  integer :: rank, ranks, ierr, before, behind, it, l, m, i, j
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  before = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  behind = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
  do l = 1, size(lengths)
    m = lengths(l)
    u = 1 + rank
    in = 0.5d0
    out = 0
    again = 0
    some = 0
    t = 0
    !$mdmp commregion
    do it = 1, 12
      !$mdmp recv(in(1:m), before)
      do j = 1, m
        u(0,j) = in(j)
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j) + 0.25d0*(u(i-1,j) + u(i,j-1))
        end do
        out(j) = u(n,j)
      end do
      !$mdmp send(out(1:m), behind)
      do j = 1, m
        do i = 1, n
          u(i,j) = u(i,j) + 1d-3*u(i-1,j)
        end do
        t = t + 1d-3*u(n,j)
        again(j) = t
        if (u(n/2,j) > 0.9d0) some(j) = u(n/2,j)
        if (j > 1) again(j-1) = again(j)
      end do
      !$mdmp recv(in(1:m), before) tag(2)
      !$mdmp send(again(1:m), behind) tag(2)
      in(1:m) = in(1:m) + some(1:m)
      !$mdmp recv(some(1:m), before) tag(3)
      !$mdmp send(in(1:m), behind) tag(3)
    end do
    !$mdmp end commregion
    print '(a,2i4,4(1x,z16.16))', 'edges', rank, m, sum(u), sum(out), sum(again(1:m)), sum(some(1:m))
  end do
  call MPI_Finalize(ierr)
end program

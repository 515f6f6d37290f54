! An operand whose only subscripts are vectors has the shape of the statement: it
! cannot stay as it is when the statement is cut.
program vectorsubscripts
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 2000
  real(8) :: u(n,0:m+1), row(n,m), line(0:m+1), z(m), y(n,m)
  integer :: idx(m), jdx(n), rank, nr, left, right, it, i, j, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank - 1, nr); right = modulo(rank + 1, nr)
  idx = [(modulo(7*i, m) + 1, i=1,m)]
  jdx = [(n + 1 - i, i=1,n)]
  u = 0; line = 0
  z = [(sin(1d0*i + rank), i=1,m)]
  y = reshape([(cos(1d0*i + rank), i=1,n*m)], [n,m])
  row = y

  !$mdmp commregion
  do it = 1, 20
    line(1:m) = z(idx) + 0.5d0*line(1:m)
    !$mdmp send(line(m), right) tag(1)
    !$mdmp recv(line(0), left) tag(1)
    u(:,1:m) = y(jdx,idx) + 0.5d0*u(:,1:m)
    !$mdmp send(u(:,m), right) tag(2)
    !$mdmp recv(u(:,0), left) tag(2)
    where (row(jdx,idx) > 0) u(:,1:m) = u(:,0:m-1)
    z(1) = z(1) + line(0)
    do j = 1, m
      do i = 1, n
        y(i,j) = y(i,j) + 1d-3*u(i,0)
      end do
    end do
  end do
  !$mdmp end commregion
  print '(a,i0,3(1x,es23.15))', 'rank ', rank, sum(line), sum(u), sum(y)
  call MPI_Finalize(ierr)
end program

! run: ranks 2 3
! What an assignment says of a variable that it computes from the same variable is no equation.
program selfassigned
  use mpi
  implicit none
  integer, parameter :: n = 60, m = 30
  integer :: me, ranks, left, right, ierr, it, i, j, k, h, next(0:9)
  real(8) :: u(n,0:m+9), v(n,0:m+9), t0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  u = me; v = 2*me
  next = [0, 0, 1, 2, 1, 1, 2, 3, 4, 5]
  !$mdmp commregion
  do it = 1, 10
    k = 4
    h = 2
    t0 = MPI_Wtime()
    do while (mod(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3) ! every rank is late in turn
    end do
    !$mdmp send(u(:,m), right)
    !$mdmp send(v(:,m), right)
    !$mdmp recv(u(:,0), left)
    !$mdmp recv(v(:,0), left)
    k = next(k)
    do j = 0, m - 1
      do i = 1, n
        u(i,j+k) = u(i,j+next(k))*0.5d0 + it + i
      end do
    end do
    h = h/2
    do j = 0, m - 1
      do i = 1, n
        v(i,j+h) = v(i,j+h/2)*0.5d0 + it + i
      end do
    end do
  end do
  !$mdmp end commregion
  print '(a,i3,2es25.16)', 'self', me, sum(u), sum(v)
  call MPI_Finalize(ierr)
end program

! A nest with two loops that could be cut leaves a value in a scalar whose name
! means something else there: its iterations keep their order, so only the outer
! loop is cut, and what the inner one reads is all of its range.
program hiddenlastvalue
  use mpi
  implicit none
  integer, parameter :: size1 = 100, size3 = 10
  real(8) :: u(size1,size1,0:size3), w(size1,size1,size3), t, other, s, t0
  integer :: n, m
  integer :: me, ranks, left, right, ierr, it, i, j, k
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  n = size1; m = size3
  u = me + 1; w = 0; s = 0; t = 0; other = 0
  !$mdmp commregion
  do it = 1, 60
    if (mod(me + it, 2) == 0) then ! every rank is late in turn
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 1d-3)
      end do
    end if
    !$mdmp send(u(:,:,m), right)
    !$mdmp recv(u(:,:,0), left)
    associate (t => other, a => t)
      do k = 1, m
        do j = 1, n
          do i = 1, n
            a = u(i,j,k-1)
            w(i,j,k) = a*0.5d0 + it
          end do
        end do
      end do
    end associate
    u(:,:,1:) = w
    s = s + sum(w(:,:,1)) + t
  end do
  !$mdmp end commregion
  print '(a,i3,es25.16)', 'rank', me, s
  call MPI_Finalize(ierr)
end program

! run: ranks 1 2
! DO CONCURRENT that is not cut (its pointers may be aliases), with nests, array statements and calls in it: nothing may be called in there but what is pure, so
! all is complete in front of it.
module sums
contains
  pure real(8) function twice(x)
    real(8), intent(in) :: x(:)
    twice = 2*sum(x)
  end function
end module

program concurrentbodies
  use mpi
  use sums
  implicit none
  integer, parameter :: n = 40, m = 30, l = 5
  real(8), pointer :: u(:,:,:), v(:,:,:)
  real(8) :: s(n)
  integer(8) :: k
  integer :: rank, ranks, left, right, ierr, i, j, it, two(l)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  allocate (u(n,0:m+1,0:l+1), v(n,0:m+1,0:l+1))
  u = rank + 1
  v = 0
  do i = 1, l
    two(i) = l + 1 - i
  end do
  do it = 1, 5
    !$mdmp commregion
    !$mdmp recv(u(:,0,1:l), left)
    !$mdmp recv(u(:,m+1,1:l), right)
    !$mdmp send(u(:,m,1:l), right)
    !$mdmp send(u(:,1,1:l), left)
    do concurrent (k = 1:l)
      do j = 1, m
        do i = 1, n
          v(i,j,k) = 0.5d0*u(i,j,k) + 0.25d0*(u(i,j-1,k) + u(i,j+1,k))
        end do
      end do
    end do
    do concurrent (k = 1:l)
      do i = 1, n
        u(i,2:m-1,k) = v(i,2:m-1,k) + it
      end do
      u(:,1,k) = v(:,1,k)
      where (v(:,m,k) > 2)
        u(:,m,k) = v(:,m,k) - 1
      elsewhere
        u(:,m,k) = twice(v(:,m,k))/n
      end where
    end do
    do concurrent (k = 1:l, k > 1)
      do j = 0, m + 1
        do i = 1, n
          v(i,j,two(k)) = u(i,j,k)
        end do
      end do
      if (it > 2) v(:,0,two(k)) = u(:,m+1,k)
    end do
    !$mdmp end commregion
    s = 0
    do i = 1, n
      s(i) = sum(u(i,:,:)) - 3*sum(v(i,:,1:l))
    end do
    print '(2i3,2(1x,z16.16))', it, rank, sum(s), s(n)
  end do
  call MPI_Finalize(ierr)
end program

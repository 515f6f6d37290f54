! A pointer leads to a variable that is passed round two procedures that call each other; one of them keeps a pointer to it.
module fields
  use mpi
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1), v(n,0:m+1)
  real(8), pointer :: gp(:,:)
contains
  subroutine written(rank, left, right)
    integer, intent(in) :: rank, left, right
    integer :: it, i, j
    real(8) :: s
    s = 0
    !$mdmp commregion
    do it = 1, 6
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + it*i + j
        end do
      end do
      call change
      !$mdmp send(v(:,1), left)
      !$mdmp recv(v(:,m+1), right)
      !$mdmp send(v(:,m), right)
      !$mdmp recv(v(:,0), left)
      s = s + v(3,0) + v(4,m+1) + v(3,1)
    end do
    !$mdmp end commregion
    print *, 'written', rank, s, sum(v)
  end subroutine
  subroutine looked(rank, left, right)
    integer, intent(in) :: rank, left, right
    integer :: it
    real(8) :: s, t0
    s = 0
    !$mdmp commregion
    do it = 1, 6
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call peek(s)
      if (mod(rank+it,2) == 0) then
        t0 = MPI_Wtime()
        do while (MPI_Wtime() - t0 < 2d-3)
        end do
      end if
      u(:,1:m) = 0.9d0*u(:,1:m) + it
    end do
    !$mdmp end commregion
    print *, 'looked', rank, s, sum(u)
  end subroutine
  subroutine change
    gp(:,2) = gp(:,2) + 1
  end subroutine
  subroutine peek(s)
    real(8), intent(inout) :: s
    s = s + gp(3,1) + gp(4,m+2)
  end subroutine
  subroutine keep(x)
    real(8), intent(inout), target :: x(:,:)
    gp => x
  end subroutine
  recursive subroutine even(x, k)
    real(8), intent(inout) :: x(n,0:m+1)
    integer, intent(in) :: k
    if (k > 0) call odd(x, k - 1)
    if (k == 0) call keep(x)
  end subroutine
  recursive subroutine odd(x, k)
    real(8), intent(inout) :: x(n,0:m+1)
    integer, intent(in) :: k
    call even(x, k - 1)
  end subroutine
  subroutine first
    call odd(v, 1)
  end subroutine
  subroutine second
    call odd(u, 1)
  end subroutine
end module
program keptinturns
  use fields
  implicit none
  integer :: ierr, rank, ranks
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  u = rank + 1
  v = rank + 1
  call first
  call written(rank, modulo(rank-1, ranks), modulo(rank+1, ranks))
  call second
  call looked(rank, modulo(rank-1, ranks), modulo(rank+1, ranks))
  call MPI_Finalize(ierr)
end program

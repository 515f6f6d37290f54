! Calls that do not look like calls and wait for other ranks.
module m_commop
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface operator(+)
   module procedure sf
  end interface
contains
  real(8) function sf(a,b)
   use mpi
   logical, intent(in) :: a,b
   integer :: ierr
   real(8) :: a0, b0
   a0 = 1
   call MPI_Allreduce(a0, b0, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
   sf = b0
  end function
end module
subroutine run_commop(rank, left, right)
  use mpi
  use m_commop
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + (.true. + .false.)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'commop', rank, s, sum(u)
end subroutine
module m_commfinal
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   final :: fin
  end type
  real(8) :: acc = 0
contains
  subroutine fin(a)
   use mpi
   type(t), intent(inout) :: a
   integer :: ierr
   real(8) :: a0, b0
   a0 = 1
   call MPI_Allreduce(a0, b0, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
   acc = acc + b0
  end subroutine
end module
subroutine run_commfinal(rank, left, right)
  use mpi
  use m_commfinal
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t), allocatable :: a
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate(a)
    deallocate(a)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = acc
  print *, 'commfinal', rank, s, sum(u)
end subroutine
module m_commassign
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  interface assignment(=)
   module procedure sa
  end interface
contains
  subroutine sa(x,b)
   use mpi
   real(8), intent(out) :: x
   logical, intent(in) :: b
   integer :: ierr
   real(8) :: a0, b0
   a0 = 1
   call MPI_Allreduce(a0, b0, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
   x = b0
  end subroutine
end module
subroutine run_commassign(rank, left, right)
  use mpi
  use m_commassign
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: r
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    r = .true.
    s = s + r
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'commassign', rank, s, sum(u)
end subroutine
module m_commspec
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
contains
  integer function f(k)
   use mpi
   integer, intent(in) :: k
   integer :: ierr
   real(8) :: a0, b0
   a0 = 1
   call MPI_Allreduce(a0, b0, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
   f = int(b0) + k
  end function
end module
subroutine run_commspec(rank, left, right)
  use mpi
  use m_commspec
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8), allocatable :: w(:)
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate(w(f(it)))
    s = s + size(w)
    deallocate(w)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'commspec', rank, s, sum(u)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_commop(rank, left, right)
  call run_commfinal(rank, left, right)
  call run_commassign(rank, left, right)
  call run_commspec(rank, left, right)
  call MPI_Finalize(ierr)
end program

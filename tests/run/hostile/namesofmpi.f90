! Procedures, operators and variables of the program with names of MPI; one that MPI calls.
module m_mpiop
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  integer :: op
contains
  subroutine myop(a, b, len, typ)
   integer, intent(in) :: len, typ
   real(8) :: a(len), b(len)
   b = a + b + u(3,0) + u(4,m+1)
  end subroutine
end module
subroutine run_mpiop(rank, left, right)
  use mpi
  use m_mpiop
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: r, q
  s = 0
  u = rank + 1
  call MPI_Op_create(myop, .true., op, ierr)
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    q = it
    call MPI_Allreduce(q, r, 1, MPI_DOUBLE_PRECISION, op, MPI_COMM_SELF, ierr)
    call MPI_Reduce_local(q, r, 1, MPI_DOUBLE_PRECISION, op, ierr)
    s = s + r
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'mpiop', rank, s, sum(u)
end subroutine
module m_mpinames
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k
  end type
  interface operator(*)
   module procedure mul
  end interface
  type(t) :: mpi_lo = t(4), mpi_hi = t(6)
contains
  real(8) function mul(a,b)
   type(t), intent(in) :: a,b
   mul = u(a%k,0) + u(b%k,m+1)
  end function
  real(8) function mpi_wsum()
   mpi_wsum = u(3,0) + u(4,m+1)
  end function
  subroutine mpi_add(s)
   real(8), intent(inout) :: s
   s = s + u(3,0) + u(4,m+1)
  end subroutine
end module
subroutine run_mpinames(rank, left, right)
  use mpi
  use m_mpinames
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
    s = s + mpi_lo*mpi_hi + mpi_wsum()
    call mpi_add(s)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'mpinames', rank, s, sum(u)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_mpiop(rank, left, right)
  call run_mpinames(rank, left, right)
  call MPI_Finalize(ierr)
end program

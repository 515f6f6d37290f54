! run: include inc
! What INCLUDE lines bring into the definitions of types: a component that has a final procedure, a final procedure.
module m_includedparts
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  real(8) :: acc = 0
  type t
    integer :: k = 1
  contains
    final :: fin
  end type
  type w
    integer :: k = 1
    include 'fields.inc'
  end type
  type v
    integer :: k = 1
  contains
    include 'bindings.inc'
  end type
contains
  subroutine finv(a)
    type(v), intent(inout) :: a
    acc = acc + 3*u(5,0) + u(6,m+1) + a%k
    a%k = 0
  end subroutine
  subroutine own
    type(v) :: a
    a%k = 3
  end subroutine
  subroutine fin(a)
    type(t), intent(inout) :: a
    acc = acc + u(3,0) + u(4,m+1) + a%k
    a%k = 0
  end subroutine
  type(w) function mk(k)
    integer, intent(in) :: k
    mk%k = k
  end function
  subroutine loc
    type(w) :: a
    a%k = 3
  end subroutine
  integer function kof(a)
    type(w), intent(in) :: a
    kof = a%k
  end function
  subroutine delay(rank, it)
    use mpi
    integer, intent(in) :: rank, it
    real(8) :: t0
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end subroutine
end module
subroutine run_deallocated(rank, left, right)
  use mpi
  use m_includedparts
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it
  type(w), allocatable :: a
  u = rank + 1
  acc = 0
  !$mdmp commregion
  do it = 1, 6
    call delay(rank, it)
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate(a)
    deallocate(a)
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'deallocated', rank, acc, sum(u)
end subroutine
subroutine run_assigned(rank, left, right)
  use mpi
  use m_includedparts
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it
  type(w) :: a, b
  u = rank + 1
  acc = 0
  !$mdmp commregion
  do it = 1, 6
    call delay(rank, it)
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    a = b
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'assigned', rank, acc, sum(u)
end subroutine
subroutine run_local(rank, left, right)
  use mpi
  use m_includedparts
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it
  u = rank + 1
  acc = 0
  !$mdmp commregion
  do it = 1, 6
    call delay(rank, it)
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    call loc
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'local', rank, acc, sum(u)
end subroutine
subroutine run_own(rank, left, right)
  use mpi
  use m_includedparts
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it
  u = rank + 1
  acc = 0
  !$mdmp commregion
  do it = 1, 6
    call delay(rank, it)
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    call own
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'own', rank, acc, sum(u)
end subroutine
subroutine run_returned(rank, left, right)
  use mpi
  use m_includedparts
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, s
  s = 0
  u = rank + 1
  acc = 0
  !$mdmp commregion
  do it = 1, 6
    call delay(rank, it)
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + kof(mk(3))
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'returned', rank, s, acc, sum(u)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_deallocated(rank, left, right)
  call run_assigned(rank, left, right)
  call run_local(rank, left, right)
  call run_own(rank, left, right)
  call run_returned(rank, left, right)
  call MPI_Finalize(ierr)
end program

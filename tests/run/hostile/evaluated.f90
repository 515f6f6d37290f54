! Bounds, lengths and selectors are evaluated, and may be calls.
module m_specexpr
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
contains
  pure integer function f(k)
   integer, intent(in) :: k
   f = int(u(3,0) + u(4,m+1)) + k
  end function
  subroutine sp(k, s)
   integer, intent(in) :: k
   real(8), intent(inout) :: s
   real(8) :: w(f(k))
   s = s + size(w)
  end subroutine
  function spr(k) result(r)
   integer, intent(in) :: k
   real(8) :: r(f(k))
   r = 1
  end function
end module
subroutine run_specexpr(rank, left, right)
  use mpi
  use m_specexpr
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
    call sp(it, s)
    s = s + sum(spr(it))
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'specexpr', rank, s, sum(u)
end subroutine
module m_specblock
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
contains
  pure integer function f(k)
   integer, intent(in) :: k
   f = int(u(3,0) + u(4,m+1)) + k
  end function
end module
subroutine run_specblock(rank, left, right)
  use mpi
  use m_specblock
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  character(:), allocatable :: d
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    block
     character(len=f(it)) :: c
     s = s + len(c)
    end block
    allocate(character(len=f(it)) :: d)
    s = s + len(d)
    deallocate(d)
    s = s + len([character(len=f(2)) :: "a", "b"])
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'specblock', rank, s, sum(u)
end subroutine
module m_lencomp
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
  type t
   real(8), pointer :: len, kind
  end type
end module
subroutine run_lencomp(rank, left, right)
  use mpi
  use m_lencomp
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: x
  s = 0
  u = rank + 1
  x%len => u(3,0)
  x%kind => u(4,m+1)
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + x%len + x%kind
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'lencomp', rank, s, sum(u)
end subroutine
module m_lenptr
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
end module
subroutine run_lenptr(rank, left, right)
  use mpi
  use m_lenptr
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  character(:), pointer :: p
  character(80), target :: c80 = " "
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    p => c80(1:int(u(3,0)))
    s = s + len(p)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'lenptr', rank, s, sum(u)
end subroutine
module m_sourcelen
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
end module
subroutine run_sourcelen(rank, left, right)
  use mpi
  use m_sourcelen
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  character(:), allocatable :: c
  character(80) :: c80 = " "
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate (c, source=c80(:int(u(3,0))))
    s = s + len(c)
    deallocate (c)
    allocate (c, mold=c80(:int(u(4,m+1))))
    s = s + len(c)
    deallocate (c)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'sourcelen', rank, s, sum(u)
end subroutine
module m_deferasg
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
end module
subroutine run_deferasg(rank, left, right)
  use mpi
  use m_deferasg
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  character(:), allocatable :: c
  character(80) :: c80 = " "
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    c = c80(:int(u(3,0)))
    s = s + len(c) + len(repeat("a", int(u(4,m+1))))
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'deferasg', rank, s, sum(u)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_specexpr(rank, left, right)
  call run_specblock(rank, left, right)
  call run_lencomp(rank, left, right)
  call run_lenptr(rank, left, right)
  call run_sourcelen(rank, left, right)
  call run_deferasg(rank, left, right)
  call MPI_Finalize(ierr)
end program

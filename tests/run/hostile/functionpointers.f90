! What a function returns a pointer to has another name, and so has what a pointer led to.
module m_assocfunc
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
contains
  function pf() result(r)
   real(8), pointer :: r(:,:)
   r(1:,0:) => u
  end function
  subroutine addto(x)
   real(8), intent(inout) :: x(:,:)
   x(:,2) = x(:,2) + 1
  end subroutine
end module
subroutine run_assocfunc(rank, left, right)
  use mpi
  use m_assocfunc
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
    associate (a => pf())
     s = s + a(3,0) + a(4,m+1)
    end associate
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'assocfunc', rank, s, sum(u)
end subroutine
module m_assocbefore
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
contains
  function pf() result(r)
   real(8), pointer :: r(:,:)
   r(1:,0:) => u
  end function
  subroutine addto(x)
   real(8), intent(inout) :: x(:,:)
   x(:,2) = x(:,2) + 1
  end subroutine
end module
subroutine run_assocbefore(rank, left, right)
  use mpi
  use m_assocbefore
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8), pointer :: p(:,:)
  s = 0
  u = rank + 1
  associate (a => pf())
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + a(3,0) + a(4,m+1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  end associate
  print *, 'assocbefore', rank, s, sum(u)
end subroutine
module m_assocmoved
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
end module
subroutine run_assocmoved(rank, left, right)
  use mpi
  use m_assocmoved
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8), pointer :: p(:,:)
  real(8), target :: other(60,0:21) = 3
  s = 0
  u = rank + 1
  p(1:,0:) => u
  associate (a => p)
  p(1:,0:) => other
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + a(3,0) + p(4,m+1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  end associate
  print *, 'assocmoved', rank, s, sum(u)
end subroutine
module m_funcwrite
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
contains
  function pf() result(r)
   real(8), pointer :: r(:,:)
   r(1:,0:) => u
  end function
  subroutine addto(x)
   real(8), intent(inout) :: x(:,:)
   x(:,2) = x(:,2) + 1
  end subroutine
end module
subroutine run_funcwrite(rank, left, right)
  use mpi
  use m_funcwrite
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    call addto(pf())
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + u(3,0) + u(4,m+1) + u(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'funcwrite', rank, s, sum(u)
end subroutine
module m_funcassign
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
contains
  function pe() result(r)
   real(8), pointer :: r
   r => u(3,1)
  end function
end module
subroutine run_funcassign(rank, left, right)
  use mpi
  use m_funcassign
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    pe() = it
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + u(3,0) + u(4,m+1) + u(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'funcassign', rank, s, sum(u)
end subroutine
module m_funcread
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
contains
  function pe() result(r)
   real(8), pointer :: r
   r => u(3,1)
  end function
  subroutine set(x)
   real(8), intent(out) :: x
   x = 7
  end subroutine
end module
subroutine run_funcread(rank, left, right)
  use mpi
  use m_funcread
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    call set(pe())
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + u(3,0) + u(4,m+1) + u(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'funcread', rank, s, sum(u)
end subroutine
module m_assocmovedsend
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
end module
subroutine run_assocmovedsend(rank, left, right)
  use mpi
  use m_assocmovedsend
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8), pointer :: p(:,:)
  real(8), target :: other(60,0:21) = 3
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    p(1:,0:) => u
    associate (a => p)
     p(1:,0:) => other
     a(4,2) = a(4,2) + 1
     p(4,2) = 9
    end associate
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + u(3,0) + u(4,m+1) + u(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'assocmovedsend', rank, s, sum(u)
end subroutine
module m_assocnested
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
end module
subroutine run_assocnested(rank, left, right)
  use mpi
  use m_assocnested
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8), pointer :: p(:,:)
  real(8), target :: other(60,0:21) = 3
  s = 0
  u = rank + 1
  p(1:,0:) => u
  associate (a => p)
  p(1:,0:) => other
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    associate (b => a)
     s = s + b(3,0) + p(4,m+1)
    end associate
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  end associate
  print *, 'assocnested', rank, s, sum(u)
end subroutine
module m_assocsection
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
end module
subroutine run_assocsection(rank, left, right)
  use mpi
  use m_assocsection
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8), pointer :: p(:,:)
  real(8), target :: other(60,0:21) = 3
  s = 0
  u = rank + 1
  p(1:,0:) => u
  associate (a => p(:,0))
  p(1:,0:) => other
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + a(3) + p(4,m+1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  end associate
  print *, 'assocsection', rank, s, sum(u)
end subroutine
module m_assocchain
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
  type t
   real(8), pointer :: f(:,:)
  end type
end module
subroutine run_assocchain(rank, left, right)
  use mpi
  use m_assocchain
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t), target :: x, y
  type(t), pointer :: q
  real(8), target :: other(60,0:21) = 3
  s = 0
  u = rank + 1
  x%f(1:,0:) => u
  y%f(1:,0:) => other
  q => x
  associate (a => q%f)
  q => y
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + a(3,0)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  end associate
  print *, 'assocchain', rank, s, sum(u)
end subroutine
module m_assoccall
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
  real(8), pointer :: p(:,:)
  real(8), target :: other(60,0:21) = 3
contains
  subroutine turn
   p(1:,0:) => other
  end subroutine
end module
subroutine run_assoccall(rank, left, right)
  use mpi
  use m_assoccall
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  s = 0
  u = rank + 1
  p(1:,0:) => u
  associate (a => p)
  call turn
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + a(3,0)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  end associate
  print *, 'assoccall', rank, s, sum(u)
end subroutine
module m_assoccallsend
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8), target :: u(n,0:m+1)
  real(8), pointer :: p(:,:)
  real(8), target :: other(60,0:21) = 3
contains
  subroutine turn
   p(1:,0:) => other
  end subroutine
end module
subroutine run_assoccallsend(rank, left, right)
  use mpi
  use m_assoccallsend
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    p(1:,0:) => u
    associate (a => p(3,:))
     call turn
     a(1) = a(1) + 1
    end associate
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    s = s + u(3,0) + u(4,m+1) + u(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'assoccallsend', rank, s, sum(u)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_assocfunc(rank, left, right)
  call run_assocbefore(rank, left, right)
  call run_assocmoved(rank, left, right)
  call run_funcwrite(rank, left, right)
  call run_funcassign(rank, left, right)
  call run_funcread(rank, left, right)
  call run_assocmovedsend(rank, left, right)
  call run_assocnested(rank, left, right)
  call run_assocsection(rank, left, right)
  call run_assocchain(rank, left, right)
  call run_assoccall(rank, left, right)
  call run_assoccallsend(rank, left, right)
  call MPI_Finalize(ierr)
end program

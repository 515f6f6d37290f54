! Final procedures, at all places where they are called.
module m_finassign
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finassign(rank, left, right)
  use mpi
  use m_finassign
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a, b
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    a = b
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = acc
  print *, 'finassign', rank, s, sum(u)
end subroutine
module m_findealloc
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_findealloc(rank, left, right)
  use mpi
  use m_findealloc
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
  print *, 'findealloc', rank, s, sum(u)
end subroutine
module m_finout
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finout(rank, left, right)
  use mpi
  use m_finout
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    call outs(a)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = acc
  print *, 'finout', rank, s, sum(u)
end subroutine
module m_finlocal
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finlocal(rank, left, right)
  use mpi
  use m_finlocal
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
    call loc
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = acc
  print *, 'finlocal', rank, s, sum(u)
end subroutine
module m_finblock
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finblock(rank, left, right)
  use mpi
  use m_finblock
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
    block
     type(t) :: a
     a%k = 1
    end block
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = acc
  print *, 'finblock', rank, s, sum(u)
end subroutine
module m_finresult
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finresult(rank, left, right)
  use mpi
  use m_finresult
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
    s = s + kof(mk(3))
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = acc
  print *, 'finresult', rank, s, sum(u)
end subroutine
module m_finif
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finif(rank, left, right)
  use mpi
  use m_finif
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
    if (kof(mk(3)) > 2) then
     s = s + 1
    end if
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = acc
  print *, 'finif', rank, s, sum(u)
end subroutine
module m_finassoc
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finassoc(rank, left, right)
  use mpi
  use m_finassoc
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
    associate (a => mk(3))
     s = s + a%k
    end associate
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = acc
  print *, 'finassoc', rank, s, sum(u)
end subroutine
module m_finmove
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finmove(rank, left, right)
  use mpi
  use m_finmove
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t), allocatable :: a, b
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate(a, b)
    call move_alloc(a, b)
    deallocate(b)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = acc
  print *, 'finmove', rank, s, sum(u)
end subroutine
module m_fincomp
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   final :: fin
  end type
  real(8) :: acc = 0
  type w
   type(t), allocatable :: in
  end type
contains
  subroutine fin(a)
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_fincomp(rank, left, right)
  use mpi
  use m_fincomp
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(w), allocatable :: a
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate(a)
    allocate(a%in)
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
  print *, 'fincomp', rank, s, sum(u)
end subroutine
module m_finsend
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   final :: fin
  end type
contains
  subroutine fin(a)
   type(t), intent(inout) :: a
   u(4,1) = u(4,1) + a%k
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
end module
subroutine run_finsend(rank, left, right)
  use mpi
  use m_finsend
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: x
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.5d0*u(i,j) + it*i + j
      end do
    end do
    x = mk(3)
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
  print *, 'finsend', rank, s, sum(u)
end subroutine
module m_finelseif
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finelseif(rank, left, right)
  use mpi
  use m_finelseif
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
    if (it > 90) then
     s = 0
    else if (kof(mk(3)) > 2) then
     s = s + 1
    end if
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + acc
  print *, 'finelseif', rank, s, sum(u)
end subroutine
module m_findo
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_findo(rank, left, right)
  use mpi
  use m_findo
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
    do i = 1, kof(mk(3))
     s = s + i
    end do
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + acc
  print *, 'findo', rank, s, sum(u)
end subroutine
module m_finselect
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finselect(rank, left, right)
  use mpi
  use m_finselect
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
    select case (kof(mk(3)))
    case (3)
     s = s + 1
    end select
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + acc
  print *, 'finselect', rank, s, sum(u)
end subroutine
module m_finwhile
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finwhile(rank, left, right)
  use mpi
  use m_finwhile
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  integer :: k
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    k = 0
    do while (kof(mk(k)) < 3)
     k = k + 1
    end do
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + acc
  print *, 'finwhile', rank, s, sum(u)
end subroutine
module m_fincall
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
  subroutine take(a, x)
   type(t), intent(in) :: a
   real(8), intent(inout) :: x
   x = x + a%k
  end subroutine
end module
subroutine run_fincall(rank, left, right)
  use mpi
  use m_fincall
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
    call take(mk(3), s)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + acc
  print *, 'fincall', rank, s, sum(u)
end subroutine
module m_finptr
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finptr(rank, left, right)
  use mpi
  use m_finptr
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t), pointer :: p
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate(p)
    deallocate(p)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + acc
  print *, 'finptr', rank, s, sum(u)
end subroutine
module m_finrealloc
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finrealloc(rank, left, right)
  use mpi
  use m_finrealloc
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t), allocatable :: a(:)
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    a = [t(1), t(2)]
    a = [t(1), t(2), t(3)]
    s = s + a(3)%k
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + acc
  print *, 'finrealloc', rank, s, sum(u)
end subroutine
module m_finoutarr
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
  subroutine outa(a)
   type(t), allocatable, intent(out) :: a(:)
  end subroutine
end module
subroutine run_finoutarr(rank, left, right)
  use mpi
  use m_finoutarr
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t), allocatable :: a(:)
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate(a(3))
    call outa(a)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + acc
  print *, 'finoutarr', rank, s, sum(u)
end subroutine
module m_finext
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   integer :: k = 1
  contains
   final :: fin
  end type
  real(8) :: acc = 0
  type, extends(t) :: e
   integer :: x = 3
  end type
contains
  subroutine fin(a)
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finext(rank, left, right)
  use mpi
  use m_finext
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  class(t), allocatable :: a
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    allocate(e :: a)
    deallocate(a)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + acc
  print *, 'finext', rank, s, sum(u)
end subroutine
module m_finelem
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
  impure elemental subroutine fin(a)
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finelem(rank, left, right)
  use mpi
  use m_finelem
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: a(3), b(3)
  s = 0
  u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    a = b
    s = s + a(2)%k
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + acc
  print *, 'finelem', rank, s, sum(u)
end subroutine
module m_finsource
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
   type(t), intent(inout) :: a
   acc = acc + u(3,0) + u(4,m+1) + a%k
   a%k = 0
  end subroutine
  type(t) function mk(k)
   integer, intent(in) :: k
   mk%k = k
  end function
  subroutine outs(a)
   type(t), intent(out) :: a
   a%k = 2
  end subroutine
  integer function kof(a)
   type(t), intent(in) :: a
   kof = a%k
  end function
  subroutine loc
   type(t) :: a
   a%k = 3
  end subroutine
end module
subroutine run_finsource(rank, left, right)
  use mpi
  use m_finsource
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
    allocate(a, source=mk(4))
    s = s + a%k
    deallocate(a)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end do
  !$mdmp end commregion
  s = s + acc
  print *, 'finsource', rank, s, sum(u)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_finassign(rank, left, right)
  call run_findealloc(rank, left, right)
  call run_finout(rank, left, right)
  call run_finlocal(rank, left, right)
  call run_finblock(rank, left, right)
  call run_finresult(rank, left, right)
  call run_finif(rank, left, right)
  call run_finassoc(rank, left, right)
  call run_finmove(rank, left, right)
  call run_fincomp(rank, left, right)
  call run_finsend(rank, left, right)
  call run_finelseif(rank, left, right)
  call run_findo(rank, left, right)
  call run_finselect(rank, left, right)
  call run_finwhile(rank, left, right)
  call run_fincall(rank, left, right)
  call run_finptr(rank, left, right)
  call run_finrealloc(rank, left, right)
  call run_finoutarr(rank, left, right)
  call run_finext(rank, left, right)
  call run_finelem(rank, left, right)
  call run_finsource(rank, left, right)
  call MPI_Finalize(ierr)
end program

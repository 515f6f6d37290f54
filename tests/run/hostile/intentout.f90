! INTENT(OUT) gives initial values and deallocates.
module m_outnested
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   real(8), allocatable :: a(:,:)
  end type
  type d
   real(8) :: u(60,0:21) = -7
  end type
  type dd
   type(d) :: in
  end type
contains
  subroutine drop(x)
   type(t), intent(out) :: x
  end subroutine
  subroutine dflt(x)
   type(dd), intent(out) :: x
  end subroutine
  subroutine poly(x)
   class(d), intent(out) :: x
  end subroutine
  real(8) function fun(x)
   type(d), intent(out) :: x
   fun = 1
  end function
end module
subroutine run_outnested(rank, left, right)
  use mpi
  use m_outnested
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(dd) :: x
  s = 0
  x%in%u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        x%in%u(i,j) = 0.5d0*x%in%u(i,j) + it*i + j
      end do
    end do
    call dflt(x)
    !$mdmp send(x%in%u(:,1), left)
    !$mdmp recv(x%in%u(:,m+1), right)
    !$mdmp send(x%in%u(:,m), right)
    !$mdmp recv(x%in%u(:,0), left)
    s = s + x%in%u(3,0) + x%in%u(4,m+1) + x%in%u(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'outnested', rank, s, sum(x%in%u)
end subroutine
module m_outclass
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   real(8), allocatable :: a(:,:)
  end type
  type d
   real(8) :: u(60,0:21) = -7
  end type
  type dd
   type(d) :: in
  end type
contains
  subroutine drop(x)
   type(t), intent(out) :: x
  end subroutine
  subroutine dflt(x)
   type(dd), intent(out) :: x
  end subroutine
  subroutine poly(x)
   class(d), intent(out) :: x
  end subroutine
  real(8) function fun(x)
   type(d), intent(out) :: x
   fun = 1
  end function
end module
subroutine run_outclass(rank, left, right)
  use mpi
  use m_outclass
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(d) :: x
  s = 0
  x%u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        x%u(i,j) = 0.5d0*x%u(i,j) + it*i + j
      end do
    end do
    call poly(x)
    !$mdmp send(x%u(:,1), left)
    !$mdmp recv(x%u(:,m+1), right)
    !$mdmp send(x%u(:,m), right)
    !$mdmp recv(x%u(:,0), left)
    s = s + x%u(3,0) + x%u(4,m+1) + x%u(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'outclass', rank, s, sum(x%u)
end subroutine
module m_outfun
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   real(8), allocatable :: a(:,:)
  end type
  type d
   real(8) :: u(60,0:21) = -7
  end type
  type dd
   type(d) :: in
  end type
contains
  subroutine drop(x)
   type(t), intent(out) :: x
  end subroutine
  subroutine dflt(x)
   type(dd), intent(out) :: x
  end subroutine
  subroutine poly(x)
   class(d), intent(out) :: x
  end subroutine
  real(8) function fun(x)
   type(d), intent(out) :: x
   fun = 1
  end function
end module
subroutine run_outfun(rank, left, right)
  use mpi
  use m_outfun
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(d) :: x
  s = 0
  x%u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        x%u(i,j) = 0.5d0*x%u(i,j) + it*i + j
      end do
    end do
    s = s + fun(x)
    !$mdmp send(x%u(:,1), left)
    !$mdmp recv(x%u(:,m+1), right)
    !$mdmp send(x%u(:,m), right)
    !$mdmp recv(x%u(:,0), left)
    s = s + x%u(3,0) + x%u(4,m+1) + x%u(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'outfun', rank, s, sum(x%u)
end subroutine
module m_outcomp
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   real(8), allocatable :: a(:,:)
  end type
  type d
   real(8) :: u(60,0:21) = -7
  end type
  type dd
   type(d) :: in
  end type
contains
  subroutine drop(x)
   type(t), intent(out) :: x
  end subroutine
  subroutine dflt(x)
   type(dd), intent(out) :: x
  end subroutine
  subroutine poly(x)
   class(d), intent(out) :: x
  end subroutine
  real(8) function fun(x)
   type(d), intent(out) :: x
   fun = 1
  end function
end module
subroutine run_outcomp(rank, left, right)
  use mpi
  use m_outcomp
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(t) :: x
  real(8), allocatable :: w(:,:)
  s = 0
  !$mdmp commregion
  do it = 1, 6
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    allocate(x%a(n,0:m+1))
    x%a = it + rank
    !$mdmp send(x%a(:,1), left)
    !$mdmp recv(x%a(:,m+1), right)
    call drop(x)
    allocate(w(n,0:m+1))
    w = 1
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    s = s + sum(w)
    deallocate(w)
  end do
  !$mdmp end commregion
  print *, 'outcomp', rank, s
end subroutine
module m_structdefault
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type t
   real(8), allocatable :: a(:,:)
  end type
  type d
   real(8) :: u(60,0:21) = -7
  end type
  type dd
   type(d) :: in
  end type
contains
  subroutine drop(x)
   type(t), intent(out) :: x
  end subroutine
  subroutine dflt(x)
   type(dd), intent(out) :: x
  end subroutine
  subroutine poly(x)
   class(d), intent(out) :: x
  end subroutine
  real(8) function fun(x)
   type(d), intent(out) :: x
   fun = 1
  end function
end module
subroutine run_structdefault(rank, left, right)
  use mpi
  use m_structdefault
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  type(d) :: x
  s = 0
  x%u = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        x%u(i,j) = 0.5d0*x%u(i,j) + it*i + j
      end do
    end do
    x = d()
    !$mdmp send(x%u(:,1), left)
    !$mdmp recv(x%u(:,m+1), right)
    !$mdmp send(x%u(:,m), right)
    !$mdmp recv(x%u(:,0), left)
    s = s + x%u(3,0) + x%u(4,m+1) + x%u(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'structdefault', rank, s, sum(x%u)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_outnested(rank, left, right)
  call run_outclass(rank, left, right)
  call run_outfun(rank, left, right)
  call run_outcomp(rank, left, right)
  call run_structdefault(rank, left, right)
  call MPI_Finalize(ierr)
end program

! A dummy argument with TARGET is changed through a pointer, during the call and after it, however it was kept.
module m_targetnow
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  real(8), pointer :: gp(:,:)
contains
  subroutine now(x)
   real(8), intent(inout), target :: x(:,:)
   gp => x
   gp(:,2) = gp(:,2) + 1
   nullify(gp)
  end subroutine
  subroutine keep(x)
   real(8), intent(inout), target :: x(:,:)
   gp => x
  end subroutine
  subroutine change
   gp(:,2) = gp(:,2) + 1
  end subroutine
end module
subroutine run_targetnow(rank, left, right)
  use mpi
  use m_targetnow
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
    call now(u)
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
  print *, 'targetnow', rank, s, sum(u)
end subroutine
module m_targetkept
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  real(8), pointer :: gp(:,:)
contains
  subroutine now(x)
   real(8), intent(inout), target :: x(:,:)
   gp => x
   gp(:,2) = gp(:,2) + 1
   nullify(gp)
  end subroutine
  subroutine keep(x)
   real(8), intent(inout), target :: x(:,:)
   gp => x
  end subroutine
  subroutine change
   gp(:,2) = gp(:,2) + 1
  end subroutine
end module
subroutine run_targetkept(rank, left, right)
  use mpi
  use m_targetkept
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v(60,0:21)
  s = 0
  v = rank + 1
  call keep(v)
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
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'targetkept', rank, s, sum(v)
end subroutine
module m_targetkeptread
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  real(8), pointer :: gp(:,:)
contains
  subroutine now(x)
   real(8), intent(inout), target :: x(:,:)
   gp => x
   gp(:,2) = gp(:,2) + 1
   nullify(gp)
  end subroutine
  subroutine keep(x)
   real(8), intent(inout), target :: x(:,:)
   gp => x
  end subroutine
  subroutine change
   gp(:,2) = gp(:,2) + 1
  end subroutine
  subroutine peek(s)
   real(8), intent(inout) :: s
   s = s + gp(3,1) + gp(4,22)
  end subroutine
end module
subroutine run_targetkeptread(rank, left, right)
  use mpi
  use m_targetkeptread
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v(60,0:21)
  s = 0
  v = rank + 1
  call keep(v)
  !$mdmp commregion
  do it = 1, 6
    !$mdmp send(v(:,1), left)
    !$mdmp recv(v(:,m+1), right)
    !$mdmp send(v(:,m), right)
    !$mdmp recv(v(:,0), left)
    call peek(s)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    v(:,1:m) = 0.9d0*v(:,1:m) + it
  end do
  !$mdmp end commregion
  print *, 'targetkeptread', rank, s, sum(v)
end subroutine
module m_keptcomp
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type st
   real(8), pointer :: p(:,:)
  end type
  type(st) :: store
contains
  subroutine keep(x)
   real(8), intent(inout), target :: x(:,:)
  store%p => x
  end subroutine
  subroutine deeper(y)
   real(8), intent(inout), target :: y(:,:)
   store%p => y
  end subroutine
  function ident(y) result(r)
   real(8), intent(in), target :: y(:,:)
   real(8), pointer :: r(:,:)
   r => y
  end function
  subroutine change
   store%p(:,2) = store%p(:,2) + 1
  end subroutine
end module
subroutine run_keptcomp(rank, left, right)
  use mpi
  use m_keptcomp
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v(60,0:21)
  s = 0
  v = rank + 1
  call keep(v)
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
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'keptcomp', rank, s, sum(v)
end subroutine
module m_keptctor
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type st
   real(8), pointer :: p(:,:)
  end type
  type(st) :: store
contains
  subroutine keep(x)
   real(8), intent(inout), target :: x(:,:)
  store = st(x)
  end subroutine
  subroutine deeper(y)
   real(8), intent(inout), target :: y(:,:)
   store%p => y
  end subroutine
  function ident(y) result(r)
   real(8), intent(in), target :: y(:,:)
   real(8), pointer :: r(:,:)
   r => y
  end function
  subroutine change
   store%p(:,2) = store%p(:,2) + 1
  end subroutine
end module
subroutine run_keptctor(rank, left, right)
  use mpi
  use m_keptctor
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v(60,0:21)
  s = 0
  v = rank + 1
  call keep(v)
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
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'keptctor', rank, s, sum(v)
end subroutine
module m_keptlocal
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type st
   real(8), pointer :: p(:,:)
  end type
  type(st) :: store
contains
  subroutine keep(x)
   real(8), intent(inout), target :: x(:,:)
   block
    real(8), pointer :: q(:,:)
    q => x
    store%p => q
   end block
  end subroutine
  subroutine deeper(y)
   real(8), intent(inout), target :: y(:,:)
   store%p => y
  end subroutine
  function ident(y) result(r)
   real(8), intent(in), target :: y(:,:)
   real(8), pointer :: r(:,:)
   r => y
  end function
  subroutine change
   store%p(:,2) = store%p(:,2) + 1
  end subroutine
end module
subroutine run_keptlocal(rank, left, right)
  use mpi
  use m_keptlocal
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v(60,0:21)
  s = 0
  v = rank + 1
  call keep(v)
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
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'keptlocal', rank, s, sum(v)
end subroutine
module m_keptassoc
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type st
   real(8), pointer :: p(:,:)
  end type
  type(st) :: store
contains
  subroutine keep(x)
   real(8), intent(inout), target :: x(:,:)
   associate (a => x)
    store%p => a
   end associate
  end subroutine
  subroutine deeper(y)
   real(8), intent(inout), target :: y(:,:)
   store%p => y
  end subroutine
  function ident(y) result(r)
   real(8), intent(in), target :: y(:,:)
   real(8), pointer :: r(:,:)
   r => y
  end function
  subroutine change
   store%p(:,2) = store%p(:,2) + 1
  end subroutine
end module
subroutine run_keptassoc(rank, left, right)
  use mpi
  use m_keptassoc
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v(60,0:21)
  s = 0
  v = rank + 1
  call keep(v)
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
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'keptassoc', rank, s, sum(v)
end subroutine
module m_keptcall
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type st
   real(8), pointer :: p(:,:)
  end type
  type(st) :: store
contains
  subroutine keep(x)
   real(8), intent(inout), target :: x(:,:)
   call deeper(x)
  end subroutine
  subroutine deeper(y)
   real(8), intent(inout), target :: y(:,:)
   store%p => y
  end subroutine
  function ident(y) result(r)
   real(8), intent(in), target :: y(:,:)
   real(8), pointer :: r(:,:)
   r => y
  end function
  subroutine change
   store%p(:,2) = store%p(:,2) + 1
  end subroutine
end module
subroutine run_keptcall(rank, left, right)
  use mpi
  use m_keptcall
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v(60,0:21)
  s = 0
  v = rank + 1
  call keep(v)
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
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'keptcall', rank, s, sum(v)
end subroutine
module m_keptsection
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type st
   real(8), pointer :: p(:,:)
  end type
  type(st) :: store
contains
  subroutine keep(x)
   real(8), intent(inout), target :: x(:,:)
   store%p => x(:,:)
  end subroutine
  subroutine deeper(y)
   real(8), intent(inout), target :: y(:,:)
   store%p => y
  end subroutine
  function ident(y) result(r)
   real(8), intent(in), target :: y(:,:)
   real(8), pointer :: r(:,:)
   r => y
  end function
  subroutine change
   store%p(:,2) = store%p(:,2) + 1
  end subroutine
end module
subroutine run_keptsection(rank, left, right)
  use mpi
  use m_keptsection
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v(60,0:21)
  s = 0
  v = rank + 1
  call keep(v)
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
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'keptsection', rank, s, sum(v)
end subroutine
module m_keptfun
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type st
   real(8), pointer :: p(:,:)
  end type
  type(st) :: store
contains
  subroutine keep(x)
   real(8), intent(inout), target :: x(:,:)
   store%p => ident(x)
  end subroutine
  subroutine deeper(y)
   real(8), intent(inout), target :: y(:,:)
   store%p => y
  end subroutine
  function ident(y) result(r)
   real(8), intent(in), target :: y(:,:)
   real(8), pointer :: r(:,:)
   r => y
  end function
  subroutine change
   store%p(:,2) = store%p(:,2) + 1
  end subroutine
end module
subroutine run_keptfun(rank, left, right)
  use mpi
  use m_keptfun
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v(60,0:21)
  s = 0
  v = rank + 1
  call keep(v)
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
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'keptfun', rank, s, sum(v)
end subroutine
module m_keptinner
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type st
   real(8), pointer :: p(:,:)
  end type
  type(st) :: store
contains
  subroutine change
   store%p(:,2) = store%p(:,2) + 1
  end subroutine
end module
subroutine run_keptinner(rank, left, right)
  use mpi
  use m_keptinner
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v(60,0:21)
  s = 0
  v = rank + 1
  call keep(v)
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
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'keptinner', rank, s, sum(v)
contains
  subroutine keep(x)
    real(8), intent(inout), target :: x(:,:)
    store%p => x
  end subroutine
end subroutine
module m_keptinloop
  implicit none
  integer, parameter :: n = 60, m = 20
  real(8) :: u(n,0:m+1)
  type st
   real(8), pointer :: p(:,:)
  end type
  type(st) :: store
contains
  subroutine keep(x)
   real(8), intent(inout), target :: x(:,:)
   store%p => x
  end subroutine
  subroutine change
   store%p(:,2) = store%p(:,2) + 1
  end subroutine
end module
subroutine run_keptinloop(rank, left, right)
  use mpi
  use m_keptinloop
  implicit none
  integer, intent(in) :: rank, left, right
  integer :: it, i, j, ierr
  real(8) :: s, t0
  real(8) :: v(60,0:21)
  s = 0
  v = rank + 1
  !$mdmp commregion
  do it = 1, 6
    do j = 1, m
      do i = 1, n
        v(i,j) = 0.5d0*v(i,j) + it*i + j
      end do
    end do
    if (it == 2) call keep(v)
    if (it > 2) call change
    !$mdmp send(v(:,1), left)
    !$mdmp recv(v(:,m+1), right)
    !$mdmp send(v(:,m), right)
    !$mdmp recv(v(:,0), left)
    s = s + v(3,0) + v(4,m+1) + v(3,1)
    if (mod(rank+it,2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
  end do
  !$mdmp end commregion
  print *, 'keptinloop', rank, s, sum(v)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, nr, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  call run_targetnow(rank, left, right)
  call run_targetkept(rank, left, right)
  call run_targetkeptread(rank, left, right)
  call run_keptcomp(rank, left, right)
  call run_keptctor(rank, left, right)
  call run_keptlocal(rank, left, right)
  call run_keptassoc(rank, left, right)
  call run_keptcall(rank, left, right)
  call run_keptsection(rank, left, right)
  call run_keptfun(rank, left, right)
  call run_keptinner(rank, left, right)
  call run_keptinloop(rank, left, right)
  call MPI_Finalize(ierr)
end program

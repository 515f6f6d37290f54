! run: with fields.f90
! Calls of procedures that are bound to types: known ones may leave receives pending.
module waves
  use fields
  implicit none
  type, extends(field) :: wave
    real(8), allocatable :: old(:,:)
  contains
    procedure :: exchange => wave_exchange
    procedure :: step
    procedure, non_overridable :: only
  end type
contains
  subroutine wave_exchange(self)
    class(wave), intent(inout) :: self
    !$mdmp send(self%old(:,self%n), self%right)
    !$mdmp recv(self%old(:,0), self%left)
  end subroutine
  subroutine step(self)
    class(wave), intent(inout) :: self
    integer :: i, j
    do j = 1, self%n
      do i = 1, self%n
        self%a(i,j) = 0.5d0*self%a(i,j) + 0.125d0*self%old(i,j-1)
      end do
    end do
  end subroutine
  subroutine only(x, s)
    class(wave), intent(inout) :: x
    real(8), intent(inout) :: s
    call wave_exchange(x)
    s = s + x%a(1,1)
  end subroutine
end module
program main
  use mpi
  use waves
  implicit none
  integer, parameter :: n = 20
  type(field), target :: f, g
  type(child), target :: c
  type(wave) :: w
  type(grid) :: r
  class(field), pointer :: p
  class(wave), allocatable :: cw
  integer :: rank, np, it, k, left, right, ierr
  real(8) :: s, t0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  left = modulo(rank - 1, np); right = modulo(rank + 1, np)
  allocate (child :: r%any)
  allocate (cw)
  call f%init(n, left, right, 1d0 + rank); call g%init(n, left, right, 2d0 + rank); call c%init(n, left, right, 3d0 + rank)
  call w%init(n, left, right, 4d0 + rank); call r%f(1)%init(n, left, right, 5d0 + rank); call cw%init(n, left, right, 6d0 + rank)
  call r%f(2)%init(n, left, right, 7d0 + rank); call r%any%init(n, left, right, 8d0 + rank)
  call r%last%init(n, left, right, 9d0 + rank)
  w%old = w%a; cw%old = cw%a
  s = 0; k = 0
  !$mdmp commregion
  do it = 1, 6
    if (mod(rank + it, 2) == 0) then      ! late
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 1d-3)
      end do
    end if
    call f%exchange()
    call f%evolve()
    call f%exchange()
    s = s + f%a(2,0)
    call f%exchange
    g = f
    call f%evolve()
    ! overridden, inherited, not overridable
    call c%exchange()
    s = s + c%c(2,n+1) + c%a(2,0)
    call c%evolve()
    call c%field%exchange()
    s = s + c%a(3,0)
    call c%swap()
    call c%evolve()
    s = s + c%c(4,n+1) + c%a(4,n+1)
    p => c
    call p%exchange()
    s = s + c%c(5,n+1)
    call p%swap()
    s = s + c%a(5,0) + c%c(6,n+1)
    if (mod(it, 2) == 0) p => f
    call p%exchange()
    call p%evolve()
    s = s + f%a(7,0) + c%c(7,n+1)
    ! other arguments
    call f%second(g)
    call f%evolve()
    s = s + f%a(8,n+1) + g%b(1,0)
    call f%second(k=it, other=g)
    s = s + f%a(9,0) + g%a(9,0) + g%b(2,0)
    call g%either(it)
    s = s + g%a(10,0)
    call g%either(1.5d0)
    s = s + g%a(11,0)
    call g%keep()
    kept(:,1) = kept(:,0)
    call g%exchange()
    call f%free(k)
    s = s + k + g%a(12,n+1)
    ! parts
    k = modulo(it, 2) + 1
    call r%f(k)%exchange()
    k = 3 - k
    call r%f(k)%evolve()
    s = s + r%f(1)%a(1,0) + r%f(2)%a(1,0)
    call r%any%exchange()
    call r%any%swap()
    call r%any%evolve()
    call r%last%exchange()
    call r%f(1)%evolve()
    s = s + r%last%c(1,n+1)
    ! types of this file
    call w%exchange()
    call w%step()
    s = s + w%old(2,0)
    call w%only(s)
    w%old(:,n) = w%old(:,0)
    call w%field%exchange()
    call w%evolve()
    call cw%exchange()
    call cw%step()
    call cw%only(s)
    s = s + cw%old(3,0)
    associate (x => w)
      call x%exchange()
      s = s + x%old(4,0)
    end associate
    select type (p)
    class is (field)
      call p%exchange()
      s = s + f%a(3,0) + c%c(3,n+1)
    end select
  end do
  !$mdmp end commregion
  print '(i0,12es24.16)', rank, s, sum(f%a), sum(g%a), sum(c%a), sum(c%c), sum(w%a), sum(w%old), sum(r%f(1)%a), sum(r%f(2)%a), &
    sum(r%any%a), sum(r%last%a), sum(cw%a)
  call MPI_Finalize(ierr)
end program

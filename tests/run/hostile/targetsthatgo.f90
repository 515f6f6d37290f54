! A pointer of a module leads to a local variable while exchange routines are called, and
! still leads there when the procedure has returned: nothing may be pending there then.
! What was granted through the pointer is other variables' memory in the next call.
module fields
  use mpi
  implicit none
  integer, parameter :: n = 2000
  integer :: rank, left, right, step = 0
  real(8), pointer :: aim(:) => null()
  real(8) :: u(n,0:9), total = 0
contains
  subroutine late
    real(8) :: t0
    if (mod(rank + step, 2) /= 0) return
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < 2d-3)
    end do
  end subroutine
  subroutine intoaim
    real(8) :: b(n)
    b = step + rank
    call late
    !$mdmp send(b, left)
    !$mdmp recv(aim, right)
  end subroutine
  subroutine both(a)
    real(8) :: a(n), b(n)
    b = 2*step + rank
    call late
    !$mdmp send(b, left)
    !$mdmp recv(a, right)
    if (step > 1000) aim => null()
    if (step > 1000) call intoaim
  end subroutine
  ! through a routine, and by itself
  subroutine lent
    real(8), target :: w(n)
    w = step
    aim => w
    call intoaim
  end subroutine
  subroutine owned
    real(8), target :: w(n)
    real(8) :: b(n)
    w = step
    aim => w
    b = step + rank
    call late
    !$mdmp send(b, left)
    !$mdmp recv(aim, right)
  end subroutine
  ! where the target of the last call was: a variable that is none
  subroutine passed
    real(8) :: w(n)
    w = step
    call both(w)
  end subroutine
  subroutine scribble
    real(8) :: w(n)
    integer :: k
    do k = 1, n
      w(k) = step + k
    end do
    call late
    call late
    do k = 1, n
      total = total + w(k)*mod(k, 7)
    end do
  end subroutine
  subroutine halo
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,9), right)
  end subroutine
  subroutine relax
    integer :: i, j
    do j = 1, 8
      do i = 1, n
        u(i,j) = 0.5d0*(u(i,j) + u(i,j+1))
      end do
    end do
  end subroutine
end module

program p
  use fields
  implicit none
  integer :: nr, ierr, it
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  u = rank + 1
  !$mdmp commregion
  do it = 1, 30
    step = it
    call halo
    call lent
    call scribble
    call owned
    call scribble
    call lent
    call passed
    call scribble
    call relax
  end do
  !$mdmp end commregion
  print '(a,i3,4(2x,z16))', 'sums', rank, total, sum(u)
  call MPI_Finalize(ierr)
end program

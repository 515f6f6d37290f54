! A variable without TARGET is passed, by a name of ASSOCIATE, to a procedure that keeps a pointer to it.
module keeps
  implicit none
  integer, parameter :: n = 500, m = 6
  real(8), pointer :: gp(:,:)
contains
  subroutine keep(x)
    real(8), intent(inout), target :: x(:,:)
    gp => x
  end subroutine
end module
subroutine steps(me, west, east, total)
  use mpi
  use keeps
  implicit none
  integer :: me, west, east, it, i, j
  real(8) :: u(n, 0:m+1), total, t0
  u = me
  associate (v => u)
    call keep(v)
  end associate
  !$mdmp commregion
  do it = 1, 10
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    do j = 1, m
      do i = 1, n
        u(i, j) = 0.75d0*u(i, j) + 0.5d0*i + j*me + it
      end do
    end do
    do i = 1, n
      gp(i, 2) = gp(i, 2) + 1
    end do
    !$mdmp send(u(:,1), west)
    !$mdmp recv(u(:,m+1), east)
    !$mdmp send(u(:,m), east) tag(1)
    !$mdmp recv(u(:,0), west) tag(1)
    total = total + gp(3, 1) + 2*gp(4, m+2)
  end do
  !$mdmp end commregion
  total = total + sum(u)
end subroutine
program keptassociates
  use mpi
  implicit none
  integer :: me, np, ierr
  real(8) :: total
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  total = 0
  call steps(me, modulo(me - 1, np), modulo(me + 1, np), total)
  print '(i0, 1x, z16.16)', me, total
  call MPI_Finalize(ierr)
end program

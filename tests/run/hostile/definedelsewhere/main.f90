! run: with operators.f90
! Operators, assignments, constructors and procedures with names of MPI that stand in modules of another file.
program p
  use mpi
  use field
  use operators
  use makes
  implicit none
  real(8) :: s, t0, r, a(2,2) = 1, b(2) = 2
  type(t) :: o
  integer :: rank, nr, left, right, it, kind, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  do kind = 1, 8
    u = rank + 1
    s = 0
    select case (kind)
    case (1)
      !$mdmp commregion
      do it = 1, 6
        !$mdmp send(u(:,1), left)
        !$mdmp recv(u(:,m+1), right)
        !$mdmp send(u(:,m), right)
        !$mdmp recv(u(:,0), left)
        s = s + (.true. + .false.)
        call late
      end do
      !$mdmp end commregion
    case (2)
      !$mdmp commregion
      do it = 1, 6
        !$mdmp send(u(:,1), left)
        !$mdmp recv(u(:,m+1), right)
        !$mdmp send(u(:,m), right)
        !$mdmp recv(u(:,0), left)
        s = s + (.true. .mine. .false.)
        call late
      end do
      !$mdmp end commregion
    case (3)
      !$mdmp commregion
      do it = 1, 6
        !$mdmp send(u(:,1), left)
        !$mdmp recv(u(:,m+1), right)
        !$mdmp send(u(:,m), right)
        !$mdmp recv(u(:,0), left)
        s = s + a*b
        call late
      end do
      !$mdmp end commregion
    case (4)
      !$mdmp commregion
      do it = 1, 6
        !$mdmp send(u(:,1), left)
        !$mdmp recv(u(:,m+1), right)
        !$mdmp send(u(:,m), right)
        !$mdmp recv(u(:,0), left)
        r = 'abc'
        s = s + r
        call late
      end do
      !$mdmp end commregion
    case (5)
      !$mdmp commregion
      do it = 1, 6
        !$mdmp send(u(:,1), left)
        !$mdmp recv(u(:,m+1), right)
        !$mdmp send(u(:,m), right)
        !$mdmp recv(u(:,0), left)
        s = s + mpi_total()
        call late
      end do
      !$mdmp end commregion
    case (6)
      !$mdmp commregion
      do it = 1, 6
        !$mdmp send(u(:,1), left)
        !$mdmp recv(u(:,m+1), right)
        !$mdmp send(u(:,m), right)
        !$mdmp recv(u(:,0), left)
        call mpi_x(s)
        call late
      end do
      !$mdmp end commregion
    case (7)
      !$mdmp commregion
      do it = 1, 6
        !$mdmp send(u(:,1), left)
        !$mdmp recv(u(:,m+1), right)
        !$mdmp send(u(:,m), right)
        !$mdmp recv(u(:,0), left)
        o = t(.true.)
        s = s + o%x
        call late
      end do
      !$mdmp end commregion
    case (8)
      !$mdmp commregion
      do it = 1, 6
        !$mdmp send(u(:,1), left)
        !$mdmp recv(u(:,m+1), right)
        !$mdmp send(u(:,m), right)
        !$mdmp recv(u(:,0), left)
        associate (q => pointed())
          s = s + q(3,0) + q(4,m+1)
        end associate
        call late
      end do
      !$mdmp end commregion
    end select
    print *, kind, rank, s, sum(u)
  end do
  call MPI_Finalize(ierr)
contains
  subroutine late
    if (mod(rank+it, 2) == 0) then
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 2d-3)
      end do
    end if
    u(:,1:m) = 0.9d0*u(:,1:m) + it
  end subroutine
end program

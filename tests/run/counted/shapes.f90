! run: ranks 2
! Sections that nests write in ways that are known, known in part, or not at all.
program shapes
  use mpi
  implicit none
  integer, parameter :: double = kind(1.0d0), n = 200, m = 96, steps = 40
  real(double) :: u(n,0:m+1), v(n,0:m+1), row(n*m), got(n*m)
  integer :: rank, ranks, ierr, west, east, step
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  call numbers(u)
  v = 0
  got = 0
  row = 0
  call edges
  call wholes
  call sweeps
  call masks
  call walks
  call works
  if (rank == 0) print '(3es25.16)', sum(u), sum(v), sum(row)
  call mpi_finalize(ierr)
contains
  ! Edges of what is written in any order.
  subroutine edges
    integer :: i, j
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.25_double*(u(i,j-1) + 2*u(i,j) + u(i,j+1))
        end do
      end do
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j)
        end do
      end do
      !$mdmp send(u(:,1), west)
      !$mdmp send(u(:,m), east)
      !$mdmp recv(u(:,m+1), east)
      !$mdmp recv(u(:,0), west)
    end do
    !$mdmp end commregion
  end subroutine edges

  ! All of an array, right behind the nest that writes it, in any order.
  subroutine wholes
    integer :: i, j
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5_double*(v(i,j) + u(i,j)) + 0.01_double*step
        end do
      end do
      !$mdmp send(v(:,1:m), east)
      !$mdmp recv(u(:,1:m), west)
    end do
    !$mdmp end commregion
  end subroutine wholes

  ! The same in the order of iterations; most of it is written a second time.
  subroutine sweeps
    integer :: i, j
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5_double*(v(i,j-1) + u(i,j)) + 0.01_double*step
        end do
      end do
      if (mod(step, 8) == 0) v(:,1:m/2) = 0.5_double*v(:,1:m/2)
      !$mdmp send(v(:,1:m), east)
      !$mdmp recv(u(:,1:m), west)
    end do
    !$mdmp end commregion
  end subroutine sweeps

  ! Under conditions: of what a box may write it writes little.
  subroutine masks
    integer :: i, j
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        if (mod(j, 3) /= 0) cycle
        do i = 1, n
          if (u(i,j) > -1) v(i,j) = v(i,j) + 0.01_double*step
        end do
      end do
      !$mdmp send(v(:,1:m), east)
      !$mdmp recv(u(:,1:m), west)
    end do
    !$mdmp end commregion
  end subroutine masks

  ! By a scalar that walks.
  subroutine walks
    integer :: i, j, p
    !$mdmp commregion
    do step = 1, steps
      p = 0
      do j = 1, m
        do i = 1, n
          p = p + 1
          row(p) = 0.5_double*(row(p) + u(i,j)) + step
        end do
      end do
      !$mdmp send(row, east)
      !$mdmp recv(got, west)
      u(:,1) = u(:,1) + 1e-3_double*got(:n)
    end do
    !$mdmp end commregion
  end subroutine walks

  ! The same with work behind it.
  subroutine works
    integer :: i, j, p
    !$mdmp commregion
    do step = 1, steps
      p = 0
      do j = 1, m
        do i = 1, n
          p = p + 1
          row(p) = 0.5_double*(row(p) + u(i,j)) + step
        end do
      end do
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5_double*(v(i,j) + u(i,j))
        end do
      end do
      !$mdmp send(row, east)
      !$mdmp recv(got, west)
      u(:,1) = u(:,1) + 1e-3_double*got(:n)
    end do
    !$mdmp end commregion
  end subroutine works

  subroutine numbers(x)
    real(double), intent(out) :: x(:,:)
    integer :: i, j
    do j = 1, size(x, 2)
      do i = 1, size(x, 1)
        x(i,j) = mod(i*7919 + 31*j + rank*17, 1009)/997.0_double
      end do
    end do
  end subroutine numbers
end program shapes

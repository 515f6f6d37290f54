! wait in loops, branches, procedures and next to labels: it completes and changes nothing.
module halo
  implicit none
  integer, parameter :: n = 1500, m = 30
  real :: u(n, 0:m+1), w(n, 0:m+1)
contains
  subroutine exchange(west, east)
    integer, intent(in) :: west, east
    !$mdmp recv(u(:,0), west)
    !$mdmp recv(u(:,m+1), east)
    !$mdmp send(u(:,1), west)
    !$mdmp send(u(:,m), east)
  end subroutine exchange
  subroutine late(x)
    real, intent(inout) :: x(n, 0:m+1)
    integer :: j
    !$mdmp manage
    do j = 2, m - 1
      w(:,j) = x(:,j-1) + x(:,j+1)
    end do
    !$mdmp wait(x)
    do j = 1, m
      w(:,j) = x(:,j-1) + x(:,j+1)
    end do
  end subroutine late
  subroutine ended
    !$mdmp wait
  end subroutine ended
end module halo

program waits
  use mpi
  use halo
  implicit none
  integer :: r, s, t, j, k, ierr, west, east
  real :: total
  real, allocatable :: a(:,:)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, r, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, s, ierr)
  west = mod(r - 1 + s, s)
  east = mod(r + 1, s)
  allocate (a(n, 0:m+1))
  !$mdmp wait
  do j = 0, m + 1
    u(:,j) = r + 0.01*j
    a(:,j) = r - 0.01*j
  end do
  total = 0
  !$mdmp commregion
  do t = 1, 9
    call exchange(west, east)
    !$mdmp recv(a(:,0), west) tag(1)
    !$mdmp send(a(:,m), east) tag(1)
    select case (mod(t, 3))
    case (0)
      !$mdmp wait(a(:,0), u)
      total = total + a(1,0)
    case (1)
      !$mdmp wait
    case default
      call ended
    end select
    if (t == 5) goto 10
    do j = 1, m
      do k = 1, n
        !$mdmp wait(a)
        w(k,j) = a(k,j-1)
      end do
    end do
10  continue
    !$mdmp wait(u(2:3,0))
    call late(u)
    do 20 j = 1, m
      u(:,j) = 0.5*w(:,j)
      !$mdmp wait
20  continue
    do j = 1, m
      a(:,j) = 0.5*(a(:,j) + w(:,j))
    end do
  end do
  !$mdmp end commregion
  !$mdmp wait(a)
  print *, r, total, sum(u(:,1:m)), sum(a(:,1:m)), sum(w(:,1:m)), u(1,0), a(2,0)
  call MPI_Finalize(ierr)
end program waits

! run: ranks 2 4
! Fields that no loop is known to write are sent before one that a loop completes early, to the same neighbour with the
! same tag. What comes before it then is as expected in most steps: in some it is longer, nothing, missing, changed,
! for another neighbour or in another order. A third field is one array of four dimensions where it is sent.
module fields
  implicit none
  integer, parameter :: n = 40, m = 24
  integer :: u(n, 0:m+1), loose(0:600), w(n, 0:m+1, 3)
contains
  subroutine relax(a, t, by)
    integer, intent(inout) :: a(n, 0:m+1)
    integer, intent(in) :: t, by
    integer :: i, j
    do j = 1, m
      do i = 1, n
        a(i, j) = iand(a(i, j) + by*i + 3*t*j, 65535)
      end do
    end do
  end subroutine
  subroutine send_loose(k, to, from)
    integer, intent(in) :: k, to, from
    integer, save :: got(0:600) = 0
    !$mdmp recv(got(1:k), from)
    !$mdmp send(loose(1:k), to)
    loose(0) = iand(loose(0) + sum(got(1:k)), 65535)
  end subroutine
  subroutine halo(east, west)
    integer, intent(in) :: east, west
    !$mdmp recv(u(:, 0), west)
    !$mdmp send(u(:, m), east)
  end subroutine
  subroutine halos(east, west)
    integer, intent(in) :: east, west
    !$mdmp recv(w(:, 0, :), west)
    !$mdmp send(w(:, m, :), east)
  end subroutine
end module

program p
  use mpi
  use fields
  implicit none
  integer :: t, k, rank, nranks, east, west, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  east = modulo(rank + 1, nranks); west = modulo(rank - 1, nranks)
  u = rank; w = 2*rank; loose = rank
  !$mdmp commregion
  do t = 1, 60
    call relax(u, t, 5)
    do k = 1, 3
      call relax(w(:, :, k), t, k)
    end do
    loose(1:) = t + rank
    select case (merge(modulo(t/8, 8), 0, modulo(t, 8) == 7))
    case (1)
      call send_loose(600, east, west)
      call send_loose(20, east, west)
    case (2)
      call send_loose(0, east, west)
    case (3)
      call send_loose(20, west, east)
      call send_loose(20, east, west)
    case (4)
      call halo(east, west)
      call send_loose(30, east, west)
    case (5)
      u(3, m) = -t
      w(4, m, 2) = -t
      call send_loose(30, east, west)
    case (6)
      if (modulo(rank, 2) == 0) u(3, m) = -t
    case default
      call send_loose(30, east, west)
      call send_loose(20, east, west)
    end select
    call halo(east, west)
    call halos(east, west)
    u(:, 1) = iand(u(:, 1) + u(:, 0), 65535)
    w(:, 1, :) = iand(w(:, 1, :) + w(:, 0, :), 65535)
  end do
  !$mdmp end commregion
  print *, rank, sum(u), sum(w), loose(0)
  call MPI_Finalize(ierr)
end program

! Receives through vector subscripts: an index list that comes with the same exchange and changes afterwards, no neighbour,
! conditions, several sections in one message, components, characters, nothing at all, receives that are pending in the same array.
! run: ranks 1 2 3
module mesh
  implicit none
  type cell
    real(8) :: x, y
    integer :: n
  end type
  type field
    real(8), allocatable :: u(:,:)
    type(cell) :: c(60)
    integer, allocatable :: ghost(:), edge(:)
  end type
contains
  subroutine exchange(f, west, east, go)
    type(field), intent(inout) :: f
    integer, intent(in) :: west, east
    logical, intent(in) :: go
    !$mdmp recv(f%u(f%ghost,1), west)
    !$mdmp send(f%u(f%edge,1), east)
    !$mdmp recv([f%c(f%ghost)%x, f%c(f%ghost(1:3))%y], east) tag(1) if(go)
    !$mdmp send([f%c(f%edge)%x, f%c(f%edge(1:3))%y], west) tag(1) if(go)
  end subroutine
end module

program indexedreceives
  use mpi
  use mesh
  implicit none
  integer, parameter :: n = 60
  type(field) :: f
  integer :: rank, ranks, ierr, west, east, it, i, k, list(5), other(5)
  real(8) :: v(n,0:3), w(n)
  character(4) :: names(8)
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = rank - 1
  east = merge(rank + 1, mpi_proc_null, rank + 1 < ranks)
  allocate (f%u(n,2), f%ghost(6), f%edge(6))
  f%ghost = [59, 3, 17, 22, 41, 8]
  f%edge = [1, 2, 60, 30, 11, 45]
  f%u = reshape([(real(i + rank, 8), i=1,2*n)], [n,2])
  f%c = [(cell(i, rank, i*rank), i=1,n)]
  v = rank
  w = 0
  list = [2, 4, 6, 8, 10]
  names = 'zero'
  !$mdmp commregion
  do it = 1, 9
    do i = 1, n
      f%u(i,1) = f%u(i,1)*0.5d0 + f%u(i,2) + it
    end do
    call exchange(f, west, east, mod(it, 3) /= 0)
    do i = 1, n
      f%u(i,2) = f%u(i,1)*0.25d0 + f%c(i)%x
      f%c(i)%x = f%u(i,2) + i
      f%c(i)%y = f%c(i)%y + 1
      v(i,2) = f%u(i,2) + v(i,1)
    end do
    ! one column is pending when elements of it are received and passed on
    !$mdmp send(v(:,2), east)
    !$mdmp recv(v(:,1), west)
    continue
    other = modulo(list*7 + it + rank, n) + 1
    ! the list of the receive comes with this exchange: it is the old one that counts
    !$mdmp recv(v(list,1), east) tag(2)
    !$mdmp recv(list, east) tag(3)
    !$mdmp send(v([(k, k=1,5)],2), west) tag(2)
    !$mdmp send(other, west) tag(3)
    do i = 1, n
      w(i) = w(i) + v(i,1) + v(i,3)
    end do
    !$mdmp recv(v(list(1:0),3), west) tag(4)
    !$mdmp send(v(other(1:0),2), east) tag(4)
    list = modulo(list, n) + 1
    do i = 2, 5
      if (any(list(1:i-1) == list(i))) list(i) = maxval(list) + merge(1, -9, maxval(list) < n)
    end do
    do i = 1, 8
      names(i)(1:1) = achar(65 + mod(it*i + rank, 26))
    end do
    !$mdmp recv(names([7,2,5])(2:3), west) tag(5)
    !$mdmp send(names([1,3,4])(1:2), east) tag(5)
    write (*,'(2i4,4es24.16,6i5,8a5)') rank, it, sum(f%u(:,1)), sum(f%c%x), sum(v), sum(w), list, nint(sum(f%c%y)), names
  end do
  !$mdmp end commregion
  call mpi_finalize(ierr)
end program

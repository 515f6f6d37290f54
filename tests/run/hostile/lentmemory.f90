! Long columns that leave for good, without a copy, and what is done to their memory just before the exchange and right
! behind it: a write under a condition, by a pointer, by another name; memory that moves or goes; a loop that is left; an
! exchange that does not always come; sections whose ends are not those of the pieces; a self-overwriting neighbour.
module m_lent
  implicit none
  integer, parameter :: n = 5003, m = 6
contains
  subroutine first(u)
    real(8), intent(out) :: u(n,0:m+1)
    integer :: i, j
    do j = 0, m + 1
      do i = 1, n
        u(i,j) = i + 100*j
      end do
    end do
  end subroutine

  ! Overwritten as soon as the exchange is over.
  subroutine behind(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1)
    integer :: it, i, j
    call first(u)
    u = u + rank
    v = u
    !$mdmp commregion
    do it = 1, 12
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j) + 0.25d0*(u(i,j-1) + u(i,j+1))
        end do
      end do
      !$mdmp recv(v(:,0), other) tag(1)
      !$mdmp recv(v(:,m+1), other) tag(2)
      !$mdmp send(v(:,m), other) tag(1)
      !$mdmp send(v(:,1), other) tag(2)
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j) + it
          v(i,j) = -1d300
        end do
      end do
      u(:,0) = v(:,0)
      u(:,m+1) = v(:,m+1)
    end do
    !$mdmp end commregion
    print *, 'behind', rank, sum(u)
  end subroutine

  ! A late write that is rare; one by a pointer; one through another name.
  subroutine between(rank, other)
    integer, intent(in) :: rank, other
    real(8), target :: u(n,0:m+1)
    real(8), pointer :: p(:)
    integer :: it, i, j
    call first(u)
    u = u*(rank + 1)
    p => u(:,1)
    !$mdmp commregion
    do it = 1, 12
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.75d0*u(i,j) + it
        end do
      end do
      if (mod(it, 5) == 3) u(n/2,m) = it
      if (it == 7) p(n) = -it
      associate (w => u(:,m))
        if (it > 9) w(1) = w(1) + 1
      end associate
      !$mdmp recv(u(:,0), other) tag(1)
      !$mdmp recv(u(:,m+1), other) tag(2)
      !$mdmp send(u(:,m), other) tag(1)
      !$mdmp send(u(:,1), other) tag(2)
      p(1) = p(1) + sum(u(:,0)) - sum(u(:,m+1))
    end do
    !$mdmp end commregion
    print *, 'between', rank, sum(u)
  end subroutine

  ! Memory that goes and comes again elsewhere, and sections that take turns.
  subroutine goes(rank, other)
    integer, intent(in) :: rank, other
    real(8), allocatable :: u(:,:), w(:,:), t(:,:)
    integer :: it, i, j, k
    real(8) :: s
    s = 0
    !$mdmp commregion
    do it = 1, 12
      k = 1 + mod(it, 3)
      allocate (u(n+it,0:m+1), w(n+it,0:m+1))
      u = rank
      w = 0
      do j = 1, m
        do i = 1, n + it
          w(i,j) = u(i,j) + i*it + j
        end do
      end do
      !$mdmp recv(u(:,0), other) tag(1)
      !$mdmp send(w(:,k), other) tag(1)
      w = -7
      deallocate (w)
      allocate (t(n+it,0:m+1))
      t = -9
      s = s + sum(u(:,0))
      call move_alloc(t, w)
      deallocate (u, w)
    end do
    !$mdmp end commregion
    print *, 'goes', rank, s
  end subroutine

  ! The exchange does not come each time, and the loop is left before the last.
  subroutine perhaps(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1)
    integer :: it, i, j
    logical :: now
    call first(u)
    u = u + 3*rank
    now = .true.
    !$mdmp commregion
    do it = 1, 15
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j) + it + j
        end do
      end do
      if (it == 13) exit
      if (now) then
        !$mdmp recv(u(:,0), other) tag(1)
        !$mdmp send(u(:,m), other) tag(1)
      end if
      u(:,m) = u(:,m) + u(:,0)
      now = mod(it, 3) /= 1
    end do
    !$mdmp end commregion
    print *, 'perhaps', rank, sum(u)
  end subroutine

  ! A part of columns, two fields in one message, received into rows; a pipeline.
  subroutine parts(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1), w(2,2*n)
    integer :: it, i, j
    call first(u)
    v = 0
    w = 0
    !$mdmp commregion
    do it = 1, 12
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j) + it*(rank + 1)
          v(i,j) = u(i,j) - i
        end do
      end do
      !$mdmp recv(w(1,:), other) tag(1)
      !$mdmp send([u(:,1), v(:,m)], other) tag(1)
      u(:,1) = w(1,1:n)
      !$mdmp recv(u(3:n-2,0), other) tag(2)
      !$mdmp send(u(2:n-3,m), other) tag(2)
      u(:,m) = 0
      if (rank == 1) then
        !$mdmp recv(v(:,0), other) tag(3)
      end if
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*(v(i,j) + v(i,0))
        end do
      end do
      if (rank == 0) then
        !$mdmp send(v(:,m), other) tag(3)
      end if
      v(:,m) = -it
    end do
    !$mdmp end commregion
    print *, 'parts', rank, sum(u), sum(v), sum(w)
  end subroutine
end module

program lentmemory
  use mpi
  use m_lent
  implicit none
  integer :: ierr, rank
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call behind(rank, 1 - rank)
  call between(rank, 1 - rank)
  call goes(rank, 1 - rank)
  call perhaps(rank, 1 - rank)
  call parts(rank, 1 - rank)
  call MPI_Finalize(ierr)
end program

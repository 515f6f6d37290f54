! Regions under conditions. A region that is shut is none: a communicator that its clause names need not exist there, and nothing
! collective is done, since other ranks may not come by. What is pending from the region around it is complete in it, and what is
! received in it is complete behind it. What a region keeps as it is (index arrays) may change from one stay to the next,
! whether it is shut or not. It is shut on some ranks alone, in turns.
module m_shut
  use mpi
  implicit none
  integer, parameter :: n = 1201, m = 5
  integer :: list(n)
  real(8) :: u(n,0:m+1), v(n,0:m+1), total = 0
contains
  pure logical function every(k, it)
    integer, intent(in) :: k, it
    every = modulo(it, k) == 0
  end function

  subroutine first(rank)
    integer, intent(in) :: rank
    integer :: i, j
    do j = 0, m + 1
      do i = 1, n
        u(i,j) = i + 100*j + 1000*rank
        v(i,j) = 0
      end do
    end do
    list = [(modulo(7*i, n) + 1, i=1, n)]
    total = 0
  end subroutine

  subroutine told(name, rank)
    character(*), intent(in) :: name
    integer, intent(in) :: rank
    integer :: i, j
    do j = 0, m + 1
      do i = 1, n
        total = total + u(i,j)*modulo(7*i + j, 13) - v(i,j)
      end do
    end do
    print '(a,i2,1x,z16.16)', name, rank, total
  end subroutine

  ! In turns, and not on all ranks at a time.
  subroutine turns(rank, left, right)
    integer, intent(in) :: rank, left, right
    integer :: it, i, j
    call first(rank)
    do it = 1, 24
      !$mdmp commregion if(every(2 + rank, it))
      !$mdmp recv(u(:,0), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp send(u(:,1), left)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j) + 0.25d0*(u(i,j-1) + u(i,j+1))
        end do
      end do
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j)
        end do
      end do
      !$mdmp end commregion
      if (modulo(it, 5) == 0) total = total + sum(u(:,0)) - sum(u(:,m+1))
    end do
    call told('turns', rank)
  end subroutine

  ! A procedure's region in the region of its caller: shut, its receives must not outlive it, and what is pending must not meet it.
  subroutine step(it, left, right)
    integer, intent(in) :: it, left, right
    integer :: i
    real(8) :: own(n), mean
    own = -1
    !$mdmp commregion if(modulo(it, 3) == 0)
    !$mdmp recv(own, left)
    !$mdmp recv(v(:,0), left)
    !$mdmp send(u(:,m), right)
    !$mdmp send(u(:,2), right)
    mean = 0
    do i = 1, n
      u(i,3) = u(i,3) + 0.125d0*u(list(i),0)
    end do
    !$mdmp end commregion
    do i = 1, n
      mean = mean + own(i)
    end do
    total = total + mean
    do i = 1, n
      list(i) = modulo(list(i) + 10*it, n) + 1
    end do
  end subroutine

  subroutine within(rank, left, right)
    integer, intent(in) :: rank, left, right
    integer :: it, i, j
    call first(rank)
    !$mdmp commregion
    do it = 1, 24
      !$mdmp recv(u(:,0), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp send(u(:,1), left)
      call step(it, left, right)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5d0*u(i,j) + 0.25d0*(v(i,0) + u(i,m+1))
        end do
      end do
    end do
    !$mdmp end commregion
    call told('within', rank)
  end subroutine

  ! A row of the ranks; the others have no communicator.
  subroutine rows(rank, ranks)
    integer, intent(in) :: rank, ranks
    integer :: row, me, size, it, i, ierr
    call first(rank)
    call MPI_Comm_split(MPI_COMM_WORLD, merge(0, MPI_UNDEFINED, 2*rank < ranks), -rank, row, ierr)
    me = 0
    size = 1
    if (row /= MPI_COMM_NULL) then
      call MPI_Comm_rank(row, me, ierr)
      call MPI_Comm_size(row, size, ierr)
    end if
    do it = 1, 12
      !$mdmp commregion comm(row) tag(3) if(row /= MPI_COMM_NULL)
      if (row /= MPI_COMM_NULL) then
        !$mdmp recv(v(:,1), modulo(me - 1, size))
        !$mdmp send(u(:,1), modulo(me + 1, size))
        do i = 1, n
          u(i,1) = u(i,1) + 0.5d0*v(i,1)
        end do
      end if
      !$mdmp end commregion
    end do
    if (row /= MPI_COMM_NULL) call MPI_Comm_free(row, ierr)
    call told('rows', rank)
  end subroutine

  ! Left early, shut or not.
  subroutine left_early(rank, left, right)
    integer, intent(in) :: rank, left, right
    integer :: it, i
    call first(rank)
    outer: do it = 1, 24
      !$mdmp commregion if(modulo(it, 4) /= 1)
      !$mdmp recv(u(:,0), left)
      !$mdmp send(u(:,1), right)
      if (modulo(it, 3) == 0) cycle outer
      do i = 1, n
        u(i,1) = 0.5d0*u(i,1) + 0.25d0*u(i,0)
      end do
      if (it == 22) exit outer
      !$mdmp end commregion
    end do outer
    call told('left', rank)
  end subroutine
end module

program shutregions
  use m_shut
  implicit none
  integer :: rank, ranks, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  call turns(rank, left, right)
  call within(rank, left, right)
  call rows(rank, ranks)
  call left_early(rank, left, right)
  call MPI_Finalize(ierr)
end program

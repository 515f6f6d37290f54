! Receives that are posted before their exchange because nobody touches what they receive into, and what stands against
! that: an exchange that does not always come, or is not the next; halos that are printed, read by a pointer or under another
! name, freed, passed on; peers and sections that change; a region that is left, a loop that ends or does not begin. What is
! sent is sent early, so that it is there too soon if anything is wrong; ranks wait for each other in other orders.
module m_preposted
  use mpi
  implicit none
  integer, parameter :: n = 1501, m = 6
  real(8) :: common_u(n,0:m+1)
  common /halo/ common_u
  real(8), target :: module_u(n,0:m+1)
  real(8), pointer :: at(:)
  real(8) :: total = 0
contains
  subroutine first(u, rank)
    real(8), intent(out) :: u(n,0:m+1)
    integer, intent(in) :: rank
    integer :: i, j
    do j = 0, m + 1
      do i = 1, n
        u(i,j) = i + 100*j + 1000*rank
      end do
    end do
    total = 0
  end subroutine

  ! The other rank is ahead, or behind.
  subroutine linger(rank, it)
    integer, intent(in) :: rank, it
    integer :: i
    real(8) :: x
    x = it
    do i = 1, merge(40000, 10, modulo(it, 2) == rank)
      x = sqrt(x + i)
    end do
    if (x < 0) total = total + x
  end subroutine

  subroutine told(name, rank, u)
    character(*), intent(in) :: name
    integer, intent(in) :: rank
    real(8), intent(in) :: u(:,:)
    integer :: i, j
    do j = 1, size(u, 2)
      do i = 1, size(u, 1)
        total = total + u(i,j)*modulo(7*i + j, 13)
      end do
    end do
    print '(a,i2,1x,z16.16)', name, rank, total
  end subroutine

  ! As it should be: two of a lane.
  subroutine asmeant(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1)
    integer :: it, i, j
    call first(u, rank)
    v = u
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(u(:,0), other)
      !$mdmp recv(u(:,m+1), other)
      !$mdmp send(u(:,m), other)
      !$mdmp send(u(:,1), other)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j) + 0.25d0*(u(i,j-1) + u(i,j+1))
        end do
      end do
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j) + it
        end do
      end do
    end do
    !$mdmp end commregion
    call told('as meant', rank, u)
  end subroutine

  ! The exchange comes every third time; the halo is read once more before it, and after the loop.
  subroutine undercondition(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1)
    integer :: it, i, j
    call first(u, rank)
    v = u
    !$mdmp commregion
    do it = 1, 30
      if (mod(it, 3) == 1) then
        !$mdmp recv(u(:,0), other)
        !$mdmp send(u(:,m), other)
        continue
      end if
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j) + 0.5d0*u(i,j-1)
        end do
      end do
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j) + it
        end do
      end do
    end do
    !$mdmp end commregion
    call told('under a condition', rank, u)
  end subroutine

  ! What was received is passed on, and so is the peer; the message of the next step may be there before.
  subroutine relay(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1)
    integer :: it, i, j, to(2), from
    call first(u, rank)
    v = u
    to = [other, rank]
    from = other
    !$mdmp commregion
    do it = 1, 20
      !$mdmp recv(u(:,0), from) tag(1)
      !$mdmp send(u(:,m), from) tag(1)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j) + 0.5d0*u(i,j-1)
        end do
      end do
      !$mdmp recv(u(:,m+1), other) tag(2)
      !$mdmp send(u(:,0), other) tag(2)
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j) + u(i,m+1)*1d-3
        end do
      end do
      from = to(1 + mod(it, 2))
    end do
    !$mdmp end commregion
    call told('relay', rank, u)
  end subroutine

  ! The same array of sections, one after the other: which it is changes after the last use.
  subroutine changing(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n)
    integer :: it, i, k
    call first(u, rank)
    v = 1
    k = 0
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(u(:,k), other)
      !$mdmp send(v, other)
      do i = 1, n
        u(i,2) = u(i,2) + u(i,0) + u(i,m+1)
      end do
      k = m + 1 - k
      do i = 1, n
        v(i) = 0.5d0*u(i,2) + it
      end do
    end do
    !$mdmp end commregion
    call told('changing', rank, u)
  end subroutine

  ! Read between the last nest and the exchange: by output, a pointer, another name, a called procedure, a section under a
  ! condition that rarely holds.
  subroutine readbetween(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1), w(n,0:m+1), same(n*(m+2))
    equivalence (w, same)
    character(30) :: text
    integer :: it, i, j
    call first(u, rank)
    call first(w, rank)
    call first(module_u, rank)
    call first(common_u, rank)
    at => module_u(:,0)
    v = u
    !$mdmp commregion
    do it = 1, 20
      !$mdmp recv(u(:,0), other) tag(1)
      !$mdmp recv(w(:,0), other) tag(2)
      !$mdmp recv(module_u(:,0), other) tag(3)
      !$mdmp recv(common_u(:,0), other) tag(4)
      !$mdmp send(u(:,m), other) tag(1)
      !$mdmp send(w(:,m), other) tag(2)
      !$mdmp send(module_u(:,m), other) tag(3)
      !$mdmp send(common_u(:,m), other) tag(4)
      do j = 1, m
        do i = 1, n
          v(i,j) = u(i,j-1) + w(i,j-1) + module_u(i,j-1) + common_u(i,j-1)
        end do
      end do
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.3d0*v(i,j) + it
          w(i,j) = 0.2d0*v(i,j) + it
          module_u(i,j) = 0.1d0*v(i,j)
          common_u(i,j) = 0.15d0*v(i,j)
        end do
      end do
      write (text, '(es20.12)') u(n/2,0)
      if (mod(it, 7) == 0) print '(a,i2,i3,a)', 'between', rank, it, text
      total = total + at(3) + same(5)
      call reads()
    end do
    !$mdmp end commregion
    call told('read between', rank, v)
  end subroutine

  subroutine reads()
    real(8) :: other_name(n,0:m+1)
    common /halo/ other_name
    total = total + other_name(n,0)
  end subroutine

  ! Written between: by an assignment to all of it; under a condition.
  subroutine writtenbetween(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1)
    integer :: it, i, j
    call first(u, rank)
    v = u
    !$mdmp commregion
    do it = 1, 20
      !$mdmp recv(u(:,0), other) tag(1) if(mod(it, 4) /= 0)
      !$mdmp send(u(:,m), other) tag(1) if(mod(it, 4) /= 0)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j) + 0.5d0*u(i,j-1)
        end do
      end do
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j) + it
        end do
      end do
      if (mod(it, 5) == 0) u = 0.5d0*u
    end do
    !$mdmp end commregion
    call told('written between', rank, u)
  end subroutine

  ! Memory that goes and comes.
  subroutine freed(rank, other)
    integer, intent(in) :: rank, other
    real(8), allocatable :: u(:,:), v(:,:)
    integer :: it, i, j
    allocate (u(n,0:m+1), v(n,0:m+1))
    call first(u, rank)
    v = u
    !$mdmp commregion
    do it = 1, 20
      !$mdmp recv(u(:,0), other)
      !$mdmp send(u(:,m), other)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j) + 0.5d0*u(i,j-1)
        end do
      end do
      do j = 1, m
        do i = 1, n
          v(i,j) = v(i,j) + it
        end do
      end do
      if (mod(it, 4) == 0) then
        deallocate (u)
        allocate (u(n,0:m+1))
        u = -1
      end if
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j)
        end do
      end do
    end do
    !$mdmp end commregion
    call told('freed', rank, u)
  end subroutine

  ! The region is left, the loop ends, and what came last is read behind it; other receives of that lane follow.
  subroutine left(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1)
    integer :: it, i, j, turn, last
    call first(u, rank)
    v = u
    do turn = 0, 12
      last = mod(turn, 4) ! also: the loop does not begin
      !$mdmp commregion
      do it = 1, last
        !$mdmp recv(u(:,0), other)
        !$mdmp send(u(:,m), other)
        do j = 1, m
          do i = 1, n
            v(i,j) = 0.5d0*u(i,j) + 0.5d0*u(i,j-1)
          end do
        end do
        do j = 1, m
          do i = 1, n
            u(i,j) = v(i,j) + it
          end do
        end do
        if (turn == 7 .and. it == 2) exit
      end do
      !$mdmp end commregion
      total = total + u(n,0)
      !$mdmp recv(v(:,m+1), other)
      !$mdmp send(v(:,1), other)
      total = total + v(n,m+1)
    end do
    call told('left', rank, u)
  end subroutine

  ! The loop ends by itself, whichever way it counts, or does not begin; what comes next on the lane belongs to what stands behind it.
  subroutine ends(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1)
    integer :: it, i, j, turn
    call first(u, rank)
    v = u
    !$mdmp commregion
    do turn = 0, 9
      do it = 2*turn, turn + 2, -2
        !$mdmp recv(u(:,0), other)
        !$mdmp send(u(:,m), other)
        do j = 1, m
          do i = 1, n
            v(i,j) = 0.5d0*u(i,j) + 0.5d0*u(i,j-1)
          end do
        end do
        do j = 1, m
          do i = 1, n
            u(i,j) = v(i,j) + it
          end do
        end do
      end do
      total = total + u(n,0)
      !$mdmp recv(v(:,m+1), other)
      !$mdmp send(v(:,1), other)
      total = total + v(n,m+1)
    end do
    !$mdmp end commregion
    call told('ends', rank, u)
  end subroutine

  ! An exchange on the same lane in a called procedure comes between.
  subroutine others(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1)
    integer :: it, i, j, turn
    call first(u, rank)
    v = u
    do turn = 0, 8
      !$mdmp commregion
      do it = 1, turn
        !$mdmp recv(u(:,0), other)
        !$mdmp send(u(:,m), other)
        do j = 1, m
          do i = 1, n
            v(i,j) = 0.5d0*u(i,j) + 0.5d0*u(i,j-1)
          end do
        end do
        do j = 1, m
          do i = 1, n
            u(i,j) = v(i,j) + it
          end do
        end do
        if (mod(turn, 3) == 0) call between(v, other)
      end do
      !$mdmp end commregion
      total = total + u(n,0)
      call between(v, other)
    end do
    call told('others', rank, u)
  end subroutine

  subroutine between(v, other)
    real(8), intent(inout) :: v(n,0:m+1)
    integer, intent(in) :: other
    !$mdmp recv(v(:,m+1), other)
    !$mdmp send(v(:,2), other)
    total = total + v(n,m+1)
  end subroutine

  ! Corners: what one exchange receives, the next one sends; and a receive of the first that is still on its way.
  subroutine corners(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(0:n+1,0:m+1), v(0:n+1,0:m+1)
    integer :: it, i, j
    u = rank
    v = 0
    !$mdmp commregion
    do it = 1, 20
      !$mdmp recv(u(:,0), other) tag(1)
      !$mdmp recv(u(:,m+1), other) tag(2)
      !$mdmp send(u(:,m), other) tag(1)
      !$mdmp send(u(:,1), other) tag(2)
      do j = 2, m - 1
        do i = 1, n
          v(i,j) = 0.25d0*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
        end do
      end do
      !$mdmp recv(u(0,:), other) tag(3)
      !$mdmp send(u(n,:), other) tag(3)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.25d0*(u(i-1,j-1) + u(i+1,j) + u(i,j-1) + u(i,j+1)) + it
        end do
      end do
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j)
        end do
      end do
      call linger(rank, it)
    end do
    !$mdmp end commregion
    call told('corners', rank, u)
  end subroutine

  ! Given to MPI: it is read until the wait.
  subroutine handed(rank, other)
    integer, intent(in) :: rank, other
    real(8), asynchronous :: u(n,0:m+1)
    real(8) :: v(n,0:m+1), far(n)
    integer :: it, i, j, request(2), ierr
    call first(u, rank)
    v = u
    far = 0
    !$mdmp commregion
    do it = 1, 20
      !$mdmp recv(u(:,0), other)
      !$mdmp send(u(:,m), other)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j) + 0.5d0*u(i,j-1)
        end do
      end do
      call MPI_Irecv(far, n, MPI_DOUBLE_PRECISION, other, 9, MPI_COMM_WORLD, request(1), ierr)
      call MPI_Issend(u(:,0), n, MPI_DOUBLE_PRECISION, other, 9, MPI_COMM_WORLD, request(2), ierr)
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j) + it
        end do
      end do
      call MPI_Waitall(2, request, MPI_STATUSES_IGNORE, ierr)
      total = total + sum(far)
    end do
    !$mdmp end commregion
    call told('handed', rank, u)
  end subroutine

  ! The message of one step is shorter than it seemed: an early one is withdrawn.
  subroutine shorter(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1)
    integer :: it, i, j, k
    call first(u, rank)
    v = u
    k = n
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(u(:k,0), other)
      !$mdmp send(u(:k,m), other)
      do j = 1, m
        do i = 1, n
          v(i,j) = 0.5d0*u(i,j) + 0.5d0*u(i,j-1)
        end do
      end do
      k = merge(n/3, n, mod(it, 4) == 3)
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j) + it
        end do
      end do
      u(1:5,m) = it
    end do
    !$mdmp end commregion
    call told('shorter', rank, u)
  end subroutine

  ! A block with names of its own stands round the last use.
  subroutine names(rank, other)
    integer, intent(in) :: rank, other
    real(8) :: u(n,0:m+1), v(n,0:m+1)
    integer :: it, i, j, k
    call first(u, rank)
    v = u
    k = 0
    !$mdmp commregion
    do it = 1, 20
      !$mdmp recv(u(:,k), other)
      !$mdmp send(u(:,m), other)
      block
        integer :: k, other
        k = m
        other = -7
        do j = 1, k
          do i = 1, n
            v(i,j) = 0.5d0*u(i,j) + 0.5d0*u(i,j-1) + other
          end do
        end do
      end block
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j) + it
        end do
      end do
    end do
    !$mdmp end commregion
    call told('names', rank, u)
  end subroutine
end module

program p
  use m_preposted
  implicit none
  integer :: ierr, rank, ranks, other
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  other = modulo(rank + 1, 2)
  call asmeant(rank, other)
  call undercondition(rank, other)
  call relay(rank, other)
  call changing(rank, other)
  call readbetween(rank, other)
  call writtenbetween(rank, other)
  call freed(rank, other)
  call left(rank, other)
  call ends(rank, other)
  call others(rank, other)
  call corners(rank, other)
  call handed(rank, other)
  call shorter(rank, other)
  call names(rank, other)
  call MPI_Finalize(ierr)
end program

! run: with work.f90
! run: ranks 1 2 3
! Calls of other files in loops over tiles and fields of each, along lists and until something is good: what was received stays
! pending over them, as far as nobody touches it. Exchanges stand in such loops, too, fields change hands between them, and some
! kernels reach what they do not get.
program tilesoffields
  use mpi
  use work
  implicit none
  type(tile), allocatable, target :: tiles(:)
  type(tile), pointer :: at
  real(8) :: s, before
  integer :: rank, np, west, east, it, t, f, k, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(rank - 1, np)
  east = modulo(rank + 1, np)
  allocate (tiles(3))
  do t = 1, 3
    do f = 1, 3
      allocate (tiles(t)%f(f)%a(n, 0:m + 1))
      tiles(t)%f(f)%a = reshape([(rank + t + 0.1d0*f + 1d-3*k, k = 1, n*(m + 2))], [n, m + 2])
    end do
    if (t > 1) tiles(t - 1)%next => tiles(t)
  end do
  s = 0
  before = 0
  !$mdmp commregion
  do it = 1, 7
    ! All tiles of all fields are pending at once, then used in another order.
    do t = 1, 3
      do f = 1, 3
        call exchange(tiles(t)%f(f)%a, west, east)
      end do
    end do
    call exchange(shared, east, west)
    do f = 3, 1, -1
      do t = 1, 3
        call smooth(tiles(t)%f(f)%a, 0.1d0)
      end do
    end do
    do t = 1, 3
      do f = 1, 2
        call exchange(tiles(t)%f(f)%a, east, west)
        call turn(tiles(t)%f(f), tiles(t)%f(f + 1))
      end do
      call copy(tiles(t)%f(1)%a, tiles(t)%f(3)%a)
    end do
    ! A kernel that reaches shared by itself, in the middle.
    do t = 1, 3
      do f = 1, 3
        call copy(tiles(t)%f(f)%a, tiles(4 - t)%f(1 + mod(f, 3))%a)
        if (f == 2) call fromshared(tiles(t)%f(f)%a)
      end do
    end do
    call exchange(shared, west, east)
    ! Along the list; the last one is left out in some steps.
    at => tiles(1)
    do while (associated(at))
      call exchange(at%f(2)%a, west, east)
      call smooth(at%f(1)%a, 0.05d0)
      at => at%next
      if (it == 4) nullify (at)
    end do
    at => tiles(1)
    do while (associated(at))
      do k = 1, 3
        call row(at%f(2)%a, k)
      end do
      at => at%next
    end do
    ! Until it is good: the condition depends on what the procedures received.
    k = 0
    do
      call exchange(tiles(2)%f(3)%a, west, east)
      call smooth(tiles(1)%f(3)%a, 0.01d0)
      call norm(tiles(2)%f(3)%a, s)
      k = k + 1
      if (k > 3 .or. abs(s - before) < 1d-2) exit
      before = s
    end do
    ! The condition reads what is pending itself.
    call exchange(tiles(3)%f(1)%a, west, east)
    k = 0
    do while (tiles(3)%f(1)%a(5, 0) > 0 .and. k < 2)
      call exchange(tiles(3)%f(1)%a, east, west)
      call smooth(tiles(3)%f(1)%a, 0.02d0)
      k = k + 1
    end do
    shared(:, 1:m) = shared(:, 1:m) + 1d-3*tiles(1)%f(1)%a(:, 1:m)
  end do
  !$mdmp end commregion
  do t = 1, 3
    do f = 1, 3
      print '(3i3, 2(1x, z16.16))', rank, t, f, sum(tiles(t)%f(f)%a), tiles(t)%f(f)%a(2, 0)
    end do
  end do
  print '(i3, 3(1x, z16.16))', rank, s, sum(shared), sum(shared(:, 0))
  call MPI_Finalize(ierr)
end program

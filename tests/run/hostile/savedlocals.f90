! run: flags -fno-automatic -std=legacy
! Local variables that keep their values carry from one call to the next, whoever
! says so: a flag, SAVE with or without a list, DATA, an initial value, a BLOCK,
! EQUIVALENCE with one that is saved.
module kit
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 12
  integer :: rank, nr, left, right
contains
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    if (mod(rank + it, 2) /= 0) return
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
  function by_flag(x, k) result(f)
    real(8) :: f, x, prev
    integer :: k
    if (k == 1) prev = 0
    prev = prev*0.99d0 + x
    f = prev
  end function
  function by_data(x, k) result(f)
    real(8) :: f, x, prev
    integer :: k
    if (k > 0) then
      data prev /0d0/
      prev = prev*0.99d0 + x
    end if
    f = prev
  end function
  function by_block(x, k) result(f)
    real(8) :: f, x
    integer :: k
    block
      real(8) :: prev
      if (k == 1) prev = 0
      prev = prev*0.99d0 + x
      f = prev
    end block
  end function
  subroutine by_equivalence(x, k, f)
    real(8) :: f, x, prev, twin
    integer :: k
    equivalence (prev, twin)
    save twin
    if (k == 1) prev = 0
    prev = prev*0.99d0 + x
    f = prev
  end subroutine
  function in_array(x, k) result(f)
    real(8) :: f, x, prev(3)
    integer :: k
    if (k == 1) prev = 0
    prev(2) = prev(2)*0.99d0 + x
    f = prev(2)
  end function
end module

program saved
  use kit
  implicit none
  integer :: ierr, how
  real(8) :: total
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr)
  right = modulo(rank+1, nr)
  do how = 1, 5
    call steps(how, total)
    print *, how, rank, total
  end do
  call kept
  call kept
  call MPI_Finalize(ierr)
contains
  subroutine steps(how, total)
    integer :: how, it, i, j
    real(8) :: total, t
    real(8) :: u(n,0:m+1), v(n,m)
    u = rank + 1
    total = 0
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      select case (how)
      case (1)
        do j = 1, m
          do i = 1, n
            v(i,j) = u(i,j-1) + u(i,j+1) + by_flag(u(i,j), it*i*j)
          end do
        end do
      case (2)
        do j = 1, m
          do i = 1, n
            v(i,j) = u(i,j-1) + u(i,j+1) + by_data(u(i,j), it*i*j)
          end do
        end do
      case (3)
        do j = 1, m
          do i = 1, n
            v(i,j) = u(i,j-1) + u(i,j+1) + by_block(u(i,j), it*i*j)
          end do
        end do
      case (4)
        do j = 1, m
          do i = 1, n
            call by_equivalence(u(i,j), it*i*j, t)
            v(i,j) = u(i,j-1) + u(i,j+1) + t
          end do
        end do
      case (5)
        do j = 1, m
          do i = 1, n
            v(i,j) = u(i,j-1) + u(i,j+1) + in_array(u(i,j), it*i*j)
          end do
        end do
      end select
      total = total + sum(v)
      u(:,1:m) = 0.01d0*v + it
    end do
    !$mdmp end commregion
  end subroutine

  subroutine kept               ! what a nest leaves in a scalar is there at the next call
    integer :: it, i, j
    real(8) :: u(n,0:m+1), last, s
    integer, save :: calls = 0
    if (calls == 0) u = rank + 1
    if (calls == 0) last = 0
    calls = calls + 1
    s = last + j
    if (calls == 1) s = 0
    !$mdmp commregion
    do it = 1, 2
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        last = u(3,j-1) + j
        do i = 1, n
          u(i,j) = u(i,j)*0.5d0 + last
        end do
      end do
    end do
    !$mdmp end commregion
    print *, 'kept', rank, calls, s, sum(u)
  end subroutine
end program

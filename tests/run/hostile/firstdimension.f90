! Halos along the first dimension, in nests whose innermost loop is cut on multiples of 64: what rounds, what
! chooses, infinities, NaNs and zeros of both signs, odd lengths, strips in order, values of loop variables behind a nest.
module kernels
  implicit none
  integer, parameter :: single = kind(1.0), double = kind(1.0d0)
contains
  subroutine choose(n, m, u, v, w)
    integer, intent(in) :: n, m
    real(single), intent(in) :: u(0:n+1,0:m+1), w(0:n+1)
    real(single), intent(inout) :: v(0:n+1,0:m+1)
    integer :: i, j
    real(single) :: t
    do j = 1, m
      do i = 1, n
        t = u(i-1,j)*w(i) - u(i+1,j)
        if (t > 0.1_single) then
          v(i,j) = t/(1 + t*t) + sqrt(abs(u(i,j-1)))
        else
          v(i,j) = merge(max(t, u(i,j)), min(t, w(i)), u(i,j+1) > t)
        end if
      end do
    end do
  end subroutine choose
end module kernels

program firstdimension
  use mpi
  use kernels
  implicit none
  integer :: rank, ranks, ierr, west, east, step, n, m, i, j, behind
  integer, parameter :: lengths(6) = [1, 63, 128, 191, 200, 451]
  integer :: l
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  m = 37
  do l = 1, size(lengths)
    n = lengths(l)
    call doubles(n, m)
    call singles(n, m)
    call whole(n, m)
  end do
  call mpi_finalize(ierr)
contains
  subroutine doubles(n, m)
    integer, intent(in) :: n, m
    real(double) :: u(0:n+1,0:m+1), v(0:n+1,0:m+1), zero
    zero = 0
    do j = 0, m + 1
      do i = 0, n + 1
        u(i,j) = mod(i*7919 + j*131 + rank*17, 1009)/997.0_double - 0.3_double
      end do
    end do
    if (n > 100) then
      u(n,3) = 1/zero
      u(70,5) = zero/zero
      u(1,7) = -zero
    end if
    v = u
    behind = 0
    !$mdmp commregion
    do step = 1, 12
      !$mdmp send(u(1,1:m), west)
      !$mdmp recv(u(n+1,1:m), east)
      !$mdmp send(u(n,1:m), east)
      !$mdmp recv(u(0,1:m), west)
      do j = 1, m
        do i = 1, n
          v(i,j) = u(i,j) + 0.2_double*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1) - 4*u(i,j))
        end do
      end do
      behind = behind + i + j
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j)*0.999_double
        end do
      end do
      behind = behind + 3*i + 5*j
      do j = 1, m ! in order: the next column uses this one
        do i = 1, n
          u(i,j) = u(i,j) + 0.01_double*u(i,j-1)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('doubles', transfer(u, [0]), behind)
  end subroutine doubles

  subroutine singles(n, m)
    integer, intent(in) :: n, m
    real(single) :: u(0:n+1,0:m+1), v(0:n+1,0:m+1), w(0:n+1)
    do j = 0, m + 1
      do i = 0, n + 1
        u(i,j) = mod(i*613 + j*37 + rank*5, 811)/307.0 - 1
      end do
    end do
    w = u(:,0)*0.5
    v = u
    !$mdmp commregion
    do step = 1, 10
      !$mdmp send([u(1,1:m), u(n,0)], west)
      !$mdmp recv([u(n+1,1:m), u(0,0)], east)
      !$mdmp send(u(n,m:1:-1), east)
      !$mdmp recv(u(0,m:1:-1), west)
      call choose(n, m, u, v, w)
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.25*(v(i-1,j) + v(i+1,j) + v(i,j-1) + v(i,j+1))
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('singles', transfer(u, [0]), n)
  end subroutine singles

  subroutine whole(n, m)
    integer, intent(in) :: n, m
    integer :: u(0:n+1,0:m+1), v(0:n+1,0:m+1), greatest
    do j = 0, m + 1
      do i = 0, n + 1
        u(i,j) = mod(i*31 + j*17 + rank*101, 1000)
      end do
    end do
    v = u
    greatest = 0
    !$mdmp commregion
    do step = 1, 10
      !$mdmp send(u(n,0:m+1), east)
      !$mdmp recv(u(0,0:m+1), west)
      do j = m, 1, -1
        do i = n, 1, -1
          v(i,j) = mod(u(i-1,j-1) + 3*u(i,j+1), 997)
          greatest = max(greatest, v(i,j))
        end do
      end do
      do j = 1, m
        do i = 1, n
          u(i,j) = v(i,j) + step
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('whole', reshape(u, [size(u)]), greatest)
  end subroutine whole

  subroutine tell(what, words, more)
    character(*), intent(in) :: what
    integer, intent(in) :: words(:), more
    integer :: k
    integer(8) :: hash
    hash = 17
    do k = 1, size(words)
      hash = mod(hash*31 + words(k) + 2147483648_8, 1000000007_8)
    end do
    print '(a,3i6,i12,i12)', what, rank, n, m, hash, more
  end subroutine tell
end program firstdimension

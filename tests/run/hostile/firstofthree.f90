! Halos along the first of three dimensions, and along all three, in nests of which all three loops are cut:
! loops that make no iteration, values of variables behind a nest, recurrences along each loop, bounds that
! depend on loops around, jumps, loops that run backwards, corners that are handed on.
program firstofthree
  use mpi
  implicit none
  integer, parameter :: double = kind(1.0d0)
  integer, parameter :: lengths(5) = [1, 63, 130, 192, 271]
  integer :: rank, ranks, ierr, west, east, l
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  do l = 1, size(lengths)
    call faces(lengths(l), 5, 7)
    call faces(lengths(l), 1, 3)
    call boxes(lengths(l), 9, 4)
    call boxes(lengths(l), 3, 20)
    call orders(lengths(l), 6, 5)
    call empty(lengths(l), 4, 0)
    call empty(lengths(l), 0, 4)
  end do
  call mpi_finalize(ierr)
contains
  subroutine fill(u)
    real(double), intent(out) :: u(:,:,:)
    integer :: i, j, k
    do k = 1, size(u, 3)
      do j = 1, size(u, 2)
        do i = 1, size(u, 1)
          u(i,j,k) = mod(i*7919 + j*131 + k*1013 + rank*17, 1009)/997.0_double - 0.3_double
        end do
      end do
    end do
  end subroutine fill

  ! Phases in x, y and z, so that corners arrive; what is written behind a send; an end of the world.
  subroutine faces(n, m, o)
    integer, intent(in) :: n, m, o
    real(double) :: u(0:n+1,0:m+1,0:o+1), v(0:n+1,0:m+1,0:o+1), t
    integer :: i, j, k, step, behind, last
    call fill(u)
    v = u
    behind = 0
    !$mdmp commregion
    do step = 1, 9
      last = merge(-1, east, rank == ranks - 1 .and. step > 4)
      !$mdmp send(u(1,:,:), west) if(step < 5 .or. rank > 0)
      !$mdmp recv(u(n+1,:,:), last)
      !$mdmp send(u(n,:,:), east)
      !$mdmp recv(u(0,:,:), west)
      behind = behind + step
      !$mdmp send([u(:,1,:), v(n,1:m,1)], west)
      !$mdmp recv([u(:,m+1,:), v(n+1,1:m,1)], east)
      do k = 1, o
        do j = 1, m
          do i = 1, n
            t = u(i-1,j,k) - u(i+1,j,k)
            v(i,j,k) = t*t + 0.1_double*(u(i,j-1,k) + u(i,j+1,k)) - u(i,j,k-1)/(2 + abs(u(i,j,k+1)))
          end do
        end do
      end do
      behind = behind + i + 3*j + 5*k
      if (t > 0) behind = behind + 1
      do k = o, 1, -1
        do j = 1, m, 2
          do i = n, 1, -1
            if (v(i,j,k) > 2) cycle
            u(i,j,k) = v(i,j,k)*0.9_double
          end do
        end do
      end do
      behind = behind + 7*i + 11*j + 13*k
      u(n,1,1) = u(n,1,1) + step
    end do
    !$mdmp end commregion
    call tell('faces', u, behind)
  end subroutine faces

  ! Two fields, split in the first and in the last direction.
  subroutine boxes(n, m, o)
    integer, intent(in) :: n, m, o
    real(double) :: u(0:n+1,0:m+1,0:o+1), v(0:n+1,0:m+1,0:o+1), w(0:n+1,0:m+1,0:o+1), t
    integer :: i, j, k, step, behind
    call fill(u)
    call fill(v)
    w = 0
    behind = 0
    !$mdmp commregion
    do step = 1, 8
      !$mdmp send([u(1,1:m,1:o), v(1,:,:)], west)
      !$mdmp recv([u(n+1,1:m,1:o), v(n+1,:,:)], east)
      !$mdmp send(u(n,1:m,1:o), east)
      !$mdmp recv(u(0,1:m,1:o), west)
      !$mdmp send(u(1:n,1:m,1), west)
      !$mdmp recv(u(1:n,1:m,o+1), east)
      do k = 1, o
        do j = 1, m
          do i = 1, n
            t = (u(i-1,j,k) + u(i+1,j,k) + u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1))/6
            w(i,j,k) = t - 0.1_double*v(i+1,j,k)
          end do
        end do
      end do
      behind = behind + i + 3*j + 5*k + int(8*t)
      do k = 1, o
        do j = m, 1, -1
          do i = 1, n
            u(i,j,k) = w(i,j,k)
            v(i,j,k) = v(i,j,k)*0.5_double + w(i,j,k)
          end do
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('boxes', u, behind)
    call tell('boxes', v, behind)
  end subroutine boxes

  ! Each nest keeps the order of another loop.
  subroutine orders(n, m, o)
    integer, intent(in) :: n, m, o
    real(double) :: u(0:n+1,0:m+1,0:o+1), greatest
    integer :: i, j, k, step
    call fill(u)
    greatest = 0
    !$mdmp commregion
    do step = 1, 7
      !$mdmp send(u(n,1:m,1:o), east)
      !$mdmp recv(u(0,1:m,1:o), west)
      do k = 1, o
        do j = 1, m
          do i = 1, n
            u(i,j,k) = 0.5_double*(u(i,j,k) + u(i-1,j,k))
          end do
        end do
      end do
      !$mdmp send(u(1,1:m,1:o), west)
      !$mdmp recv(u(n+1,1:m,1:o), east)
      do k = 1, o
        do j = 1, m
          do i = 1, n
            u(i,j,k) = u(i,j,k) + 0.1_double*u(i,j-1,k)
          end do
        end do
      end do
      do k = 1, o
        do j = 1, m
          do i = 1, n
            u(i,j,k) = u(i,j,k) - 0.1_double*u(i,j,k-1)
            greatest = max(greatest, u(i,j,k))
          end do
        end do
      end do
      do k = 1, o
        do j = 1, m
          do i = 1, min(n, 60 + j*k)
            u(i,j,k) = u(i,j,k)*0.99_double
          end do
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('orders', u, int(1000*greatest))
  end subroutine orders

  ! Loops that make no iteration, inside of one that does and around it.
  subroutine empty(n, m, o)
    integer, intent(in) :: n, m, o
    integer :: u(0:n+1,0:5,0:5), i, j, k, step, last, behind
    do k = 0, 5
      do j = 0, 5
        do i = 0, n + 1
          u(i,j,k) = mod(i*31 + j*17 + k*7 + rank*101, 1000)
        end do
      end do
    end do
    behind = 0
    last = -1
    !$mdmp commregion
    do step = 1, 4
      !$mdmp send(u(n,:,:), east)
      !$mdmp recv(u(0,:,:), west)
      i = -3
      j = -4
      k = -5
      do k = 1, o
        do j = 1, m
          do i = 1, n
            last = i + j + k
            u(i,j,k) = u(i,j,k) + 1
          end do
        end do
      end do
      behind = behind + i + 3*j + 5*k + 7*last
      do k = 1, 4
        do j = 1, 4
          do i = 1, n
            u(i,j,k) = mod(3*u(i-1,j,k) + u(i,j,k), 997)
          end do
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('empty', real(u, double), behind)
  end subroutine empty

  subroutine tell(what, u, more)
    character(*), intent(in) :: what
    real(double), intent(in) :: u(:,:,:)
    integer, intent(in) :: more
    integer :: i, j, k
    integer(8) :: hash
    hash = 17
    do k = 1, size(u, 3)
      do j = 1, size(u, 2)
        do i = 1, size(u, 1)
          hash = mod(hash*31 + ieor(transfer(u(i,j,k), hash), ishft(transfer(u(i,j,k), hash), -31)), 1000000007_8)
        end do
      end do
    end do
    print '(a,5i6,i12,i12)', what, rank, shape(u), size(u), hash, more
  end subroutine tell
end program firstofthree

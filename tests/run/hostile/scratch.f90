! Work arrays that all iterations of a nest share. Where each iteration certainly writes what it reads, and nobody
! reads what is left, boxes come in any order; in the near misses they must not.
program scratch
  use mpi
  implicit none
  integer, parameter :: real8 = kind(1d0), n = 24, m = 30
  integer :: rank, ranks, ierr, west, east, i, j, k, step
  real(real8) :: u(n,n,0:m+1), v(n,n,0:m+1)
  real(real8) :: left(n)
  real(real8), pointer :: there(:)
  real(real8), target :: here(n), other(n)
  real(real8) :: spread(n), kept(n)
  equivalence (spread(1), kept(2))
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  call smooth(n, m)
  call smooth(n, m)
  call part(n, 5)
  call part(5, 9)
  call conditional
  call ahead
  call emptied(0)
  call emptied(4)
  call behind
  call between
  call remembered
  call remembered
  call led
  call shared
  call planes
  call mpi_finalize(ierr)
contains
  subroutine begin(seed)
    integer, intent(in) :: seed
    do k = 0, m + 1
      do j = 1, n
        do i = 1, n
          u(i,j,k) = mod(i*7919 + j*131 + k*37 + rank*17 + seed, 1009)/997.0_real8 - 0.3_real8
        end do
      end do
    end do
    v = u
  end subroutine begin

  subroutine smooth(n, m) ! as it should be
    integer, intent(in) :: n, m
    real(real8) :: r1(n), r2(n), q(0:n+1,0:m+1,0:m+1), r(0:n+1,0:m+1,0:m+1)
    do k = 0, m + 1
      do j = 0, m + 1
        do i = 0, n + 1
          q(i,j,k) = mod(i*613 + j*37 + k*71 + rank*5, 811)/307.0_real8 - 1
        end do
      end do
    end do
    r = q
    !$mdmp commregion
    do step = 1, 6
      !$mdmp send(q(:,:,1), west)
      !$mdmp recv(q(:,:,m+1), east)
      !$mdmp send(q(:,:,m), east)
      !$mdmp recv(q(:,:,0), west)
      do k = 1, m
        do j = 1, m
          do i = 1, n
            r1(i) = q(i,j-1,k) + q(i,j+1,k) + q(i,j,k-1) + q(i,j,k+1)
            r2(i) = q(i,j-1,k-1) + q(i,j+1,k-1) + q(i,j-1,k+1) + q(i,j+1,k+1)
          end do
          do i = 2, n - 1
            r(i,j,k) = 0.5_real8*q(i,j,k) + 0.05_real8*(r1(i) + q(i-1,j,k)) + 0.02_real8*(r2(i) + r1(i-1) + r1(i+1))
          end do
        end do
      end do
      do k = 1, m
        do j = 1, m
          r1 = 1 - step
          do i = 2, n
            r1(i) = r(i,j,k) - r(i-1,j,k)
          end do
          do i = 1, n
            q(i,j,k) = q(i,j,k) + 0.1_real8*r1(i)
          end do
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('smooth', transfer(q, [0]))
  end subroutine smooth

  subroutine part(l, h) ! what is not written has another iteration's value
    integer, intent(in) :: l, h
    real(real8) :: w(n)
    w = 0.5_real8
    call begin(l)
    !$mdmp commregion
    do step = 1, 5
      !$mdmp send(u(:,:,m), east)
      !$mdmp recv(u(:,:,0), west)
      do k = 1, m
        do i = 1, min(l, h)
          w(i) = 0.4_real8*u(i,3,k) + 0.1_real8*k
        end do
        do i = 1, l
          v(i,1,k) = w(i) + u(i,1,k-1)
        end do
      end do
      do k = 1, m
        do i = 1, n
          u(i,1,k) = v(i,1,k)*0.9_real8
          u(i,3,k) = v(i,1,k)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('part', transfer(u, [0]))
  end subroutine part

  subroutine conditional
    real(real8) :: w(n)
    w = 0
    call begin(1)
    !$mdmp commregion
    do step = 1, 5
      !$mdmp send(u(:,:,m), east)
      !$mdmp recv(u(:,:,0), west)
      do k = 1, m
        do i = 1, n
          if (u(i,2,k) < 0.2_real8) cycle
          w(i) = u(i,2,k) + k
        end do
        do i = 1, n
          v(i,2,k) = 0.5_real8*(w(i) - k) + 0.1_real8*u(i,2,k-1)
        end do
      end do
      do k = 1, m
        where (u(:,4,k) > 0.1_real8) w = u(:,4,k)
        u(:,2,k) = v(:,2,k) + 0.01_real8*w
      end do
    end do
    !$mdmp end commregion
    call tell('conditional', transfer(u, [0]))
  end subroutine conditional

  subroutine ahead ! reads before it defines
    real(real8) :: w(n)
    w = 0.25_real8
    call begin(2)
    !$mdmp commregion
    do step = 1, 5
      !$mdmp send(u(:,:,m), east)
      !$mdmp recv(u(:,:,0), west)
      do k = 1, m
        do i = 1, n
          v(i,1,k) = u(i,1,k-1) + 0.1_real8*w(i)
        end do
        do i = 1, n
          w(i) = 0.3_real8*u(i,1,k)
        end do
        do i = 2, n
          v(i,1,k) = v(i,1,k) - 0.1_real8*w(i-1)
        end do
      end do
      do k = 1, m
        do i = 1, n
          u(i,1,k) = 0.8_real8*v(i,1,k)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('ahead', transfer(u, [0]))
  end subroutine ahead

  subroutine emptied(l) ! a loop that may make no iteration defines nothing
    integer, intent(in) :: l
    real(real8) :: w(n)
    w = 0.125_real8
    call begin(3)
    !$mdmp commregion
    do step = 1, 5
      !$mdmp send(u(:,:,m), east)
      !$mdmp recv(u(:,:,0), west)
      do k = 1, m
        do j = 1, merge(l, 0, mod(k, 3) == 0)
          w(7) = u(j,5,k) + k
        end do
        do i = 1, n
          v(i,5,k) = u(i,5,k-1)*0.5_real8 + 0.01_real8*w(7)
        end do
      end do
      do k = 1, m
        do i = 1, n
          u(i,5,k) = v(i,5,k)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('emptied', transfer(u, [0]))
  end subroutine emptied

  subroutine behind ! the value behind the nest is that of the last iteration
    real(real8) :: w(n)
    call begin(4)
    !$mdmp commregion
    do step = 1, 5
      !$mdmp send(u(:,:,m), east)
      !$mdmp recv(u(:,:,0), west)
      do k = 1, m
        do i = 1, n
          w(i) = u(i,6,k) + 0.1_real8*k
        end do
        do i = 1, n
          v(i,6,k) = 0.5_real8*w(n+1-i) + 0.1_real8*u(i,6,k-1)
        end do
      end do
      do k = 1, m
        do i = 1, n
          u(i,6,k) = v(i,6,k) + 0.01_real8*w(i)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('behind', transfer(u, [0]))
  end subroutine behind

  subroutine between ! one nest leaves what another one reads first, and a host's variables
    call begin(5)
    !$mdmp commregion
    do step = 1, 5
      !$mdmp send(u(:,:,m), east)
      !$mdmp recv(u(:,:,0), west)
      do k = 1, m
        do i = 1, n
          left(i) = u(i,7,k)
        end do
        do i = 1, n
          v(i,7,k) = 0.5_real8*left(n+1-i) + 0.1_real8*u(i,7,k-1)
        end do
      end do
      do k = 1, m
        do i = 1, n
          u(i,7,k) = v(i,7,k) + 0.01_real8*left(i)
          left(i) = u(i,8,k)
        end do
        do i = 1, n
          u(i,8,k) = 0.5_real8*left(i)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('between', transfer(u, [0]))
    call tell('left', transfer(left, [0]))
  end subroutine between

  subroutine remembered ! from call to call
    real(real8), save :: w(n) = 1
    call begin(6)
    u(:,9,:) = u(:,9,:) + sum(w)
    !$mdmp commregion
    do step = 1, 5
      !$mdmp send(u(:,:,m), east)
      !$mdmp recv(u(:,:,0), west)
      do k = 1, m
        do i = 1, n
          w(i) = u(i,9,k)
        end do
        do i = 1, n
          v(i,9,k) = 0.5_real8*w(n+1-i) + 0.1_real8*u(i,9,k-1)
        end do
      end do
      do k = 1, m
        do i = 1, n
          u(i,9,k) = v(i,9,k)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('remembered', transfer(u, [0]))
  end subroutine remembered

  subroutine led ! through pointers
    call begin(7)
    here = 0
    other = 0
    there => here
    !$mdmp commregion
    do step = 1, 5
      !$mdmp send(u(:,:,m), east)
      !$mdmp recv(u(:,:,0), west)
      do k = 1, m
        do i = 1, n
          there(i) = u(i,10,k) + 0.1_real8*k
        end do
        if (u(1,10,k) > 0.1_real8) there => other
        do i = 1, n
          v(i,10,k) = 0.5_real8*there(n+1-i) + 0.1_real8*u(i,10,k-1)
        end do
        there => here
      end do
      do k = 1, m
        do i = 1, n
          u(i,10,k) = v(i,10,k) + 0.01_real8*here(i)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('led', transfer(u, [0]))
  end subroutine led

  subroutine shared ! storage under two names
    call begin(8)
    kept = 0
    !$mdmp commregion
    do step = 1, 5
      !$mdmp send(u(:,:,m), east)
      !$mdmp recv(u(:,:,0), west)
      do k = 1, m
        do i = 1, n
          spread(i) = u(i,11,k)
        end do
        do i = 1, n
          v(i,11,k) = 0.5_real8*spread(i) + 0.1_real8*u(i,11,k-1)
        end do
        kept(1) = kept(2) + k
      end do
      do k = 1, m
        do i = 1, n
          u(i,11,k) = v(i,11,k) + 0.01_real8*kept(i)
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('shared', transfer(u, [0]))
  end subroutine shared

  subroutine planes ! as it should be, in two dimensions, under OpenMP where it is obeyed
    real(real8) :: w(n,n)
    call begin(9)
    !$mdmp commregion
    do step = 1, 5
      !$mdmp send(u(:,:,m), east)
      !$mdmp recv(u(:,:,0), west)
      do k = m, 1, -1
        do j = n, 1, -1
          do i = 1, n
            w(i,j) = u(i,j,k) + 0.5_real8*u(i,j,k-1)
          end do
        end do
        do j = 2, n
          do i = 1, n - 1
            if (u(i,j,k) > 0) v(i,j,k) = 0.3_real8*(w(i+1,j-1) + w(i,j))
          end do
        end do
      end do
      do k = 1, m
        do j = 1, n
          do i = 1, n
            u(i,j,k) = v(i,j,k)
          end do
        end do
      end do
    end do
    !$mdmp end commregion
    call tell('planes', transfer(u, [0]))
  end subroutine planes

  subroutine tell(what, words)
    character(*), intent(in) :: what
    integer, intent(in) :: words(:)
    integer :: c
    integer(8) :: hash
    hash = 17
    do c = 1, size(words)
      hash = mod(hash*31 + words(c) + 2147483648_8, 1000000007_8)
    end do
    print '(a,i4,i12)', what, rank, hash
  end subroutine tell
end program scratch

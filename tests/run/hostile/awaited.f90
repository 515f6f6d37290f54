! run: ranks 2 3
! Sections, counts, tags, peers and conditions of sends that are computed from what is received, and may still be on
! its way when the nest begins that writes what is sent.
module common
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 12
  integer :: me, ranks, left, right, ierr
contains
  ! every rank is late in turn
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
end module
program awaited
  use common
  implicit none
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  call section
  call counted
  call tagged
  call peer
  call condition
  call statement
  call MPI_Finalize(ierr)
contains
  subroutine tell(what, a, b)
    character(*), intent(in) :: what
    real(8), intent(in) :: a, b
    print '(a,i3,2es25.16)', what, me, a, b
  end subroutine
  subroutine section
    real(8) :: a(n,0:m+1), b(n,0:m+1)
    integer :: k(2), r(2), it, i, j
    a = me; b = 2; r = 1
    !$mdmp commregion
    do it = 1, 8
      k = [1 + mod(it, 5), 2 + mod(it, 3)]
      call late(it)
      !$mdmp send(k, right)
      !$mdmp recv(r, left)
      do j = 1, m
        do i = 1, n
          a(i,j) = a(i,j)*0.5d0 + it*j
        end do
      end do
      !$mdmp send(a(:,r(1)), left)
      !$mdmp recv(b(:,m+1), right)
      b(:,1:m) = b(:,2:m+1) + a(:,1:m)
    end do
    !$mdmp end commregion
    call tell('section', sum(a), sum(b))
  end subroutine
  subroutine counted
    real(8) :: a(n,0:m+1), b(n,0:m+1)
    integer :: k(2), r(2), it, i, j
    a = me; b = 2; r = 1
    !$mdmp commregion
    do it = 1, 8
      k = [1 + mod(it, 5), 2 + mod(it, 3)]
      call late(it)
      !$mdmp send(k, right)
      !$mdmp recv(r, left)
      do j = 1, m
        do i = 1, n
          a(i,j) = a(i,j)*0.5d0 + it*i
        end do
      end do
      !$mdmp send(a(1,1), r(1), left)
      !$mdmp recv(b(1,m+1), k(1), right)
      b(:,1:m) = b(:,2:m+1) + a(:,1:m)
    end do
    !$mdmp end commregion
    call tell('counted', sum(a), sum(b))
  end subroutine
  subroutine tagged
    real(8) :: a(n,0:m+1), b(n,0:m+1)
    integer :: k(2), r(2), it, i, j
    a = me; b = 2; r = 1
    !$mdmp commregion
    do it = 1, 8
      k = [1 + mod(it, 5), 2 + mod(it, 3)]
      call late(it)
      !$mdmp send(k, right)
      !$mdmp recv(r, left)
      do j = 1, m
        do i = 1, n
          a(i,j) = a(i,j)*0.5d0 + it
        end do
      end do
      !$mdmp send(a(:,1), left) tag(r(2))
      !$mdmp recv(b(:,m+1), right) tag(k(2))
      b(:,1:m) = b(:,2:m+1) + a(:,1:m)
    end do
    !$mdmp end commregion
    call tell('tagged', sum(a), sum(b))
  end subroutine
  subroutine peer
    real(8) :: a(n,0:m+1), b(n,0:m+1)
    integer :: k, r, it, i, j
    a = me; b = 2; r = left
    !$mdmp commregion
    do it = 1, 8
      k = left ! the rank on the left has the ranks of its own neighbours
      call late(it)
      !$mdmp send(k, left)
      !$mdmp recv(r, right)
      do j = 1, m
        do i = 1, n
          a(i,j) = a(i,j)*0.5d0 + it
        end do
      end do
      !$mdmp send(a(:,1), r)
      !$mdmp recv(b(:,m+1), me)
      b(:,1:m) = b(:,2:m+1) + a(:,1:m)
      r = -1
    end do
    !$mdmp end commregion
    call tell('peer', sum(a), sum(b))
  end subroutine
  subroutine condition
    real(8) :: a(n,0:m+1), b(n,0:m+1)
    integer :: it, i, j
    logical :: k, r
    a = me; b = 2; r = .false.
    !$mdmp commregion
    do it = 1, 8
      k = mod(it + me, 3) > 0
      call late(it)
      !$mdmp send(k, right)
      !$mdmp recv(r, left)
      do j = 1, m
        do i = 1, n
          a(i,j) = a(i,j)*0.5d0 + it
        end do
      end do
      !$mdmp send(a(:,1), left) if (r)
      !$mdmp recv(b(:,m+1), right) if (k)
      b(:,1:m) = b(:,2:m+1) + a(:,1:m)
      r = .not. r
    end do
    !$mdmp end commregion
    call tell('condition', sum(a), sum(b))
  end subroutine
  subroutine statement ! the section is not written by a nest
    real(8) :: a(n,0:m+1), b(n,0:m+1)
    integer :: k(2), r(2), it
    a = me; b = 2; r = 1
    !$mdmp commregion
    do it = 1, 8
      k = [1 + mod(it, 5), 2 + mod(it, 3)]
      call late(it)
      !$mdmp send(k, right)
      !$mdmp recv(r, left)
      a(:,1:m) = cshift(a(:,1:m), it, 2)*0.5d0 + it
      !$mdmp send(a(:,r(1)), left)
      !$mdmp recv(b(:,m+1), right)
      b(:,1:m) = b(:,2:m+1) + a(:,1:m)
    end do
    !$mdmp end commregion
    call tell('statement', sum(a), sum(b))
  end subroutine
end program

! What an exchange receives says which elements its other messages have, whom they go to and whether they are there: that is
! evaluated when the exchange begins, with what was there before, however early the new value comes.
program ownexchange
  use mpi
  implicit none
  integer, parameter :: n = 4000
  integer :: ierr, rank, other
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  call lengths()
  call conditions()
  call peers()
  call lists()
  call MPI_Finalize(ierr)
contains
  subroutine lengths()
    integer :: it, i, j, k, next
    real(8) :: u(n), v(n), total
    u = rank; v = 0; k = n; next = n; total = 0
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(k, other) tag(1)
      !$mdmp recv(v(1:k), other) tag(2)
      !$mdmp send(next, other) tag(1)
      !$mdmp send(u(1:k), other) tag(2)
      do i = 1, n
        total = total + v(i) + k
      end do
      do j = 1, 20
        do i = 1, n
          u(i) = u(i)*0.5d0 + sqrt(i + total*1d-9)
        end do
      end do
      next = n - it*3
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16,i6)', 'lengths', rank, total, k
  end subroutine

  subroutine conditions()
    integer :: it, i, j
    logical :: flag, next
    real(8) :: u(n), v(n)
    u = rank; v = 0; flag = .true.; next = .true.
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(flag, other) tag(1)
      !$mdmp recv(v, other) tag(2) if(flag)
      !$mdmp send(next, other) tag(1)
      !$mdmp send(u, other) tag(2) if(flag)
      do i = 1, n
        u(i) = u(i)*0.5d0 + merge(v(i), 1d0, flag)
      end do
      do j = 1, 20
        do i = 1, n
          u(i) = u(i)*0.5d0 + sqrt(real(i + it, 8))
        end do
      end do
      next = mod(it, 3) /= 0
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16,l2)', 'conditions', rank, sum(u), flag
  end subroutine

  subroutine peers()
    integer :: it, i, j, to(2), next(2)
    real(8) :: u(n), v(n)
    u = rank; v = 0; to = other; next = other
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(to, other) tag(1)
      !$mdmp recv(v, merge(other, rank, to(1) == to(2))) tag(2)
      !$mdmp send(next, other) tag(1)
      !$mdmp send(u, merge(other, rank, to(1) == to(2))) tag(2)
      do i = 1, n
        u(i) = u(i)*0.5d0 + v(i) + to(1) - to(2)
      end do
      do j = 1, 20
        do i = 1, n
          u(i) = u(i)*0.5d0 + sqrt(real(i + it, 8))
        end do
      end do
      next = [it, 2*(it/2)]
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16,2i4)', 'peers', rank, sum(u), to
  end subroutine

  subroutine lists()
    integer :: it, i, j, list(n), next(n)
    real(8) :: u(n), v(n)
    u = rank; v = 0
    list = [(i, i = 1, n)]
    next = list
    !$mdmp commregion
    do it = 1, 30
      !$mdmp recv(list, other) tag(1)
      !$mdmp recv(v(list), other) tag(2)
      !$mdmp send(next, other) tag(1)
      !$mdmp send(u(list), other) tag(2)
      do i = 1, n
        u(i) = u(i)*0.5d0 + v(i) + list(i)
      end do
      do j = 1, 20
        do i = 1, n
          u(i) = u(i)*0.5d0 + sqrt(real(i + it, 8))
        end do
      end do
      next = cshift(next, it)
    end do
    !$mdmp end commregion
    print '(a,i2,1x,z16.16,i6)', 'lists', rank, sum(u*[(i, i = 1, n)]), list(1)
  end subroutine
end program

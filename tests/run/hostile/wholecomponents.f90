! run: ranks 2 3
! Components of elements of arrays that a nest touches as wholes: all of them, not the element that has the number of
! what they are components of. And components of all elements.
module cells
  implicit none
  type cell
    real(8) :: w(40), h
    real(8), allocatable :: a(:)
  end type
end module
program wholes
  use mpi
  use cells
  implicit none
  integer, parameter :: n = 60, m = 30
  integer :: me, ranks, left, right, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  call reads
  call writes
  call halves
  call MPI_Finalize(ierr)
contains
  ! every rank is late in turn
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (mod(me + it, 2) == 0 .and. MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
  subroutine reads
    type(cell) :: t(3), s(3,2)
    real(8) :: a(n,m), b(n,m), has(4)
    integer :: it, i, j, k
    a = me; b = 2; k = 2
    do i = 1, 3
      t(i)%w = i
      s(i,1)%w = i
      s(i,2)%w = -i
      allocate (t(i)%a(8))
      t(i)%a = i
    end do
    !$mdmp commregion
    do it = 1, 10
      has = [it, it + 1, me, me*it]
      call late(it)
      !$mdmp send(has, right)
      !$mdmp send(has(1:2), right)
      !$mdmp send(has, left)
      !$mdmp recv(t(k)%w(7:10), left)
      !$mdmp recv(t(1)%a(3:4), left)
      !$mdmp recv(s(3,2)%w(31:34), right)
      do j = 1, m
        do i = 1, n
          b(i,j) = b(i,j)*0.5d0 + it*j
        end do
      end do
      do j = 1, m
        do i = 1, n
          a(i,j) = a(i,j)*0.5d0 + sum(t(k)%w) + j*maxval(t(1)%a) + minval(s(3,2)%w)
        end do
      end do
    end do
    !$mdmp end commregion
    print '(a,i3,2es25.16)', 'reads', me, sum(a), sum(b)
  end subroutine
  subroutine writes
    type(cell) :: t(3)
    real(8) :: a(n,m), got(40)
    integer :: it, i, j
    a = me; got = 0
    do i = 1, 3
      t(i)%w = i
    end do
    !$mdmp commregion
    do it = 1, 10
      do j = 1, m
        t(2)%w = t(2)%w*0.5d0 + j
        do i = 1, n
          a(i,j) = a(i,j)*0.5d0 + it*j + got(1 + mod(i, 40))
        end do
      end do
      call late(it)
      !$mdmp send(t(2)%w, right)
      !$mdmp recv(got, left)
    end do
    !$mdmp end commregion
    print '(a,i3,2es25.16)', 'writes', me, sum(a), sum(got)
  end subroutine
  subroutine halves
    type(cell), allocatable :: t(:)
    real(8) :: a(n,m), b(n,m), has
    integer :: it, i, j
    allocate (t(5))
    a = me; b = 2
    do i = 1, 5
      t(i)%h = i
    end do
    !$mdmp commregion
    do it = 1, 10
      has = it*3 + me
      call late(it)
      !$mdmp send(has, right)
      !$mdmp recv(t(4)%h, left)
      do j = 1, m
        do i = 1, n
          b(i,j) = b(i,j)*0.5d0 + it*j
        end do
      end do
      do j = 1, m
        do i = 1, n
          a(i,j) = a(i,j)*0.5d0 + sum(t%h) + j*maxval(t(2:5)%h)
        end do
      end do
    end do
    !$mdmp end commregion
    print '(a,i3,2es25.16)', 'halves', me, sum(a), sum(b)
  end subroutine
end program

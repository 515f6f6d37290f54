! run: flags -O1
! Characters of deferred length: what a section of them measures is known when the
! program runs.
module kit
  use mpi
  implicit none
  integer, parameter :: n = 24, m = 10
  integer :: rank, nr, left, right
  type box
    character(:), allocatable :: c(:,:)
    character(:), pointer :: p(:,:)
  end type
contains
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    if (mod(rank + it, 2) /= 0) return
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
end module

program deferred
  use kit
  implicit none
  integer :: ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr)
  right = modulo(rank+1, nr)
  call array
  call statements
  call component
  call pointed
  call scalars
  call MPI_Finalize(ierr)
contains
  subroutine array
    character(:), allocatable :: c(:,:)
    integer :: it, i, j, s
    allocate (character(3+nr) :: c(n,0:m))
    c = repeat(achar(97 + rank), 8)
    s = 0
    !$mdmp commregion
    do it = 1, 6
      !$mdmp send(c(:,m), right)
      !$mdmp recv(c(:,0), left)
      call late(it)
      do j = m, 1, -1
        do i = 1, n
          c(i,j)(1:2) = c(i,j-1)(2:3)
          c(i,j)(3:) = achar(97 + mod(iachar(c(i,j-1)(1:1)) + it, 26))
        end do
      end do
      s = s + iachar(c(3,0)(1:1))
    end do
    !$mdmp end commregion
    print *, 'array', rank, s, c(1,1), c(n,m), c(7,5)
  end subroutine

  subroutine statements
    character(:), allocatable :: c(:,:), d(:,:), e(:,:)
    integer :: it, s
    allocate (character(3+nr) :: c(n,0:m), d(n,0:m), e(n,0:m))
    c = repeat(achar(97 + rank), 8)
    d = c
    s = 0
    !$mdmp commregion
    do it = 1, 6
      !$mdmp send(c(2:n-1,m), right)
      !$mdmp recv(c(2:n-1,0), left)
      !$mdmp send(d, right)
      !$mdmp recv(e, left)
      call late(it)
      s = s + iachar(c(4,0)(2:2)) + iachar(e(4,4)(2:2))
      c(:,m) = c(:,0)(1:1) // achar(97 + it)
      c(:,1)(1:2) = e(:,m)(2:3)
      d(:,1:2) = c(:,m-1:m)
    end do
    !$mdmp end commregion
    print *, 'statements', rank, s, c(2,1), c(n,m), d(7,1), d(3,3)
  end subroutine

  subroutine component
    type(box) :: b
    integer :: it, i, j, s
    allocate (character(2+nr) :: b%c(n,0:m))
    b%c = repeat(achar(97 + rank), 8)
    s = 0
    !$mdmp commregion
    do it = 1, 6
      !$mdmp send(b%c(:,m), right)
      !$mdmp recv(b%c(:,0), left)
      call late(it)
      s = s + iachar(b%c(4,0)(1:1))
      do j = m, 1, -1
        do i = 1, n
          b%c(i,j) = b%c(i,j-1)(2:) // achar(97 + mod(it + i, 26))
        end do
      end do
    end do
    !$mdmp end commregion
    print *, 'component', rank, s, b%c(1,1), b%c(n,m)
  end subroutine

  subroutine pointed
    type(box) :: b
    character(:), pointer :: q(:,:)
    integer :: it, i, j, s
    allocate (character(2+nr) :: b%p(n,0:m), q(n,0:m))
    b%p = repeat(achar(97 + rank), 8)
    q = b%p
    s = 0
    !$mdmp commregion
    do it = 1, 6
      !$mdmp send(b%p(:,m), right)
      !$mdmp recv(b%p(:,0), left)
      !$mdmp send(q(:,m), right)
      !$mdmp recv(q(:,0), left)
      call late(it)
      s = s + iachar(b%p(4,0)(1:1)) + iachar(q(4,0)(2:2))
      do j = m, 1, -1
        do i = 1, n
          b%p(i,j) = q(i,j-1)(2:) // achar(97 + mod(it + i, 26))
          q(i,j) = b%p(i,j)
        end do
      end do
    end do
    !$mdmp end commregion
    print *, 'pointed', rank, s, b%p(1,1), b%p(n,m), q(2,2)
    deallocate (b%p, q)
  end subroutine

  subroutine scalars
    character(:), allocatable :: a, b
    integer :: it, s
    a = repeat(achar(97 + rank), 2 + nr)
    b = a
    s = 0
    !$mdmp commregion
    do it = 1, 6
      !$mdmp send(a, right)
      !$mdmp recv(b, left)
      call late(it)
      s = s + iachar(b(1:1))
      a = b(2:) // achar(97 + it)
      a(1:1) = 'q'
    end do
    !$mdmp end commregion
    print *, 'scalars', rank, s, a, b
  end subroutine
end program

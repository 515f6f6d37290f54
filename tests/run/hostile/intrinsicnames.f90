! run: flags -w
! Variables called like the intrinsic procedures that generated code uses: sent, received, in nests, as peers.
program intrinsicnames
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 12
  real(8) :: lbound(n,0:m+1), v(n,0:m+1), int, t0
  real(8) :: max, achar, merge
  integer :: kind, huge, size, it, i, j, left, right, ierr, me
  real(8), allocatable :: u(:,:)
  logical :: allocated, associated
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  left = modulo(me-1, size); right = modulo(me+1, size)
  lbound = me + 1; v = 0; int = me; achar = 0; kind = 0; huge = 3; max = 0; merge = 0
  allocated = .true.; associated = .true.
  allocate(u(n,0:m+1)); u = me
  !$mdmp commregion
  do it = 1, 4
    !$mdmp send(lbound(:,1), modulo(me-1, size))
    !$mdmp recv(lbound(:,m+1), modulo(me+1, size))
    !$mdmp send(int, right) tag(huge)
    !$mdmp recv(achar, left) tag(huge)
    !$mdmp send(u(:,1), left) if(allocated)
    !$mdmp recv(u(:,m+1), right) if(associated)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    do j = 1, m
      do i = 1, n
        v(i,j) = 0.5d0*lbound(i,j+1) + it
      end do
    end do
    do kind = 1, m
      do i = 1, n
        max = v(i,kind) + 1
        lbound(i,kind) = 0.3d0*max
      end do
    end do
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.3d0*u(i,j+1) + 1
      end do
    end do
    merge = achar + 1
    int = merge*0.5d0
    if (allocated) u(1,1) = u(1,1) + merge
  end do
  !$mdmp end commregion
  print *, me, int, achar, kind, max, merge, sum(lbound), sum(v), sum(u)
  int = me
  call vectors(max, v(1:3,1))
  call MPI_Finalize(ierr)
contains
  subroutine vectors(present, ubound)
    real(8), target :: present
    real(8) :: ubound(:), w(3), min
    integer :: k
    min = 0; w = 0
    !$mdmp commregion comm(MPI_COMM_WORLD)
    do k = 1, 3
      !$mdmp send(ubound, right)
      !$mdmp recv(w, left)
      !$mdmp send(present, right) tag(1)
      !$mdmp recv(min, left) tag(1)
      ubound = 0.5d0*w + k
      present = min*2
    end do
    !$mdmp end commregion
    print *, me, w, ubound, present, min
  end subroutine
end program

! run: flags -fopenmp
! Parallel regions that hold several worksharing loops, also under IF constructs.
module kernels
  use mpi
  implicit none
  integer, parameter :: n = 70, m = 40
  integer :: rank, left, right
contains
  subroutine exchange(u)
    real(8), intent(inout) :: u(n,0:m+1)
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
  end subroutine
  subroutine sweep(u, v, w, how, s)
    real(8), intent(inout) :: u(n,0:m+1), v(n,0:m+1), w(n,0:m+1)
    integer, intent(in) :: how(2)
    real(8), intent(inout) :: s
    integer :: i, j, k, l
    real(8) :: t, top
    top = 0
    !$omp parallel private(i, t) &
    !$omp& shared(u, v, w)
    if (how(1) == 1) then
      !$omp do
      do j = 1, m
        !$omp simd
        do i = 1, n
          w(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1))
        end do
      end do
      !$omp end do nowait
      !$omp do private(k)
      do j = 1, m
        do i = 2, n-1
          k = i - 1
          t = u(k,j) - u(i+1,j)
          v(i,j) = v(i,j) + 0.1d0*t
        end do
      end do
    else if (how(2) > 3) then
      !$omp do schedule(dynamic, 3)
      do j = 1, m
        do i = 1, n
          w(i,j) = u(i,j) + 0.25d0*u(i,j-1)
        end do
      end do
      !$omp end do
    else
      !$omp do
      do j = 1, m
        do i = 1, n
          w(i,j) = u(i,j) - 0.25d0*u(i,j+1)
        end do
      end do
      !$omp end do
    end if
    !$omp do reduction(max:top)
    do j = 1, m
      do i = 1, n
        top = max(top, w(i,j) + 1)
      end do
    end do
    !$omp end do
    !$omp do
    do j = 1, m
      do i = 1, n
        u(i,j) = 0.9d0*w(i,j) + 0.05d0*v(i,j)
      end do
    end do
    !$omp end do
    !$omp end parallel
    s = s + top
    ! what each thread carries from one loop to the next, and counts
    !$omp parallel private(i, t, l)
    !$omp do schedule(static)
    do j = 1, m
      t = u(3,j)
    end do
    !$omp end do nowait
    !$omp do schedule(static)
    do j = 1, m
      v(1,j) = t*0 + u(2,j)
    end do
    !$omp end do
    !$omp single
    s = s + 1
    !$omp end single
    !$omp end parallel
    !$omp parallel firstprivate(l) private(t)
    !$omp do
    do j = 1, m
      do i = 1, n
        v(i,j) = v(i,j) + 1d-3*u(i,j)
      end do
    end do
    !$omp do
    do j = 1, m
      do i = 1, n
        v(i,j) = 0.99d0*v(i,j)
      end do
    end do
    !$omp end parallel
  end subroutine
end module
program p
  use kernels
  implicit none
  real(8) :: u(n,0:m+1), v(n,0:m+1), w(n,0:m+1), s
  integer :: nr, ierr, it, i, j
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  do j = 0, m+1
    do i = 1, n
      u(i,j) = mod(i*3 + j*7 + rank*11, 13)
    end do
  end do
  v = u + 1
  w = 0
  s = 0
  !$mdmp commregion
  do it = 1, 12
    call exchange(u)
    call sweep(u, v, w, [mod(it, 2), mod(it, 7)], s)
    call exchange(v)
    !$omp parallel
    if (it > 4) then
      !$omp do
      do j = 1, m
        do i = 1, n
          w(i,j) = v(i,j-1) - u(i,j)
        end do
      end do
      !$omp end do
    end if
    !$omp do
    do j = 1, m
      do i = 1, n
        u(i,j) = u(i,j) + 0.01d0*(v(i,j+1) + w(i,j))
      end do
    end do
    !$omp end parallel
  end do
  !$mdmp end commregion
  print '(a,i3,4(2x,z16))', 'fields', rank, sum(u), sum(v), sum(w), s
  call MPI_Finalize(ierr)
end program

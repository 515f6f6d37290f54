! run: flags -fopenmp
! Nothing may stand between a directive to the compiler and what it belongs to, nor between that and its end:
! all of them read what was received, and write what is sent.
program boundtogether
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 12
  real(8) :: u(n,0:m+1), v(n,0:m+1), s, r, t0
  integer :: me, np, left, right, ierr, it, i, j, k
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  left = modulo(me-1, np); right = modulo(me+1, np)
  u = reshape([(sin(1d0*i+me), i=1,size(u))], shape(u))
  v = 0; s = 0; r = 0; k = 0
  call atomics
  call blocks
  call others
  call MPI_Finalize(ierr)
contains
  subroutine atomics
  !$mdmp commregion
  do it = 1, 3
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    !$omp atomic capture
    r = s
    s = s + u(3,m+1)
    !$omp end atomic
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    !$omp atomic
    s = s + u(4,0)
    !$omp atomic write
    r = u(5,0)
    !$omp endatomic
    !$omp atomic read
    r = s
    !GCC$ unroll 4
    ! text between

    do i = 1, n
      u(i,1) = u(i,1) + u(i,0)*0.01d0
    end do
    !GCC$ ivdep
    do j = 1, m
      do i = 1, n
        v(i,j) = 0.5d0*u(i,j-1) + it
      end do
    end do
  end do
  !$mdmp end commregion
  print *, me, 'atomic', s, r, sum(u), sum(v)
  end subroutine

  subroutine blocks
  !$mdmp commregion
  do it = 1, 3
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    !$omp simd
    do i = 1, n
      v(i,1) = u(i,m+1) + 1
    end do
    !$omp end simd
    !$omp parallel do
    do j = 1, m
      u(1,j) = u(1,j) + u(2,m+1)*0.001d0
    end do
    !$omp end parallel do
    !$mdmp send(u(:,m), right)
    !$mdmp recv(u(:,0), left)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    !$omp parallel workshare
    u(:,2) = u(:,0)*0.1d0
    v(:,2) = u(:,0)
    !$omp end parallel workshare
    !$mdmp send(v(:,2), right)
    !$mdmp recv(v(:,m+1), left)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    !$omp parallel sections private(i)
    !$omp section
    s = v(1,m+1)
    !$omp section
    do i = 1, n
      u(i,3) = v(i,m+1)*0.3d0
    end do
    !$omp end parallel sections
    !$mdmp send(u(:,3), right)
    !$mdmp recv(u(:,m+1), left)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    !$omp parallelsections
    !$omp section
    r = u(2,m+1)
    !$omp section
    u(:,4) = 0.1d0*u(:,m+1)
    !$omp endparallelsections
    !$mdmp send(u(:,4), right)
    !$mdmp recv(u(:,5), left)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    !$omp parallel private(j)
    !$omp single
    !$omp taskloop
    do j = 6, m
      u(3,j) = u(3,j) + u(4,5)
    end do
    !$omp end taskloop
    !$omp end single
    !$omp do ordered
    do j = 1, m
      !$omp ordered
      v(1,j) = u(1,5) + j
      !$omp end ordered
    end do
    !$omp end do
    !$omp critical (name)
    k = k + 1
    !$omp end critical (name)
    !$omp masked
    r = r + u(7,5)
    !$omp end masked
    !$omp end parallel
    k = merge(1, 0, k > 0)
    !$mdmp send(v(:,1), right)
    !$mdmp recv(v(:,3), left)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
  end do
  !$mdmp end commregion
  print *, me, 'blocks', s, r, k, sum(u), sum(v)
  end subroutine

  subroutine others
  !$mdmp commregion
  do it = 1, 3
    !$mdmp send(u(:,1), left)
    !$mdmp recv(u(:,m+1), right)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    !$omp target teams distribute parallel do
    do j = 4, m
      v(2,j) = v(1,3)
    end do
    !$omp end target teams distribute parallel do
    !$omp scope
    do j = 4, m
      u(:,j) = u(:,j) + v(2,j)*1d-3
    end do
    s = s + u(1,4)
    !$omp end scope
    !$acc parallel loop
    do i = 1, n
      u(i,1) = u(i,m+1)*0.5d0
    end do
    !$acc end parallel loop
    !$acc kernels
    u(:,2) = u(:,m+1)*0.1d0
    v(:,2) = u(:,m+1)
    !$acc end kernels
    !DIR$ NOINLINE
    !$mdmp send(v(:,2), left)
    !$mdmp recv(v(:,m+1), right)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    if (it > 2) goto 10
    s = s + 1
10 continue
    !GCC$ novector
    do i = 1, n
      s = s + v(i,m+1)
    end do
    do concurrent (i = 1:n)
      u(i,1) = u(i,1) + 1
    end do
  end do
  !$mdmp end commregion
  print *, me, 'others', s, sum(u), sum(v)
  end subroutine
end program

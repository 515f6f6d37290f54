! Fixed form, comments of OpenMP with continuations between them and their loops,
! labels at which loops end together, and statements with labels.
      program ompfixed
      include 'mpif.h'
      integer n, m
      parameter (n = 50, m = 30)
      real*8 u(n, 0:m+1), v(n, 0:m+1)
      integer rank, nranks, iprev, inext, ierr, i, j, it
      common /team/ k
c$omp threadprivate(/team/)
      call MPI_Init(ierr)
      call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
      call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
      iprev = mod(rank - 1 + nranks, nranks)
      inext = mod(rank + 1, nranks)
      do 10 j = 0, m + 1
      do 10 i = 1, n
         u(i,j) = rank + i*0.01d0 + j
   10    v(i,j) = 0
      k = 0
!$mdmp commregion
      do it = 1, 9
c$omp parallel
c$omp+private(i)
*$omp do
         do 20 j = 1, m
            do i = 1, n
               v(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1))
            end do
            k = k + 1
   20    continue
c$omp end do
c$omp end parallel
!$omp parallel
!$omp do
         do 30 j = 1, m
            do 30 i = 1, n
   30    u(i,j) = v(i,j) + k*0.5d0
!$omp end parallel
c$    u(1,1) = -1
c$mdmp send(u(:,m), inext)
c$mdmp recv(u(:,0), iprev)
!$omp parallel do
         do j = 1, m
            do i = 1, n
               v(i,j) = 2*v(i,j)
            end do
         end do
c$mdmp send(u(:,1), iprev)
c$mdmp recv(u(:,m+1), inext)
      end do
!$mdmp end commregion
      print '(2(i0,1x),2(z16,1x))', rank, k, sum(u), sum(v)
      call MPI_Finalize(ierr)
      end

      program p
      include 'mpif.h'
      integer n, m
      parameter (n = 8, m = 6)
      double precision u(n,0:m+1)
      integer rank, ranks, left, right, ierr, it
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
      left = rank - 1
      right = rank + 1
      if (left .lt. 0) left = MPI_PROC_NULL
      if (right .ge. ranks) right = MPI_PROC_NULL
      do 10 j = 0, m+1
        do 10 i = 1, n
 10       u(i,j) = i + 10*j + 100*rank
      do 20 it = 1, 5
        call pass(u, n, m, left, right, it)
        do 30 j = 1, m
          do 30 i = 2, n-1
 30         u(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1))
 20   continue
      print *, rank, u(3,3), u(n-1,m)
      call MPI_FINALIZE(ierr)
      end

      subroutine pass(a, n, m, leftneighbour, rightneighbour, mdmp_copy)
      include 'mpif.h'
      integer n, m, leftneighbour, rightneighbour, mdmp_copy, ierr
      integer istat(MPI_STATUS_SIZE)
      double precision a(n,0:m+1)
      real*8 s
      s = mdmp_copy
      call MPI_SENDRECV_REPLACE(a(1,m), n, MPI_DOUBLE_PRECISION,
     $     rightneighbour, 17, leftneighbour, 17, MPI_COMM_WORLD,
     $     istat, ierr)
      if (mdmp_copy .gt. 2 .and. leftneighbour .ne. rightneighbour)
     $  call MPI_SENDRECV_REPLACE(s, 1, MPI_DOUBLE_PRECISION,
     $     leftneighbour, 18, rightneighbour, 18, MPI_COMM_WORLD,
     $     istat, ierr)
      a(1,1) = a(1,1) + s
      return
      end

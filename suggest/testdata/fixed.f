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
        call edges(u, n, m, left, right)
        do 30 j = 1, m
          do 30 i = 2, n-1
 30         u(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1))
 20   continue
      print *, rank, u(3,3), u(n-1,m)
      call MPI_FINALIZE(ierr)
      end

      subroutine edges(a, n, m, leftneighbour, rightneighbour)
      include 'mpif.h'
      integer n, m, leftneighbour, rightneighbour, ierr
      integer istat(MPI_STATUS_SIZE)
      double precision a(n,0:m+1)
      call MPI_SENDRECV(a(1,m), n, MPI_DOUBLE_PRECISION,
     $     rightneighbour, 17, a(1,0), n, MPI_DOUBLE_PRECISION,
     $     leftneighbour, 17, MPI_COMM_WORLD, istat, ierr)
      call MPI_SENDRECV(a(1,1), n, MPI_DOUBLE_PRECISION,
     $     leftneighbour, 18, a(1,m+1), n, MPI_DOUBLE_PRECISION,
     $     rightneighbour, 18, MPI_COMM_WORLD, istat, ierr)
      return
      end

c run: ranks 1
      program p
      include 'mpif.h'
      double precision u(60,0:21), v(60,20), dsqrt, dabs, dmax1
      call MPI_Init(ierr)
      u = 1
c$mdmp commregion
      do 30 it = 1, 3
c$mdmp send(u(1,1), 60, 0)
c$mdmp recv(u(1,0), 60, 0)
      do 20 j = 1, 20
      do 10 i = 1, 60
      v(i,j) = dsqrt(dabs(u(i,j-1))) + dmax1(u(i,j), 2d0)
  10  continue
  20  continue
      u(1,1) = v(1,1)
  30  continue
c$mdmp end commregion
      print *, u(1,1)
      call MPI_Finalize(ierr)
      end

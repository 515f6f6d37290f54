! run: flags -std=legacy
! A line with a tab in the label field is longer than its bytes: what is put into it must not go over the last column.
      program tabbed
      use mpi
      real*8 u(64,0:65), v(64,0:65), s
      call MPI_Init(ierr)
      call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
      call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
      left = modulo(me-1, nr)
      iright = modulo(me+1, nr)
      m = 64
      n = 64
      do 5 j = 0, 65
      do 5 i = 1, 64
      v(i,j) = 0
    5 u(i,j) = i + 100*j + 7*me
!$mdmp commregion
      do 30 it = 1, 12
!$mdmp recv(u(:,0), left) tag(1)
!$mdmp recv(u(:,m+1), iright) tag(2)
!$mdmp send(u(:,1), left) tag(2)
!$mdmp send(u(:,m), iright) tag(1)
	                                             do 10 j=1,m,1
      do 10 i = 1, n
   10 v(i,j) = 0.5d0*(u(i,j-1) + u(i,j+1))
	                                             do 20 j=1,m,1
      do 20 i = 1, n
   20 u(i,j) = v(i,j) + 0.25d0
   30 continue
!$mdmp end commregion
      s = 0
      do 40 j = 1, m
      do 40 i = 1, n
   40 s = s + u(i,j)*mod(i+3*j, 17)
      print *, me, s
      call MPI_Finalize(ierr)
      end

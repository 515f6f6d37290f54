! run: flags -O1
! run: ranks 1
      program p                       ! implicit typing, as in FORTRAN 77
      include 'mpif.h'
      double precision u(60,0:21), v(60,20), s
      call MPI_Init(ierr)
      call MPI_Comm_rank(MPI_COMM_WORLD, irank, ierr)
      u = irank + 1
      s = 0
      !$mdmp commregion
      do it = 1, 3
        !$mdmp send(u(:,1), 0) if(irank == 0)
        !$mdmp recv(u(:,0), 0) if(irank == 0)
        do j = 1, 20
          do i = 1, 60
            t = u(i,j) + it
            v(i,j) = t + u(i,j-1)
          end do
        end do
        s = s + t                     ! t was a variable of the BLOCK round the nest
        u(:,1:20) = v
      end do
      !$mdmp end commregion
      print *, irank, s
      call MPI_Finalize(ierr)
      end

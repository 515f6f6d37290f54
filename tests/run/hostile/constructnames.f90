! Names of constructs in nests that are variables of the host, too, and live behind them.
      program p
      include 'mpif.h'
      double precision u(60,0:21), v(60,20), s
      call MPI_Init(ierr)
      call MPI_Comm_rank(MPI_COMM_WORLD, irank, ierr)
      call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
      l = mod(irank-1+np, np)
      u = irank + 1
      s = 0
      !$mdmp commregion
      do it = 1, 3
        !$mdmp send(u(:,20), mod(irank+1,np))
        !$mdmp recv(u(:,0), l)
        do j = 1, 20
          do i = 1, 60
            k = i + j
            v(i,j) = u(i,j-1) + k
            kk = i
          end do
          forall (k=1:3) v(k,j) = v(k,j)*0.5d0
        end do
        s = s + k + kk
        do j = 1, 20
          do i = 1, 60
            mm = i + j
            u(i,j) = 0.5d0*v(i,j) + mm
          end do
          do concurrent (mm=1:3)
            u(mm,j) = v(mm,j)*0.5d0
          end do
        end do
        s = s + mm
        do j = 1, 20
          do i = 1, 60
            tt = i + j
            u(i,j) = 0.5d0*v(i,j) + tt
          end do
          associate (tt => v(3,j))
            u(1,j) = tt
          end associate
        end do
        s = s + tt
      end do
      !$mdmp end commregion
      print *, irank, s, k, kk, mm
      call MPI_Finalize(ierr)
      end

! run: flags -fopenmp -std=legacy
! Storage with several names: EQUIVALENCE with a variable of a common block, whose
! other procedures call it otherwise; common blocks of each thread.
      program p
      implicit double precision (a-h,o-z)
      include 'mpif.h'
      common /ranks/ irank, nr, left, iright
      call MPI_Init(ierr)
      call MPI_Comm_rank(MPI_COMM_WORLD, irank, ierr)
      call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
      left = modulo(irank-1, nr)
      iright = modulo(irank+1, nr)
      call received
      call sent
      call innest
      call twins
      call scalars
      call threads
      call MPI_Finalize(ierr)
      end

      subroutine late(it)
      implicit double precision (a-h,o-z)
      include 'mpif.h'
      common /ranks/ irank, nr, left, iright
      if (mod(irank+it, 2) .ne. 0) return
      t0 = MPI_Wtime()
 1    if (MPI_Wtime() - t0 .lt. 1d-3) goto 1
      end

c     what is received into u is read as f
      subroutine received
      implicit double precision (a-h,o-z)
      common /ranks/ irank, nr, left, iright
      common /fields/ f(560)
      dimension u(40,0:13), v(40,12)
      equivalence (u(1,0), f(1))
      s = 0
      u = irank + 1
!$mdmp commregion
      do it = 1, 4
!$mdmp send(u(:,12), iright)
!$mdmp recv(u(:,0), left)
        call late(it)
        call look(s)
        do j = 1, 12
          do i = 1, 40
            v(i,j) = u(i,j)*0.5d0 + it
          end do
        end do
        call change(it)
        do j = 1, 12
          do i = 1, 40
            u(i,j) = v(i,j) + u(i,j)*0.25d0
          end do
        end do
      end do
!$mdmp end commregion
      print *, 'received', irank, s, sum(u)
      end

      subroutine look(s)
      implicit double precision (a-h,o-z)
      common /fields/ g(560)
      s = s + g(3) + g(41)
      end

      subroutine change(it)
      implicit double precision (a-h,o-z)
      common /fields/ g(40,14)
      do i = 1, 40
        g(i,13) = g(i,13)*0.5d0 + it
      end do
      end

c     what is sent as u is changed as g after the nest that wrote it
      subroutine sent
      implicit double precision (a-h,o-z)
      common /ranks/ irank, nr, left, iright
      common /fields/ f(40,14)
      dimension u(40,0:13)
      equivalence (u, f)
      u = irank + 1
      s = 0
!$mdmp commregion
      do it = 1, 4
        do j = 1, 12
          do i = 1, 40
            u(i,j) = u(i,j)*0.5d0 + it
          end do
        end do
        call change(it)
!$mdmp send(u(:,12), iright)
!$mdmp recv(u(:,0), left)
        call late(it)
        s = s + f(4,1)
      end do
!$mdmp end commregion
      print *, 'sent', irank, s, sum(u)
      end

c     a nest calls what reads the received elements by another name
      subroutine innest
      implicit double precision (a-h,o-z)
      common /ranks/ irank, nr, left, iright
      common /fields/ f(40,14)
      dimension u(40,0:13), w(40,12)
      equivalence (u, f)
      u = irank + 1
!$mdmp commregion
      do it = 1, 4
!$mdmp send(u(:,12), iright)
!$mdmp recv(u(:,0), left)
        call late(it)
        do j = 1, 12
          do i = 1, 40
            w(i,j) = edge(i) + it
          end do
        end do
        do j = 1, 12
          do i = 1, 40
            u(i,j) = u(i,j)*0.5d0 + w(i,j)
          end do
        end do
      end do
!$mdmp end commregion
      print *, 'innest', irank, sum(u)
      end

      function edge(i)
      implicit double precision (a-h,o-z)
      common /fields/ g(40,14)
      edge = g(i,1)
      end

c     two names in one procedure, shifted
      subroutine twins
      implicit double precision (a-h,o-z)
      common /ranks/ irank, nr, left, iright
      dimension a(40,0:13), b(40,13)
      equivalence (a(1,1), b(1,1))
      a = irank + 1
      s = 0
!$mdmp commregion
      do it = 1, 4
!$mdmp send(a(:,1), left)
!$mdmp recv(a(:,13), iright)
        call late(it)
        do j = 1, 12
          do i = 1, 40
            a(i,j) = b(i,j+1)*0.5d0 + it
          end do
        end do
        s = s + b(5,13)
      end do
!$mdmp end commregion
      print *, 'twins', irank, s, sum(a)
      end

c     scalars that share storage, in a nest and with a section
      subroutine scalars
      implicit double precision (a-h,o-z)
      common /ranks/ irank, nr, left, iright
      common /where/ k, l
      equivalence (kk, k), (t, tt)
      dimension u(40,0:13)
      u = irank + 1
      s = 0
!$mdmp commregion
      do it = 1, 4
        k = 12
!$mdmp send(u(:,kk), iright)
        k = 0
!$mdmp recv(u(:,kk), left)
        call late(it)
        call move
        do j = 1, 12
          t = j
          do i = 1, 40
            u(i,j) = u(i,j)*0.5d0 + tt
          end do
          tt = 3
        end do
        s = s + u(2,kk) + u(3,kk-1) + t
      end do
!$mdmp end commregion
      print *, 'scalars', irank, s, sum(u)
      end

      subroutine move
      common /where/ m, n
      m = m + 1
      end

c     each thread counts what it does
      subroutine threads
      implicit double precision (a-h,o-z)
      common /ranks/ irank, nr, left, iright
      common /mine/ c
!$omp threadprivate(/mine/)
      dimension u(40,0:13), v(40,12), total(0:7)
      integer me
      external me
      u = irank + 1
      total = 0
      call omp_set_dynamic(.false.)
!$omp parallel num_threads(2)
      c = 0
!$omp end parallel
!$mdmp commregion
      do it = 1, 4
!$mdmp send(u(:,12), iright)
!$mdmp recv(u(:,0), left)
        call late(it)
!$omp parallel do num_threads(2) schedule(static)
        do j = 1, 12
          c = j
          do i = 1, 40
            v(i,j) = u(i,j-1) + c
          end do
        end do
!$omp end parallel do
!$omp parallel do num_threads(2) schedule(static)
        do j = 1, 12
          call count(j)
          do i = 1, 40
            u(i,j) = v(i,j)*0.5d0
          end do
        end do
!$omp end parallel do
!$omp parallel num_threads(2)
        total(me()) = total(me()) + c
!$omp end parallel
      end do
!$mdmp end commregion
      print *, 'threads', irank, total(0), total(1), sum(u)
      end

      integer function me()
      use omp_lib
      me = omp_get_thread_num()
      end

      subroutine count(j)
      implicit double precision (a-h,o-z)
      common /mine/ c
!$omp threadprivate(/mine/)
      c = c + j
      end

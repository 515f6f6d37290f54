! run: flags -std=legacy
! Names without a declaration that appear first where code is put round them:
! in nests (scalars, variables of loops, what lives on behind the nest), in
! directives, in conditions, in array statements, in internal procedures.
      program p
      implicit double precision (a-h,o-p,r-z)
      implicit character*4 (q), logical (l)
      include 'mpif.h'
      parameter (n = 40, m = 12)
      common /fields/ u(n,0:m+1), v(n,m)
      dimension w(n,m)
      call MPI_Init(ierr)
      call MPI_Comm_rank(MPI_COMM_WORLD, irank, ierr)
      call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
      s = 0
      do 10 j = 1, m
      do 10 i = 1, n
        u(i,j) = irank + 1 + i*0.25d0 + j
 10   continue
      w = 1
!$mdmp commregion
      do 100 it = 1, 4
!$mdmp send(u(:,1), modulo(irank-1, nr))
!$mdmp recv(u(:,m+1), modulo(irank+1, nr))
!$mdmp send(u(:,m), modulo(irank+1, nr))
!$mdmp recv(u(:,0), modulo(irank-1, nr))
        if (mod(it+irank,2) .eq. 0) call late
        do 20 jj = 1, m
          t = u(3,jj)*0.5d0
          do 20 ii = 1, n
            b = t + u(ii,jj-1) + u(ii,jj+1)
            v(ii,jj) = b
            lpos = b .gt. 12d0
 20     continue
        s = s + t + b + jj + ii
        if (lpos) s = s + 1
c       a nest under a condition; its variables are read in other branches
        if (it .gt. 1) then
          do jk = 1, m
            tk = v(1,jk)
            qa = 'abcd'
            do ik = 1, n
              w(ik,jk) = w(ik,jk)*0.5d0 + u(ik,jk) + tk
            end do
          end do
        else
          tk = 7
          qa = 'wxyz'
        end if
        if (qa .eq. 'abcd') s = s + tk + jk
        do 30 j = 1, m
        do 30 i = 1, n
 30     u(i,j) = 0.5d0*v(i,j) + it*w(i,j)*1d-3
 100  continue
!$mdmp end commregion
      print *, irank, s, sum(u(:,1:m))
c     names that a directive names first
      call other(nr, irank)
      call third
      call MPI_Finalize(ierr)

      contains
      subroutine third
      dimension x(n,0:m+1)
      x = irank
!$mdmp commregion
      do 40 kt = 1, 3
!$mdmp send(x(:,m), modulo(irank+1, nr))
!$mdmp recv(x(:,0), modulo(irank-1, nr))
        call late
        do 41 kj = 1, m
          xx = x(2,kj-1) + kt
          y = 0
          do 41 ki = 1, n
            y = y + x(ki,kj-1)
            x(ki,kj) = x(ki,kj)*0.25d0 + xx
 41     continue
        s = s + xx + y + kj
 40   continue
!$mdmp end commregion
      print *, irank, 'third', s, sum(x(:,1:m))
      end subroutine
      end

      subroutine late
      implicit double precision (a-h,o-z)
      include 'mpif.h'
      t0 = MPI_Wtime()
 1    if (MPI_Wtime() - t0 .lt. 1d-3) goto 1
      end

      subroutine other(nr, irank)
      implicit double precision (a-h,o-z)
      include 'mpif.h'
      dimension a(0:33,0:9)
      equivalence (a, flat(1))
      dimension flat(340)
      do i = 1, 340
        flat(i) = i*0.5d0 + irank
      end do
      ktag = 3
      s = 0
!$mdmp commregion
      do istep = 1, 4
        if (istep .gt. 1) then
!$mdmp send(a(:,8), ito) tag(ktag+k2) if(istep .gt. k1)
!$mdmp recv(a(:,0), ifrom) tag(ktag+k2) if(istep .gt. k1)
          if (irank .eq. 0) call late
          do j = 1, 8
            e = a(1,j-1)
            do i = 1, 32
              a(i,j) = a(i,j)*0.5d0 + a(i,j-1)*0.25d0 + e
            end do
          end do
          s = s + e + i + j
        end if
        ito = mod(irank+1, nr)
        ifrom = mod(irank+nr-1, nr)
        k1 = 1
        k2 = 2
      end do
!$mdmp end commregion
      print *, irank, 'second', s, sum(a)
      end

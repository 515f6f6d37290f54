! run: flags -std=legacy
c     Names that first appear inside code that is put there: functions of which
c     nothing but the type is declared, and variables without a declaration.
      program names
      include 'mpif.h'
      parameter (n = 60, m = 20)
      double precision u(n,0:21), v(n,m), s
      double precision dsqrt, dabs, dmax1, fe, dble
      external busy
      character*3 tag3
      common /rk/ me, np
      call MPI_Init(ierr)
      call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
      call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
      do 1 jj = 0, 21
      do 1 ii = 1, n
    1 u(ii,jj) = ii + 100*jj + 1000*me
      s = 0
      kount = 0
c$mdmp commregion
      do 30 it = 1, 4
c$mdmp send(u(:,1), nbr(-1))
c$mdmp recv(u(:,21), nbr(1))
c$mdmp send(u(:,m), nbr(1))
c$mdmp recv(u(:,0), nbr(-1))
      call busy(it)
c     intrinsic and external functions, an implicit scalar that outlives
      do 20 j = 1, m
      do 10 i = 1, n
      t = u(i,j-1)
      v(i,j) = dsqrt(dabs(u(i,j-1))) + dmax1(u(i,j+1), 2d0) + fe(t)
   10 continue
   20 continue
      s = s + t + i + j
      do 50 j = 1, m
      do 40 i = 1, n
      if (tag3(i) .eq. 'abc') kount = kount + 1
      u(i,j) = 0.5d0*v(i,j) + dble(it)
   40 continue
   50 continue
      last = kount
   30 continue
c$mdmp end commregion
      print *, me, 's', s, last
      print *, me, 'u', sum(u)
      call inner
      call MPI_Finalize(ierr)
      contains
      subroutine inner
      double precision w(n,0:21), dexp
      w = me + 1
c$mdmp commregion
      do 70 it = 1, 3
c$mdmp send(w(:,m), nbr(1))
c$mdmp recv(w(:,0), nbr(-1))
      call busy(it)
      do 60 j = m, 1, -1
      do 60 i = 1, n
      q = w(i,j-1)*0.001d0
   60 w(i,j) = dexp(-dabs(w(i,j)))*0.5d0 + fe(q)
   70 continue
c$mdmp end commregion
      print *, me, 'w', sum(w), q
      end subroutine
      end
      function fe(x)
      double precision fe
      fe = x + 1
      end
      integer function nbr(k)
      common /rk/ me, np
      nbr = mod(me + k + np, np)
      end
      function tag3(k)
      character*3 tag3
      tag3 = 'abc'
      if (mod(k,2).eq.0) tag3 = 'xyz'
      end
      subroutine busy(it)
      include 'mpif.h'
      common /rk/ me, np
      double precision t0
      if (mod(me+it,2).ne.0) return
      t0 = MPI_Wtime()
   10 if (MPI_Wtime() - t0 .lt. 2d-3) goto 10
      end

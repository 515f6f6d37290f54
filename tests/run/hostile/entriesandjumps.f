c     ENTRY, alternate returns, computed and arithmetic jumps, statement functions, COMMON of other shapes
      program entri
      include 'mpif.h'
      integer n, m
      parameter (n=400, m=6)
      double precision u(n,0:m+1), v(n,0:m+1), s
      common /flds/ u, v
      integer ierr, me, np, iw, ie, it, i, j, k
      common /ranks/ me, np, iw, ie
      double precision avg, a, b, c
      integer left
      avg(a,b,c) = 0.5d0*a + 0.25d0*(b + c)
      left(k) = mod(k - 1 + np, np)
      call MPI_Init(ierr)
      call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
      call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
      iw = left(me)
      ie = mod(me + 1, np)
      do 5 j = 0, m+1
      do 5 i = 1, n
      u(i,j) = me + 1
    5 v(i,j) = 0
      s = 0
c$mdmp commregion
      do 100 it = 1, 9
      call late(it)
      do 10 j = 1, m
      do 10 i = 1, n
   10 v(i,j) = avg(u(i,j), u(i,j-1), u(i,j+1)) + it
      do 20 j = 1, m
      do 20 i = 1, n
   20 u(i,j) = v(i,j)
c$mdmp send(u(1,1), n, left(me))
c$mdmp recv(u(1,m+1), n, ie)
c$mdmp send(u(1,m), n, ie) tag(1)
c$mdmp recv(u(1,0), n, left(me)) tag(1)
      if (it - 5) 30, 40, 50
   30 s = s + u(1,0)
      goto 60
   40 s = s + 2*u(2,0)
      goto 60
   50 s = s - u(3,m+1)
   60 goto (70, 80, 90), mod(it, 4)
      s = s + u(4,0)
      goto 95
   70 call entered(it)
      s = s + u(5,0)
      goto 95
   80 call first(*90, *85)
      s = s*0.5d0
      goto 95
   85 s = s + u(6,m+1)
      goto 95
   90 u(7,0) = u(7,0)*0.5d0
   95 continue
  100 continue
c$mdmp end commregion
      print '(i2,2(1x,z16.16),1x,z16.16)', me, chk(u), chk(v), s
      call MPI_Finalize(ierr)
      contains
      double precision function chk(x)
      double precision x(n,0:m+1)
      chk = sum(x)
      end function
      end

      subroutine late(it)
      include 'mpif.h'
      integer it
      integer me, np, iw, ie
      common /ranks/ me, np, iw, ie
      double precision t0
      t0 = MPI_Wtime()
      if (mod(me + it, 2) .eq. 0) then
      do while (MPI_Wtime() - t0 .lt. 2d-3)
      end do
      end if
      end

c     the same storage in another shape: x(1,1) is u(1,0)
      subroutine first(*, *)
      integer n, m
      parameter (n=400, m=6)
      double precision w(2*n*(m+2)), x(2,n*(m+2)/2), r
      common /flds/ w
      equivalence (w(1), x(1,1))
      integer it, me, np, iw, ie
      common /ranks/ me, np, iw, ie
      r = w(1) + x(2,1)
      if (r .gt. 20) return 1
      w(2) = w(2) + 1
      return 2
      entry entered(it)
c$mdmp send(w(n+1), n, ie) tag(3)
c$mdmp recv(w(1), n, iw) tag(3)
      if (mod(it,2) .eq. 1) then
        x(1,2) = x(1,2) + w(5)
        return
      end if
      w(4) = x(1,1)
      return
      end

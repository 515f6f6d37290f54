! run: ranks 1 2 3
! Ways out of regions that say something to what they call, in fixed form: labels at the end of lines and at the
! end of loops, jumps over several lines, a region at the end of a loop.
      program toldfixed
      implicit none
      include 'mpif.h'
      integer me, ranks, iback, i, how, ierr
      integer prev, next
      double precision a(500), b(500), c(500)
      common /place/ prev, next
      call MPI_Init(ierr)
      call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
      call MPI_Comm_split(MPI_COMM_WORLD, 0,
     &  ranks - 1, iback, ierr)
      call MPI_Comm_free(iback, ierr)
      call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
      call MPI_Comm_split(MPI_COMM_WORLD, 0, -me, iback, ierr)
c$mdmp init comm(iback)
      do 10 i = 1, 500
        a(i) = i + 1000*me
        b(i) = 0
        c(i) = 0
10    continue
      open (17, status='scratch')
      write (17, *) 1, 2
      prev = modulo(me - 1, ranks)
      next = modulo(me + 1, ranks)
      do 20 how = 1, 7
        prev = modulo(ranks - 1 - me - 1, ranks)
        next = modulo(ranks - 1 - me + 1, ranks)
        call left(a, b, how, iback)
        prev = modulo(me - 1, ranks)
        next = modulo(me + 1, ranks)
        call ring(a, c)
        print *, 'way', how, me, b(1), b(500), sum(b), c(1), sum(c)
20    continue
      call MPI_Comm_free(iback, ierr)
      call MPI_Finalize(ierr)
      end

      subroutine ring(a, b)
      implicit none
      integer prev, next
      double precision a(500), b(500)
      common /place/ prev, next
c$mdmp recv(b(1), 500, prev)
c$mdmp send(a(1), 500, next)
      end

      subroutine twice(a, b, k, *, *)
      implicit none
      integer k
      double precision a(500), b(500)
      call ring(a, b)
      if (k .eq. 1) return 2
      if (k .eq. 2) return 1
      end

      subroutine left(a, b, how, icomm)
      implicit none
      integer how, icomm, k, i, j
      double precision a(500), b(500)
      do 100 k = 1, 3
c$mdmp commregion comm(icomm) tag(2)
        call ring(a, b)
        b(2) = k
        if (how .eq. 1) call twice(a, b, k, *00200, *1 1 0)
        if (how .eq. 2)                        goto (200, 110, 100), k+1
        if (how .eq. 3) if                      (k - 2) 110, 100, 200
        rewind (17)
        if (how .eq. 4) read (17, *, end=200,
     &      err=300) i, j, i
        if (how .eq. 5) goto 200
        if (how .eq. 6) return
        do 120 j = 1, 3
          if (how .ne. 7) goto 110
          rewind (17)
          if (j .ge. 2) then
            read (17, *) i
            backspace 17
            endfile 17
          end if
120     read (17, *, end=100, err=300) i, i
110     b(3) = b(3) + 1
c$mdmp end commregion
100   continue
      b(4) = b(4) + 1
      call keep
      return
200   b(5) = b(5) + 1
      call keep
      return
300   b(6) = b(6) + 1
      call keep
      end

      subroutine keep
      rewind (17)
      write (17, *) 1, 2
      end

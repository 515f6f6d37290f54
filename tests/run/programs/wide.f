C     run: flags -ffixed-line-length-132
C     Fixed form with lines of 132 columns, and tabs in place of blanks.
      program wide
      use support
Cref  use ref
      include 'mpif.h'
	integer rank, n, k, ierr, prev, next
	real*8 u(0:21)
	call MPI_INIT(ierr)
	call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
	call MPI_COMM_SIZE(MPI_COMM_WORLD, n, ierr)
	prev = mod(rank - 1 +
	1 n, n)
      next = mod(rank + 1, n)
      do 10 k = 0, 21
10	u(k) = rank + k/5d0
c$mdmp commregion
	do k = 1, 4
c$mdmp recv(u(0), prev)                                                tag(3 +                                            k)
c$mdmp	send(u(20),
c$mdmp1	next) tag(k +                                                                                                 3)
Cref  call ref_recv(u(0), prev); call ref_send(u(20), next); call ref_wait(u)
      u(1:20) = 0.5d0*(u(0:19) +                                               u(2:21))                                     + 0d0
	end do
c$mdmp end commregion
	call report('u', transfer(u, bytes))
	call MPI_FINALIZE(ierr)
      end

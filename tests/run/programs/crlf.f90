! Line ends of another system, tabs, and bytes that are no ASCII: café, ü.
program crlf
	use mpi
	use support
	!ref use ref
	implicit none
	integer :: rank, n, k, ierr
	real(8) :: u(0:5)
	character(len=12) :: word
	call MPI_Init(ierr)
	call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
	call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
	u = rank + [0, 1, 2, 3, 4, 5]/7d0 	! été
	word = 'café über &
		&al'
	!$mdmp commregion
	do k = 1, 4
		!$mdmp recv(u(0), modulo(rank - 1, &  ! à gauche
		!$mdmp& n))

		!$mdmp send(u(4), modulo(rank + 1, n))
		!ref call ref_recv(u(0), modulo(rank - 1, n)); call ref_send(u(4), modulo(rank + 1, n)); call ref_wait(u)
		u(1:4) = 0.5d0*(u(0:3) + u(2:5))
	end do
	!$mdmp end commregion
	call report('u', transfer(u, bytes))
	call report('word', transfer(word, bytes))
	call MPI_Finalize(ierr)
end program crlf
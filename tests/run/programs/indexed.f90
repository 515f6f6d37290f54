! Receives through vector subscripts, in every mode: what comes lies where the list said before the exchange, and nothing else has changed.
! run: self
program indexed
  use mpi
  implicit none
  integer, parameter :: n = 100
  integer :: rank, ranks, ierr, west, east, it, i, ghost(7), old(7), edge(7)
  real(8) :: u(n), before(n)
  integer :: w(3,n), wbefore(3,n)
  logical :: fine, all_fine
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = merge(rank + 1, 0, rank + 1 < ranks)
  ghost = [90, 12, 55, 31, 77, 2, 64]
  edge = [5, 1, 9, 40, 33, 71, 100]
  fine = .true.
  !$mdmp commregion
  do it = 1, 10
    u = [(1000d0*rank + it + i/128d0, i=1,n)]
    w = reshape([(rank*10000 + 100*it + i, i=1,3*n)], [3,n])
    before = u
    wbefore = w
    old = ghost
    !$mdmp recv(u(ghost), west)
    !$mdmp recv(ghost, west) tag(1)
    !$mdmp recv(w(3:1:-2,old(2:3)), west) tag(2) if(it /= 4)
    !$mdmp send(before(edge), east)
    !$mdmp send(old, east) tag(1)
    !$mdmp send(wbefore([1,2],[3,4]), east) tag(2) if(it /= 4)
    do i = 1, 7
      fine = fine .and. u(old(i)) == 1000d0*west + it + edge(i)/128d0
    end do
    before(old) = u(old)
    fine = fine .and. all(u == before)
    if (it /= 4) then
      fine = fine .and. w(3,old(2)) == west*10000 + 100*it + 7 .and. w(1,old(3)) == west*10000 + 100*it + 11
      wbefore([3,1],old(2:3)) = w([3,1],old(2:3))
    end if
    fine = fine .and. all(w == wbefore)
    ghost = [(1 + modulo(it*7 + 13*i, n), i=1,7)]
  end do
  !$mdmp end commregion
  call mpi_allreduce(fine, all_fine, 1, mpi_logical, mpi_land, mpi_comm_world, ierr)
  if (rank == 0 .and. all_fine) print '(a)', 'ok'
  call mpi_finalize(ierr)
end program

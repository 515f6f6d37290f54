! run: ranks 1 2 4
! Communicators that nobody names: split, freed by some before others have received, made again with the same handle, named when they were
! used by some, of two groups; the program's own messages with the tags of directives, and receives for any tag.
program unnamedcomms
  use mpi
  implicit none
  integer, parameter :: n = 3000
  real(8) :: u(n), v(n), w(2), x
  integer :: rank, ranks, ierr, c, k, r, s, l, g, m, status(MPI_STATUS_SIZE)
  logical :: lower
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  do k = 1, 12
    lower = mod(k, 3) /= 0 .or. rank < ranks/2
    call MPI_Comm_split(MPI_COMM_WORLD, merge(0, 1, lower), -rank, c, ierr)
    call MPI_Comm_rank(c, r, ierr)
    call MPI_Comm_size(c, s, ierr)
    l = modulo(r-1, s); g = modulo(r+1, s)
    u = rank + k*100
    !$mdmp commregion
    do m = 1, 3
      call MPI_Sendrecv(u(3), 1, MPI_DOUBLE_PRECISION, g, m, x, 1, MPI_DOUBLE_PRECISION, l, m, c, status, ierr)
      u(4:n) = u(4:n)/3 + x
      !$mdmp recv(v, l) comm(c) tag(m)
      !$mdmp send(u, g) comm(c) tag(m)
      !$mdmp recv(w, g) comm(c) tag(7)
      !$mdmp send(u(1:2), l) comm(c) tag(7)
      u = u + v
      u(1) = u(1)/2 + w(2); u(2) = u(2)*1.5d0
    end do
    !$mdmp end commregion
    call MPI_Barrier(c, ierr)
    call MPI_Sendrecv(u(5), 1, MPI_DOUBLE_PRECISION, g, 40 + k, &
                      x, 1, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, MPI_ANY_TAG, c, status, ierr)
    u(1) = u(1) + x + status(MPI_TAG)
    if (k == 8) then
      if (r == 0) call once(c, r, tag=9)
      !$mdmp init comm(c)
      call once(c, l, g, 9)
    end if
    print *, k, rank, sum(u), u(1)
    if (mod(k, 2) == 0) call MPI_Comm_free(c, ierr)
  end do
  if (ranks == 4) call between
  call once(MPI_COMM_SELF, 0, tag=0)
  call crowd
  call MPI_Finalize(ierr)
contains
  subroutine once(comm, from, to, tag)
    integer, intent(in) :: comm, from, tag
    integer, intent(in), optional :: to
    integer :: dest
    dest = from
    if (present(to)) dest = to
    !$mdmp recv(v, from) comm(comm) tag(tag)
    !$mdmp send(u, dest) comm(comm) tag(tag)
    u = u + v
  end subroutine
  ! More pieces than may be under way, before anybody has met.
  subroutine crowd
    real(8), allocatable :: a(:), b(:)
    allocate (a(400000), b(400000))
    a = rank; b = -1
    call MPI_Comm_dup(MPI_COMM_WORLD, c, ierr)
    l = modulo(rank-1, ranks); g = modulo(rank+1, ranks)
    !$mdmp commregion delta(512)
    !$mdmp recv(b, l) comm(c)
    !$mdmp send(a, g) comm(c)
    if (rank > 0) then
      a = a + b
      !$mdmp recv(b, l) comm(c) tag(1)
      a = a + b
    end if
    !$mdmp send(a, g) comm(c) tag(1) if(rank < ranks - 1)
    !$mdmp end commregion
    print *, 'crowd', rank, sum(a)
  end subroutine
  subroutine between
    integer :: half, inter
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, ierr)
    call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1-mod(rank, 2), 3, inter, ierr)
    !$mdmp init comm(inter)
    do k = 1, 3
      call once(inter, 1 - rank/2, tag=k/2)
    end do
    print *, 'two groups', rank, v(1), v(n)
    call MPI_Comm_free(inter, ierr)
    call MPI_Comm_free(half, ierr)
  end subroutine
end program unnamedcomms

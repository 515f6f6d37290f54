! run: with types.f90 halo.f90 kernels.f90
! What procedures of other files receive into components of their arguments may be pending when they return.
program main
  use mpi
  use types
  use halo
  use kernels
  implicit none
  integer, parameter :: n = 24
  integer :: rank, np, left, right, it, ierr
  character(20) :: line
  type(field) :: u, v, w, tiles(3)
  type(field), pointer :: q
  type(field), target :: here, there
  type(pair) :: two
  type(more) :: m
  real(8) :: s
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  left = modulo(rank - 1, np); right = modulo(rank + 1, np)
  call make(u, n, 1d0 + rank); call make(v, n, 2d0 + rank); call make(w, n, 3d0 + rank)
  call make(tiles(1), n, 4d0 + rank); call make(tiles(2), n, 5d0 + rank); call make(tiles(3), n, 6d0 + rank)
  call make(here, n, 7d0 + rank); call make(there, n, 8d0 + rank)
  call make(two%one, n, 9d0 + rank); call make(two%two, n, 10d0 + rank)
  call make(m%field, n, 11d0 + rank)
  s = 0
  !$mdmp commregion
  do it = 1, 5
    call exchange(u, left, right)
    call evolve(v, u)
    call swap(u, v)
    ! used at once, in many ways
    call exchange(v, left, right)
    s = s + v%a(3,0)
    call exchange(v, left, right)
    associate (x => v%a)
      s = s + x(4,0)
    end associate
    call exchange(v, right, left)
    w = v
    call exchange(v, left, right)
    s = s + w%a(2,0) + w%a(2,n+1)
    call exchange(w, left, right)
    write (line, '(f18.6)') w%a(5,n+1)
    read (line, *) s
    call exchange(w, right, left)
    call exchange(w, left, right)
    s = s + sum(w%a)
    ! elements, pointers, parts
    call exchange(tiles(2), left, right)
    tiles(2)%a(:,1) = tiles(2)%a(:,0) + it
    call exchange(tiles(it/2 + 1), left, right)
    s = s + tiles(1)%a(1,0) + tiles(2)%a(1,0) + tiles(3)%a(1,0)
    q => here
    if (mod(it, 2) == 0) q => there
    call exchange(q, left, right)
    q => here
    s = s + q%a(2,0) + there%a(2,0)
    call pointed(here, left, right)
    s = s + here%p(2,n+1)
    call edges(u, left, right)
    u%edge(1:2) = u%edge(3:4) + 1
    call both(two, left, right)
    call evolve(two%two, two%one)
    s = s + two%two%a(3,n) + two%two%a(3,0)
    call exchange(m%field, left, right)
    s = s + m%a(2,0)
    ! ends
    call passing(u, left, right, s)
    call anew(tiles(3), left, right)
    s = s + tiles(3)%a(1,0)
    call exchange(tiles(1), left, right)
    deallocate (tiles(1)%a)
    allocate (tiles(1)%a(n,0:n+1))
    tiles(1)%a = it
    call exchange(there, left, right)
    call make(there, n, 3d0*it)
    call exchange(w, left, right)
    w = u
  end do
  !$mdmp end commregion
  print '(i0,12es24.16)', rank, s, sum(u%a), sum(v%a), sum(w%a), sum(tiles(1)%a), sum(tiles(2)%a), sum(here%a), &
    sum(there%a), sum(two%one%a), sum(two%two%a), secrets(u), sum(u%edge)
  call MPI_Finalize(ierr)
end program

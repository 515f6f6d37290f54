! run: with types.f90 halo.f90 kernels.f90
! Receives into elements of arrays of derived types and through pointer components, by procedures of other files.
program main
  use mpi
  use types
  use halo
  use kernels
  implicit none
  integer, parameter :: n = 20
  integer :: rank, np, it, k, j, ierr
  integer :: order(3) = [2, 3, 1]
  type(tile), target :: t(3)
  type(tile), allocatable :: a(:), b(:)
  type(tile), pointer :: p(:)
  type(tile) :: here, there
  type(more) :: m(2)
  type(chunk), target :: c, d
  real(8), pointer :: q(:,:), r(:,:)
  real(8), allocatable :: x(:,:)
  real(8), target :: total
  real(8) :: s, t0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  left = modulo(rank - 1, np); right = modulo(rank + 1, np)
  allocate (a(3), c%t(2), d%t(2))
  do k = 1, 3
    call make(t(k), n, k + 1d0*rank); call make(a(k), n, 3 + k + 1d0*rank)
  end do
  do k = 1, 2
    call make(m(k), n, 7d0 + k + rank); call make(c%t(k), n, 11d0 + k + rank); call make(d%t(k), n, 13d0 + k + rank)
  end do
  call make(here, n, 21d0 + rank); call make(there, n, 22d0 + rank)
  c%next => d; d%here => d%t(2)
  s = 0; total = 0; k = 1
  !$mdmp commregion
  do it = 1, 6
    if (mod(rank + it, 2) == 0) then      ! late
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 1d-3)
      end do
    end if
    ! the subscript changes, or is not what it was
    k = modulo(it, 3) + 1
    call exchange(t(k))
    j = k
    k = modulo(k, 3) + 1
    s = s + t(j)%u(3,0)
    call evolve(t(k))
    call exchange(t(order(k)))
    order = cshift(order, 1)
    call evolve(t(k))
    s = s + t(1)%u(1,0) + t(2)%u(1,0) + t(3)%u(1,0)
    call advance(t(current), 3)
    s = s + t(modulo(current + 1, 3) + 1)%u(2,n+1)
    call evolve(t(current))
    call exchange(t(counting(3)))
    s = s + t(1)%u(4,0) + t(2)%u(4,0) + t(3)%u(4,0) + counted
    ! two of one call
    call both(t(1), t(2))
    call evolve(t(3))
    s = s + t(1)%u(5,0) + t(2)%w(5,0)
    ! through a pointer to all of them, which goes elsewhere
    p => t
    call exchange(p(2))
    p => t(3:1:-1)
    s = s + t(2)%u(6,0) + p(3)%u(6,0)
    call exchange(p(1))
    nullify (p)
    call evolve(t(3))
    ! elements that move, whole or in part
    call exchange(a(2))
    allocate (b(4))
    b(1:3) = a
    call make(b(4), n, 1d0*it)
    s = s + b(2)%u(7,0)
    deallocate (a)
    allocate (a(3))
    a = b(1:3)
    call exchange(a(1))
    call move_alloc(b, a)
    s = s + a(1)%u(8,0) + a(4)%u(8,0)
    call exchange(a(1))
    call move_alloc(a(1)%u, x)
    s = s + x(9,0)
    call move_alloc(x, a(2)%u)
    a(1)%u = a(2)%u
    call array(a(2)%u, n)
    a(2)%u = reshape([(1d0*j, j=1, n)], [n, n+2], pad=[2d0])
    call exchange(a(3))
    a = a(1:3)
    ! pointer components with other names
    q => here%w
    call pointed(here)
    s = s + q(2,0)
    call pointed(here)
    here%w => there%w
    there%w => q
    s = s + there%w(3,n+1) + here%w(3,n+1)
    call away(here, there)
    s = s + kept(4,0)
    here%w => kept
    call array(kept, n)
    call blend(there%v, there%w)
    s = s + here%w(5,0)
    call pointed(there)
    r(0:,0:) => there%w
    call blend(here%w, here%v)
    s = s + r(4,0)
    call array(there%w(:,:), n)
    deallocate (q)
    allocate (q(n,0:n+1))
    q = it
    there%w => q
    call pointed(there)
    block
      type(holder) :: h
      h%w => here%w
      h%total => total
    end block
    s = s + total
    ! parents, structures in structures, lists
    call exchange(m(2)%tile)
    call evolve(m(1)%tile)
    s = s + m(2)%u(2,0)
    call exchange(c%t(1))
    call evolve(c%t(2))
    call evolve(c%t(1))
    call chunks(c)
    s = s + c%t(2)%u(3,0) + c%t(1)%u(3,n+1)
    call link(c)
    s = s + d%t(2)%u(4,0)
    call exchange(c%next%here)
    call evolve(c%t(2))
    d%here => d%t(modulo(it, 2) + 1)
    s = s + d%t(2)%u(5,n+1) + d%here%u(1,0)
  end do
  !$mdmp end commregion
  print '(i0,12es24.16)', rank, s, total, sum(t(1)%u), sum(t(2)%u), sum(t(3)%u), sum(a(1)%u), sum(a(3)%u), sum(here%w), &
    sum(there%v), sum(c%t(1)%u), sum(d%t(1)%u), sum(m(2)%u)
  call MPI_Finalize(ierr)
end program

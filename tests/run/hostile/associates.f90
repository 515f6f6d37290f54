! run: with elements/types.f90 elements/halo.f90 elements/kernels.f90
! Receives into what has a name of ASSOCIATE, here and in procedures that are called.
program main
  use mpi
  use types
  use halo
  use kernels
  implicit none
  integer, parameter :: n = 20
  type(tile), target :: t(3)
  type(tile), allocatable :: one
  type(chunk) :: c
  type(tile) :: here, there
  real(8), allocatable :: al(:,:), b(:,:)
  real(8), target :: fixed(n,0:n+1)
  real(8) :: u(n,0:n+1), v(n,0:n+1)
  real(8), pointer :: q(:,:)
  integer :: rank, np, it, k, i, j, ierr
  real(8) :: s, t0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  left = modulo(rank - 1, np); right = modulo(rank + 1, np)
  allocate (c%t(2), one, al(n,0:n+1))
  do k = 1, 3
    call make(t(k), n, k + 1d0*rank)
  end do
  call make(c%t(1), n, 11d0 + rank); call make(c%t(2), n, 12d0 + rank); call make(one, n, 13d0 + rank)
  call make(here, n, 21d0 + rank); call make(there, n, 22d0 + rank)
  al = rank + 1; b = al; fixed = al; u = -1; v = 0.5d0; s = 0
  !$mdmp commregion
  do it = 1, 6
    if (mod(rank + it, 2) == 0) then      ! late
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 1d-3)
      end do
    end if
    ! another variable has that name, too
    associate (u => al)
      !$mdmp send(u(:,n), right)
      !$mdmp recv(u(:,0), left)
      do j = 1, n
        do i = 1, n
          v(i,j) = 0.25d0*v(i,j) + u(i,j-1)
        end do
      end do
    end associate
    s = s + al(3,0) + u(3,0)
    associate (u => al)
      !$mdmp send(u(:,n), right)
      !$mdmp recv(u(:,0), left)
      v = 0.5d0*v + 1
    end associate
    u(:,1) = u(:,0)
    al(:,1) = al(:,0)
    associate (al => al, w => b(:,1:n))
      !$mdmp send(al(:,1), right)
      !$mdmp send(w(:,n), right)
      !$mdmp recv(w(:,1), left)
      !$mdmp recv(al(:,n+1), left)
      do j = 1, n
        do i = 1, n
          v(i,j) = 0.5d0*v(i,j) + b(i,j) + al(i,j+1)
        end do
      end do
      s = s + w(2,1) + al(2,n+1)
      w(:,n) = al(:,0)
    end associate
    s = s + b(4,1) + al(4,n+1)
  end do
  !$mdmp end commregion
  !$mdmp commregion
  do it = 1, 6
    if (mod(rank + it, 2) == 0) then      ! late
      t0 = MPI_Wtime()
      do while (MPI_Wtime() - t0 < 1d-3)
      end do
    end if
    ! whole structures, elements, components
    k = modulo(it, 3) + 1
    associate (t => t(k))
      call exchange(t)
      k = modulo(k, 3) + 1
      call evolve(t)
      call exchange(t)
      s = s + t%u(1,0)
      call exchange(t)
    end associate
    s = s + t(1)%u(3,0) + t(2)%u(3,0) + t(3)%u(3,0)
    associate (x => c%t(2))
      associate (u => x%u, m => x%n)
        call array(u, m)
        call evolve(c%t(1))
        do j = 1, m
          x%v(:,j) = u(:,j-1)
        end do
        call array(u, n)
        c%t(2)%u(:,1) = 0.5d0*c%t(2)%u(:,0)
        call exchange(x)
        if (it == 3) exit
      end associate
      s = s + x%u(5,0)
    end associate
    associate (o => one)
      call exchange(o)
      call evolve(o)
      call both(o, o)
      s = s + one%u(2,0) + o%w(2,n+1)
      call exchange(o)
    end associate
    call make(one, n, 1d0*it)
    deallocate (one)
    allocate (one)
    call make(one, n, 2d0*it)
    ! what pointers lead to
    associate (w => here%w)
      call array(w, n)
      q => here%w
      here%w => there%w
      there%w => q
      s = s + w(2,0) + there%w(2,0)
      call array(w, n)
      call blend(there%v, here%w)
      s = s + q(3,0)
    end associate
    associate (f => fixed)
      q(1:,0:) => fixed
      call array(f, n)
      call blend(v, there%v)
      s = s + q(6,0)
      call array(f, n)
    end associate
    fixed(:,1) = fixed(:,0) + q(:,0)
    call inner(t(1), s)
  end do
  !$mdmp end commregion
  print '(i0,12es24.16)', rank, s, sum(t(1)%u), sum(t(2)%u), sum(t(3)%u), sum(al), sum(b), sum(u), sum(v), sum(fixed), &
    sum(c%t(2)%u), sum(here%w), sum(there%w)
  call MPI_Finalize(ierr)
contains
  subroutine inner(f, s)
    type(tile), intent(inout) :: f
    real(8), intent(inout) :: s
    call swap(f)
    call evolve(t(2))
    s = s + f%u(7,0)
    call swap(f)
  end subroutine
  subroutine swap(f)
    type(tile), intent(inout) :: f
    associate (u => f%u, n => f%n)
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,0), right)
      !$mdmp send(u(:,n), right)
      !$mdmp recv(u(:,n+1), left)
    end associate
  end subroutine
end program

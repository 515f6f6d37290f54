! run: with pre.f90 grids.f90 ex.f90 kern.f90
! Types with bound procedures and polymorphic components, whose arrays are received by procedures of another file:
! no call of the run time can be given a variable of such a type.
program main
  use pre
  use grids
  use ex
  use kern
  implicit none
  type(patch) :: a, b
  type(patch), target :: c
  type(mesh) :: g
  type(patch), pointer :: pc
  real(8) :: x
  integer :: it, k
  call start
  call a%init(1, 20, 1d0 + me)
  call b%init(-3, 16, 2d0 + me); call c%init(1, 20, 3d0 + me)
  allocate (g%p(2)); call g%p(1)%init(1, 20, 4d0 + me); call g%p(2)%init(2, 21, 5d0 + me)
  call g%one%init(1, 20, 6d0 + me); allocate (g%poly); call g%poly%init(0, 19, 7d0 + me)
  allocate (gp); call gp%init(1, 20, 8d0 + me); allocate (shared(1:20,0:21)); shared = me
  x = 0; pc => c
  !$mdmp commregion
  do it = 1, 6
    call late(it)
    call swap_t(a)
    call step(a)
    call late(it)
    call swap_halo(b)
    call step(b)
    call ends(b, x)
    call late(it)
    call swap_t(b)
    call ends(b, x)
    call late(it)
    call swap_a(a%q, 1)
    call step_a(a%q, b%q, 1, 20)
    call late(it)
    call swap_t(c)
    call alias(pc, c, x)
    call late(it)
    call swap_t(pc)
    call alias(c, c, x)
    call late(it)
    call swap_2(a, b)
    call ends(a, x)
    call ends(b, x)
    call late(it)
    call swap_2(a, a)
    call ends(a, x)
    call late(it)
    call swap_mesh(g)
    do k = 1, size(g%p)
      call step(g%p(k))
      call ends(g%p(k), x)
    end do
    call step(g%one)
    call step(g%poly)
    call late(it)
    call swap_grow(g)
    call ends(g%p(1), x)
    call ends(g%p(size(g%p)), x)
    call late(it)
    call swap_g
    x = x + gp%q(3,21) + shared(4,21)
    call late(it)
    call replace_g(it)
    x = x + gp%q(3,21) + shared(4,21)
    call late(it)
    call swap_t(c)
    call take(c, x)
    call late(it)
    call swap_w(c)
    x = x + c%w(3,21)
    call late(it)
    call swap_t(a)
    b = a
    call ends(b, x)
    call late(it)
    call swap_t(a)
    a = c
    call ends(a, x)
    x = mod(x, 1d5)
  end do
  !$mdmp end commregion
  call tell('x', x, sum(a%q), sum(b%q), sum(c%q), sum(g%one%q))
  call tell('y', sum(g%p(1)%q), sum(g%p(2)%q), sum(g%poly%q), sum(shared), sum(gp%q))
  call MPI_Finalize(ierr)
end program

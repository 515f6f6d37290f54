module ex
  use pre
  use grids
  implicit none
contains
  subroutine swap_halo(s)
    class(patch), intent(inout) :: s
    !$mdmp send(s%q(:,s%lo), left)
    !$mdmp send(s%q(:,s%hi), right)
    !$mdmp recv(s%q(:,s%lo-1), left)
    !$mdmp recv(s%q(:,s%hi+1), right)
  end subroutine
  subroutine swap_t(s)
    type(patch), intent(inout) :: s
    !$mdmp send(s%q(:,s%lo), left)
    !$mdmp send(s%q(:,s%hi), right)
    !$mdmp recv(s%q(:,s%lo-1), left)
    !$mdmp recv(s%q(:,s%hi+1), right)
  end subroutine
  subroutine swap_a(a, lo)
    integer, intent(in) :: lo
    real(8), intent(inout) :: a(lo:,lo-1:)
    integer :: hi
    hi = ubound(a,2) - 1
    !$mdmp send(a(:,lo), left)
    !$mdmp send(a(:,hi), right)
    !$mdmp recv(a(:,lo-1), left)
    !$mdmp recv(a(:,hi+1), right)
  end subroutine
  subroutine swap_w(s)
    type(patch), intent(inout), target :: s
    real(8), pointer :: z(:,:)
    z => s%w
    !$mdmp send(z(:,s%lo), left)
    !$mdmp recv(z(:,s%hi+1), right)
  end subroutine
  subroutine swap_2(s, r)
    type(patch), intent(inout) :: s, r
    call swap_t(s)
    call s%flip
    call swap_t(r)
    call r%flip
    call swap_halo(s)
  end subroutine
  subroutine swap_mesh(g)
    type(mesh), intent(inout) :: g
    integer :: k
    call swap_t(g%one)
    do k = 1, size(g%p)
      call swap_t(g%p(k))
    end do
    call swap_halo(g%poly)
  end subroutine
  subroutine swap_grow(g)
    type(mesh), intent(inout) :: g
    type(patch), allocatable :: np(:)
    integer :: k
    call swap_t(g%p(1))
    allocate (np(size(g%p)+1))
    do k = 1, size(g%p)
      np(k) = g%p(k)
    end do
    call np(size(np))%init(1, 20, 1d0 + me)
    call move_alloc(np, g%p)
    call swap_t(g%p(size(g%p)))
  end subroutine
  subroutine swap_g
    call swap_t(gp)
    call swap_a(shared, 1)
  end subroutine
  subroutine replace_g(it)
    integer, intent(in) :: it
    call swap_t(gp)
    call swap_a(shared, 1)
    deallocate (gp); allocate (gp)
    call gp%init(1, 20, 0.5d0*it)
    deallocate (shared); allocate (shared(1:20,0:21)); shared = it + me
    call swap_a(shared, 1)
  end subroutine
end module

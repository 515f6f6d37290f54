module halo
  use mpi
  use types
  implicit none
contains
  subroutine exchange(f, left, right)
    type(field), intent(inout) :: f
    integer, intent(in) :: left, right
    !$mdmp send(f%a(:,1), left)
    !$mdmp send(f%a(:,f%n), right)
    !$mdmp recv(f%a(:,0), left)
    !$mdmp recv(f%a(:,f%n+1), right)
  end subroutine
  subroutine edges(f, left, right)
    type(field), intent(inout) :: f
    integer, intent(in) :: left, right
    !$mdmp send(f%edge(1:2), left)
    !$mdmp recv(f%edge(3:4), right)
  end subroutine
  subroutine pointed(f, left, right)
    type(field), intent(inout) :: f
    integer, intent(in) :: left, right
    !$mdmp send(f%p(:,1), left)
    !$mdmp recv(f%p(:,f%n+1), right)
  end subroutine
  subroutine both(p, left, right)
    type(pair), intent(inout) :: p
    integer, intent(in) :: left, right
    call exchange(p%one, left, right)
    call exchange(p%two, right, left)
  end subroutine
  ! What is received lies in a variable that ends with the procedure, or is made anew.
  subroutine passing(f, left, right, s)
    type(field), intent(inout) :: f
    integer, intent(in) :: left, right
    real(8), intent(out) :: s
    type(field) :: t
    t = f
    call exchange(t, left, right)
    s = 0
    if (left >= 0) s = t%a(2,0)
    call exchange(t, left, right)
  end subroutine
  subroutine anew(f, left, right)
    type(field), intent(inout) :: f
    integer, intent(in) :: left, right
    real(8), allocatable :: t(:,:)
    call exchange(f, left, right)
    allocate (t(f%n,0:f%n+1))
    t = 1
    call move_alloc(t, f%a)
  end subroutine
end module

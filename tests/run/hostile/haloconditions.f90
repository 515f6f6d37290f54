! run: ranks 1 2 4
! Fields of one message under conditions of their own: masks that change from step to step, none
! that holds, fields in another order, arrays that are not allocated where their condition is
! false, conditions that read what is received, sections of all forms with conditions, and nests
! of one procedure that write one field after the other.
module masked
  implicit none
  integer, parameter :: n = 40, m = 300, fields = 5
  integer :: west, east, rank, ranks, asked = 0
  type field
    real(8), allocatable :: a(:,:)
  end type field
  type(field), target :: f(fields)
  !$mdmp halo edges(a, d) recv(a(:, 1-d:0), west) tag(1) recv(a(:, m+1:m+d), east) tag(2) &
  !$mdmp   send(a(:, m-d+1:m), east) tag(1) send(a(:, 1:d), west) tag(2) then &
  !$mdmp   recv(a(0, :), rank) tag(3) send(a(n, :), rank) tag(3)
contains
  subroutine swap(mask, d)
    integer, intent(in) :: mask(fields), d
    !$mdmp exchange edges(f(1)%a, d) if(mask(1) == 1), edges(f(2)%a, d) if(mask(2) == 1), edges(f(3)%a, 1) if(mask(3) == 1), &
    !$mdmp  edges(f(4)%a, d) if(mask(4) == 1), edges(f(5)%a, 2) if(mask(5) == 1)
  end subroutine swap
  subroutine backwards(mask)
    integer, intent(in) :: mask(fields)
    !$mdmp exchange edges(f(5)%a, 1) if(mask(5) == 1), edges(f(3)%a, 2), edges(f(1)%a, 1) if(mask(1) == 1)
  end subroutine backwards
  subroutine relax(x, y, k)
    real(8), intent(in) :: x(0:n+1, -1:m+2)
    real(8), intent(inout) :: y(0:n+1, -1:m+2)
    integer, intent(in) :: k
    integer :: i, j
    do j = 1, m
      do i = 1, n
        y(i, j) = 0.5d0*y(i, j) + 0.125d0*(x(i-1, j-1) + x(i+1, j+1) + x(i, j-k) + x(i-1, j+k))
      end do
    end do
  end subroutine relax
  pure logical function odd(i)
    integer, intent(in) :: i
    odd = mod(i, 2) == 1
  end function odd
end module masked

program haloconditions
  use mpi
  use masked
  implicit none
  real(8) :: u(n, 0:m+1), v(n, 0:m+1), s
  character(:), allocatable :: word(:)
  integer :: list(3) = [7, 3, 20], flag, mask(fields), t, i, j, k, ierr
  integer(8) :: bits
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  do k = 1, fields
    call make(k)
  end do
  u = f(1)%a(1:n, 0:m+1)
  v = 2 - u
  allocate(character(5) :: word(0:6))
  word = 'abcde'
  flag = 1
  !$mdmp commregion
  do t = 1, 36
    mask = [(merge(1, 0, mod(t/k, 2) == 0), k=1, fields)]
    if (t > 12 .and. t < 20) mask = [1, 1, 0, 1, 1]
    if (mod(t, 7) == 0) mask = 0
    if (t == 22) deallocate(f(4)%a)
    if (t >= 22 .and. t < 30) mask(4) = 0
    if (t == 30) call make(4)
    call swap(mask, 1 + mod(t/3, 2))
    call relax(f(1)%a, f(2)%a, 1)
    call relax(f(2)%a, f(1)%a, 2)
    call relax(f(3)%a, f(5)%a, 2)
    if (mod(t, 5) == 0) call backwards(mask)
    call relax(f(5)%a, f(3)%a, 1)
    if (allocated(f(4)%a)) call relax(f(3)%a, f(4)%a, 1)
    do j = 1, m
      do i = 1, n
        u(i, j) = 0.5d0*u(i, j) + 0.25d0*v(i, j-1) + 0.125d0*f(1)%a(i, j)
      end do
    end do
    do j = 1, m
      do i = 1, n
        v(i, j) = 0.5d0*v(i, j) + 0.25d0*u(i, j) + 0.125d0*f(2)%a(i, j)
      end do
    end do
    !$mdmp recv([u(:,0) if(flag > 0), v(:,0) if(odd(t))], west) tag(4)
    !$mdmp send([u(:,m) if(flag > 0), v(:,m) if(odd(t))], east) tag(4)
    !$mdmp recv([flag, v(1:3,m+1) if(flag > 0), u(2,1:40) if(.not. odd(t))], east) tag(5) if(t /= 9)
    !$mdmp send([asked, v(list,1) if(flag > 0), u(1,41:80) if(.not. odd(t))], west) tag(5) if(t /= 9)
    !$mdmp recv([word(0)(2:3) if(mod(t, 3) == 0), word(5:6)(t/20+1:t/20+2) if(flag == 2)], east) tag(6)
    !$mdmp send([word(1)(1:2) if(mod(t, 3) == 0), word(2:3)(3:4) if(flag == 2)], west) tag(6)
    continue
    !$mdmp recv([u(3,0), v(5,0) if(mod(t, 4) == 0)], n/2, west) tag(7) if(t > 4)
    !$mdmp send([u(1,m), v(2,m) if(mod(t, 4) == 0)], n/2, east) tag(7) if(t > 4)
    asked = modulo(asked + t, 3)
    word(1 + mod(t, 3)) = achar(97 + mod(t, 26))//word(2)(1:2)//'xy'
  end do
  !$mdmp end commregion
  s = 0
  do k = 1, fields
    s = s + k*sum(f(k)%a)
    bits = 0
    do j = 0, m+1
      do i = 0, n+1
        bits = ieor(ishftc(bits, 7), transfer(f(k)%a(i, j), 0_8))
      end do
    end do
    print '(2i4, z17)', rank, k, bits
  end do
  print '(i4, 3z17, 7a6, i3)', rank, transfer([s, sum(u), sum(v)], [0_8]), word, flag
  call MPI_Finalize(ierr)
contains
  subroutine make(k)
    integer, intent(in) :: k
    integer :: i, j
    allocate(f(k)%a(0:n+1, -1:m+2))
    do j = -1, m+2
      do i = 0, n+1
        f(k)%a(i, j) = sin(real(i + 100*j + 1000*rank + 7*k, 8))
      end do
    end do
  end subroutine make
end program haloconditions

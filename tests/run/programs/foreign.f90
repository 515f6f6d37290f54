! What the program hands to others: C_LOC and C_F_POINTER, ASYNCHRONOUS and
! VOLATILE variables, windows of one-sided communication over halos, nonblocking,
! persistent and derived-type MPI of its own on the same arrays, class(*) and
! assumed-rank dummies, SELECT TYPE and SELECT RANK, C procedures.
! run: env MDMP_TUNE=0 MDMP_DELTA=256
! run: ranks 2 3 4
module handed
  use, intrinsic :: iso_c_binding
  implicit none
  type base
    real(8), allocatable :: h(:)
  end type base
  type, extends(base) :: wide
    real(8), allocatable :: g(:)
  end type wide
  type(c_ptr), save :: hidden = c_null_ptr
  interface
    function c_memcpy(to, from, n) bind(C, name='memcpy') result(r)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: n
      type(c_ptr) :: r
    end function
  end interface
contains
  subroutine keep_address(a)
    real(8), target, intent(inout) :: a(*)
    hidden = c_loc(a(1))
  end subroutine
  subroutine behind_the_back(n, t)
    integer, intent(in) :: n, t
    real(8), pointer :: p(:)
    integer :: i
    call c_f_pointer(hidden, p, [n])
    do i = 1, n
      p(i) = p(i)*0.5d0 + t
    end do
  end subroutine
  subroutine any_rank(a, s)
    real(8), intent(inout) :: a(..)
    real(8), intent(inout) :: s
    select rank (a)
    rank (1)
      s = s + a(1)
      a(2) = s
    rank (2)
      s = s + a(1, 1)
      a(:, 1) = a(:, 1) + 1
    rank default
      s = -1
    end select
  end subroutine
  subroutine any_type(a, s)
    class(*), intent(inout) :: a(:)
    real(8), intent(inout) :: s
    select type (a)
    type is (real(8))
      s = s + sum(a)
    type is (integer)
      s = -2
    end select
  end subroutine
  subroutine any_object(b, s)
    class(base), intent(inout) :: b
    real(8), intent(inout) :: s
    select type (b)
    class is (wide)
      b%g = b%h*0.5d0 + b%g
      s = s + b%g(2)
    class default
      s = s + b%h(1)
    end select
  end subroutine
end module handed
program foreign
  use mpi
  use support
  use handed
  !ref use ref
  implicit none
  integer, parameter :: n = 120, m = 5, steps = 9
  integer :: rank, nranks, prev, next, ierr, i, j, t, win, req(2), pers(2), column_type
  real(8), target :: u(n, 0:m + 1), v(n, 0:m + 1)
  real(8), asynchronous :: w(n, 0:3)
  real(8), volatile :: vol(n)
  real(8), asynchronous :: halo(n) ! a window, see MPI-4.0, 19.1.16
  real(8) :: s
  class(base), allocatable :: b
  type(c_ptr) :: unused
  call MPI_Init(ierr)
  call ring_of_ranks(rank, nranks, prev, next)
  call fill_fields(rank, u, v)
  w = rank
  vol = 1
  halo = 0
  s = 0
  allocate (wide :: b)
  b%h = u(:, 1)
  select type (b)
  type is (wide)
    b%g = v(:, 1)
  end select
  call keep_address(u(1, m))
  call MPI_Win_create(halo, int(8*n, MPI_ADDRESS_KIND), 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Type_vector(m, 1, n, MPI_DOUBLE_PRECISION, column_type, ierr)
  call MPI_Type_commit(column_type, ierr)
  call MPI_Send_init(w(1, 3), n, MPI_DOUBLE_PRECISION, next, 9, MPI_COMM_WORLD, pers(1), ierr)
  call MPI_Recv_init(w(1, 2), n, MPI_DOUBLE_PRECISION, prev, 9, MPI_COMM_WORLD, pers(2), ierr)
  !$mdmp commregion
  do t = 1, steps
    do j = 1, m
      do i = 1, n
        u(i, j) = 0.5d0*(u(i, j) + v(i, j - 1)) + t
      end do
    end do
    if (mod(t, 3) == 1) call behind_the_back(n, t)
    !$mdmp recv(v(:, 0), prev)
    !$mdmp send(u(:, m), next)
    !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(u, v)
    ! The program's own requests are under way during an exchange.
    call MPI_Irecv(w(1, 0), n, MPI_DOUBLE_PRECISION, prev, 5, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Isend(w(1, 1), n, MPI_DOUBLE_PRECISION, next, 5, MPI_COMM_WORLD, req(2), ierr)
    call MPI_Startall(2, pers, ierr)
    !$mdmp recv(v(:, m + 1), next)
    !$mdmp send(u(:, 1), prev)
    !ref call ref_recv(v(:, m + 1), next); call ref_send(u(:, 1), prev); call ref_wait(u, v)
    call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
    call MPI_Waitall(2, pers, MPI_STATUSES_IGNORE, ierr)
    w(:, 1) = w(:, 0)*0.5d0 + t + w(:, 2)
    !$mdmp recv(w(:, 0), next)
    !$mdmp send(w(:, 1), prev)
    !ref call ref_recv(w(:, 0), next); call ref_send(w(:, 1), prev); call ref_wait(w)
    w(:, 3) = w(:, 0)
    ! Rows of the program's own type out of and into what is exchanged.
    call MPI_Sendrecv(v(3, 1), 1, column_type, next, 6, v(4, 1), 1, column_type, prev, 6, MPI_COMM_WORLD, &
      MPI_STATUS_IGNORE, ierr)
    ! One-sided into the array that is received next.
    call MPI_Win_fence(0, win, ierr)
    call MPI_Put(u(1, 2), n, MPI_DOUBLE_PRECISION, next, 0_MPI_ADDRESS_KIND, n, MPI_DOUBLE_PRECISION, win, ierr)
    call MPI_Win_fence(0, win, ierr)
    s = s + halo(3)
    !$mdmp recv(halo(n/2:), prev)
    !$mdmp send(u(n/2:, 3), next)
    !ref call ref_recv(halo(n/2:), prev); call ref_send(u(n/2:, 3), next); call ref_wait(halo)
    call MPI_Win_fence(0, win, ierr)
    call MPI_Get(u(1, 0), n, MPI_DOUBLE_PRECISION, next, 0_MPI_ADDRESS_KIND, n, MPI_DOUBLE_PRECISION, win, ierr)
    call MPI_Win_fence(0, win, ierr)
    !$mdmp recv(v(:, 0), prev)
    !$mdmp recv(vol, next) tag(2)
    !$mdmp send(u(:, m), next)
    !$mdmp send(u(:, 1), prev) tag(2)
    !ref call ref_recv(v(:, 0), prev); call ref_recv(vol, next, 2)
    !ref call ref_send(u(:, m), next); call ref_send(u(:, 1), prev, 2); call ref_wait(v)
    vol(3) = vol(2) + 1
    select case (mod(t, 4))
    case (0)
      call any_rank(v(:, 0), s)
    case (1)
      call any_rank(v(:, 0:1), s)
    case (2)
      call any_type(v(:, 0), s)
    case default
      unused = c_memcpy(c_loc(u(1, 1)), c_loc(v(1, 0)), int(8*n, c_size_t))
    end select
    !$mdmp recv(b%h, next)
    !$mdmp send(u(:, 1), prev)
    !ref call ref_recv(b%h, next); call ref_send(u(:, 1), prev); call ref_wait(b%h)
    call any_object(b, s)
    do j = 1, m
      do i = 1, n
        v(i, j) = v(i, j)*0.5d0 + 0.25d0*v(i, 0) + vol(i)
      end do
    end do
  end do
  !$mdmp end commregion
  select type (b)
  type is (wide)
    call report('b', transfer([b%h, b%g], bytes))
  end select
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call report('w', transfer(w, bytes))
  call report('s', transfer([s, halo], bytes))
  call MPI_Request_free(pers(1), ierr)
  call MPI_Request_free(pers(2), ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Type_free(column_type, ierr)
  call MPI_Finalize(ierr)
end program foreign

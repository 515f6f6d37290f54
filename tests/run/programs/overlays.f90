! One memory under several types and layouts: equivalence of reals, integers and
! complex, common blocks cut up differently in each procedure, SAVE arrays behind
! ENTRY points, storage that starts in the middle of another array.
! run: env MDMP_TUNE=0 MDMP_DELTA=256
program overlays
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: n = 120, m = 6, steps = 9
  integer :: rank, nranks, prev, next, ierr
  real(8) :: a(n, 0:m + 1), b(n, 0:m + 1)
  common /field/ a, b
  integer :: ia(2, n, 0:m + 1)
  complex(8) :: z(n/2, 0:m + 1)
  real(8) :: x(n, 0:m + 1)
  equivalence (x, ia, z)
  real(8) :: long(2*n*(m + 2)), early(n, 0:m + 1), late(n, 0:m + 1)
  equivalence (long(1), early(1, 0)), (long(n + 1), late(1, 0))
  call MPI_Init(ierr)
  call ring_of_ranks(rank, nranks, prev, next)
  call types
  call report('types', transfer(x, bytes))
  call commons
  call report('commons', transfer([a, b], bytes))
  call shifted
  call report('shifted', transfer(long, bytes))
  call doors
  call halves
  call report('halves', transfer([a, b], bytes))
  call MPI_Finalize(ierr)

contains

  subroutine types
    integer :: i, j, t
    do j = 0, m + 1
      do i = 1, n
        x(i, j) = rank + 0.25d0*i - j
      end do
    end do
    !$mdmp commregion
    do t = 1, steps
      do j = 1, m                              ! writes x as complex numbers
        do i = 1, n/2
          z(i, j) = z(i, j)*(0.5d0, 0.125d0) + cmplx(t, j, 8)
        end do
      end do
      !$mdmp recv(x(:, 0), prev)
      !$mdmp send(x(:, m), next)
      !ref call ref_recv(x(:, 0), prev); call ref_send(x(:, m), next); call ref_wait(x, ia, z)
      do j = 1, m                              ! reads it as integers
        do i = 1, n
          ia(1, i, j) = ieor(ia(1, i, j), iand(ia(1, i, 0), 65535))
        end do
      end do
      if (mod(t, 3) == 0) ia(1, 3, m) = ia(1, 3, m) + t
      z(1, 0) = 0
    end do
    !$mdmp end commregion
  end subroutine

  subroutine commons
    integer :: i, j, t
    call start_field(rank)
    !$mdmp commregion
    do t = 1, steps
      do j = 1, m
        do i = 1, n
          a(i, j) = 0.5d0*(a(i, j) + b(i, j - 1)) + t
        end do
      end do
      !$mdmp recv(b(:, 0), prev)
      !$mdmp send(a(:, m), next)
      !ref call ref_recv(b(:, 0), prev); call ref_send(a(:, m), next); call ref_wait(a, b)
      call flat_field(t)
      do j = 1, m
        do i = 1, n
          b(i, j) = b(i, j) + 0.25d0*a(i, j)
        end do
      end do
      call swapped_field(t)
      !$mdmp recv(a(:, 0), next)
      !$mdmp send(b(:, 1), prev)
      !ref call ref_recv(a(:, 0), next); call ref_send(b(:, 1), prev); call ref_wait(a, b)
      if (t == 5) call flat_field(t)
    end do
    !$mdmp end commregion
  end subroutine

  ! early(:, j) is late(:, j - 1).
  subroutine shifted
    integer :: i, j, t
    do i = 1, size(long)
      long(i) = rank*0.5d0 + i
    end do
    !$mdmp commregion
    do t = 1, steps
      do j = 1, m
        do i = 1, n
          early(i, j) = 0.5d0*early(i, j) + t
        end do
      end do
      !$mdmp recv(early(:, 0), prev)
      !$mdmp recv(late(:, m), next) tag(1)
      !$mdmp send(late(:, m - 1), next)
      !$mdmp send(early(:, 1), prev) tag(1)
      !ref call ref_recv(early(:, 0), prev); call ref_recv(late(:, m), next, 1)
      !ref call ref_send(late(:, m - 1), next); call ref_send(early(:, 1), prev, 1); call ref_wait(early, late, long)
      do j = 0, m
        do i = 1, n
          late(i, j) = 0.75d0*late(i, j) + 0.25d0*early(i, j)
        end do
      end do
    end do
    !$mdmp end commregion
  end subroutine

  subroutine doors
    integer :: t
    real(8) :: w(n)
    do t = 1, steps
      call entrance(rank, prev, next)
      call backdoor(w, t)
      call sidedoor(t, prev, next)
    end do
    call backdoor(w, 0)
    call report('doors', transfer(w, bytes))
  end subroutine

  ! What is sent is a column that runs over the end of one array into the next.
  subroutine halves
    integer :: i, j, t
    call start_field(rank + 7)
    !$mdmp commregion
    do t = 1, steps
      do j = 0, m + 1
        do i = 1, n
          b(i, j) = b(i, j)*0.5d0 + t + a(i, m - 2)
        end do
      end do
      !$mdmp recv(a(1, m - 2), n, prev)
      !$mdmp send(a(61, m), n, next)
      !ref call ref_recv_n(a(1, m - 2), int(n, 8), prev); call ref_send_n(a(61, m), int(n, 8), next); call ref_wait(a, b)
      call flat_field(t)
    end do
    !$mdmp end commregion
  end subroutine
end program overlays

subroutine start_field(rank)
  implicit none
  integer, intent(in) :: rank
  real(8) :: all(2*120*8)
  common /field/ all
  integer :: i
  do i = 1, size(all)
    all(i) = rank + 0.5d0*i
  end do
end subroutine

subroutine flat_field(t)
  implicit none
  integer, intent(in) :: t
  real(8) :: all(2*120*8)
  common /field/ all
  integer :: i
  do i = 120*8 - 3, 120*9 + 3
    all(i) = all(i) + 0.125d0*t
  end do
end subroutine

subroutine swapped_field(t)
  implicit none
  integer, intent(in) :: t
  real(8) :: pad(60), p(120, 8), q(120, 7), rest(60)
  common /field/ pad, p, q, rest
  integer :: i, j
  do j = 1, 7
    do i = 1, 120
      q(i, j) = q(i, j)*0.9375d0 + p(i, j)*0.0625d0 + t
    end do
  end do
end subroutine

subroutine entrance(rank, prev, next)
  !ref use ref
  implicit none
  integer, intent(in) :: rank, prev, next
  integer, intent(in) :: t
  real(8), intent(out) :: w(120)
  real(8), save :: s(120, 0:3) = 1, r(120, 0:3) = 2
  integer, save :: calls = 0
  integer :: i, j
  calls = calls + rank
  !$mdmp commregion
  do j = 1, 3
    do i = 1, 120
      s(i, j) = s(i, j) + 0.5d0*r(i, j - 1) + calls
    end do
  end do
  !$mdmp recv(r(:, 0), prev)
  !$mdmp send(s(:, 3), next)
  !ref call ref_recv(r(:, 0), prev); call ref_send(s(:, 3), next); call ref_wait(r, s)
  do j = 1, 3
    do i = 1, 120
      r(i, j) = 0.5d0*(r(i, j) + r(i, 0))
    end do
  end do
  !$mdmp end commregion
  return
  entry backdoor(w, t)
  w = r(:, 0) + s(:, 3) + t
  return
  entry sidedoor(t, prev, next)
  !$mdmp commregion
  do i = 1, 120
    s(i, 3) = 0.25d0*s(i, 3) + t
  end do
  !$mdmp recv(r(:, 0), next)
  !$mdmp send(s(:, 3), prev)
  !ref call ref_recv(r(:, 0), next); call ref_send(s(:, 3), prev); call ref_wait(r, s)
  r(1:60, 1) = r(61:120, 0)
  !$mdmp end commregion
end subroutine

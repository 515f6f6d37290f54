! What was sent early is written again before its exchange, and what came is
! looked at or written at once, in every way.
! run: env MDMP_TUNE=0 MDMP_DELTA=256
program secondthoughts
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: n = 80, m = 8, steps = 20
  integer :: rank, nranks, prev, next, step, i, j, k, ierr, list(4)
  real(8) :: u(n, 0:m + 1), v(n, 0:m + 1), total
  character(len=400) :: line
  namelist /names/ v
  call MPI_Init(ierr)
  call ring_of_ranks(rank, nranks, prev, next)

  u = rank; v = 0; total = 0; list = [4, 9, 2, 1]
  !$mdmp commregion
  do step = 1, steps
    do j = 1, m
      do i = 1, n
        u(i, j) = 0.5d0*v(i, 0) + step + 0.01d0*i*j
      end do
    end do
    select case (mod(step, 8))
    case (0)
      u(17, m) = 4
    case (1)
      u(:, m) = u(:, m) + 1
    case (2)
      where (u(:, m) > 3) u(:, m) = 0
    case (3)
      line = line_of(step)
      read (line, *) u(5, m)
    case (4)
      call change(u(:, m))
    case (5)
      forall (i=1:n:7) u(i, m) = -i
    case (6)
      u(list, m) = 2
    case default
      do i = 1, n
        if (u(i, m) > 5) u(i, m) = u(i, m) - 1
      end do
    end select
    !$mdmp recv(v(:, 0), prev)
    !$mdmp send(u(:, m), next)
    !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(v)
    select case (mod(step, 9))
    case (0)
      write (line, '(3es24.16)') v(1:3, 0)
      read (line, *) total
    case (1)
      total = total + v(11, 0)
    case (2)
      v(11, 0) = total                   ! written while it may not have come
    case (3)
      v(:, 0) = 0.5d0*v(:, 0)
    case (4)
      total = maxval(v(:, 0:1))
    case (5)
      call change(v(2:, 0))
    case (6)
      v(:, 1) = v(:, 0)
    case (7)
      if (any(v(:, 0) > 10)) total = total + 1
    case default
      total = total + dot_product(v(:, 0), v(:, 1))
    end select
    do k = 1, 2
      do j = 1, m
        do i = 1, n
          v(i, j) = 0.5d0*v(i, j) + 0.001d0*k
        end do
      end do
    end do
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call report('total', transfer(total, bytes))

  ! Received data are printed at once, by all ranks into strings, and by namelist.
  u = rank; v = 0
  !$mdmp commregion
  do step = 1, 6
    do j = 1, m
      do i = 1, n
        u(i, j) = step + 0.01d0*i*j + rank
      end do
    end do
    !$mdmp recv(v(:, 0), prev)
    !$mdmp send(u(:, m), next)
    !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(v)
    if (step <= 3) then
      write (line, '(10f12.6)') v(1:80:9, 0)
    else
      open (11, status='scratch')
      write (11, names)
      rewind (11)
      v(:, 0) = -1
      read (11, names)
      close (11)
      write (line, *) sum(v(:, 0))
    end if
    call report('line', transfer(line, bytes))
  end do
  !$mdmp end commregion
  call MPI_Finalize(ierr)

contains

  function line_of(k) result(text)
    integer, intent(in) :: k
    character(len=20) :: text
    write (text, *) k + rank
  end function

  subroutine change(a)
    real(8), intent(inout) :: a(:)
    a(2) = a(3) + 1
  end subroutine

end program secondthoughts

! Ways out and round: exchanges that are left out, loops that are left, empty
! sections, nests that run no iteration, two exchanges on one lane in a step.
! run: env MDMP_TUNE=0 MDMP_DELTA=256
program byways
  use mpi
  use support
  !ref use ref
  implicit none
  integer, parameter :: n = 90, m = 7, steps = 15
  integer :: rank, nranks, prev, next, ierr
  real(8) :: u(n, 0:m + 1), v(n, 0:m + 1)
  call MPI_Init(ierr)
  call ring_of_ranks(rank, nranks, prev, next)
  call cycles
  call report('cycle', transfer(v, bytes))
  call leaves(9)
  call leaves(4)
  call report('return', transfer(v, bytes))
  call jumps
  call report('goto', transfer(v, bytes))
  call conditions
  call report('if', transfer(v, bytes))
  call twice
  call report('twice', transfer(v, bytes))
  call nothing
  call report('nothing', transfer(v, bytes))
  call MPI_Finalize(ierr)

contains

  subroutine start
    integer :: i, j
    do j = 0, m + 1
      do i = 1, n
        u(i, j) = rank + 0.01d0*i
        v(i, j) = j
      end do
    end do
  end subroutine

  subroutine cycles
    integer :: step, i, j
    call start
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        do i = 1, n
          u(i, j) = v(i, j) + 0.5d0*step
        end do
      end do
      if (mod(step, 4) == 2) cycle
      if (step == 13) exit
      !$mdmp recv(v(:, 0), prev)
      !$mdmp send(u(:, m), next)
      !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(v)
      if (mod(step, 5) == 1) cycle
      do j = 1, m
        do i = 1, n
          v(i, j) = 0.5d0*(v(i, j) + v(i, 0))
        end do
      end do
    end do
    !$mdmp end commregion
    v(1, 1) = v(1, 1) + v(2, 0)
  end subroutine

  subroutine leaves(when)
    integer, intent(in) :: when
    integer :: step, i, j
    call start
    !$mdmp commregion
    do step = 1, steps
      !$mdmp recv(v(:, 0), prev)
      !$mdmp send(u(:, m), next)
      !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(v)
      if (step == when) return
      do j = 1, m
        do i = 1, n
          u(i, j) = v(i, 0) + 0.5d0*step
        end do
      end do
    end do
    !$mdmp end commregion
  end subroutine

  subroutine jumps
    integer :: step, i, j
    call start
    step = 0
    !$mdmp commregion
10  continue
    step = step + 1
    do j = 1, m
      do i = 1, n
        u(i, j) = v(i, j) + 0.5d0*step
      end do
    end do
    if (mod(step, 3) == 0) go to 20
    !$mdmp recv(v(:, 0), prev)
    !$mdmp send(u(:, m), next)
    !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(v)
    if (mod(step, 4) == 0) go to 30
20  do j = 1, m
      do i = 1, n
        v(i, j) = 0.5d0*(v(i, j) + v(i, 0))
      end do
    end do
30  if (step < steps) go to 10
    if (step == steps) go to 40
    v = -1
40  continue
    !$mdmp end commregion
  end subroutine

  subroutine conditions
    integer :: step, i, j, to
    logical :: now
    call start
    !$mdmp commregion
    do step = 1, steps
      now = mod(step, 3) /= 1
      to = next
      if (mod(step, 5) == 0) to = MPI_PROC_NULL
      do j = 1, m
        do i = 1, n
          u(i, j) = v(i, j) + 0.5d0*step
        end do
      end do
      !$mdmp recv(v(:, 0), merge(MPI_PROC_NULL, prev, mod(step, 5) == 0)) if(now)
      !$mdmp send(u(:, m), to) if(now)
      !ref if (now .and. to /= MPI_PROC_NULL) then
      !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(v)
      !ref end if
      if (step > 4) then
        !$mdmp recv(v(:, m + 1), next) tag(1)
        !$mdmp send(u(:, 1), prev) tag(1)
        !ref call ref_recv(v(:, m + 1), next, 1); call ref_send(u(:, 1), prev, 1); call ref_wait(v)
      end if
      do j = 1, m
        do i = 1, n
          v(i, j) = 0.5d0*v(i, j) + 0.25d0*(v(i, 0) + v(i, m + 1))
        end do
      end do
    end do
    !$mdmp end commregion
  end subroutine

  subroutine twice
    integer :: step, i, j
    call start
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        do i = 1, n
          u(i, j) = v(i, j) + 0.5d0*step
        end do
      end do
      !$mdmp recv(v(:, 0), prev)
      !$mdmp send(u(:, m), next)
      !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, m), next); call ref_wait(v)
      do j = 1, m
        do i = 1, n
          u(i, j) = u(i, j)*0.5d0 + v(i, 0)
        end do
      end do
      !$mdmp recv(v(:, m + 1), prev)
      !$mdmp send(u(:, m), next)
      !$mdmp recv(v(:, 0), prev)
      !$mdmp send(u(:, 1:1), next)
      !ref call ref_recv(v(:, m + 1), prev); call ref_send(u(:, m), next)
      !ref call ref_recv(v(:, 0), prev); call ref_send(u(:, 1:1), next); call ref_wait(v)
      do j = 1, m
        do i = 1, n
          v(i, j) = 0.5d0*v(i, j) + 0.25d0*(v(i, 0) + v(i, m + 1))
        end do
      end do
    end do
    !$mdmp end commregion
  end subroutine

  ! Empty messages, nests without iterations, steps down.
  subroutine nothing
    integer :: step, i, j, k
    call start
    !$mdmp commregion
    do step = 1, steps
      k = mod(step, 3)*(n/2)
      do j = m, 1, -1
        do i = 1, n
          u(i, j) = v(i, j) + 0.5d0*step
        end do
      end do
      do j = m, 1 + mod(step, 2)*m
        do i = 1, n
          u(i, j) = -u(i, j)
        end do
      end do
      !$mdmp recv(v(1:k, 0), prev)
      !$mdmp send(u(1:k, m), next)
      !ref call ref_recv(v(1:k, 0), prev); call ref_send(u(1:k, m), next); call ref_wait(v)
      do j = 1, m*mod(step, 2)
        do i = 1, n
          v(i, j) = 0.5d0*(v(i, j) + v(i, 0))
        end do
      end do
    end do
    !$mdmp end commregion
  end subroutine

end program byways

! A long message that goes early before a short one that comes before it on its lane. The receiver of the short one must not need
! its sender, which waits for a file that the receiver writes behind it, and calls nothing of MPI.
#define SRC 'behind.F90'
#include "mdmp.inc"
module behind
  use check
  implicit none
  integer, parameter :: n = 40000
  real(8), pointer :: u(:, :)
contains
  subroutine fill(step)
    integer, intent(in) :: step
    integer :: i, j
    NEST(0, 9)
    NARRAY2(u, mdmp_writes, ALL_OF, AT(1, 0))
    BOXES
    do j = int(mdmp_b(1)), int(mdmp_b(2))
      do i = 1, n
        u(i, j) = 1d6*step + 1d4*j + i
      end do
    end do
    NESTDONE
  end subroutine

  ! Up to ten seconds.
  subroutine await()
    logical :: there
    integer :: k
    do k = 1, 1000
      inquire (file='flag', exist=there)
      if (there) exit
      call execute_command_line('sleep 0.01')
    end do
    call expect(there, 'the receiver has come that far')
    call execute_command_line('rm -f flag')
  end subroutine
end module

program main
  use behind
  use mdmp_rt
  use mpi
  implicit none
  integer :: step, ierr
  real(8) :: signal(4), got(4)
  call start()
  allocate (u(n, 0:9))
  REGION
  do step = 1, 12
    signal = step
    if (me == 0) then
      call fill(step)
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      SEND(signal, 1, 3)
      DONE
      call mdmp_settle()
      if (modulo(step, 6) == 0) call await()
      EXCHANGE
      call mdmp_manage(mdmp_x, 0_mdmp_int)
      SEND(u(:, 8), 1, 3)
      DONE
    else if (me == 1) then
      EXCHANGE
      RECV(got, 0, 3)
      DONE
      if (modulo(step, 6) == 0) call execute_command_line('touch flag')
      EXCHANGE
      RECV(u(:, 0), 0, 3)
      DONE
      call expect(all(got == step), 'the short one')
      call expect(u(1, 0) == 1d6*step + 8d4 + 1 .and. u(n, 0) == 1d6*step + 8d4 + n, 'the long one')
    end if
    call mpi_barrier(mpi_comm_world, ierr)
    call mdmp_settle() ! what was taken is known
  end do
  REGIONDONE
  call verdict()
end program

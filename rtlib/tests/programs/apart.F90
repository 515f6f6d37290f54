! What a statement is said not to touch, compared with what is still to be received. Argument: what is said wrongly.
#define SRC 'apart.F90'
module apart
  use check
  use mdmp_rt
  use mpi
  implicit none
  integer, parameter :: n = 300
contains
  ! The others are late.
  subroutine tarry()
    real(8) :: until
    until = mpi_wtime() + 0.1d0
    do while (me > 0 .and. mpi_wtime() < until)
    end do
  end subroutine

  subroutine touched(line, ahead, section)
    integer, intent(in) :: line, ahead
    type(*), dimension(..) :: section
    call mdmp_apart(SRC//achar(0), int(line, mdmp_int), int(ahead, mdmp_int), section)
  end subroutine

  subroutine exchange(u)
    real(8), intent(inout) :: u(n, 4)
    integer(mdmp_handle), save :: x(4) = 0_mdmp_handle
    call mdmp_begin(x, SRC//achar(0), 100_mdmp_int)
    call mdmp_manage(x, 1_mdmp_int)
    call mdmp_recv(x, 101_mdmp_int, u(:, 1), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_send(x, 102_mdmp_int, u(:, 3), int(next, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_end(x)
  end subroutine

  subroutine prepost(u)
    real(8), intent(inout) :: u(n, 4)
    integer(mdmp_handle), save :: x(4) = 0_mdmp_handle
    if (mdmp_prepost(x, SRC//achar(0), 100_mdmp_int) == 0_mdmp_int) return
    call mdmp_recv(x, 101_mdmp_int, u(:, 1), int(prev, mdmp_int), 0_mdmp_int, mdmp_world)
    call mdmp_preposted(x)
  end subroutine

  subroutine test(wrongly)
    character(*), intent(in) :: wrongly
    integer(mdmp_handle), save :: r(2) = 0_mdmp_handle
    real(8) :: u(n, 4)
    integer :: step
    u = 0
    call mdmp_region_begin(r, SRC//achar(0), 99_mdmp_int)
    do step = 1, 4
      u(:, 2:) = step + 10*me
      call touched(50, 0, u)
      if (step > 1) call prepost(u)
      call touched(51, 1, u(:, 2:))
      call touched(52, 0, u(n:1, 1))
      if (step == 3 .and. me == 0 .and. wrongly == 'preposted') call touched(53, 1, u(7:9, 1:2))
      call tarry()
      call exchange(u)
      call touched(54, 1, u)
      call touched(55, 0, u(:, 2:4))
      if (step == 3 .and. me == 0 .and. wrongly == 'pending') call touched(56, 0, u(n:n, :))
      call mdmp_need(u)
      call touched(57, 0, u)
      call expect(all(u(:, 1) == step + 10*prev), 'received')
    end do
    call mdmp_region_end(r)
  end subroutine
end module

program p
  use apart
  character(len=20) :: wrongly
  call start()
  call get_command_argument(1, wrongly)
  call test(trim(wrongly))
  call verdict()
end program

! Wrong programs, one a case: the first argument names it. Two ranks.
#define SRC 'errors.F90'
#include "mdmp.inc"
module errors
  use check
  use mpi
  use mdmp_rt
  implicit none
  real(8) :: u(100), v(100)
  real(8), allocatable :: nothing(:)
contains

  subroutine exchange_of(m, n, tag)
    integer, intent(in) :: m, n, tag
    EXCHANGE
    RECV(v(:m), prev, tag)
    SEND(u(:n), next, tag)
    DONE
  end subroutine

  subroutine other_send(n, tag)
    integer, intent(in) :: n, tag
    EXCHANGE
    SEND(u(:n), next, tag)
    DONE
  end subroutine

  subroutine only_recv(m, tag)
    integer, intent(in) :: m, tag
    EXCHANGE
    RECV(v(1:m:2), prev, tag)
    DONE
  end subroutine

  subroutine only_recv_of(c)
    integer, intent(in) :: c
    EXCHANGE
    RECVC(v, prev, 0, c)
    DONE
  end subroutine

  subroutine only_send_of(c, tag, n)
    integer, intent(in) :: c, tag, n
    real(8), allocatable :: w(:)
    allocate (w(n))
    w = 1
    EXCHANGE
    SENDC(w, next, tag, c)
    DONE
  end subroutine

  subroutine long_send(tag)
    integer, intent(in) :: tag
    real(8), allocatable :: w(:)
    allocate (w(1000000))
    w = 1
    EXCHANGE
    SEND(w, next, tag)
    DONE
  end subroutine

  subroutine assumed_size(x)
    real(8) :: x(*)
    EXCHANGE
    SEND(x, next, 0)
    DONE
  end subroutine

  subroutine between_two(c)
    integer, intent(in) :: c
    EXCHANGE
    RECVC(v(1), prev, 0, c)
    SENDC(u(1), next, 0, c)
    DONE
  end subroutine

  ! Errors in a region, where a handler of the run time stands: ours, and the program's own, which go where they always went.
  subroutine in_region(name)
    character(*), intent(in) :: name
    integer(mdmp_handle), save :: r(4) = 0
    integer :: h, k, ierr, other, request, status(MPI_STATUS_SIZE)
    if (name == 'region-return') call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
    do k = 1, 2
      call mdmp_region_begin(r, SRC//achar(0), __LINE__)
      call exchange_of(20, 20, 3)
      select case (name)
      case ('region-longer')
        if (k == 2) call exchange_of(merge(10, 20, me == 0), 20, 3)
      case ('region-fatal')
        if (k == 2 .and. me == 0) call MPI_Send(u, 1, MPI_DOUBLE_PRECISION, 99, 0, MPI_COMM_WORLD, ierr)
      case ('region-wait') ! of a call without a communicator
        call MPI_Irecv(v, merge(1, 20, k == 2 .and. me == 0), MPI_DOUBLE_PRECISION, prev, 7, MPI_COMM_WORLD, request, ierr)
        call MPI_Send(u, 1 + k, MPI_DOUBLE_PRECISION, next, 7, MPI_COMM_WORLD, ierr)
        if (k == 1 .or. me == 0) call MPI_Wait(request, status, ierr)
      case ('region-return')
        call MPI_Send(u, 1, MPI_DOUBLE_PRECISION, 99, 0, MPI_COMM_WORLD, ierr)
        call expect(ierr /= MPI_SUCCESS, 'an error is returned')
      case ('region-dup')
        if (k == 1) call MPI_Comm_dup(MPI_COMM_WORLD, other, ierr)
      case ('region-dup-self')
        if (k == 1) call MPI_Comm_dup(MPI_COMM_SELF, other, ierr)
      case ('region-set')
        call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
        call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, ierr)
        call MPI_Send(u, 1, MPI_DOUBLE_PRECISION, 99, 0, MPI_COMM_WORLD, ierr)
      end select
      call exchange_of(20, 20, 3)
      call mdmp_region_end(r)
      call MPI_Comm_get_errhandler(MPI_COMM_WORLD, h, ierr)
      call expect(h == merge(MPI_ERRORS_ARE_FATAL, MPI_ERRORS_RETURN, name /= 'region-return' .and. name /= 'region-set'), 'handler of world')
      call MPI_Comm_get_errhandler(MPI_COMM_SELF, h, ierr)
      call expect(h == merge(MPI_ERRORS_ARE_FATAL, MPI_ERRORS_RETURN, name /= 'region-set'), 'handler of self')
    end do
    ! A duplicate has the handler that stood then.
    if (index(name, 'region-dup') == 1) call MPI_Send(u, 1, MPI_DOUBLE_PRECISION, 99, 0, other, ierr)
    print *, 'went on'
  end subroutine

  subroutine run(name)
    character(*), intent(in) :: name
    integer :: i, c, d, ierr
    logical :: first
    first = me == 0
    if (index(name, 'region-') == 1) then
      call in_region(name)
      return
    end if
    select case (name)
    case ('longer')
      call exchange_of(merge(10, 20, first), 20, 3)
    case ('shorter')
      call exchange_of(merge(30, 20, first), 20, 3)
    case ('longer-later')
      do i = 1, 50
        call exchange_of(merge(10, 20, first .and. i == 50), 20, 3)
      end do
    case ('shorter-later')
      do i = 1, 50
        call exchange_of(merge(30, 20, first .and. i == 50), 20, 3)
      end do
    case ('nothing-expected')
      call exchange_of(merge(0, 20, first), 20, 3)
    case ('nothing-sent')
      call exchange_of(20, merge(20, 0, first), 3)
    case ('nothing-sent-later')
      do i = 1, 50
        call exchange_of(merge(0, 20, first .and. i < 50), merge(20, 0, first), 3)
      end do
    case ('two-places')
      call exchange_of(20, 20, 3)
      if (.not. first) call other_send(20, 3)
      if (first) call only_recv(9, 3)
    case ('varying')
      do i = 1, 30
        call exchange_of(merge(5, i + 10, first .and. i == 30), i + 10, 3)
      end do
    case ('pieces-longer')
      call exchange_of(merge(60, 80, first), 80, 3)
    case ('pieces-one')
      call exchange_of(merge(8, 80, first), 80, 3)
    case ('pieces-expected')
      call exchange_of(merge(80, 8, first), 8, 3)
    case ('peer')
      EXCHANGE
      SEND(u, 7, 0)
      DONE
    case ('tag-negative')
      call exchange_of(1, 1, -1)
    case ('tag-large')
      call exchange_of(1, 1, huge(1))
    case ('negative')
      EXCHANGE
      RECV(v, mpi_any_source, 0)
      RECV(v, -1, 0)
      RECV(v, -2, 0)
      SEND(v, -2, 0)
      SEND(v, mpi_proc_null, 0)
      DONE
    case ('gone-unnamed', 'gone-unnamed-later', 'gone-unnamed-freed', 'gone-unnamed-receiver', 'unnamed-unreceived')
      call mpi_comm_dup(mpi_comm_world, c, ierr)
      call mpi_comm_dup(mpi_comm_world, d, ierr)
      if (name /= 'gone-unnamed') call between_two(c)
      if (name /= 'gone-unnamed') call between_two(c)
      call between_two(d)
      if (name == 'gone-unnamed-freed' .and. .not. first) call mpi_comm_free(c, ierr)
      if (name == 'gone-unnamed-freed' .and. .not. first) call execute_command_line('sleep 4')
      if (name == 'unnamed-unreceived') then
        if (first) call only_send_of(c, 0, 1)
        if (first) call only_send_of(c, 5, 1)
        if (first) call only_send_of(c, 5, 1)
        call mpi_comm_free(c, ierr)
        return
      end if
      if (first .and. index(name, 'receiver') > 0) call only_send_of(c, 5, 1000000)
      if (first .and. index(name, 'receiver') == 0) call only_recv_of(c)
      call mpi_finalize(ierr)
      stop
    case ('null')
      call between_two(mpi_comm_null)
    case ('unallocated')
      EXCHANGE
      SEND(nothing, next, 0)
      DONE
    case ('unallocated-part')
      EXCHANGE
      PART(u(1))
      PART(nothing)
      SENDP(next, 0)
      DONE
    case ('unallocated-named')
      block
        integer(mdmp_handle), save :: x(4) = 0
        call mdmp_begin(x, 'errors.F90'//achar(0), 1_mdmp_int, '4:u;12:other,nothing;2:other;13:u'//achar(0))
        call mdmp_part(x, u)
        call mdmp_part(x, nothing)
        call mdmp_send_parts(x, 12_mdmp_int, int(next,mdmp_int), 0_mdmp_int, mdmp_world)
        call mdmp_end(x)
      end block
    case ('unallocated-one')
      block
        integer(mdmp_handle), save :: x(4) = 0
        call mdmp_begin(x, 'errors.F90'//achar(0), 1_mdmp_int, '12:z%u or nothing'//achar(0))
        call mdmp_part(x, u)
        call mdmp_part_count(x, nothing, 0_mdmp_long, 2_mdmp_long)
        call mdmp_send_parts(x, 12_mdmp_int, int(next,mdmp_int), 0_mdmp_int, mdmp_world)
        call mdmp_end(x)
      end block
    case ('count-long')
      EXCHANGE
      SENDN(u, 50, 51, next, 0)
      DONE
    case ('count-negative')
      EXCHANGE
      SENDN(u, 50, -1, next, 0)
      DONE
    case ('offset-negative')
      EXCHANGE
      SENDN(u, -3, 1, next, 0)
      DONE
    case ('assumed-size')
      call assumed_size(u)
    case ('gone')
      if (first) call only_recv(9, 3)
      call mpi_finalize(ierr)
      stop
    case ('gone-other') ! the lane is there, and it has another tag
      if (first) call only_recv(9, 3)
      if (.not. first) call other_send(5, 4)
      call mpi_finalize(ierr)
      stop
    case ('gone-comm') ! rank 1 is not done with the communicator
      call mpi_comm_dup(mpi_comm_world, c, ierr)
      call mdmp_init_comm(SRC//achar(0), __LINE__, c)
      call between_two(c)
      if (first) call only_recv_of(c)
      call mpi_finalize(ierr)
      stop
    case ('gone-receiver') ! too long to leave before it is received
      do i = 1, 3
        call exchange_of(20, 20, 3)
      end do
      if (first) call long_send(3)
      call mpi_finalize(ierr)
      stop
    case ('asked') ! and answered late: all is well
      if (first) call only_recv(9, 3)
      if (.not. first) call execute_command_line('sleep 2')
      if (.not. first) call other_send(5, 3)
      if (.not. first) call only_recv(9, 4)
      if (first) call execute_command_line('sleep 1.5')
      if (first) call other_send(5, 4)
    case ('some') ! name it
      call mpi_comm_dup(mpi_comm_world, c, ierr)
      if (first) call mdmp_init_comm(SRC//achar(0), __LINE__, c)
      call execute_command_line('sleep 5')
    case ('gone-later')
      do i = 1, 3
        call exchange_of(20, 20, 3)
      end do
      if (first) call only_recv(9, 3)
      call mpi_finalize(ierr)
      stop
    case ('unreceived')
      call exchange_of(20, 20, 3)
      if (first) call other_send(20, 3)
      if (first) call other_send(20, 3)
      if (first) call other_send(5, 4)
    case ('hang')
      print '(a,i0)', 'seen before ', me
      call only_recv(9, 3)
    case ('hang-0', 'hang-1') ! this rank; the other one comes when it has given up
      print '(a,i0)', 'seen before ', me
      if (name(6:) /= achar(iachar('0') + me)) call execute_command_line('sleep 5')
      call only_recv(9, 3)
    case ('finalized')
      call mpi_finalize(ierr)
      call exchange_of(1, 1, 0)
    case ('outside')
      block
        integer(mdmp_handle), save :: x(4) = 0
        call mdmp_send(x, 1_mdmp_int, u, 0_mdmp_int, 0_mdmp_int, mdmp_world)
      end block
    case ('unclosed')
      EXCHANGE
      PART(u)
      DONE
    case ('long-name')
      block
        integer(mdmp_handle), save :: x(4) = 0
        call mdmp_begin(x, repeat('folder/', 50)//'long.F90'//achar(0), 1_mdmp_int)
        call mdmp_recv(x, 2_mdmp_int, v(:merge(20, 10, first)), int(prev,mdmp_int), 0_mdmp_int, mdmp_world)
        call mdmp_send(x, 3_mdmp_int, u(:10), int(next,mdmp_int), 0_mdmp_int, mdmp_world)
        call mdmp_end(x)
      end block
    case ('fine')
      call exchange_of(1, 1, 0)
    case default
      error stop 'unknown case'
    end select
  end subroutine
end module

program main
  use errors
  implicit none
  character(32) :: name
  u = 1
  call get_command_argument(1, name)
  if (name == 'early') call exchange_of(1, 1, 0)
  if (name == 'early-init') call mdmp_init(SRC//achar(0), __LINE__)
  call start()
  call run(trim(name))
  call verdict()
end program

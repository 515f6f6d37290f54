! Module mdmp: the API of delta send-recv for Fortran programs, with or without directives.
!
! mdmp.h (mdmp_delta.h) says what the procedures mean. Communicators and datatypes are those of
! module mpi or of mpi_f08; status is what MPI_Wait takes and may be left out, and so may ierror. Buffers
! lie in one piece and are ASYNCHRONOUS or TARGET in the caller. Offsets are in bytes, from 0.
module mdmp
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_ptr, c_null_ptr
  implicit none
  private

  public :: MDMP_Request, MDMP_Delta_init
  public :: MDMP_Delta_send_begin, MDMP_Delta_send_data, MDMP_Delta_send_pages, MDMP_Delta_send_size, MDMP_Delta_send_end
  public :: MDMP_Delta_recv, MDMP_Delta_recv_pages, MDMP_Delta_wait_data, MDMP_Delta_wait, MDMP_Delta_test

  ! A message under way.
  type, bind(C) :: MDMP_Request
    type(c_ptr) :: message = c_null_ptr
  end type

  interface
    ! Collective, before the first message of comm.
    subroutine MDMP_Delta_init(comm, ierror) bind(C, name='mdmp_f_delta_init')
      import :: c_int
      type(*), intent(in) :: comm
      integer(c_int), intent(out), optional :: ierror
    end subroutine

    subroutine MDMP_Delta_send_begin(buf, count, datatype, dest, tag, comm, request, ierror) &
      bind(C, name='mdmp_f_delta_send_begin')
      import :: c_int, MDMP_Request
      type(*), dimension(..), intent(in), asynchronous :: buf
      integer(c_int), value :: count, dest, tag
      type(*), intent(in) :: datatype, comm
      type(MDMP_Request), intent(out) :: request
      integer(c_int), intent(out), optional :: ierror
    end subroutine

    subroutine MDMP_Delta_send_data(request, offset, bytes, ierror) bind(C, name='mdmp_f_delta_send_data')
      import :: c_int, c_int64_t, MDMP_Request
      type(MDMP_Request), intent(inout) :: request
      integer(c_int64_t), value :: offset, bytes
      integer(c_int), intent(out), optional :: ierror
    end subroutine

    subroutine MDMP_Delta_send_pages(request, ierror) bind(C, name='mdmp_f_delta_send_pages')
      import :: c_int, MDMP_Request
      type(MDMP_Request), intent(inout) :: request
      integer(c_int), intent(out), optional :: ierror
    end subroutine

    subroutine MDMP_Delta_send_size(request, count, ierror) bind(C, name='mdmp_f_delta_send_size')
      import :: c_int, MDMP_Request
      type(MDMP_Request), intent(inout) :: request
      integer(c_int), value :: count
      integer(c_int), intent(out), optional :: ierror
    end subroutine

    subroutine MDMP_Delta_send_end(request, ierror) bind(C, name='mdmp_f_delta_send_end')
      import :: c_int, MDMP_Request
      type(MDMP_Request), intent(inout) :: request
      integer(c_int), intent(out), optional :: ierror
    end subroutine

    subroutine MDMP_Delta_recv(buf, count, datatype, source, tag, comm, request, ierror) &
      bind(C, name='mdmp_f_delta_recv')
      import :: c_int, MDMP_Request
      type(*), dimension(..), asynchronous :: buf
      integer(c_int), value :: count, source, tag
      type(*), intent(in) :: datatype, comm
      type(MDMP_Request), intent(out) :: request
      integer(c_int), intent(out), optional :: ierror
    end subroutine

    subroutine MDMP_Delta_recv_pages(buf, count, datatype, source, tag, comm, request, ierror) &
      bind(C, name='mdmp_f_delta_recv_pages')
      import :: c_int, MDMP_Request
      type(*), dimension(..), asynchronous :: buf
      integer(c_int), value :: count, source, tag
      type(*), intent(in) :: datatype, comm
      type(MDMP_Request), intent(out) :: request
      integer(c_int), intent(out), optional :: ierror
    end subroutine

    subroutine MDMP_Delta_wait_data(buffer, offset, bytes, ierror) bind(C, name='mdmp_f_delta_wait_data')
      import :: c_int, c_int64_t
      type(*), dimension(..), asynchronous :: buffer
      integer(c_int64_t), value :: offset, bytes
      integer(c_int), intent(out), optional :: ierror
    end subroutine

    subroutine MDMP_Delta_wait(request, status, ierror) bind(C, name='mdmp_f_delta_wait')
      import :: c_int, MDMP_Request
      type(MDMP_Request), intent(inout) :: request
      type(*), dimension(..), optional :: status
      integer(c_int), intent(out), optional :: ierror
    end subroutine

    ! flag: not 0 if it is complete.
    subroutine MDMP_Delta_test(request, flag, status, ierror) bind(C, name='mdmp_f_delta_test')
      import :: c_int, MDMP_Request
      type(MDMP_Request), intent(inout) :: request
      integer(c_int), intent(out) :: flag
      type(*), dimension(..), optional :: status
      integer(c_int), intent(out), optional :: ierror
    end subroutine
  end interface
end module

! What an MPI library might have beyond the standard.
subroutine MPIX_Recv_enqueue(x)
  use, intrinsic :: iso_c_binding
  implicit none
  integer, target :: x
  type(c_ptr) :: at
  common /queued/ at
  at = c_loc(x)
end subroutine

subroutine MPIX_Wait_enqueue()
  use, intrinsic :: iso_c_binding
  implicit none
  type(c_ptr) :: at
  integer, pointer :: x
  common /queued/ at
  call c_f_pointer(at, x)
  x = 2
end subroutine

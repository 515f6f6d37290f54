! Communicators of the program: split, freed and made again, old and new handles.
#define SRC 'comms.F90'
#include "mdmp.inc"
module comms
  use check
  use mpi
  use mdmp_rt
  implicit none
contains

  subroutine ring(comm, what)
    integer, intent(in) :: comm
    character(*), intent(in) :: what
    integer :: r, n, a, b, ierr
    real(8) :: big(5000), got(5000)
    call mpi_comm_rank(comm, r, ierr)
    call mpi_comm_size(comm, n, ierr)
    a = 100*me + r
    big = a
    EXCHANGE
    RECVC(b, modulo(r - 1, n), 0, comm)
    RECVC(got, modulo(r - 1, n), 1, comm)
    SENDC(a, modulo(r + 1, n), 0, comm)
    SENDC(big, modulo(r + 1, n), 1, comm)
    DONE
    call expect(modulo(b, 100) == modulo(r - 1, n), what)
    call expect(all(got == b), what)
  end subroutine

  subroutine test_split()
    integer :: row, ierr
    integer(mdmp_handle), save :: r(4) = 0
    call mpi_comm_split(mpi_comm_world, modulo(me, 2), -me, row, ierr)
    call mdmp_region_begin(r, SRC//achar(0), __LINE__)
    call mdmp_region_comm(r, row)
    call ring(row, 'split')
    call mdmp_region_comm(r, row)
    call ring(row, 'split again')
    call ring(mpi_comm_world, 'world by name')
    call mdmp_region_end(r)
    call mpi_comm_free(row, ierr)
  end subroutine

  ! The library may give the handle of a freed communicator to the next one.
  subroutine test_handles()
    integer :: c, d, i, ierr
    do i = 1, 20
      call mpi_comm_dup(mpi_comm_world, c, ierr)
      call mdmp_init_comm(SRC//achar(0), __LINE__, c)
      call mpi_comm_split(mpi_comm_world, modulo(me + i, 2), me, d, ierr)
      call mdmp_init_comm(SRC//achar(0), __LINE__, d)
      call ring(c, 'handles: dup')
      call ring(d, 'handles: split')
      if (modulo(i, 2) == 0) then
        call mpi_comm_free(c, ierr)
        call mpi_comm_free(d, ierr)
      else
        call mpi_comm_disconnect(d, ierr)
        call mpi_comm_free(c, ierr)
      end if
    end do
  end subroutine

  ! Some ranks have no part in it.
  subroutine test_some()
    integer :: c, ierr, a
    integer(mdmp_handle), save :: r(4) = 0
    call mpi_comm_split(mpi_comm_world, merge(0, mpi_undefined, me < 2), me, c, ierr)
    call mdmp_region_begin(r, SRC//achar(0), __LINE__)
    call mdmp_region_comm(r, c)
    if (me < 2) then
      call ring(c, 'some')
      call mpi_comm_free(c, ierr)
    else
      EXCHANGE
      RECVC(a, -1, 0, c)
      DONE
    end if
    call mdmp_region_end(r)
  end subroutine

  subroutine test_self()
    integer :: ierr
    call mdmp_init_comm(SRC//achar(0), __LINE__, mpi_comm_self)
    call ring(mpi_comm_self, 'self')
    call mpi_barrier(mpi_comm_world, ierr)
  end subroutine

  ! Nobody names it: freed, left, of some, with an old handle, used by one before all name it.
  subroutine test_unnamed()
    integer :: c, d, i, a, ierr
    do i = 1, 20
      call mpi_comm_dup(mpi_comm_world, c, ierr)
      call mpi_comm_split(mpi_comm_world, modulo(me + i, 2), me, d, ierr)
      call ring(c, 'unnamed: dup')
      if (modulo(i, 3) > 0) call ring(d, 'unnamed: split')
      if (modulo(i, 5) == 0) then
        if (me == 0) then
          EXCHANGE
          RECVC(a, 0, 2, c)
          SENDC(i, 0, 2, c)
          DONE
          call expect(a == i, 'unnamed: oneself')
        end if
        call mdmp_init_comm(SRC//achar(0), __LINE__, c)
        call mdmp_init_comm(SRC//achar(0), __LINE__, d)
        call ring(c, 'unnamed, then named')
        call ring(d, 'unnamed or not, then named')
      end if
      call mpi_comm_free(d, ierr)
      if (i < 19) call mpi_comm_free(c, ierr)
    end do
    call ring(mpi_comm_self, 'unnamed self')
  end subroutine

  ! Ranks are those of the other group.
  subroutine test_groups()
    integer :: half, c, n, r, got, ierr
    if (np < 2) return
    call mpi_comm_split(mpi_comm_world, modulo(me, 2), -me, half, ierr)
    call mpi_intercomm_create(half, 0, mpi_comm_world, np - 1 - modulo(np - 2 + modulo(me, 2), 2), 3, c, ierr)
    call mpi_comm_rank(half, r, ierr)
    call mpi_comm_remote_size(c, n, ierr)
    call mdmp_init_comm(SRC//achar(0), __LINE__, c)
    if (r < n) then
      EXCHANGE
      RECVC(got, r, 3, c)
      SENDC(me, r, 3, c)
      DONE
      call expect(modulo(got + me, 2) == 1 .and. got/2 == (np - 1 - modulo(np - 1 - modulo(got, 2), 2) - 2*r)/2, 'groups')
    end if
    call mpi_comm_free(c, ierr)
    call mpi_comm_free(half, ierr)
  end subroutine

  ! Left to MPI_Finalize.
  subroutine test_left()
    integer, save :: c
    integer :: ierr
    call mpi_comm_dup(mpi_comm_world, c, ierr)
    call mdmp_init_comm(SRC//achar(0), __LINE__, c)
    call ring(c, 'left')
  end subroutine

  subroutine test_f08()
    use mpi_f08, only: f08 => mpi_comm, split => mpi_comm_split, world => mpi_comm_world, free => mpi_comm_free
    type(f08) :: c
    integer :: b
    call split(world, 0, -me, c)
    call mdmp_init_comm(SRC//achar(0), __LINE__, c)
    EXCHANGE
    RECVC(b, modulo(np - 1 - me - 1, np), 3, c)
    SENDC(me, modulo(np - 1 - me + 1, np), 3, c)
    DONE
    call expect(b == next, 'f08')
    EXCHANGE
    RECVC(b, prev, 3, world)
    SENDC(me, next, 3, world)
    DONE
    call expect(b == prev, 'f08 world')
    call free(c)
  end subroutine
end module

program main
  use comms
  implicit none
  call start()
  call test_split()
  call test_handles()
  call test_some()
  call test_self()
  call test_unnamed()
  call test_groups()
  call test_left()
  call test_f08()
  call verdict()
end program

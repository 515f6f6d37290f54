! A small program with everything that allocates, for the shim of shim.c.
#define SRC 'shimmed.F90'
#include "mdmp.inc"
program main
  use check
  use mpi
  use mdmp_rt
  implicit none
  interface
    subroutine shim_report() bind(C)
    end subroutine
  end interface
  integer :: c, d, e, f, i, group, ierr
  real(8) :: u(3,400), v(3,400)
  real(8), allocatable :: long(:,:)
  call start()
  ! not by what the run time makes its own with: under MPICH the shim would count these, too
  call mpi_comm_group(mpi_comm_world, group, ierr)
  call mpi_comm_create(mpi_comm_world, group, c, ierr)
  call mpi_comm_create(mpi_comm_world, group, d, ierr)
  call mpi_comm_create(mpi_comm_world, group, e, ierr) ! not named
  call mpi_comm_create(mpi_comm_world, group, f, ierr)
  call mdmp_init_comm(SRC//achar(0), __LINE__, c)
  call mdmp_init_comm(SRC//achar(0), __LINE__, d)
  u = me; v = -1
  do i = 1, 12
    EXCHANGE
    RECV(v(1,:), prev, 0)
    RECVC(v(2,:10*i), prev, 2, c)
    RECVC(v(3,1), prev, 1, d)
    RECVC(v(3,2), prev, 1, e)
    RECVC(v(3,3), prev, 1, f)
    SEND(u(1,:), next, 0)
    SENDC(u(2,:10*i), next, 2, c)
    SENDC(u(3,1), next, 1, d)
    SENDC(u(3,2), next, 1, e)
    SENDC(u(3,3), next, 1, f)
    DONE
  end do
  call expect(all(v(1:2,:120) == prev), 'values')
  allocate(long(5000,2))
  REGION ! with MDMP_TUNE=2 in frames
  do i = 1, 3
    long(:,1) = -1; long(:,2) = i + me
    EXCHANGE
    call mdmp_manage(mdmp_x, 0_mdmp_int)
    RECV(long(:,1), prev, 3)
    SEND(long(:,2), next, 3)
    DONE
    call expect(all(long(:,1) == i + prev), 'long messages')
  end do
  REGIONDONE
  call mpi_comm_free(c, ierr)
  call mpi_comm_free(e, ierr)
  call mpi_finalize(ierr)
  call shim_report()
end program

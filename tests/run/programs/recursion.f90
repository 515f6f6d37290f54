! A recursive procedure with a region of its own: the same exchange is entered
! again for coarser and coarser levels, each with its own automatic array.
module multigrid
  implicit none
  integer :: prev, next
contains
  recursive subroutine level(u, m, depth)
    !ref use ref
    integer, intent(in) :: m, depth
    real(8), intent(inout) :: u(0:m+1)
    real(8) :: coarse(0:m/2+1)
    integer :: i, sweep
    !$mdmp commregion level
    do sweep = 1, 2
      !$mdmp recv(u(0), prev)
      !$mdmp recv(u(m+1), next)
      !$mdmp send(u(m), next)
      !$mdmp send(u(1), prev)
      !ref call ref_recv(u(0), prev); call ref_recv(u(m+1), next); call ref_send(u(m), next)
      !ref call ref_send(u(1), prev); call ref_wait(u)
      do i = 1, m
        u(i) = 0.5d0*u(i) + 0.25d0*(u(i-1) + u(i+1))
      end do
      if (depth > 0 .and. sweep == 1) then
        coarse = 0
        do i = 1, m/2
          coarse(i) = u(2*i)
        end do
        call level(coarse, m/2, depth - 1)
        do i = 1, m/2
          u(2*i) = coarse(i) + coarse(i-1)
        end do
      end if
    end do
    !$mdmp end commregion level
  end subroutine level
end module multigrid

program recursion
  use mpi
  use support
  use multigrid
  implicit none
  integer :: rank, n, k, ierr
  real(8) :: u(0:33)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  prev = modulo(rank - 1, n)
  next = modulo(rank + 1, n)
  u = [(sqrt(real(k + 40*rank, 8)), k=0, 33)]
  do k = 1, 3
    call level(u, 32, k)
  end do
  call report('u', transfer(u, bytes))
  call MPI_Finalize(ierr)
end program recursion

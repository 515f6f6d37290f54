! Exchanges in procedures of another file, which leave receives to their callers.
module halo
  use mpi
  implicit none
  integer :: rank, nr, prev, next
  character(*), parameter :: name = 'order.txt'
contains
  subroutine pull(u)
    real(8), intent(inout) :: u(:,:)
    !$mdmp recv(u(:,1), prev)
  end subroutine
  subroutine push(v)
    real(8), intent(inout) :: v(:,:)
    !$mdmp send(v(:,2), next)
  end subroutine
  subroutine pushall(v)
    real(8), intent(inout) :: v(:,:)
    !$mdmp send(v, next) tag(3)
  end subroutine
  subroutine pullall(u)
    real(8), intent(inout) :: u(:,:)
    !$mdmp recv(u, prev) tag(3)
  end subroutine
  subroutine relax(a)
    real(8), intent(inout) :: a(:,:)
    integer :: i, j
    do j = 1, size(a,2)
      do i = 1, size(a,1)
        a(i,j) = 0.5d0*a(i,j) + 1
      end do
    end do
  end subroutine
  subroutine both(u, v, a)
    real(8), intent(inout) :: u(:,:), v(:,:), a(:,:)
    call pull(u)
    call relax(a)
    call slow
    call says(rank)
    call push(v)
  end subroutine
  subroutine slow
    real(8) :: t0
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < (nr - rank)*1.5d-3)
    end do
  end subroutine
  subroutine says(k)
    integer, intent(in) :: k
    integer :: lu
    open (newunit=lu, file=name, position='append')
    write (lu, *) k
    close (lu)
  end subroutine
  subroutine fresh
    integer :: lu, ierr
    if (rank == 0) then
      open (newunit=lu, file=name, status='replace')
      close (lu)
    end if
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine
  subroutine show(what)
    character(*), intent(in) :: what
    integer :: lu, ierr, k, n, list(100)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    if (rank == 0) then
      open (newunit=lu, file=name)
      n = 0
      do
        read (lu, *, iostat=ierr) k
        if (ierr /= 0) exit
        n = n + 1
        list(n) = k
      end do
      close (lu)
      write (*, '(a,100i2)') what//':', list(1:n)
    end if
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine
end module

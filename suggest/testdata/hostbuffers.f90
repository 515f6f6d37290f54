program p
  use mpi
  implicit none
  integer, parameter :: hs = 2, fields = 2
  integer :: nx, nz, rank, ranks, left, right, ierr, it, i, k, f
  real(8), allocatable :: state(:,:,:), sl(:,:,:), sr(:,:,:), rl(:,:,:), rr(:,:,:)
  call setup()
  do it = 1, 8
    call halo(state)
    do f = 1, fields
      do k = 1, nz
        do i = 1, nx
          state(i,k,f) = 0.5d0*state(i,k,f) + 0.125d0*(state(i-2,k,f) + state(i-1,k,f) + state(i+1,k,f) + state(i+2,k,f))
        end do
      end do
    end do
  end do
  print *, rank, sum(state(1:nx,:,:))
  deallocate(sl, sr, rl, rr)
  call MPI_Finalize(ierr)
contains
  subroutine setup()
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    nx = 12
    nz = 5
    left = rank - 1
    if (left == -1) left = ranks - 1
    right = rank + 1
    if (right == ranks) right = 0
    allocate(state(1-hs:nx+hs,nz,fields), sl(hs,nz,fields), sr(hs,nz,fields), rl(hs,nz,fields), rr(hs,nz,fields))
    do i = 1 - hs, nx + hs
      state(i,:,1) = rank + 0.01d0*i
      state(i,:,2) = rank - 0.01d0*i
    end do
    state(:,2,:) = 0
  end subroutine setup

  subroutine halo(state)
    real(8), intent(inout) :: state(1-hs:nx+hs,nz,fields)
    integer :: f, k, s, req(4)
    call MPI_Irecv(rl, hs*nz*fields, MPI_DOUBLE_PRECISION, left, 0, MPI_COMM_WORLD, req(1), ierr)
    call MPI_Irecv(rr, hs*nz*fields, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, req(2), ierr)
    do f = 1, fields
      do k = 1, nz
        do s = 1, hs
          sl(s,k,f) = state(s,k,f)
          sr(s,k,f) = state(nx-hs+s,k,f)
        end do
      end do
    end do
    call MPI_Isend(sl, hs*nz*fields, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, req(3), ierr)
    call MPI_Isend(sr, hs*nz*fields, MPI_DOUBLE_PRECISION, right, 0, MPI_COMM_WORLD, req(4), ierr)
    call MPI_Waitall(2, req, MPI_STATUSES_IGNORE, ierr)
    do f = 1, fields
      do k = 1, nz
        do s = 1, hs
          state(-hs+s,k,f) = rl(s,k,f)
          state(nx+s,k,f) = rr(s,k,f)
        end do
      end do
    end do
    call MPI_Waitall(2, req(3:4), MPI_STATUSES_IGNORE, ierr)
  end subroutine halo
end program p

! Array statements over dimensions whose bounds need 64 bits.
program farbounds
  use mpi
  implicit none
  integer, parameter :: n = 30, m = 40
  integer(8), parameter :: far = 3000000000_8
  real(8), allocatable :: u(:,:), v(:,:), w(:,:), line(:)
  integer :: me, ranks, left, right, ierr, it
  real(8) :: t0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(me - 1, ranks); right = modulo(me + 1, ranks)
  allocate (u(n,far:far+m+1), v(n,far:far+m+1), line(far:far+1000))
  u = me; v = 0; line = me
  !$mdmp commregion
  do it = 1, 6
    t0 = MPI_Wtime()
    if (modulo(me + it, 2) == 0) then
      do while (MPI_Wtime() - t0 < 1d-3)
      end do
    end if
    !$mdmp send(u(:,far+1), left)
    !$mdmp recv(u(:,far+m+1), right)
    !$mdmp send(u(:,far+m), right) tag(1)
    !$mdmp recv(u(:,far), left) tag(1)
    v(:,far:) = 0.5d0*u(:,far:) + it
    u(:,:) = u(:,:) + 0.25d0*v(:,:)
    u = u + 0.125d0*v
    v(:,:far+m) = u(:,far+1:)
    w = v(:,far+1:)
    w(:,2:) = 0.5d0*w(:,2:)
    u(:,far+1:far+m) = u(:,far+1:far+m) + w(:,:m)
    !$mdmp send(line(far+1:far+100), right) tag(2)
    !$mdmp recv(line(far+901:), left) tag(2)
    line(far:) = 0.5d0*line(far:) + it
    line(:) = line(:) + 1
  end do
  !$mdmp end commregion
  print '(a,i0,5(1x,es23.15))', 'rank ', me, sum(u), sum(v), sum(w), sum(line), sum(u(:,far+m+1))
  call MPI_Finalize(ierr)
end program

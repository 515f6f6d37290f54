! run: flags -g -fcheck=all
! What a nest states is evaluated before it. Nothing of that may be touched when the program would not: no iteration,
! a condition that does not hold, variables that are absent, not allocated or point nowhere, subscripts out of bounds.
module early
  use mpi
  implicit none
  integer, parameter :: n = 30, m = 12
  type tl
    real(8), allocatable :: u(:,:)
    integer :: left = 0, right = 0, n = 0
  end type
  integer :: me, np, left, right
contains
  subroutine absent(it, k, w, h, pl, pr)
    integer, intent(in) :: it
    integer, intent(in), optional :: k, h, pl, pr
    real(8), intent(inout), optional :: w(n,0:m+1)
    real(8) :: u(n,0:m+1), v(n,0:m+1), t0
    integer :: i, j, l, s
    u = me + it; v = 0
    !$mdmp commregion
    do s = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      t0 = MPI_Wtime(); do while (mod(me+s,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
      do j = 1, m
        do i = 1, n
          v(i,j) = u(i,j-1) + u(i,j+1)
          if (present(k)) v(i,j) = v(i,j) + u(k,j)
          if (present(w)) v(i,j) = v(i,j) + w(i,j)
          if (present(h)) then
            do l = 1, h
              v(i,j) = v(i,j) + u(l,j)
            end do
          end if
        end do
      end do
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.1d0*v(i,j)
          if (present(w)) w(i,j) = u(i,j)
        end do
      end do
      if (present(w)) then
        !$mdmp send(w(:,1), pl)
        !$mdmp recv(w(:,0), pr)
      end if
    end do
    !$mdmp end commregion
    print *, me, 'absent', it, sum(u), sum(v)
  end subroutine
end module
program evaluatedearly
  use early
  real(8) :: u(n,0:m+1,0:m+1), v(n,0:m+1,0:m+1), s, t0, w(n,0:m+1)
  real(8), allocatable :: a(:,:), b(:,:)
  type(tl), allocatable :: tile(:)
  type(tl), pointer :: p
  integer, allocatable :: cnt(:)
  integer :: it, i, j, k, t, mm, nn, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  left = modulo(me-1, np); right = modulo(me+1, np)
  call absent(1)
  w = 1
  call absent(2, 1, w, 3, left, right)
  u = me; v = 0; s = 0; p => null()

  ! bounds of inner loops, peers and sections through pointers
  !$mdmp commregion
  do it = 1, 6
    mm = merge(0, m, mod(it,2) == 1)
    if (mm > 0) then
      allocate(cnt(1), p); cnt = m; p%n = m; p%left = left; p%right = right
    end if
    !$mdmp send(u(:,:,1), left)
    !$mdmp recv(u(:,:,m+1), right)
    !$mdmp send(u(:,:,m), right)
    !$mdmp recv(u(:,:,0), left)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    do k = mm, 1, -1
      do j = p%n, 1, -1
        do i = 1, n
          v(i,j,k) = 0.25d0*(u(i,j,k-1) + u(i,j,k+1) + u(i,j-1,k) + u(i,j+1,k))
        end do
      end do
    end do
    do k = 1, mm, 2
      do j = 1, cnt(1)
        do i = 1, n
          u(i,j,k) = v(i,j,k) + it
        end do
      end do
    end do
    if (mm > 0) then
      !$mdmp send(v(:,:,1), p%left)
      !$mdmp recv(v(:,:,m+1), p%right)
      deallocate(cnt, p)
    end if
    s = s + u(1,1,1)
  end do
  !$mdmp end commregion
  print *, me, 'bounds', s, sum(u), sum(v)

  ! one array of several
  allocate(tile(1)); allocate(tile(1)%u(n,0:m+1)); tile(1)%u = me
  !$mdmp commregion
  do it = 1, 8
    t = merge(3, 1, mod(it,4) == 3)
    mm = merge(0, m, t == 3); nn = merge(0, n, t == 3)
    !$mdmp send(tile(1)%u(:,1), left)
    !$mdmp recv(tile(1)%u(:,m+1), right)
    t0 = MPI_Wtime(); do while (mod(me+it,2) == 0 .and. MPI_Wtime() - t0 < 2d-3); end do
    do j = 1, mm
      do i = 1, n
        w(i,j) = 0.5d0*(tile(t)%u(i,j-1) + tile(t)%u(i,j+1))
      end do
    end do
    do j = 1, m
      do i = 1, nn
        tile(t)%u(i,j) = w(i,j) + it
      end do
    end do
    do j = 1, m
      do i = 1, n
        if (t == 2) w(i,j) = tile(2)%u(i,j)
      end do
    end do
    s = s + w(1,1)
  end do
  !$mdmp end commregion
  print *, me, 'tiles', s, sum(w), sum(tile(1)%u)

  ! sections that exist now and then
  !$mdmp commregion
  do it = 1, 6
    if (it == 3) allocate(a(n,0:4), b(n,0:m+1))
    if (it == 3) a = it
    if (it == 3) b = it
    do j = 1, 4
      do i = 1, n
        if (it > 2) a(i,j) = 0.5d0*a(i,j-1) + it
        if (it > 2) b(i,j) = b(i,j) + a(i,j)
        w(i,j) = it + j
      end do
    end do
    if (it > 3) then
      !$mdmp send(a(:,1), left)
      !$mdmp recv(a(:,0), right)
      !$mdmp send(b, left)
      !$mdmp recv(v(:,:,0), right)
      if (size(a,2) > 8) then
        !$mdmp send(a(:,9), left)
        !$mdmp recv(a(:,8), right)
      end if
    end if
    s = s + w(1,1)
  end do
  !$mdmp end commregion
  print *, me, 'sections', s, sum(a), sum(b), sum(v(:,:,0))
  call MPI_Finalize(ierr)
end program

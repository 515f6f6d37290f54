! Subscripts that stand in index arrays: rows of a sparse matrix, with rows out of order, empty ones and gaps; of fixed width, in both
! orders; edges of a mesh; index arrays that change between two nests, in a nest, between two stays in a region, that come from
! another rank in the exchange right before, of all kinds, with strides, open, absent, with what is no subscript where it is not looked at;
! open ones of rank 2 whose rows are of different length, of which behind the last row nothing is, or behind .and.; one column.
! One rank is late by turns, so what is read too early is old.
! run: ranks 1 2 3
module work
  use mpi
  implicit none
  integer, parameter :: dp = kind(1d0), own = 300, halo = 40
  type mesh
    integer, allocatable :: near(:,:), many(:)
    real(dp) :: x(2,-halo:own+halo)
  end type
contains
  ! Rank `rank` lets others wait.
  subroutine late(it, rank, ranks)
    integer, intent(in) :: it, rank, ranks
    real(dp) :: since
    if (ranks == 1 .or. mod(it, ranks) /= rank) return
    since = mpi_wtime()
    do while (mpi_wtime() - since < 2d-3)
    end do
  end subroutine

  ! The arrays of index numbers as old codes have them.
  subroutine old(x, y, n, ia, ja, a)
    integer, intent(in) :: n, ia(*), ja(*)
    real(dp), intent(in) :: x(*), a(*)
    real(dp), intent(inout) :: y(n)
    integer :: i, j
    real(dp) :: s
    do i = 1, n
      s = 0
      do j = ia(i), ia(i+1) - 1
        s = s + a(j)*x(ja(j))
      end do
      y(i) = y(i)*0.5_dp + s
    end do
  end subroutine

  ! Rows of different length along both dimensions of open arrays; of `far` only what is guarded is there, of `none` nothing.
  subroutine ellpack(x, y, n, m, lies, stands, count, far, many, none, some)
    integer, intent(in) :: n, m, lies(n,*), stands(m,*), count(n), far(*), many, none(n,*), some
    real(dp), intent(in) :: x(*)
    real(dp), intent(inout) :: y(n)
    integer :: i, k
    do i = 1, n
      do k = 1, count(i)
        y(i) = y(i)*0.5_dp + x(lies(i,k))
      end do
    end do
    do i = 1, n
      do k = 1, count(i)
        y(i) = y(i)*0.5_dp - x(stands(k,i))
      end do
      do k = 1, some
        y(i) = y(i) + x(none(i,k))
      end do
    end do
    do i = 1, n
      if (i <= many .and. x(far(min(i, many))) > 0) y(i) = y(i)*0.5_dp
      y(i) = y(i) + 1
    end do
  end subroutine

  ! In a region of its own, entered with other numbers each time.
  subroutine stay(x, y, n, first, last, ja, west, east, ghost, edge, it)
    integer, intent(in) :: n, west, east, it
    integer, intent(in) :: first(0:n-1), last(0:n-1), ghost(:), edge(:)
    integer(2), intent(in) :: ja(-5:)
    real(dp), intent(inout) :: x(-halo:), y(n)
    integer :: i, j, k
    !$mdmp commregion
    do k = 1, 3
      !$mdmp recv(x(ghost), west) tag(1)
      !$mdmp send(x(edge), east) tag(1)
      do i = n, 1, -1
        do j = first(i-1), last(i-1)
          y(i) = y(i)*0.75_dp + x(ja(j) - 1)
        end do
      end do
      do i = 1, n
        x(i) = y(i)*0.125_dp + it
      end do
      call late(k + it, edge(1), 2)
    end do
    !$mdmp end commregion
  end subroutine

  subroutine gather(m, y)
    type(mesh), intent(in) :: m
    real(dp), intent(inout) :: y(:)
    integer :: i, k
    do i = 1, own
      do k = 1, m%many(i)
        y(i) = y(i)*0.5_dp + m%x(2,m%near(k,i))
      end do
    end do
  end subroutine
end module

program lookups
  use work
  implicit none
  integer :: rank, ranks, ierr, west, east, it, i, j, k, n, sizes(own)
  integer :: begins(own+1), first(own), last(own), wide(4,own), tall(own,4), edges(2,own), some(own), coming(own)
  integer :: ghost(halo), edge(halo)
  integer, target :: store(3*own)
  integer, pointer :: step3(:)
  integer, allocatable :: column(:), packed(:), none(:), narrow(:,:)
  integer :: short_rows(own)
  integer(1) :: tiny(own)
  integer(2) :: short(-5:4*own)
  integer(8) :: long(own)
  logical :: wet(own)
  real(dp), save :: x(-halo:own+halo) ! below arrays on heap and stack: to the end of memory from there it is not met
  real(dp) :: y(own), flux(own), a(8*own), z(2,-halo:own+halo)
  type(mesh) :: m
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  n = own
  step3 => store(3::3)
  allocate (column(8*own), m%near(6,own), m%many(own))
  x = [(1d0*i + rank, i=-halo,own+halo)]
  z(1,:) = x
  z(2,:) = -x
  m%x = z
  y = 0
  flux = 0
  a = [(1d0/(1 + mod(i, 7)), i=1,8*own)]
  ghost = [(own + i, i=1,halo)]
  edge = [(modulo(7*i, own) + 1, i=1,halo)]
  ! most rows look at elements near their own; some at the ghosts behind and before
  k = 1
  do i = 1, own
    begins(i) = k
    do j = 1, mod(i, 5)
      column(k) = near(i, j, 0)
      k = k + 1
    end do
    first(i) = 4*modulo(11*i, own) - 5          ! rows out of order, with gaps, some empty
    last(i) = first(i) + mod(i, 4) - 1
    wide(:,i) = [(near(i, j, 0), j=1,4)]
    tall(i,:) = wide(4:1:-1,i)
    edges(:,i) = [i, near(i, i, 0)]
    some(i) = near(i, 1, 0)
    tiny(i) = int(near(mod(i, 80) + 1, 2, 0), 1)
    long(i) = near(i, 3, 0)
    m%near(:,i) = huge(1)
    m%many(i) = mod(i, 7)
    m%near(:m%many(i),i) = [(near(i, j, 0), j=1,m%many(i))]
  end do
  begins(own+1) = k
  do i = -5, 4*own
    short(i) = int(near(mod(i + 5, own) + 1, i, 0) + 1, 2)
  end do
  store = -9999
  step3 = some
  wet = [(mod(i, 3) /= 0, i=1,own)]
  packed = pack(some, wet)
  sizes = 0
  k = 1                                         ! as wide as it is given at run time
  allocate (narrow(own,k))
  narrow(:,1) = some
  short_rows = min(m%many, k)

  !$mdmp commregion
  do it = 1, 12
    !$mdmp recv(x(ghost), west) tag(1)
    !$mdmp send(x(edge), east) tag(1)
    !$mdmp recv(x(-halo:-1), east) tag(2)
    !$mdmp send(x(1:halo), west) tag(2)
    do i = 1, n
      do j = begins(i), begins(i+1) - 1
        y(i) = y(i)*0.5_dp + a(j)*x(column(j))
      end do
    end do
    call shift(1)
    !$mdmp recv(x(ghost(halo:1:-1)), west) tag(1)
    !$mdmp send(x(edge), east) tag(1)
    do i = 2, own, 2
      y(i) = y(i) + x(wide(1,i)) + x(wide(3,i) + 1) - x(tall(i,2))*0.5_dp
    end do
    do i = 1, own
      do k = 1, 4
        flux(i) = flux(i)*0.5_dp + x(tall(i,k))
      end do
    end do
    call shift(2)
    !$mdmp recv(x(ghost), west) tag(1)
    !$mdmp send(x(edge), east) tag(1)
    do i = 1, own ! what it looks up it changes
      y(i) = y(i) + x(some(i))
      some(i) = near(i, it, it)
    end do
    call shift(3)
    !$mdmp recv(x(ghost), west) tag(1)
    !$mdmp send(x(edge), east) tag(1)
    do i = 1, own
      flux(i) = x(edges(1,i)) - x(edges(2,i))
      if (wet(i)) y(i) = y(i) + x(some(i))
    end do
    call shift(4)
    coming = [(near(i, it + rank, 2), i=1,own)]
    where (.not. wet) some = 123456789 ! no subscript
    !$mdmp recv(x(ghost), west) tag(1)
    !$mdmp send(x(edge), east) tag(1)
    !$mdmp recv(some, east) tag(3)
    !$mdmp send(coming, west) tag(3)
    do i = 1, own
      y(i) = y(i)*0.5_dp + x(some(i))
    end do
    call shift(5)
    wide = wide(:,own:1:-1)
    !$mdmp recv(x(ghost), west) tag(1)
    !$mdmp send(x(edge), east) tag(1)
    do i = 1, size(packed)
      y(i) = y(i) + x(packed(i))
    end do
    do i = 1, own
      y(i) = y(i)*0.75_dp + x(step3(i)) + x(tiny(i)) + x(long(i))
    end do
    if (allocated(none)) then
      do i = 1, own
        y(i) = y(i) + x(none(i))
      end do
    end if
    if (mod(it, 4) == 0) packed = packed(size(packed):1:-1)
    if (it == 6) none = some
    call shift(6)
    !$mdmp recv(z(:,ghost), west) tag(4)
    !$mdmp send(z(:,edge), east) tag(4)
    !$mdmp recv([m%x(2,ghost), m%x(1,ghost)], west) tag(5)
    !$mdmp send([m%x(2,edge), m%x(2,edge)], east) tag(5)
    do i = 1, own
      y(i) = y(i)*0.5_dp + z(1,wide(2,i)) + z(2,some(i))
    end do
    call gather(m, y)
    do i = 1, own
      z(1,i) = y(i)*0.25_dp
      z(2,i) = z(2,i)*0.5_dp + y(i)
      m%x(2,i) = m%x(2,i)*0.5_dp + y(i)
    end do
    call shift(7)
    !$mdmp recv(x(ghost), west) tag(1)
    !$mdmp send(x(edge), east) tag(1)
    call old(x(1), y, own, begins, column, a)
    column(begins(9):begins(40) - 1) = own + halo + 1 - modulo(column(begins(9):begins(40) - 1), halo) - 1
    call shift(8)
    !$mdmp recv(x(ghost), west) tag(1)
    !$mdmp send(x(edge), east) tag(1)
    call ellpack(x(1), y, own, 6, narrow, m%near, short_rows, some, 5, narrow, 0)
    do i = 1, own
      do k = 1, short_rows(i)
        y(i) = y(i)*0.5_dp + x(narrow(i,k))
      end do
    end do
    do i = 1, own
      do k = 1, size(narrow, 2)
        y(i) = y(i)*0.5_dp + x(narrow(i,k))
      end do
    end do
    call shift(9)
    write (*,'(2i3,4es25.16)') rank, it, sum(x), sum(y), sum(z), sum(m%x) + sum(flux)
  end do
  !$mdmp end commregion

  do it = 1, 4
    call stay(x, y, own, first, last, short, west, east, ghost, edge, it)
    if (it == 2) short(4*own/2:) = short(4*own:4*own/2:-1)
    if (it == 3) last = last + 1
    write (*,'(2i3,2es25.16)') rank, -it, sum(x), sum(y)
  end do
  call mpi_finalize(ierr)

contains

  ! An element near i, or a ghost if i is near an end. `how` says where ghosts are looked at.
  integer function near(i, j, how)
    integer, intent(in) :: i, j, how
    near = modulo(i + mod(j, 3) - 2, own) + 1
    if (how == 1 .and. modulo(i, 50) == 3) near = own + 1 + modulo(j, halo)
    if (i > own - 20) near = own + 1 + modulo(i + j, halo)
    if (i < 10 .and. how /= 2) near = 1 + modulo(j, halo)
  end function

  subroutine shift(k)
    integer, intent(in) :: k
    integer :: i
    do i = 1, own
      x(i) = x(i)*0.25_dp + y(own + 1 - i)*0.125_dp + k
      y(i) = y(i)*0.5_dp
    end do
    call late(k + it, rank, ranks)
  end subroutine
end program

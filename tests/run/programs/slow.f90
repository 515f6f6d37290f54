! A consumer that comes two seconds late: the memory of neither side grows by more
! than the cap, however much is sent before the consumer takes it.
! run: self
! run: ranks 2 3
! run: modes auto
! run: env MDMP_TUNE=0 MDMP_BACKLOG=1048576
program slow
  use mpi
  implicit none
  integer, parameter :: n = 5000, m = 12, steps = 200 ! 40 KB a column, 96 MB in all
  ! What may be under way (MDMP_BACKLOG), twice for the receiver, who keeps what comes out of order; and what MPI takes for
  ! it with each neighbour (Open MPI: up to 4 MB in pieces of 4 KB, however many steps follow).
  integer, parameter :: most = 2*1024 + 2*5*1024
  real(8) :: u(n, m), v(n, m)
  integer :: rank, nranks, step, i, j, next, prev, before, grown, worst, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  prev = rank - 1
  next = rank + 1
  if (rank == 0) prev = MPI_PROC_NULL
  if (next == nranks) next = MPI_PROC_NULL
  u = 0
  v = 0
  call pass(1, 20)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  before = peak()
  if (rank == nranks - 1) call nap(2)
  call pass(21, steps)
  grown = peak() - before
  call MPI_Reduce(grown, worst, 1, MPI_INTEGER, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
  if (rank == 0 .and. worst > most) print '(a,i0,a)', 'the memory of a process grew by ', worst, ' KB'
  if (rank == 0 .and. worst <= most) print '(a)', 'ok'
  call MPI_Finalize(ierr)

contains

  subroutine pass(first, last)
    integer, intent(in) :: first, last
    !$mdmp commregion
    do step = first, last
      do j = 1, m
        do i = 1, n
          u(i, j) = step + 1d-3*j + i
        end do
      end do
      !$mdmp recv(v(:, 1:4), prev) tag(1)
      !$mdmp recv(v(:, 5:8), prev) tag(2)
      !$mdmp recv(v(:, 9:12), prev) tag(3)
      !$mdmp send(u(:, 1:4), next) tag(1)
      !$mdmp send(u(:, 5:8), next) tag(2)
      !$mdmp send(u(:, 9:12), next) tag(3)
      if (rank > 0 .and. v(n, m) /= step + 1d-3*m + n) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
    end do
    !$mdmp end commregion
  end subroutine

  ! Largest resident size so far, in KB.
  integer function peak()
    character(len=200) :: line
    integer :: u, io
    peak = 0
    open (newunit=u, file='/proc/self/status', action='read', iostat=io)
    do while (io == 0)
      read (u, '(a)', iostat=io) line
      if (line(1:6) == 'VmHWM:') read (line(7:index(line, 'kB') - 1), *) peak
    end do
    close (u)
  end function

  ! No call of MPI.
  subroutine nap(seconds)
    integer, intent(in) :: seconds
    integer(8) :: now, until, rate
    call system_clock(now, rate)
    until = now + seconds*rate
    do while (now < until)
      call system_clock(now)
    end do
  end subroutine

end program slow

! Input and output of what came and of what goes: unformatted, namelist, internal
! files that are the array itself, implied DO, inquire, iostat and iomsg, defined
! input and output, non-advancing; units that are read into a halo.
! run: env MDMP_TUNE=0 MDMP_DELTA=256
module io_types
  implicit none
  type point
    integer :: a = 0
  contains
    procedure :: put => put_point
    generic :: write (formatted) => put
  end type point
  integer, target :: shelf(40, 0:3) = 0
contains
  subroutine put_point(dtv, unit, iotype, v_list, iostat, iomsg)
    class(point), intent(in) :: dtv
    integer, intent(in) :: unit
    character(len=*), intent(in) :: iotype
    integer, intent(in) :: v_list(:)
    integer, intent(out) :: iostat
    character(len=*), intent(inout) :: iomsg
    write (unit, '(i0,a,i0)', iostat=iostat, iomsg=iomsg) dtv%a, ':', shelf(3, 0)
  end subroutine
end module io_types
program inout
  use mpi
  use support
  use io_types
  !ref use ref
  implicit none
  integer, parameter :: n = 80, m = 4, steps = 8
  integer :: rank, nranks, prev, next, ierr, i, j, t, now, io, length, stat
  real(8) :: u(n, 0:m + 1), v(n, 0:m + 1), few(4)
  character(len=16) :: text(0:m + 1), names(0:m + 1)
  character(len=100) :: line, message
  character(len=300) :: page(8)
  type(point) :: p
  namelist /some/ few, now
  call MPI_Init(ierr)
  call ring_of_ranks(rank, nranks, prev, next)
  call fill_fields(rank, u, v)
  text = 'x'
  names = 'y'
  few = 0
  page = ''
  line = ''
  message = ''
  open (newunit=io, status='scratch', form='unformatted')
  !$mdmp commregion
  do t = 1, steps
    do j = 1, m
      do i = 1, n
        u(i, j) = 0.5d0*(u(i, j) + v(i, j - 1)) + t
      end do
    end do
    write (text(m), '(i6,f8.3)') rank + t, u(3, m)
    !$mdmp recv(v(:, 0), prev)
    !$mdmp recv(names(0), prev) tag(1)
    !$mdmp recv(few, next) tag(2)
    !$mdmp send(u(:, m), next)
    !$mdmp send(text(m), next) tag(1)
    !$mdmp send(u(5:8, 1), prev) tag(2)
    !ref call ref_recv(v(:, 0), prev); call ref_recv(names(0), prev, 1); call ref_recv(few, next, 2)
    !ref call ref_send(u(:, m), next); call ref_send(text(m), next, 1); call ref_send(u(5:8, 1), prev, 2)
    !ref call ref_wait(u, v, names, few)
    select case (mod(t, 8))
    case (0)
      rewind (io)
      write (io) (v(i, 0), i=1, n)
      rewind (io)
      read (io) u(:, m)
    case (1)
      read (names(0), *) stat, u(1, m)
    case (2)
      names(1) = names(0)(3:)//'z'
    case (3)
      now = t
      write (page, nml=some)
    case (4)
      line = ' &some few(2)=3.5 /'
      read (line, nml=some, iostat=stat)
    case (5)
      write (names(0)(2:5), '(i3.3)') t
    case (6)
      inquire (iolength=length) v(:, 0)
      rewind (io)
      write (io, iostat=stat, iomsg=message) v(:, 0:1), few
      rewind (io)
      read (io, iostat=stat) v(:, 0:1), few
    case default
      rewind (io)
      write (io) u(:, 1)
      rewind (io)
      read (io, end=10, err=10) v(:, 0)        ! over what came
10    continue
    end select
    !$mdmp recv(shelf(:, 0), prev)
    !$mdmp send(shelf(:, 2), next)
    !ref call ref_recv(shelf(:, 0), prev); call ref_send(shelf(:, 2), next); call ref_wait(shelf)
    p%a = t
    write (line(41:60), '(dt)') p
    shelf(:, 2) = shelf(:, 2) + rank + shelf(:, 0)
    !$mdmp recv(names(1:2), next)
    !$mdmp send(text(m - 1:m), prev)
    !ref call ref_recv(names(1:2), next); call ref_send(text(m - 1:m), prev); call ref_wait(names)
    write (names(1:2), '(a/a)') 'one', line(41:50)
    write (text(2:3), '(a)') names(0), names(2)
    !$mdmp recv(line(1:20), prev)
    !$mdmp send(line(31:50), next)
    !ref call ref_recv(line(1:20), prev); call ref_send(line(31:50), next); call ref_wait(line)
    read (line, '(i5)', iostat=stat, iomsg=line(61:100)) i
    write (message, '(3a)') line(1:20), names(1), trim(line)
  end do
  !$mdmp end commregion
  call report('u', transfer(u, bytes))
  call report('v', transfer(v, bytes))
  call report('text', transfer([text, names], bytes))
  call report('few', transfer(few, bytes))
  call report('line', transfer([line, message], bytes))
  call report('shelf', transfer(shelf, bytes))
  close (io)
  call MPI_Finalize(ierr)
end program inout

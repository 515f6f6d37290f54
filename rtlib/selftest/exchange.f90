! Tries a run time that was just built: one process sends strided sections of
! several kinds to itself, small and large, and compares. Written as translated
! code is, with the kinds of the module only, and without mpif.h, which not
! every compiler can read of every MPI.
program exchange
  use mdmp_rt
  implicit none
  external :: MPI_Init, MPI_Finalize
  integer, parameter :: dp = kind(1d0), n = 300
  integer(mdmp_handle), save :: x(4) = 0_mdmp_handle
  real(dp), allocatable :: a(:, :), b(:, :)
  integer, save :: k(2, 5), l(2, 5)
  character(len=3) :: c(4), d(4)
  integer, parameter :: rank = 0
  integer :: ierr, i, j

  call MPI_Init(ierr)
  allocate (a(n, n), b(n, n))
  do j = 1, n
    do i = 1, n
      a(i, j) = i + 1000d0*j
    end do
  end do
  b = -1
  k = reshape([(i, i=1, 10)], [2, 5])
  l = 0
  c = ['abc', 'def', 'ghi', 'jkl']
  d = '---'

  call mdmp_begin(x, 'exchange.f90'//achar(0), 1_mdmp_int)
  call mdmp_recv(x, 2_mdmp_int, b(2:n:3, 5), int(rank, mdmp_int), 1_mdmp_int, mdmp_world)
  call mdmp_recv(x, 3_mdmp_int, b(:, 7:), int(rank, mdmp_int), 2_mdmp_int, mdmp_world)
  call mdmp_recv(x, 4_mdmp_int, l(2, :), int(rank, mdmp_int), 3_mdmp_int, mdmp_world)
  call mdmp_recv(x, 5_mdmp_int, d(::2), int(rank, mdmp_int), 4_mdmp_int, mdmp_world)
  call mdmp_send(x, 6_mdmp_int, a(1:n - 1:3, 1), int(rank, mdmp_int), 1_mdmp_int, mdmp_world)
  call mdmp_send(x, 7_mdmp_int, a(:, 7:), int(rank, mdmp_int), 2_mdmp_int, mdmp_world)
  call mdmp_send(x, 8_mdmp_int, k(1, :), int(rank, mdmp_int), 3_mdmp_int, mdmp_world)
  call mdmp_send(x, 9_mdmp_int, c(1:2), int(rank, mdmp_int), 4_mdmp_int, mdmp_world)
  call mdmp_end(x)
  call mdmp_keep(b)
  call mdmp_keep(l)
  call mdmp_keep(d)

  call check(all(b(2:n:3, 5) == a(1:n - 1:3, 1)), 'a strided section')
  call check(all(b(:, 7:) == a(:, 7:)), 'a large section')
  call check(all(b(1:n:3, 5) == -1) .and. all(b(:, 1:4) == -1), 'what was not received')
  call check(all(l(2, :) == k(1, :)) .and. all(l(1, :) == 0), 'a row of integers')
  call check(all(d == ['abc', '---', 'def', '---']), 'characters')
  call MPI_Finalize(ierr)
  print '(a)', 'self-test passed'

contains

  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(len=*), intent(in) :: what
    if (ok) return
    print '(2a)', 'wrong: ', what
    stop 1
  end subroutine check

end program exchange

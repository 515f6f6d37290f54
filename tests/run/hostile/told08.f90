! run: flags -fopenmp
! run: ranks 1 2 3
! Regions that say a communicator of mpi_f08 to what they call: from a component, a function, an array; names that generated code would like
! to have; exchanges in parallel constructs; regions that a team enters.
module grids
  use mpi_f08
  implicit none
  type grid
    type(MPI_Comm) :: comm
    integer :: me, ranks
  end type
  integer, parameter :: n = 900
contains
  type(MPI_Comm) function of(g)
    type(grid), intent(in) :: g
    of = g%comm
  end function

  subroutine ring(a, b, g, by)
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    type(grid), intent(in) :: g
    integer, intent(in) :: by
    !$mdmp recv(b, modulo(g%me - by, g%ranks))
    !$mdmp send(a, modulo(g%me + by, g%ranks))
  end subroutine

  ! In a parallel construct: one thread exchanges.
  subroutine team(a, b, g)
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    type(grid), intent(in) :: g
    integer :: i
    real(8) :: total(n)
    !$omp parallel private(i)
    !$omp master
    !$mdmp recv(b, modulo(g%me - 1, g%ranks))
    !$mdmp send(a, modulo(g%me + 1, g%ranks))
    !$omp end master
    !$omp barrier
    !$omp do
    do i = 1, n
      total(i) = b(i)
    end do
    !$omp end parallel
    b = 2*total
  end subroutine

  ! Entered by a thread of a team: what it says holds in its text alone. The communicator is that of all in here.
  subroutine alone(a, b, c, g, all)
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n), c(n)
    type(grid), intent(in) :: g, all
    !$mdmp commregion comm(g%comm) tag(6)
    !$mdmp recv(b, modulo(g%me - 1, g%ranks))
    !$mdmp send(a, modulo(g%me + 1, g%ranks))
    call ring(a, c, all, 1)
    !$mdmp end commregion
  end subroutine
end module

program told08
  use grids
  implicit none
  type(grid) :: g(3)
  integer :: k, it, i, provided, selected_int_kind, int, mdmp_i, mdmp_inherited
  real(8) :: a(n), b(n), c(n)
  type(MPI_Comm) :: comms(0:1)
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided)
  g(1)%comm = MPI_COMM_WORLD
  call MPI_Comm_rank(MPI_COMM_WORLD, g(1)%me)
  call MPI_Comm_split(MPI_COMM_WORLD, 0, -g(1)%me, g(2)%comm)
  call MPI_Comm_split(MPI_COMM_WORLD, merge(0, 1, g(1)%me < 2), -g(1)%me, g(3)%comm)
  do k = 1, 3
    call MPI_Comm_rank(g(k)%comm, g(k)%me)
    call MPI_Comm_size(g(k)%comm, g(k)%ranks)
  end do
  selected_int_kind = 2
  int = 3
  mdmp_i = 4
  mdmp_inherited = 5
  do it = 1, 9
    k = modulo(it, 3) + 1
    do i = 1, n
      a(i) = i + 100*g(1)%me + it
    end do
    b = 0
    c = 0
    !$mdmp commregion comm(of(g(k))) tag(mdmp_i + mdmp_inherited)
    call ring(a, b, g(k), 1)
    call team(a, c, g(k))
    !$mdmp end commregion
    call say('function', b)
    call say('team', c)
    comms(1) = g(k)%comm
    !$mdmp commregion comm(comms(selected_int_kind - 1)) tag(int + selected_int_kind)
    call ring(a, b, g(k), 2)
    !$mdmp end commregion
    call say('array', b)
    !$mdmp commregion comm(g(k)%comm) if(it > 4)
    call ring(a, c, g(k), -1)
    !$mdmp send(b, modulo(g(k)%me + 1, g(k)%ranks))
    !$mdmp recv(a, modulo(g(k)%me - 1, g(k)%ranks))
    !$mdmp end commregion
    call say('component', a)
    call say('component', c)
    !$mdmp commregion tag(8)
    !$omp parallel default(shared)
    !$omp master
    call alone(a, b, c, g(k), g(1))
    !$omp end master
    !$omp end parallel
    call ring(b, a, g(1), 1)
    !$mdmp end commregion
    call say('alone', b)
    call say('alone', c)
    call ring(a, b, g(1), -1)
    call say('behind', b)
  end do
  call MPI_Comm_free(g(2)%comm)
  call MPI_Comm_free(g(3)%comm)
  call MPI_Finalize()
contains
  subroutine say(what, b)
    character(*), intent(in) :: what
    real(8), intent(in) :: b(:)
    integer :: i
    real(8) :: s
    s = 0
    do i = 1, n
      s = s + b(i)*modulo(3*i, 17)
    end do
    print '(a,2i3,1x,z16.16)', what, it, g(1)%me, s
  end subroutine
end program

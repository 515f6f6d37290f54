! Names that stand for values (sections by lists, expressions, what functions return) are sent.
program main
  use mpi
  implicit none
  integer :: ierr, me, np, west, east, k, list(5), total
  real(8) :: u(20), w(5)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np)
  list = [3, 1, 7, 9, 2]
  u = [(k*1d0 + me, k = 1, 20)]
  !$mdmp commregion
  do k = 1, 10
    associate (v => u(list))
      !$mdmp send(v, west)
      !$mdmp recv(w, east)
      u(1:5) = w*0.5d0
    end associate
    associate (q => u(2:6)*2)
      !$mdmp send(q(1:3), west)
      !$mdmp recv(w(1:3), east)
      u(6:8) = w(1:3)
    end associate
    associate (a => abs(u(1:5)), b => twice(u(1:5)))
      !$mdmp send(a(:), west)
      !$mdmp recv(w, east)
      u(11:15) = w
      associate (d => b(2:4))
        !$mdmp send(d(:), west)
        !$mdmp recv(w(1:3), east)
      end associate
      u(16:18) = w(1:3)
    end associate
    u = modulo(u, 50d0)
  end do
  !$mdmp end commregion
  print '(i3,2z17.16)', me, sum(u), sum(w)
  call MPI_Finalize(ierr)
contains
  function twice(a)
    real(8), intent(in) :: a(:)
    real(8) :: twice(size(a))
    twice = 2*a
  end function
end program

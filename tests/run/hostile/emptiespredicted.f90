! Messages of no bytes in turns with others, so that they are predicted and begun before their exchange. They have no piece,
! whatever the size of pieces: as usual, an element, or bytes that a region asks for; as one section or as several.
! run: ranks 1 2 3
program p
  use mpi
  implicit none
  integer, parameter :: n = 3000
  real(8) :: a(n), b(n), c(n), seen
  integer :: t, i, k, rank, ranks, west, east, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  a = 0; b = 0; c = 0; seen = 0
  !$mdmp commregion
  do t = 1, 60
    call compute
    !$mdmp send(a(1:k), east)
    !$mdmp recv(b(1:k), west)
    seen = seen + b(n)
  end do
  !$mdmp end commregion
  print *, 'usual', rank, seen
  !$mdmp commregion delta(element)
  do t = 1, 60
    call compute
    !$mdmp send(a(1:k), east)
    !$mdmp recv(b(1:k), west)
    seen = seen + b(n)
  end do
  !$mdmp end commregion
  print *, 'element', rank, seen
  !$mdmp commregion delta(64)
  do t = 1, 60
    do i = 1, n
      a(i) = i + t * rank
    end do
    k = n
    if (mod(t, 2) == 0 .or. t > 40) k = 0
    !$mdmp send([a(1:k), a(n-k+1:n)], east)
    !$mdmp recv([b(1:k), c(n-k+1:n)], west)
    seen = seen + b(n) + c(1)
  end do
  !$mdmp end commregion
  print *, 'bytes', rank, seen
  !$mdmp commregion
  do t = 1, 60
    do i = 1, n
      a(i) = i - t * rank
    end do
    k = 0
    if (t == 60) k = 7
    !$mdmp send(a(1:k), east)
    !$mdmp recv(b(1:k), west)
    seen = seen + b(7)
  end do
  !$mdmp end commregion
  print *, 'always', rank, seen
  call MPI_Finalize(ierr)
contains
  subroutine compute
    do i = 1, n
      a(i) = i + t * rank
    end do
    k = n
    if (mod(t, 2) == 0 .or. t > 40) k = 0
  end subroutine
end program

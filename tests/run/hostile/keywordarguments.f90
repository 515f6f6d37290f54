! Arguments of intrinsic procedures by their keywords, in another order: what MVBITS defines, the DIM of an inquiry, the
! KIND of a conversion.
! run: ranks 1 3
program keywordarguments
  use mpi
  implicit none
  integer, parameter :: n = 600, m = 5
  integer :: k(n,0:m+1), total, rank, ranks, left, right, it, i, j, ierr
  real(8) :: big
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = modulo(rank - 1, ranks); right = modulo(rank + 1, ranks)
  do j = 0, m+1
    do i = 1, n
      k(i,j) = i + 7*j + 100*rank
    end do
  end do
  total = 0; big = -1d300
  !$mdmp commregion
  do it = 1, 10
    !$mdmp send(k(:,1), left)
    !$mdmp recv(k(:,m+1), right)
    !$mdmp send(k(:,m), right)
    !$mdmp recv(k(:,0), left)
    if (mod(it, 2) == 0) then
      call mvbits(to=k(3,0), topos=2, from=it, frompos=0, len=3)
    else
      total = total + size(dim=mod(k(4,0), 2) + 1, array=k)
    end if
    total = total + k(3,0)
    do j = 1, m
      do i = 1, n
        k(i,j) = mod(k(i,j)*3 + k(i,j+1) + it, 1000)
        big = max(big, real(kind=8, a=-k(i,j)))
      end do
    end do
    call mvbits(topos=2, to=k(7,1), from=it, frompos=0, len=3)
    call mvbits(it, 0, 3, topos=1, to=k(8,m))
  end do
  !$mdmp end commregion
  print *, rank, total, sum(k), big
  call MPI_Finalize(ierr)
end program

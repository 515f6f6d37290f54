program p
  use evolving
  implicit none
  type(grid) :: old, new
  type(ranks) :: me
  integer :: it, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me%rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, me%size, ierr)
  me%left = me%rank - 1
  if (me%left < 0) me%left = MPI_PROC_NULL
  me%right = me%rank + 1
  if (me%right >= me%size) me%right = MPI_PROC_NULL
  old%nx = 7
  old%ny = 5
  new%nx = 7
  new%ny = 5
  allocate(old%t(0:8,0:6), new%t(0:8,0:6))
  old%t = me%rank
  new%t = old%t
  do it = 1, 10
    call exchange_begin(old, me)
    call inner(new, old)
    call exchange_end(me)
    call edges(new, old)
    call swap(new, old)
  end do
  print *, me%rank, sum(old%t)
  call MPI_Finalize(ierr)
end program p

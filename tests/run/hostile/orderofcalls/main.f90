! run: with halo.f90
! run: ranks 3
! Receives that outlive the procedure that states them, messages that are large,
! statements before which nothing can be put: a token orders output all the same.
program p
  use halo
  implicit none
  integer, parameter :: n = 200
  real(8) :: u(n,n), v(n,n), a(n,n), b(n,n)
  integer :: it, k, ierr
  logical :: some
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  prev = merge(rank-1, -1, rank > 0)
  next = merge(rank+1, -1, rank+1 < nr)
  u = rank
  v = 2*rank
  a = 1
  b = 1
  some = rank /= 1

  call fresh
  !$mdmp commregion
  do it = 1, 6
    call pull(u)
    call relax(a)
    call slow
    write (*, '(a,2i3)') 'now', rank, it
    call says(rank)
    call push(v)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('called')

  call fresh
  !$mdmp commregion
  do it = 1, 6
    call both(u, v, a)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('both called')

  call fresh
  !$mdmp commregion
  do it = 1, 6
    call pull(u)
    call relax(a)
    if (some) then
      call slow
      call says(rank)
    end if
    call push(v)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('passed on by calls')

  call fresh
  !$mdmp commregion
  do it = 1, 6
    call pullall(u)
    call relax(a)
    if (some) then
      call slow
      call says(rank)
    end if
    call pushall(v)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('large, passed on by calls')

  call fresh
  !$mdmp commregion
  do it = 1, 6
    !$mdmp recv(u, prev)
    call relax(a)
    if (some) then
      call slow
      call says(rank)
    end if
    call relax(b)
    v = b
    !$mdmp send(v, next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('large, passed on')

  call fresh
  !$mdmp commregion
  do it = 1, 4
    !$mdmp recv(u(:,1), prev)
    a = 0.5d0*a + 1
    call slow
    k = it; call says(rank)
    !$mdmp send(v(:,1), next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('on one line')

  call fresh
  !$mdmp commregion
  do it = 1, 4
    !$mdmp recv(u(:,1), prev)
    a = 0.5d0*a + 1
    call slow
    if (it > 2) go to 10
    k = it
10  call says(rank)
    !$mdmp send(v(:,1), next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  !$mdmp end commregion
  call show('behind a label')

  call fresh
  !$mdmp commregion
  do 20 it = 1, 4
    !$mdmp recv(u(:,1), prev)
    a = 0.5d0*a + 1
    call slow
    select case (rank)
    case (0, 2)
      print '(a,2i3)', 'in turn', rank, it
      call says(rank)
    case default
      do k = 1, 2
        if (k == 2) exit
        call says(rank)
      end do
    end select
    !$mdmp send(v(:,1), next)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
20 continue
  !$mdmp end commregion
  call show('select')
  print '(a,i3,4es24.16)', 'sums', rank, sum(u), sum(v), sum(a), sum(b)
  call MPI_Finalize(ierr)
end program

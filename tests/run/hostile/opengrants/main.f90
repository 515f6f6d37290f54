! run: with halo.f90 steps.f90
! Time loops that touch nothing, so that exchange routines of other files may leave
! receives pending wherever they go; and what must be excepted.
program p
  use fields
  implicit none
  interface
    subroutine copiedlast(a)
      import pack
      type(pack), value :: a
    end subroutine
  end interface
  integer :: nr, ierr, it, i, j
  real(8) :: s
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr); right = modulo(rank+1, nr)
  do j = 0, m+1
    do i = 1, n
      u(i,j) = mod(i*3 + j*7 + rank*11, 13)
    end do
  end do
  v = u + 1
  edge = rank
  total = 0
  shared = rank
  s = rank

  !$mdmp commregion
  do it = 1, 12
    step = it
    call exchange
    call late(it)
    call relax
    call exchange
    call back
    call hop(it)
    call scribble
    call holes
    call scribble
    call pointed
    call scribble
    call blocked
    call allotted
    call scribble
    call frees
    call pointedlast
    call scribble
    call pointedblock
    call copiedlast(pack([1d0,2d0,3d0,4d0,5d0,6d0,7d0,8d0]))
    call scribble
  end do
  !$mdmp end commregion
  print '(a,i3,4(2x,z16))', 'calls', rank, sum(u), sum(v), sum(edge), total

  ! scalars that may be arrays
  !$mdmp commregion
  do it = 1, 12
    step = it
    call intoone(s, 1)
    call intocommon
    call exchange
    total = total + s + shared
    s = s + 1
  end do
  !$mdmp end commregion
  print '(a,i3,4(2x,z16))', 'scalars', rank, s, shared, total, sum(u)

  ! local arrays
  call locals

  ! a scalar that is an element of what is received
  call element(shot(3))

  ! targets in BLOCK constructs
  call blocks

  ! arrays of the module that the loop itself uses
  !$mdmp commregion
  do it = 1, 12
    step = it
    call exchange
    do j = 1, m
      do i = 2, n-1
        v(i,j) = 0.25d0*(u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1)) + v(i,j+1)
      end do
    end do
    call exchange
    call back
    total = total + u(3,m+1)
    call intoheld
    if (mod(it, 4) == 0) deallocate (held)
  end do
  !$mdmp end commregion
  print '(a,i3,4(2x,z16))', 'arrays', rank, sum(u), sum(v), sum(edge), total
  call MPI_Finalize(ierr)
contains
  subroutine locals
    integer :: it, k
    real(8) :: mine(8)
    real(8), target :: aim(8)
    mine = rank
    aim = rank
    !$mdmp commregion
    do it = 1, 12
      step = it
      call into(mine, 8)
      mine(1) = mine(1) + mine(8)
      call exchange
      lead => aim
      call intolead
      call exchange
      aim(2) = aim(2) + aim(7)
      do k = 1, 2
        block
          real(8) :: w(8)
          w = k
          call into(w, 8)
          call exchange
          edge = edge + w
        end block
      end do
      call relax
    end do
    !$mdmp end commregion
    print '(a,i3,4(2x,z16))', 'locals', rank, sum(mine), sum(aim), sum(edge), sum(v)
  end subroutine
  subroutine element(x)
    real(8), target, intent(inout) :: x
    integer :: it
    shot = rank
    !$mdmp commregion
    do it = 1, 12
      step = it
      call intoshot
      call exchange
      total = total + x
      x = x + 1
      call relax
    end do
    !$mdmp end commregion
    print '(a,i3,4(2x,z16))', 'element', rank, x, sum(shot), total, sum(v)
  end subroutine
  subroutine blocks
    integer :: it
    !$mdmp commregion
    do it = 1, 12
      step = it
      block
        real(8), target :: w(8)
        w = it
        lead => w
        call intolead
      end block
      call deeper(it)
      call exchange
      call relax
    end do
    !$mdmp end commregion
    print '(a,i3,4(2x,z16))', 'blocks', rank, sum(u), sum(v), sum(edge), total
  end subroutine
  subroutine deeper(it)
    integer, intent(in) :: it
    real(8) :: w(64)
    w = it
    call spend(w)
    total = total + sum(w)
  end subroutine
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    if (mod(rank + it, 2) /= 0) return
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < 2d-3)
    end do
  end subroutine
end program

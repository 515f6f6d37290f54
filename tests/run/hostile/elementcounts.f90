! run: modes plain auto counted called inlined
! run: ranks 1 2 3
! Nests of which each write is counted: elements that are written more often than in the pass that learnt, less often, more than a count can hold; bounds
! that do not begin with 1; several arrays in one message, sections with gaps, one array in two messages; subscripts that
! their own assignment changes, conditions, labels, arrays of other lengths, of all kinds, no iteration at all; names that are used.
program elementcounts
  use mpi
  implicit none
  integer, parameter :: double = kind(1.0d0), n = 120, m = 40, steps = 14
  integer :: rank, ranks, ierr, west, east, step
  real(double) :: held(-3:n, m)
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  west = modulo(rank - 1, ranks)
  east = modulo(rank + 1, ranks)
  call often
  call bounds(-7, 5)
  call several
  call gaps
  call itself
  call lengths
  call kinds
  call both
  call names_
  call behind
  call mpi_finalize(ierr)
contains
  subroutine tell(what, x)
    character(*), intent(in) :: what
    real(double), intent(in) :: x(:,:)
    print '(a,i3,3es25.16)', what, rank, sum(x), x(1,1), x(size(x, 1),size(x, 2))
  end subroutine tell

  ! 3 times, 300 times, not at all.
  subroutine often
    real(double) :: u(n,m), g(n)
    integer :: i, j, k
    u = rank
    g = 0
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        do k = 1, merge(300, 3 - mod(step, 4), step == 7)
          do i = 1, n
            u(i,j) = 0.9_double*u(i,j) + 0.01_double*g(i) + k
          end do
        end do
      end do
      !$mdmp send(u(:,3), east)
      !$mdmp recv(g, west)
    end do
    !$mdmp end commregion
    call tell('often', u)
  end subroutine often

  subroutine bounds(lo, from)
    integer, intent(in) :: lo, from
    real(double) :: u(lo:n,from:m), g(lo:n)
    real(double), allocatable :: v(:,:)
    integer :: i, j
    u = rank
    g = 0
    allocate (v(0:n, -m:m))
    v = 1
    held = 2
    !$mdmp commregion
    do step = 1, steps
      do j = m, from, -1
        do i = lo, n, 1 + mod(step, 2)
          if (mod(i*j, 3) == 0) u(i,j) = 0.9_double*u(i,j) + g(i)
          held(abs(mod(i, n)), j) = held(mod(abs(i), n), j) + 0.25_double*u(i,j)
        end do
      end do
      do j = -m, m
        do i = 0, n
          v(i,j) = 0.5_double*v(i,j) + g(i)
        end do
      end do
      !$mdmp send(u(:,from+1), east)
      !$mdmp recv(g, west)
      !$mdmp send(held(:,2), east)
      !$mdmp recv(held(:,3), west)
      !$mdmp send(v(:,-m), east)
      !$mdmp recv(v(:,m), west)
      u = modulo(u, 4.0_double)
      held = modulo(held, 4.0_double)
    end do
    !$mdmp end commregion
    call tell('bounds', u)
    call tell('held', held)
    call tell('v', v)
  end subroutine bounds

  subroutine several
    real(double) :: u(n,m), v(n,m), g(2*n)
    integer :: i, j
    u = rank
    v = 1
    g = 0
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.9_double*u(i,j) + g(i)
          v(i,m+1-j) = 0.9_double*v(i,m+1-j) + g(n+i) + 1
          if (step == 9) u(i,1) = u(i,1) + 1
        end do
      end do
      !$mdmp send([u(:,1), v(:,1)], east)
      !$mdmp recv(g, west)
    end do
    !$mdmp end commregion
    call tell('several', u)
    call tell('several', v)
  end subroutine several

  subroutine gaps
    real(double) :: u(n,m), g(m), h(m/2)
    integer :: i, j
    u = rank
    g = 0
    h = 0
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.9_double*u(i,j) + g(j) + h((j+1)/2)
        end do
      end do
      !$mdmp send(u(4,:), east)
      !$mdmp recv(g, west)
      !$mdmp send(u(n,m:2:-2), west)
      !$mdmp recv(h, east)
    end do
    !$mdmp end commregion
    call tell('gaps', u)
  end subroutine gaps

  ! The subscript of an assignment is what it assigns.
  subroutine itself
    integer :: idx(n), g(n), i
    idx = [(1 + mod(7*i + rank, n), i=1, n)]
    g = 0
    !$mdmp commregion
    do step = 1, steps
      do i = 1, n
        idx(idx(i)) = 1 + mod(idx(i) + i + g(i), n)
      end do
      !$mdmp send(idx, east)
      !$mdmp recv(g, west)
    end do
    !$mdmp end commregion
    print *, 'itself', rank, sum(idx), sum(g), idx(5)
  end subroutine itself

  subroutine lengths
    real(double), allocatable :: u(:), g(:)
    integer :: i, k
    allocate (u(10), g(10))
    !$mdmp commregion
    do step = 1, steps
      k = 50*(1 + mod(step, 3))
      deallocate (u)
      allocate (u(0:k))
      if (size(g) /= k + 1) then
        deallocate (g)
        allocate (g(k + 1))
        g = 1
      end if
      u = step
      do i = 0, merge(k, -1, step /= 6)
        u(i) = u(i) + g(i+1)*i
      end do
      !$mdmp send(u, east)
      !$mdmp recv(g, west)
    end do
    !$mdmp end commregion
    print *, 'lengths', rank, sum(u), sum(g)
  end subroutine lengths

  subroutine kinds
    complex :: c(n,m), gc(n)
    integer(1) :: s(n), gs(n)
    logical :: l(n,m), gl(n)
    character(5) :: w(n), gw(n)
    integer :: i, j
    c = rank
    gc = 0
    s = 0
    gs = 1
    l = .false.
    gl = .true.
    w = 'abc'
    gw = 'xyz'
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        do i = 1, n
          c(i,j) = c(i,j)*0.5 + gc(i)
          l(i,j) = gl(i) .neqv. l(i,j)
        end do
      end do
      do i = 1, n
        s(i) = int(mod(gs(i) + i, 100), 1)
        w(i) = gw(i)(2:5)//'q'
      end do
      !$mdmp send(c(:,1), east)
      !$mdmp recv(gc, west)
      !$mdmp send(s, east)
      !$mdmp recv(gs, west)
      !$mdmp send(l(:,2), east)
      !$mdmp recv(gl, west)
      !$mdmp send(w, east)
      !$mdmp recv(gw, west)
    end do
    !$mdmp end commregion
    print *, 'kinds', rank, sum(c), sum(int(s)), count(l), w(3)
  end subroutine kinds

  ! One array in two messages that overlap, of which one is counted later than the other.
  subroutine both
    real(double) :: u(n,m), g(n,3), h(n,2)
    integer :: i, j
    u = rank
    g = 0
    h = 0
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        do i = 1, n
          u(i,j) = 0.5_double*u(i,j) + g(i,1) + h(i,2) + 1
          u(i,2) = u(i,2) + 0.125_double
        end do
      end do
      if (step > 4) then
        !$mdmp send(u(:,2:3), west)
        !$mdmp recv(h, east)
      end if
      !$mdmp send(u(:,1:3), east)
      !$mdmp recv(g, west)
      u = modulo(u, 8.0_double)
    end do
    !$mdmp end commregion
    call tell('both', u)
  end subroutine both

  subroutine names_
    real(double) :: mdmp_e1(n,m), mdmp_g(n), storage_size
    integer :: size, mdmp_p1
    mdmp_e1 = rank
    mdmp_g = 0
    storage_size = 1
    !$mdmp commregion
    do step = 1, steps
      do size = 1, m
        do mdmp_p1 = 1, n
          mdmp_e1(mdmp_p1,size) = 0.5_double*mdmp_e1(mdmp_p1,size) + mdmp_g(mdmp_p1) + storage_size
        end do
      end do
      !$mdmp send(mdmp_e1(:,1), east)
      !$mdmp recv(mdmp_g, west)
    end do
    !$mdmp end commregion
    call tell('names', mdmp_e1)
  end subroutine names_

  ! Written again behind the nest, and jumps in it.
  subroutine behind
    real(double) :: u(n,m), g(n)
    integer :: i, j
    u = rank
    g = 0
    !$mdmp commregion
    do step = 1, steps
      do j = 1, m
        do 10 i = 1, n
          if (mod(i + step, 4) == 0) goto 10
          u(i,j) = 0.5_double*u(i,j) + g(i)
10      continue
      end do
      if (mod(step, 3) == 0) u(5,1) = u(5,1) + step
      !$mdmp send(u(:,1), east)
      !$mdmp recv(g, west)
    end do
    !$mdmp end commregion
    call tell('behind', u)
  end subroutine behind
end program elementcounts

! Names that mean several things: in BLOCK and ASSOCIATE, in two constructs of one
! region, against variables of the host, in statement functions.
module kit
  use mpi
  implicit none
  integer, parameter :: n = 40, m = 12
  integer :: rank, nr, left, right
contains
  subroutine late(it)
    integer, intent(in) :: it
    real(8) :: t0
    if (mod(rank + it, 2) /= 0) return
    t0 = MPI_Wtime()
    do while (MPI_Wtime() - t0 < 1d-3)
    end do
  end subroutine
end module

program names
  use kit
  implicit none
  integer :: ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr)
  right = modulo(rank+1, nr)
  call types
  call peers
  call columns
  call selectors
  call values
  call constants
  call hidden
  call functions
  call indices
  call pointers
  call MPI_Finalize(ierr)
contains
  subroutine types              ! a variable of a BLOCK has another type than that of the host
    real(8) :: u(n,0:m+1), v(n,m)
    integer :: s, it, i, j
    s = 1
    u = rank + 0.25d0
    !$mdmp commregion
    do it = 1, 4
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      block
        real(8) :: s
        do j = 1, m
          s = u(1,j-1) + 0.5d0
          do i = 1, n
            v(i,j) = u(i,j-1)*0.5d0 + s
          end do
        end do
        u(1,1:m) = u(1,1:m) + s
      end block
      u(2:,1:m) = v(2:,:)
      s = s + 1
    end do
    !$mdmp end commregion
    print *, 'types', rank, s, sum(u)
  end subroutine

  subroutine peers              ! what the directive names is something else where the nest stands
    real(8) :: u(n,0:m+1), c
    integer :: it, i, j, tag
    u = rank
    tag = 5
    !$mdmp commregion
    do it = 1, 4
      block
        integer :: right, tag, m
        right = -77
        tag = -5
        m = 12
        associate (left => right)
          do j = 1, m
            do i = 1, n
              u(i,j) = u(i,j)*0.5d0 + i*j + it
            end do
          end do
        end associate
        c = right + tag
      end block
      !$mdmp send(u(:,m), right) tag(tag)
      !$mdmp recv(u(:,0), left) tag(tag)
      call late(it)
      block
        integer :: left, tag
        left = -77
        tag = -3
        do j = 1, m
          do i = 1, n
            u(i,j) = u(i,j) + 0.5d0*u(i,j-1) + left + tag
          end do
        end do
      end block
    end do
    !$mdmp end commregion
    print *, 'peers', rank, c, sum(u)
  end subroutine

  subroutine columns            ! the same name, other columns
    real(8) :: u(n,0:m+1), w(n,m), s
    integer :: it, i, j
    u = rank + 1
    w = 1
    s = 0
    !$mdmp commregion
    do it = 1, 4
      block
        integer :: k
        k = 0
        !$mdmp send(u(:,m), right)
        !$mdmp recv(u(:,k), left)
      end block
      do j = 1, m
        do i = 1, n
          w(i,j) = w(i,j)*0.5d0 + 1
        end do
      end do
      call late(it)
      block
        integer :: k
        k = -1
        s = s + u(3,k+1)
      end block
      associate (k => 1)
        block
          integer :: k
          k = 0
          s = s + u(4,k)
        end block
        s = s + u(5,k)
      end associate
      u(:,1:m) = 0.9d0*u(:,1:m) + it
    end do
    !$mdmp end commregion
    print *, 'columns', rank, s, sum(u), sum(w)
  end subroutine

  subroutine selectors          ! a selector names what another name hides inside
    real(8) :: u(n,0:m+1), z(n), s
    integer :: it, i, j, lo
    u = rank + 1
    s = 0
    lo = 0
    z = 2
    !$mdmp commregion
    do it = 1, 4
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,lo), left)
      call late(it)
      associate (k => lo, a => u)
        block
          integer :: lo
          real(8) :: u(n)
          lo = 7
          u = 3
          s = s + a(2,k) + u(1) + lo
        end block
      end associate
      associate (u => z)
        do i = 1, n
          u(i) = u(i) + 1
        end do
      end associate
      do j = 1, m
        u(:,j) = 0.9d0*u(:,j) + it + z(j)
      end do
    end do
    !$mdmp end commregion
    print *, 'selectors', rank, s, sum(u), sum(z)
  end subroutine

  subroutine values             ! a selector has another value in each step
    real(8) :: u(n,0:m+1), w(n,m), s
    integer :: it, i, j
    u = rank + 1
    w = 1
    s = 0
    !$mdmp commregion
    do it = 1, 4
      associate (k => it + 1)
        s = s + u(1,k-1) + u(2,k-2)
        !$mdmp send(u(:,m), right)
        !$mdmp recv(u(:,k), left)
        do j = 1, m
          do i = 1, n
            w(i,j) = w(i,j)*0.5d0 + k
          end do
        end do
        call late(it)
      end associate
      u(:,m) = u(:,m) + w(:,m)
    end do
    !$mdmp end commregion
    print *, 'values', rank, s, sum(u), sum(w)
  end subroutine

  subroutine constants          ! a constant hides another one
    real(8) :: u(n,0:m+1), s
    integer :: it, i, j
    integer, parameter :: k = 0, e = m
    u = rank + 1
    s = 0
    !$mdmp commregion
    do it = 1, 4
      !$mdmp send(u(:,e), right)
      !$mdmp recv(u(:,k), left)
      call late(it)
      block
        integer, parameter :: k = 3, l = k - 3
        block
          integer, parameter :: k = 5
          s = s + u(2,l) + u(1,k)
        end block
        do j = k, e
          do i = 1, n
            u(i,j) = u(i,j)*0.5d0 + u(i,l)
          end do
        end do
      end block
      u(:,1:2) = 0.9d0*u(:,1:2) + it
    end do
    !$mdmp end commregion
    print *, 'constants', rank, s, sum(u)
  end subroutine

  subroutine hidden             ! an array of a BLOCK is not that of the host
    real(8) :: u(n,0:m+1), v(n,m)
    integer :: it, i, j
    u = rank + 1
    v = 0
    !$mdmp commregion
    do it = 1, 4
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      block
        real(8) :: u(n,0:m+1)
        do j = 0, m + 1
          do i = 1, n
            u(i,j) = i + j
          end do
        end do
        do j = 1, m
          do i = 1, n
            v(i,j) = v(i,j) + u(i,j-1)
          end do
        end do
      end block
      do j = 1, m
        do i = 1, n
          v(i,j) = v(i,j)*0.5d0 + u(i,j-1)
        end do
      end do
      block
        real(8) :: v(n,m)
        v = 1
        u(:,1:m) = u(:,1:m)*0.5d0 + v
      end block
      u(:,1:m) = u(:,1:m) + v
    end do
    !$mdmp end commregion
    print *, 'hidden', rank, sum(u), sum(v)
  end subroutine

  subroutine functions          ! a statement function reads the host's variable
    real(8) :: u(n,0:m+1), v(n,m), f, x, s
    integer :: it, i, j
    f(x) = x + u(3,0)
    u = rank + 1
    s = 0
    !$mdmp commregion
    do it = 1, 4
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      block
        real(8) :: u(n,0:m+1)
        u = 1
        s = s + f(u(1,1))
      end block
      do j = 1, m
        do i = 1, n
          v(i,j) = u(i,j) + it
        end do
      end do
      u(:,1:m) = v
    end do
    !$mdmp end commregion
    print *, 'functions', rank, s, sum(u)
  end subroutine

  subroutine indices            ! indices of FORALL and DO CONCURRENT, and variables of that name
    real(8) :: u(n,0:m+1), s
    integer :: it, i, j, k
    u = rank + 1
    s = 0
    k = 0
    !$mdmp commregion
    do it = 1, 4
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,k), left)
      call late(it)
      do concurrent (k = 1:m)
        u(1:4,k) = u(1:4,k) + 1
      end do
      forall (k = 2:m) u(5:8,k) = u(5:8,k)*0.5d0
      s = s + u(9,k) + u(1,k)
      do j = 1, m
        do i = 10, n
          u(i,j) = u(i,j)*0.5d0 + u(i,k)
        end do
      end do
      s = s + sum([(u(2,k), k = 0, 3)])
    end do
    !$mdmp end commregion
    print *, 'indices', rank, s, sum(u)
  end subroutine

  subroutine pointers           ! arrays of pointers, selected by names of BLOCKs
    type tile
      real(8), pointer :: u(:,:)
    end type
    type(tile) :: t(2)
    real(8) :: s
    integer :: it, i, j, q
    do q = 1, 2
      allocate (t(q)%u(n,0:m+1))
      t(q)%u = rank + q
    end do
    s = 0
    !$mdmp commregion
    do it = 1, 4
      block
        integer :: k
        k = 1
        !$mdmp send(t(k)%u(:,m), right)
        !$mdmp recv(t(k)%u(:,0), left)
      end block
      call late(it)
      block
        integer :: k
        k = 2
        do j = 1, m
          do i = 1, n
            t(k)%u(i,j) = t(k)%u(i,j)*0.5d0 + 1
          end do
        end do
        associate (k => 1)
          do j = 1, m
            do i = 1, n
              t(k)%u(i,j) = t(k)%u(i,j)*0.5d0 + t(k)%u(i,j-1)
            end do
          end do
        end associate
        s = s + t(k)%u(1,1)
      end block
    end do
    !$mdmp end commregion
    print *, 'pointers', rank, s, sum(t(1)%u), sum(t(2)%u)
  end subroutine
end program

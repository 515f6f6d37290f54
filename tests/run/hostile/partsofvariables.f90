! run: flags -ffp-contract=off
! What assigns a part of a variable leaves the rest as the iteration before left
! it; of equal values a maximum keeps the first.
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

program parts
  use kit
  implicit none
  integer :: ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nr, ierr)
  left = modulo(rank-1, nr)
  right = modulo(rank+1, nr)
  call imaginary
  call associated_part
  call substring
  call substring_by_name
  call component
  call element
  call input
  call largest
  call smallest
  call written_out
  call MPI_Finalize(ierr)
contains
  subroutine imaginary
    real(8) :: u(n,0:m+1), v(n,m)
    complex(8) :: z
    integer :: it, i, j
    u = rank + 1
    z = (1d0, 2d0)
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        z%im = u(5,j)
        do i = 1, n
          v(i,j) = u(i,j-1) + u(i,j+1) + real(z)
        end do
        z%re = v(7,j)
      end do
      u(:,1:m) = 0.9d0*v + it
    end do
    !$mdmp end commregion
    print *, 'imaginary', rank, sum(u), z
  end subroutine

  subroutine associated_part
    real(8) :: u(n,0:m+1), v(n,m)
    complex(8) :: z
    integer :: it, i, j
    u = rank + 1
    z = (1d0, 2d0)
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      associate (x => z%re, y => z%im)
        do j = 1, m
          x = u(5,j)
          do i = 1, n
            v(i,j) = u(i,j-1) + u(i,j+1) + aimag(z)
          end do
          y = v(7,j)
        end do
      end associate
      u(:,1:m) = 0.9d0*v + it
    end do
    !$mdmp end commregion
    print *, 'associated part', rank, sum(u), z
  end subroutine

  subroutine substring
    real(8) :: u(n,0:m+1), v(n,m)
    character(4) :: c
    integer :: it, i, j
    u = rank + 1
    c = 'aaaa'
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        c(1:2) = achar(97 + mod(int(u(5,j)), 20))
        do i = 1, n
          v(i,j) = u(i,j-1) + u(i,j+1) + iachar(c(4:4))
        end do
        c(3:4) = 'c' // achar(97 + j)
      end do
      u(:,1:m) = 0.5d0*v + it
    end do
    !$mdmp end commregion
    print *, 'substring', rank, sum(u), c
  end subroutine

  subroutine substring_by_name
    real(8) :: u(n,0:m+1), v(n,m)
    character(4) :: c
    integer :: it, i, j
    u = rank + 1
    c = 'aaaa'
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      associate (q => c(1:2), r => c(3:4))
        do j = 1, m
          q = achar(97 + mod(int(u(5,j)), 20))
          do i = 1, n
            v(i,j) = u(i,j-1) + u(i,j+1) + iachar(c(4:4))
          end do
          r = 'c' // achar(97 + j)
        end do
      end associate
      u(:,1:m) = 0.5d0*v + it
    end do
    !$mdmp end commregion
    print *, 'substring by name', rank, sum(u), c
  end subroutine

  subroutine component
    type pair
      real(8) :: x, y
    end type
    real(8) :: u(n,0:m+1), v(n,m)
    type(pair) :: p, q
    integer :: it, i, j
    u = rank + 1
    p = pair(1, 2)
    q = p
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        p%x = u(5,j)
        q = p
        do i = 1, n
          v(i,j) = u(i,j-1) + u(i,j+1) + q%y
        end do
        p%y = v(7,j)
      end do
      u(:,1:m) = 0.9d0*v + it
    end do
    !$mdmp end commregion
    print *, 'component', rank, sum(u), p%x, p%y, q%y
  end subroutine

  subroutine element
    real(8) :: u(n,0:m+1), v(n,m), p(2)
    complex(8) :: z(2)
    integer :: it, i, j
    u = rank + 1
    p = [1, 2]
    z = 1
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        p(1) = u(5,j)
        z%re = u(6,j)
        do i = 1, n
          v(i,j) = u(i,j-1) + u(i,j+1) + sum(p) + aimag(z(2))
        end do
        p(2) = v(7,j)*1d-2
        z%im = v(7,j)*1d-2
      end do
      u(:,1:m) = 0.5d0*v + it
    end do
    !$mdmp end commregion
    print *, 'element', rank, sum(u), p, z
  end subroutine

  subroutine input
    real(8) :: u(n,0:m+1), v(n,m)
    complex(8) :: z
    character(8) :: t
    integer :: it, i, j
    u = rank + 1
    z = (1d0, 2d0)
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      do j = 1, m
        write (t, '(i8)') mod(int(u(5,j)), 1000)
        read (t, '(f8.0)') z%re
        do i = 1, n
          v(i,j) = u(i,j-1) + u(i,j+1) + aimag(z)
        end do
        z%im = v(7,j)
      end do
      u(:,1:m) = 0.9d0*v + it
    end do
    !$mdmp end commregion
    print *, 'input', rank, sum(u), z
  end subroutine

  subroutine largest            ! by the intrinsic function
    real(8) :: u(n,0:m+1), v(n,m), a
    integer :: it, i, j
    u = 0
    u(:,1:3) = -0d0
    a = -5
    !$mdmp commregion
    do it = 1, 4
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      a = -5
      do j = 1, m
        do i = 1, n
          a = max(a, u(i,j-1))
          v(i,j) = u(i,j-1) + u(i,j+1)
        end do
      end do
      print *, 'largest', rank, it, sign(1d0, a), a
      if (mod(it,2) == 0) u(:,1:m/2) = -u(:,1:m/2)
    end do
    !$mdmp end commregion
    print *, 'largest', rank, sum(v)
  end subroutine

  subroutine smallest
    real(8) :: u(n,0:m+1), v(n,m), a
    integer :: it, i, j
    u = 0
    u(:,1:3) = -0d0
    a = 5
    !$mdmp commregion
    do it = 1, 4
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      a = 5
      do j = 1, m
        do i = 1, n
          if (u(i,j+1) <= a) a = u(i,j+1)
          v(i,j) = u(i,j-1) + u(i,j+1)
        end do
      end do
      print *, 'smallest', rank, it, sign(1d0, a), a
      if (mod(it,2) == 0) u(:,1:m/2) = -u(:,1:m/2)
    end do
    !$mdmp end commregion
    print *, 'smallest', rank, sum(v)
  end subroutine

  subroutine written_out        ! with numbers that are none among the values
    real(8) :: u(n,0:m+1), v(n,m), a, b, zero
    integer :: it, i, j
    zero = nr - nr
    u = rank + 1
    u(3,2) = zero/zero
    !$mdmp commregion
    do it = 1, 3
      !$mdmp send(u(:,1), left)
      !$mdmp recv(u(:,m+1), right)
      !$mdmp send(u(:,m), right)
      !$mdmp recv(u(:,0), left)
      call late(it)
      a = 0
      b = 0
      do j = 1, m
        do i = 1, n
          if (abs(u(i,j)) > a) a = abs(u(i,j))
          if (.not. abs(u(i,j)) <= b) b = abs(u(i,j))
          v(i,j) = u(i,j-1)*0.5d0 + u(i,j+1)
        end do
      end do
      print *, 'written out', rank, it, a, b
      u(:,1:m) = 0.9d0*v + it
    end do
    !$mdmp end commregion
  end subroutine
end program

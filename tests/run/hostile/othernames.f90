! run: ranks 2 3
! Nests in constructs that declare names which mean something else where the exchange stands, and exchanges with names that constructs
! around them declare: nothing can be said of such a message at the nest.
program main
  use mpi
  implicit none
  integer, parameter :: ik = 4
  integer :: ierr, me, np, west, east, k, i, j, t
  real(8) :: u(4000, 0:9), w(4000)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, np, ierr)
  west = modulo(me - 1, np); east = modulo(me + 1, np); t = 3
  u = me
  w = 0
  !$mdmp commregion
  do k = 1, 20
    associate (west => east, t => k)
      do j = 1, 8
        do i = 1, 4000
          u(i,j) = u(i,j)*0.5d0 + w(i) + j + t + west
        end do
      end do
    end associate
    !$mdmp send(u(:,t), west)
    !$mdmp recv(w, east)
    block
      integer :: t
      do t = 1, 8
        do i = 1, 4000
          u(i,t) = u(i,t)*0.5d0 + w(i) + t
        end do
      end do
    end block
    !$mdmp send(u(:,t), west)
    !$mdmp recv(w, east)
    do j = 1, 8
      do i = 1, 4000
        u(i,j) = u(i,j)*0.5d0 + w(i) + j
      end do
    end do
    associate (v => u(:,5), to => west)
      !$mdmp send(v, to)
      !$mdmp recv(w, east)
    end associate
    do j = 1, 8
      do i = 1, 4000
        u(i,j) = u(i,j)*0.5d0 + w(i) + j
      end do
    end do
    associate (v => u)
      !$mdmp send(v(:,4), west)
      !$mdmp recv(w, east)
    end associate
    do j = 1, 8
      do i = 1, 4000
        u(i,j) = u(i,j)*0.5d0 + w(i) + j
      end do
    end do
    block ! in which a constant of the message has another kind
      integer, parameter :: ik = 8
      do j = 1, 8
        do i = 1, 4000
          u(i,j) = u(i,j)*0.5d0 + w(i) + j + kind(1_ik)
        end do
      end do
    end block
    !$mdmp send(u(:,kind(1_ik)), west)
    !$mdmp recv(w, east)
    do j = 1, 8
      do i = 1, 4000
        u(i,j) = u(i,j)*0.5d0 + w(i) + j
      end do
    end do
    block
      integer :: column = 4
      !$mdmp send(u(:,column), west)
      !$mdmp recv(w, east)
    end block
  end do
  !$mdmp end commregion
  print '(i3,2z17.16)', me, sum(u), sum(w)
  call MPI_Finalize(ierr)
end program

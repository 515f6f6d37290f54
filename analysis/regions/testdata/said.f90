! wait and harmless: right.
subroutine s(u, v, n, west, p)
  integer :: n, west
  real :: u(n,0:n+1), v(n)
  external :: tic, p
  interface
    subroutine toc(x)
      real :: x
    end subroutine
  end interface
  !$mdmp harmless(tic, toc)
  !$mdmp commregion
  !$mdmp recv(u(:,0), west)
  !$mdmp harmless(log_it, p)
  call log_it(n)
  call p
  if (n > 3) then
    !$mdmp wait(u, v(1:n-1))
  end if
  !$mdmp wait
  !$mdmp end commregion
  !$mdmp wait(u(:,0))
end subroutine s
module m
  implicit none
  !$mdmp harmless(timer)
contains
  subroutine t
    call timer
  end subroutine t
end module m
!= region "" 12-21 in s[0:8], 6 items, 1 exchanges
!= exchange 13-13 in s[1:2], 0 sends, 1 receives, region true
!= harmless 11 in s
!= harmless 14 in s
!= harmless 26 in m
!= wait 18 for 2 in s/17.0[0:1]
!= wait 20 for 0 in s[6:7]
!= wait 22 for 1 in s[8:9]
!---
! A wait ends an exchange, harmless does not.
subroutine s(u, n, west)
  integer :: n, west
  real :: u(0:n)
  external :: f
  !$mdmp recv(u(0), west)
  !$mdmp harmless(f)
  !$mdmp send(u(n), west)
  !$mdmp wait
  !$mdmp send(u(n), west)
end subroutine s
!= exchange 6-8 in s[0:3], 1 sends, 1 receives, region false
!= exchange 10-10 in s[4:5], 1 sends, 0 receives, region false
!= harmless 7 in s
!= wait 9 for 0 in s[3:4]
!---
! Names.
module m
contains
  subroutine known
  end subroutine known
end module m
subroutine s(u, n)
  use m
  use mpi
  implicit none
  integer, parameter :: c = 3
  integer :: n
  real :: u(n), f
  external :: f
  !$mdmp harmless(known)
  !$mdmp harmless(u)
!~ 19: 'u' is no procedure [MDMP059]
!~   note -3:11: 'u' is declared here
!~   hint: harmless takes names of procedures, as they are called
  !$mdmp harmless(c)
!~ 19: 'c' is no procedure [MDMP059]
!~   note -6:25: 'c' is declared here
!~   hint: harmless takes names of procedures, as they are called
  !$mdmp harmless(sin)
!~ 19: 'sin' is known anyway [MDMP059]
!~   hint: leave it out
  !$mdmp harmless(MPI_Barrier, MPI_Wtime)
!~ 19: 'mpi_barrier' is of MPI and may wait for another rank [MDMP060]
!~ 32: 'mpi_wtime' is known anyway [MDMP059]
!~   hint: leave it out
  !$mdmp harmless(f)
  u = f(n)
  !$mdmp wait(c)
!~ 15: wait names what is received, but 'c' is a constant [MDMP007]
!~   note -11:25: 'c' is declared here
  !$mdmp wait(f(n))
!~ 15: wait names what is received, but 'f' is a procedure [MDMP007]
!~   note -10:17: 'f' is declared here
  !$mdmp wait(w)
!~ 15: 'w' is not declared, and IMPLICIT NONE holds here [MDMP051]
  !$mdmp wait(n(1))
!~ 15: wait names what is received, but 'n' is a procedure [MDMP007]
!~   note -13:14: 'n' is declared here
end subroutine s
!---
! A name that nothing has.
subroutine s(n)
  implicit none
  integer :: n
  interface
    subroutine timer
    end subroutine timer
  end interface
  !$mdmp harmless(timr)
!~ 19: 'timr' is no procedure that is seen here [MDMP059]
!~   hint: did you mean 'timer'?
  n = 1
end subroutine s
!---
! Not harmless.
subroutine s(u, n, west)
  integer :: n, west
  real :: u(n)
  !$mdmp harmless(sends, barrier, asks, rank)
!~ 19: 'sends' is not harmless: it holds a directive that communicates [MDMP060]
!~   note +7:5: here
!~   hint: leave it out
!~ 26: 'barrier' is not harmless: it calls mpi_barrier, which may wait for another rank [MDMP060]
!~   note +10:5: here
!~   hint: leave it out
!~ 35: 'asks' is not harmless: it holds a directive that communicates [MDMP060]
!~   note +13:5: here
!~   hint: leave it out
  call sends
  call barrier
  call asks
  call rank
contains
  subroutine sends
    !$mdmp send(u(1), west)
  end subroutine sends
  subroutine barrier
    if (n > 1) call mpi_barrier(n, west)
  end subroutine barrier
  subroutine asks
    !$mdmp wait
  end subroutine asks
  subroutine rank
    call mpi_comm_rank(n, west)
  end subroutine rank
end subroutine s
!---
! Places.
!$mdmp wait
!~ 1: the directive stands outside of any procedure [MDMP026]
!$mdmp harmless(f)
!~ 1: the directive stands outside of any procedure or module [MDMP026]
module m
  !$mdmp wait
!~ 3: the directive stands outside of any procedure [MDMP026]
  real :: u
contains
  !$mdmp harmless(s)
!~ 19: 's' is not harmless: it holds a directive that communicates [MDMP060]
!~   note +4:5: here
!~   hint: leave it out
  subroutine s(k)
    integer :: k
    !$omp parallel
    !$mdmp wait
!~ 5: wait cannot stand in parallel code [MDMP036]
!~   note -1:5: it becomes parallel here
!~   hint: put it around the parallel construct
    !$omp end parallel
    do concurrent (k = 1:3)
      !$mdmp wait
!~ 7: a directive cannot stand in DO CONCURRENT [MDMP028]
!~   note -1:5: it begins here
    end do
    return
    !$mdmp wait
!~ 5: the directive is never reached [MDMP034]
!~   note -1:5: this statement always goes elsewhere
  end subroutine s
  pure subroutine t
    !$mdmp wait
!~ 5: a pure procedure cannot communicate [MDMP027]
!~   note -1:3: the procedure is made pure here
  end subroutine t
end module m
!---
! What a region says holds in procedures that are called: it must be known when it is over.
module m
  integer :: cart, where
  real :: u(10)
contains
  subroutine run(west)
    integer :: west
    assign 20 to where
    if (west > 1) assign 10 to where
    !$mdmp commregion comm(cart) tag(3)
    call exchange(west)
    goto where, (10, 20)
!~ 5: an assigned GO TO leaves a region with tag or comm, or stays in it [MDMP063]
!~   note -2:5: the region begins here
!~   hint: write a computed GO TO, or give the messages their own tag and comm
10  u = 1
    !$mdmp end commregion
    !$mdmp commregion tag(4)
    goto where, (20, 30)
30  u = 2
    !$mdmp end commregion
    !$mdmp commregion tag(4)
    call exchange(west)
    goto where, (20, 20)
    !$mdmp end commregion
    !$mdmp commregion
    call exchange(west)
    goto where, (20, 40)
40  u = 3
    !$mdmp end commregion
20  u = 4
  end subroutine run
  subroutine exchange(west)
    integer :: west
    !$mdmp send(u(1), west) tag(7)
    !$mdmp send(u(2), west)
  end subroutine exchange
end module m
!---
! RETURN computes its value in the region, and that is over before it.
subroutine run(west, *, *)
  integer :: west
  !$mdmp commregion tag(3)
  if (west > 3) return 1 + west/3
  if (west > 1) return chosen(west)
!~ 24: RETURN from a region with tag or comm calls a procedure [MDMP063]
!~   note -2:3: the region begins here
!~   hint: give the value to a variable first
  if (west > 0) stop chosen(west)
  !$mdmp end commregion
  !$mdmp commregion
  if (west > 1) return chosen(west)
  !$mdmp end commregion
contains
  integer function chosen(k)
    integer, intent(in) :: k
    chosen = k
  end function
end subroutine

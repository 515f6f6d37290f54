! OpenMP: loops and blocks whose order is not defined.
subroutine s(u, n)
  integer :: n, i, j
  real :: u(n,n)
  !$omp parallel do private(i)
  do j = 1, n
    do i = 1, n
      u(i,j) = 0.0
    end do
    !$mdmp send(u(:,j), 1)
!~ 5: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -5:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  end do
  !$omp end parallel do
  !$mdmp send(u, 1)
  !$omp parallel
  !$omp do
  do j = 1, n
    !$mdmp send(u(:,j), 1)
!~ 5: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -2:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  end do
  !$omp end do
  !$omp do simd
  do j = 1, n
    !$mdmp send(u(:,j), 1)
!~ 5: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -2:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  end do
  !$mdmp send(u, 1)
!~ 3: every thread executes this exchange [MDMP037]
!~   note -10:3: the parallel construct begins here
!~   hint: put it into !$omp single or !$omp master if one of them is meant to
  !$omp end parallel
  !$omp paralleldo simd simdlen(4)
  do j = 1, n
    !$mdmp send(u(:,j), 1)
!~ 5: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -2:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  end do
  !$omp parallel sections
  !$omp section
  !$mdmp send(u, 1)
!~ 3: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -1:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  !$omp end parallel sections
  !$omp task
  !$mdmp send(u, 1)
!~ 3: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -1:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  !$omp end task
  !$omp taskwait
  !$omp taskloop
  do j = 1, n
    !$mdmp send(u(:,j), 1)
!~ 5: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -2:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  end do
  !$omp target teams distribute parallel do
  do j = 1, n
    !$mdmp send(u(:,j), 1)
!~ 5: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -2:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  end do
  !$omp target map(tofrom: u)
  !$mdmp send(u, 1)
!~ 3: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -1:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  !$omp end target
  !$omp workshare
  !$mdmp send(u, 1)
!~ 3: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -1:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  !$omp end workshare
  !$omp simd
  do j = 1, n
    !$mdmp send(u(:,j), 1)
!~ 5: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -2:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  end do
end subroutine s
!---
! OpenMP: where directives may stand.
subroutine s(u, n)
  integer :: n, i, j
  real :: u(n,n)
  !$omp declare simd
  !$mdmp send(u, 1)
  !$omp target data map(u)
  !$mdmp send(u, 1)
  !$omp end target data
  !$omp parallel private(i)
  !$omp single
  !$mdmp send(u, 1)
  !$omp end single nowait
  !$omp master
  do j = 1, n
    !$mdmp send(u(:,j), 1)
  end do
  !$omp end master
  !$omp barrier
  !$omp masked filter(0)
  !$mdmp send(u, 1)
  !$omp end masked
  !$omp critical (name)
  !$mdmp send(u, 1)
  !$omp end critical (name)
  !$omp end parallel
  !$omp parallel do
  do j = 1, n
    u(:,j) = 0.0
  end do
  do j = 1, n
    !$mdmp send(u(:,j), 1)
  end do
  !$omp parallel
  block
    u = 0.0
  end block
  !$mdmp send(u, 1)
  !$omp critical
  !$mdmp send(u, 1)
  !$omp end critical
end subroutine s
!= exchange 6-6 in s[0:1], 1 sends, 0 receives, region false
!= exchange 8-8 in s[2:3], 1 sends, 0 receives, region false
!= exchange 12-12 in s[6:7], 1 sends, 0 receives, region false
!= exchange 16-16 in s/15.0[0:1], 1 sends, 0 receives, region false
!= exchange 21-21 in s[13:14], 1 sends, 0 receives, region false
!= exchange 24-24 in s[16:17], 1 sends, 0 receives, region false
!= exchange 32-32 in s/31.0[0:1], 1 sends, 0 receives, region false
!= exchange 38-38 in s[24:25], 1 sends, 0 receives, region false
!= exchange 40-40 in s[26:27], 1 sends, 0 receives, region false
!---
! OpenMP: every thread, and regions.
subroutine s(u, n)
  integer :: n
  real :: u(n)
  !$omp parallel
  !$mdmp send(u, 1)
!~ 3: every thread executes this exchange [MDMP037]
!~   note -1:3: the parallel construct begins here
!~   hint: put it into !$omp single or !$omp master if one of them is meant to
  if (n > 1) then
    !$mdmp recv(u, 2)
!~ 5: every thread executes this exchange [MDMP037]
!~   note -3:3: the parallel construct begins here
!~   hint: put it into !$omp single or !$omp master if one of them is meant to
  end if
  !$mdmp commregion
!~ 3: commregion cannot stand in parallel code [MDMP036]
!~   note -5:3: it becomes parallel here
!~   hint: put it around the parallel construct
  !$omp single
  !$mdmp init
!~ 3: init cannot stand in parallel code [MDMP036]
!~   note -7:3: it becomes parallel here
!~   hint: put it around the parallel construct
  !$mdmp send(u, 1)
  !$omp end single
  !$mdmp end commregion
  !$omp end parallel
  !$omp parallel
  block
    !$mdmp send(u, 1)
!~ 5: every thread executes this exchange [MDMP037]
!~   note -2:3: the parallel construct begins here
!~   hint: put it into !$omp single or !$omp master if one of them is meant to
  end block
end subroutine s
!---
! OpenACC.
subroutine s(u, n)
  integer :: n, j
  real :: u(n,n)
  !$acc data copy(u)
  !$mdmp send(u, 1)
  !$acc parallel loop
  do j = 1, n
    !$mdmp send(u(:,j), 1)
!~ 5: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -2:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  end do
  !$acc kernels
  !$mdmp send(u, 1)
!~ 3: the directive stands in code whose order of execution is not defined [MDMP030]
!~   note -1:3: it runs in parallel because of this
!~   hint: take it out of the loop or the construct
  !$acc end kernels
  !$acc update host(u)
  !$mdmp send(u, 1)
  !$acc end data
end subroutine s
!---
! OpenMP: messages of each thread.
subroutine s(u, n, tag)
  use omp_lib
  integer :: n, t, tag
  real :: u(n, 0:7)
  !$omp parallel private(x, t) firstprivate(tag)
  !$mdmp send(u(:,t), 1)
  u = 0.0
  !$mdmp send(u(:,1), 1) tag(tag)
  u = 0.0
  !$mdmp send(u(:,1), omp_get_thread_num())
  u = 0.0
  block
    real :: mine
    !$mdmp send(mine, 1)
  end block
  !$mdmp send(u(:,1), 1)
!~ 3: every thread executes this exchange [MDMP037]
!~   note -11:3: the parallel construct begins here
!~   hint: put it into !$omp single or !$omp master if one of them is meant to
  !$mdmp recv(u(:,2), 1)
  !$omp end parallel
end subroutine s
!= exchange 7-7 in s[1:2], 1 sends, 0 receives, region false
!= exchange 9-9 in s[3:4], 1 sends, 0 receives, region false
!= exchange 11-11 in s[5:6], 1 sends, 0 receives, region false
!= exchange 15-15 in s/13.0[0:1], 1 sends, 0 receives, region false
!= exchange 17-18 in s[8:10], 1 sends, 1 receives, region false
!---
! OpenMP: blocks without an end, at the end of a list, with private in other places.
subroutine s(u, n, private)
  real :: u(n)
  integer :: private
  !$omp parallel default(private)
  !$mdmp send(u, private)
!~ 3: every thread executes this exchange [MDMP037]
!~   note -1:3: the parallel construct begins here
!~   hint: put it into !$omp single or !$omp master if one of them is meant to
  !$omp end parallel
  !$omp parallel
  block
    u = 0.0
  end block
  !$omp end parallel
  !$mdmp send(u, 2)
  if (n > 1) then
    !$omp parallel
  end if
  !$omp parallel
  block
    u = 0.0
  end block
  !$omp barrier
  !$mdmp send(u, 1)
end subroutine s
!= exchange 6-6 in s[1:2], 1 sends, 0 receives, region false
!= exchange 13-13 in s[6:7], 1 sends, 0 receives, region false
!= exchange 22-22 in s[11:12], 1 sends, 0 receives, region false
!---
! OpenMP: between a directive and its loop; a directive without a loop.
subroutine s(u, n)
  real :: u(n)
  !$omp parallel do
  !$mdmp send(u, 1)
!~ 3: the directive stands between the beginning of a parallel construct and its loop [MDMP030]
!~   note -1:3: this must stand right before the loop
  do i = 1, n
    u(i) = 0.0
  end do
  !$omp simd
  u = 1.0
  do i = 1, n
    !$mdmp send(u(i), 1)
  end do
end subroutine s

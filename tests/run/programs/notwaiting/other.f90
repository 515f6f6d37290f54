subroutine tick(k)
  implicit none
  integer, intent(in) :: k
  integer, save :: ticks = 0
  ticks = ticks + k
end subroutine tick

subroutine note(rank)
  implicit none
  integer, intent(in) :: rank
  call agree(rank)
end subroutine note

subroutine agree(rank)
  implicit none
  integer, intent(in) :: rank
  integer :: mine(4), theirs(4)
  mine = rank
  theirs = 0

  !$mdmp send(mine, merge(0, -1, rank == 1)) tag(7)
  !$mdmp recv(theirs, merge(1, -1, rank == 0)) tag(7)
  if (any(theirs < 0)) stop 'never'
end subroutine agree

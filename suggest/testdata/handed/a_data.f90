module data
  implicit none
  integer, parameter :: none = -1, depth = 2, west = 1, east = 2
  type tile_type
    integer :: neighbours(2)      ! ranks from 1 on
    integer :: first, last
    real(8), allocatable :: west_snd(:), west_rcv(:), east_snd(:), east_rcv(:)
    real(8), allocatable :: density(:,:), energy(:,:)
  end type tile_type
  type(tile_type) :: tile
  integer :: rows
contains
  subroutine make(n, m)
    integer, intent(in) :: n, m
    rows = n
    tile%first = 1
    tile%last = m
    allocate(tile%density(n,1-depth:m+depth), tile%energy(n,1-depth:m+depth))
    allocate(tile%west_snd(2*depth*n), tile%west_rcv(2*depth*n), tile%east_snd(2*depth*n), tile%east_rcv(2*depth*n))
  end subroutine make
end module data

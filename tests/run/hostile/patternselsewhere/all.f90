! No directive: what it uses it hands on.
module all
  use halo_m, breadth => n
  integer :: n = -7
end module

module all_m
  use halo_m
  implicit none
end module
module renamed_m
  use halo_m, only: swap => exchange
  implicit none
end module
module more_m
  use all_m, only: left, right
  use renamed_m, only: halos => swap
  implicit none
end module

! The mark that off mode leaves in its objects, in two units.
subroutine mdmp_off_mark_one
  integer mdmp_m
  common /mdmp_off_mode/ mdmp_m
end
subroutine mdmp_off_mark_two
  integer mdmp_m
  common /mdmp_off_mode/ mdmp_m
end

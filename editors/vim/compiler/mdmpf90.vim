" Messages of mdmpf90, of gfortran behind it, and lines of the report that say what does not overlap.
if exists("current_compiler")
  finish
endif
let current_compiler = "mdmpf90"
CompilerSet errorformat=
      \%E%f:%l:%c:\ error:\ %m,
      \%W%f:%l:%c:\ warning:\ %m,
      \%I%f:%l:%c:\ missed:\ %m,
      \%I%f:%l:%c:\ note:\ %m,
      \%E%f:%l:%c:,
      \%C,
      \%C%*\\s%*\\d\ \|%.%#,
      \%C%*\\s\|%.%#,
      \%ZError:\ %m,
      \%-G%.%#

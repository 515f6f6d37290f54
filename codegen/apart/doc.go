// Package apart takes OpenMP's parallel regions apart that hold several worksharing
// loops, so that each loop stands in a region of its own.
//
// The idea: a loop that is cut in boxes may be the only thing in its parallel region,
// since what stands between the boxes is for one thread to do. Codes for which
// the start of a region was dear have one region around many loops, often under IF
// constructs that all threads decide alike. If a region holds nothing else,
//
//	!$omp parallel private(k)           if (sweep == 1) then
//	  if (sweep == 1) then                !$omp parallel private(k)
//	    !$omp do                          !$omp do
//	    do j = 1, n                       do j = 1, n
//	    ...                       as      ...
//	    !$omp end do                      !$omp end do
//	  end if                              !$omp end parallel
//	!$omp end parallel                  end if
//
// means the same: loops that follow each other wait where they did or more
// often, and no thread takes a value of a private variable along, which is looked at. The text
// is changed before anything else looks at it, with line markers around what is
// inserted, so every statement keeps the line that the user knows.
//
// It is not done where the compiler may round by what stands around a loop: that loops
// share a procedure is then part of what decides the last bits.
package apart

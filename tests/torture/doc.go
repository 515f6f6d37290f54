// Package torture writes random programs with directives, runs them in every
// mode and compares their bits with the same programs with plain nonblocking MPI.
//
// A program is a batch of kernels: subroutines of one program, each with its own
// arrays, region, time loop and random body (exchanges, nests, array statements,
// calls, jumps, extra reads and writes). Compiling and starting MPI take most of
// the time, so a few kernels share them. Every kernel is written from a tree of
// nodes; an exchange is a node that knows its directives and the same exchange by
// hand. The hand-written one stands beside it behind "!ref" (package mpirun).
//
// Beside exchanges, nests and calls a kernel holds classes (class.go): kinds of
// statements, of storage and of order that a translator has to know, from defined
// operators to files whose order only messages make, messages that are empty in turns, and
// arrays of three dimensions with a halo along any of them, variables of a host that internal procedures exchange, and clauses of
// regions that reach procedures in whatever way these are called. What must stand in another file goes to far.f90, or to behind.f90 if it needs
// the kernel's module. Persistent requests that another file makes change variables behind waits (requests.go). Pointers are kept by what does not look like a call (escapes.go). A tally counts what was drawn and
// what the translator wrote for it, and of a few candidates the kernel is taken that
// has what is rare so far.
//
// Some kernels of a batch stand in several files (code.go), which are compiled one by
// one, each with options of its own or without the wrapper: a module with fields of all
// kinds of storage, exchange routines and loops in modules or external procedures, a driver
// with the time loop. Where options let bits change (-mdmp-bits=relaxed, -Ofast), all values
// are small integers, so that nothing can round. Their exchanges are directives or halo patterns
// (codepatterns.go), with masks, conditions and phases; wait directives stand anywhere, and counters are said to be harmless.
//
// All ranks run the same text. A leg of an exchange is a send and the receive
// that meets it on the other rank; peers and conditions are such that both sides
// agree, and sections received in one exchange overlap with nothing else in it.
// So every program that is written is a correct one, whatever is left out of it:
// the shrinker drops nodes and legs as long as the reference still runs and the
// translated program still differs.
//
// In mode auto every batch runs with several settings of the run time: small
// pieces, wrong hints on purpose (MDMP_FAULT=hints), pending sections filled with
// a pattern and every message compared with a second copy (MDMP_VERIFY=2), both; little room with receivers; and
// with a network that is slow on purpose (support/slow.c of package mpirun).
//
// At its end a kernel prints hashes of the bits of all it has, for every rank. A
// kernel is wrong if one of its lines differs from the reference's; a run that
// ends early or not at all is blamed on the first kernel without its lines. A batch of
// which the program with MPI by hand fails, and works with -O0, is no finding: it is skipped,
// and the log says so (gfortran 12 stores to addresses that are not aligned).
//
// Programs without directives, with calls of MPI of their own, are a kind apart (own.go): they are compared with what
// -mdmp-overlap makes of them, MDMP_TORTURE_OWN of them.
//
// Settings: MDMP_TORTURE_N (batches), MDMP_TORTURE_SEED (of the first; default:
// the time, and it is printed), MDMP_TORTURE_MODES (default "off plain auto"),
// MDMP_TORTURE_CODES (how many of the kernels of a batch stand in several files, default 3),
// MDMP_TORTURE_KERNELS (seeds of kernels: the same batch once more; a failure names
// them), MDMP_TORTURE_BITS (exact, same or relaxed for all batches: else a seed draws it, bits.go),
// MDMP_TORTURE_CLASSES (draws only classes of these names, with commas between), MDMP_TORTURE_SHOW (prints the batch of a seed), MDMP_TORTURE_SHOW_CODE (prints a kernel in several files), MDMP_TORTURE_KEEP (a folder for the shrunken programs), MDMP_TORTURE_SHRINK (seconds a failure, default 120).
package torture

/* Standing in for the program's calls of MPI that may wait for other ranks: a procedure that is said to be harmless must not make them
 * (trusted.h).
 *
 * As in wrap.c the linker leads every call of the names of waits.def here, and for messages to numbered.c. It does so for programs
 * alone that call such procedures; this file is in an archive of its own, which others do not link. A wrapper says what is called,
 * and calls it. It knows nothing of the arguments, which differ from language to language: all are integers and addresses, and there
 * are never more than 14, with the hidden lengths of Fortran. So it hands on as many as that: the words that hold the
 * arguments, and behind the last of them what happens to be there, which nobody reads. On machines where the room of arguments is the
 * callee's to write to (ppc64le) that does not go: there is nothing here for others than these two. */
#include "trusted.h"

#if defined(__x86_64__) || defined(__aarch64__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WEAK __attribute__((weak))
#define PUBLIC __attribute__((visibility("default")))

typedef intptr_t word;

#define FOURTEEN \
  word a, word b, word c, word d, word e, word f, word g, word h, word i, word j, word k, word l, word m, word n

static __attribute__((noinline)) void before(const char *what, bool there) {
  if (!there) md_fail(MD_NOWHERE, "%s is not in the MPI library", what);
  mdmp_waits(what);
}

/* Behind the call there is something to do, or compilers make it a jump, for which they may write what is handed on to where it
 * came from: beyond the arguments that is not ours. */
#define STAND(name, what)                                                \
  word WEAK __real_##name(FOURTEEN);                                     \
  PUBLIC word __wrap_##name(FOURTEEN);                                   \
  word __wrap_##name(FOURTEEN) {                                         \
    before(what, __real_##name != NULL);                                 \
    word code = __real_##name(a, b, c, d, e, f, g, h, i, j, k, l, m, n); \
    __asm__ volatile("" : "+r"(code));                                   \
    return code;                                                         \
  }

/* The spellings of C and of Fortran: as in numberedf.c. */
#define SPELLED(mixed, lower, upper, what) \
  STAND(mixed, what)                       \
  STAND(mixed##_c, what "_c")              \
  STAND(lower, what)                       \
  STAND(lower##_, what)                    \
  STAND(lower##__, what)                   \
  STAND(upper, what)                       \
  STAND(lower##_f08, what)                 \
  STAND(lower##_f08_, what)                \
  STAND(lower##_f08_large_, what)          \
  STAND(lower##_f08ts_, what)              \
  STAND(lower##_f08ts_large_, what)        \
  STAND(mixed##_f08, what)                 \
  STAND(mixed##_f08ts, what)

#define WAITS(mixed, lower, upper) SPELLED(MPI_##mixed, mpi_##lower, MPI_##upper, "MPI_" #mixed)
#define NUMBERED(mixed, lower, upper)

#include "waits.def"

#endif

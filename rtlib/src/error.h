/* Errors: a message that names the directive, then MPI_Abort. */
#ifndef MDMP_ERROR_H
#define MDMP_ERROR_H

#include <mpi.h>
#include <stdarg.h>

#pragma GCC visibility push(hidden)

/* A directive of the program, as error messages name it. */
struct md_where {
  const char *file; /* NULL: not at a directive */
  int line;         /* see md_line */
};

/* The line of a directive as the user knows it. The translator numbers what stands on one line, above it
 * (source.Position.Number): the messages of a halo pattern have the line of their exchange directive. */
static inline int md_line(int line) { return line & ((1 << 22) - 1); }

/* How many of those stand before it on its line. */
static inline int md_nth(int line) { return line >> 22; }

#define MD_NOWHERE ((struct md_where){0})

/* Prints "file:line: mdmp: error: rank r: ...", flushes, aborts the program. */
_Noreturn void md_fail(struct md_where at, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for an MPI call that failed: call is its name, code what it returned. */
_Noreturn void md_fail_mpi(struct md_where at, const char *call, int code);

/* Makes an MPI call, which must not fail. A macro: which directive it was for is only looked up if it does. */
#define md_check(mpi_call, name, at)                                                \
  do {                                                                              \
    int md_code_ = (mpi_call);                                                      \
    if (__builtin_expect(md_code_ != MPI_SUCCESS, 0)) md_fail_mpi(at, name, md_code_); \
  } while (0)

/* What belongs to an error that follows. */
void md_note(struct md_where at, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A message that does not end the program; MDMP_WARN=0 silences it. */
void md_warn(struct md_where at, const char *format, ...) __attribute__((format(printf, 2, 3)));

#pragma GCC visibility pop
#endif

/* How the run time fails.
 *
 * An error in an exchange is an error of a parallel program: one rank sees it,
 * all must stop. The message starts like a compiler's, with the file and line
 * of the directive, so that editors jump to it. Then everything the program
 * has printed is flushed, the Fortran units too, and MPI_Abort ends the run. */
#define _POSIX_C_SOURCE 200809L

#include "error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "invariant.h"
#include "rt.h"

void mdmp_flush_units(void) __attribute__((weak)); /* mdmp_rt.f90; programs in C have none */

/* One write for the whole message: lines of several ranks do not mix. */
static void print(struct md_where at, const char *kind, const char *format, va_list args) {
  char text[2048], head[512], all[2600];
  vsnprintf(text, sizeof text, format, args);
  if (at.file != NULL)
    snprintf(head, sizeof head, "%s:%d: mdmp: %s", at.file, md_line(at.line), kind);
  else
    snprintf(head, sizeof head, "mdmp: %s", kind);
  if (md_rt.rank >= 0)
    snprintf(all, sizeof all, "%s: rank %d: %s\n", head, md_rt.rank, text);
  else
    snprintf(all, sizeof all, "%s: %s\n", head, text);
  fputs(all, stderr);
  fflush(stderr);
}

static _Noreturn void stop(void) {
  if (&mdmp_flush_units != NULL) mdmp_flush_units();
  fflush(NULL);
  int up = 0, down = 0;
  (void)MPI_Initialized(&up);
  (void)MPI_Finalized(&down);
  if (up && !down) {
    /* MPICH's process manager may end before it has forwarded what was just
     * printed; and the other ranks may have something to say, too. */
    nanosleep(&(struct timespec){0, 200000000}, NULL);
    (void)MPI_Abort(MPI_COMM_WORLD, 1);
  }
  exit(1);
}

void md_fail(struct md_where at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print(at, "error", format, args);
  va_end(args);
  stop();
}

void md_fail_mpi(struct md_where at, const char *call, int code) {
  char text[MPI_MAX_ERROR_STRING + 1];
  int length = 0;
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) snprintf(text, sizeof text, "error %d", code);
  md_fail(at, "%s failed: %s", call, text);
}

void md_fail_assert(const char *file, int line, const char *what) {
  md_fail((struct md_where){file, line}, "this does not hold: %s (a fault of the run time: please report it)", what);
}

void md_note(struct md_where at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print(at, "note", format, args);
  va_end(args);
}

void md_warn(struct md_where at, const char *format, ...) {
  if (!md_rt.opt.warn) return;
  va_list args;
  va_start(args, format);
  print(at, "warning", format, args);
  va_end(args);
}

/* Pages that tell when they are written to.
 *
 * The idea is that of OS triggering (Bao, Ding et al., delta send-recv): where nobody can say when code writes to a
 * message, the memory system can. Whole pages of it are write-protected; the first write to an increment of several
 * pages faults, the increment is opened, and when the writer has gone on to another one, the one before is probably
 * complete. This file knows memory and signals, and nothing of messages.
 *
 * A fault is a visit in the middle of the program. It opens the increment: one system call. It calls `gone` only
 * where the run time may call MPI: this is the thread that watches, in code of the executable, called from code of the
 * executable alone, up to what is outermost. So no lock of MPI, of libc or of another library can be held; the stack is
 * walked to see that. Where the executable holds MPI or what allocates memory nothing is said at all. Everywhere else the fault is only noted, and the next one tells of it.
 *
 * What is not ours goes to whoever had the signal before, as if we were not there, one after the other if these call each other. Memory that the program has freed is
 * never touched: before pages are opened that the program may have given back, the kernel's map of them is read. */
#ifndef MDMP_PAGES_H
#define MDMP_PAGES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

enum { MD_RANGES = 32, MD_INCREMENTS = 256, MD_INCREMENT_PAGES = 4 };

struct md_watched_pages {
  _Atomic(char *) lo; /* NULL: it is free */
  size_t bytes, each; /* each: bytes of an increment, whole pages */
  char *last;         /* where it was when it was watched last, and found to be plain memory */
  const void *thread; /* that watches */
  /* Bytes lo .. hi-1, counted from the start of the range, were written, and the writer has gone on. */
  void (*gone)(void *of, size_t lo, size_t hi);
  void *of;
  atomic_uchar open[MD_INCREMENTS];
  bool told[MD_INCREMENTS];
};

/* What happened so far, for the profile. */
struct md_pages_count {
  atomic_ulong faults, told; /* increments opened by a write; increments said to be gone */
};

/* The whole pages in [lo, lo+bytes): how many bytes, and where they begin. */
size_t md_pages_whole(char *lo, size_t bytes, char **first);

/* Protects whole pages; NULL: that does not go here (no room, a stack, memory that is not plain). */
struct md_watched_pages *md_pages_watch(char *first, size_t bytes, void (*gone)(void *of, size_t lo, size_t hi), void *of);

/* Opens all of it. there: the program has it now as it had it then; else that is looked up. */
void md_pages_release(struct md_watched_pages *r, bool there);

/* Whether it was said of all bytes lo .. hi-1 of the range that they are gone. */
bool md_pages_told(const struct md_watched_pages *r, size_t lo, size_t hi);

/* The range in slot i if it is watched, or NULL. */
struct md_watched_pages *md_pages_at(unsigned i);

/* While it is above 0 this thread is in the run time: faults are only noted. */
extern _Thread_local unsigned md_pages_busy;

/* Whether this thread is stopped at system calls (syscalls.c): now, the kernel reads it; outside of the run time. */
extern _Thread_local volatile char md_pages_stop;
extern _Thread_local char md_pages_stops;

/* Opens all ranges, in the handler of a signal. */
void md_pages_open_now(void);

const struct md_pages_count *md_pages_counted(void);

#pragma GCC visibility pop
#endif

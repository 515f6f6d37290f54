/* Pages that tell when they are written to.
 *
 * The idea is that of OS triggering (Bao, Ding et al., delta send-recv): where nobody can say when code writes to a
 * message, the memory system can. Whole pages of it are write-protected; the first write to an increment of several
 * pages faults, the increment is opened, and when the writer has gone on to another one, the one before is probably
 * complete. Not quite: a store may reach over the end of an increment, and faults at one half before it has written the other; what
 * copies memory writes in any order. So where a word is believed nothing is said of what lies beside the place of a fault. This file knows memory and signals, and nothing of messages.
 *
 * A fault is a visit in the middle of the program. It opens the increment: one system call. It calls `gone` only
 * where the run time may call MPI: this is the thread that watches, in code of the executable, called from code of the
 * executable alone, up to what is outermost. So no lock of MPI, of libc or of another library can be held; the stack is
 * walked to see that (callers.h). Where the executable calls memcpy or its kin they may not have written what lies before the fault, so nothing is said. But where
 * memory is closed, and so kept, that free does not touch it, a function of libc that the executable calls
 * and that touches the bytes itself may wait for them as code of the executable may: it is in no lock; compilers make loops into calls of these. Where the executable holds MPI or what allocates memory nothing is said at all. Everywhere else the fault is only noted, and the next one tells of it.
 *
 * Memory may also be closed: then the first touch of an increment faults, and whoever closed it says when its bytes are here, and
 * fills them in. A writer can go on without anybody; a reader cannot, so where the run time may not call MPI and the bytes have not
 * come there is nothing left but to say so, and to let the fault be one.
 *
 * What is not ours goes to whoever had the signal before, as if we were not there, one after the other if these call each other. Memory that the program has freed is
 * never touched: before pages are opened that the program may have given back, the kernel's map of them is read. */
#ifndef MDMP_PAGES_H
#define MDMP_PAGES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { MD_RANGES = 32, MD_INCREMENTS = 256, MD_INCREMENT_PAGES = 4 };

/* What happened so far, for the profile. */
struct md_pages_count {
  atomic_ulong faults, told; /* increments opened by a fault; increments said to be gone */
};

/* What is done about faults; of is whom it is for. Bytes are counted from the start of the range. */
struct md_watcher {
  /* Bytes lo .. hi-1 were written, and the writer has gone on. */
  void (*gone)(void *of, size_t lo, size_t hi);
  bool sure; /* it is believed: so it is not called for what other threads wrote, nor for what lies beside the place of a fault */
  /* The range is closed, and bytes lo .. hi-1 are touched: fills in what is here (md_pages_fill); whether that is all of them. wait: until it
   * is; else MPI must not be called. */
  bool (*needed)(void *of, size_t lo, size_t hi, bool wait);
  void (*missing)(void *of); /* they are not here: the fault will be one. Says so, and calls nobody else */
  struct md_pages_count *count;
};

struct md_watched_pages {
  _Atomic(char *) lo; /* NULL: it is watched no longer */
  bool taken;         /* until it is released */
  size_t bytes, each; /* each: bytes of an increment, whole pages */
  size_t began;       /* the increment that was opened first; SIZE_MAX: none */
  char *last;         /* where it was when it was watched last, and found to be plain memory */
  const void *thread; /* that watches */
  const struct md_watcher *watcher;
  void *of;
  atomic_uchar open[MD_INCREMENTS];
  bool told[MD_INCREMENTS];
};

/* Others than the program's code are about to write to lo .. hi-1, or anywhere if hi is NULL: the kernel cannot where pages are protected
 * against writes. Ranges there are watched no longer. */
void md_pages_yield(const char *lo, const char *hi);

/* The whole pages in [lo, lo+bytes): how many bytes, and where they begin. */
size_t md_pages_whole(char *lo, size_t bytes, char **first);

/* Protects whole pages against writes, or closes them if the watcher has `needed`; NULL: that does not go here (no room, a stack, memory that is
 * not plain, or is watched already). */
struct md_watched_pages *md_pages_watch(char *first, size_t bytes, const struct md_watcher *watcher, void *of);

/* Opens increments lo .. hi-1 of a closed range that are closed: they are what from has, where the range's bytes lie, up to byte have. False: memory
 * cannot be opened. */
bool md_pages_fill(struct md_watched_pages *r, size_t lo, size_t hi, const char *from, size_t have);

/* Whether no tool stands between the program and the kernel; whether a fault can be waited for at all. */
bool md_pages_native(void);
bool md_pages_may(void);

/* The range is given back. Opens all of it. there: the program has it now as it had it then; else that is looked up. */
void md_pages_release(struct md_watched_pages *r, bool there);

/* Whether it was said of all bytes lo .. hi-1 of the range that they are gone. */
bool md_pages_told(const struct md_watched_pages *r, size_t lo, size_t hi);

/* The range in slot i if it is watched, or NULL; whether there is any. */
struct md_watched_pages *md_pages_at(unsigned i);
bool md_pages_any(void);

/* While it is above 0 this thread is in the run time: faults are only noted. */
extern _Thread_local unsigned md_pages_busy;

/* Whether this thread is stopped at system calls (syscalls.c): now, the kernel reads it; outside of the run time. */
extern _Thread_local volatile char md_pages_stop;
extern _Thread_local char md_pages_stops;

/* In the run time, for as long as the block lasts in which this stands. */
static inline void md_pages_leave(const char *in) {
  (void)in;
  if (--md_pages_busy == 0) md_pages_stop = md_pages_stops;
}

static inline char md_pages_enter(void) {
  md_pages_busy++;
  md_pages_stop = 0;
  return 0;
}

#define MD_UNSTOPPED __attribute__((cleanup(md_pages_leave), unused)) const char md_unstopped = md_pages_enter()

/* In the handler of a signal: the thread is about to make a system call by itself. Opens all, and waits for what is closed. Where that
 * may not be it stays closed, but for what is here; false: some does. */
bool md_pages_at_call(const void *context);

#pragma GCC visibility pop
#endif

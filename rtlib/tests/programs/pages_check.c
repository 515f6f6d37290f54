/* Pages that tell when they are written to (pages.c), without messages: order of writes, ranges beside each other, threads,
 * memory that went, forked children, handlers of the program. */
#include "../../src/pages.h"
#include "../../src/syscalls.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGES = 64 };

static size_t page;
static int wrong;

static void must(bool ok, const char *what) {
  if (ok) return;
  printf("wrong: %s\n", what);
  wrong++;
}

static char *memory(size_t bytes) {
  char *m = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *first;
  if (m == MAP_FAILED || md_pages_whole(m, bytes, &first) != bytes || first != m) exit(2);
  return m;
}

/* What was said of a range: its bytes, each at most once. */
struct said {
  char seen[PAGES];
  unsigned calls, twice;
};

static void gone(void *of, size_t lo, size_t hi) {
  struct said *s = of;
  s->calls++;
  for (size_t i = lo / page; i * page < hi; i++) s->twice += s->seen[i]++ > 0;
}

static struct md_pages_count count;
static const struct md_watcher all = {.gone = gone, .count = &count};

static unsigned pages_said(const struct said *s) {
  unsigned n = 0;
  for (unsigned i = 0; i < PAGES; i++) n += s->seen[i] > 0;
  return n;
}

static void write_pages(char *m, unsigned from, unsigned to) {
  for (unsigned i = from; i < to; i++) m[i * page + i] = (char)(i + 1);
}

static void orders(void) {
  char *m = memory(PAGES * page);
  for (int round = 0; round < 4; round++) {
    struct said s = {.calls = 0};
    struct md_watched_pages *r = md_pages_watch(m, PAGES * page, &all, &s);
    must(r != NULL, "plain memory can be watched");
    if (r == NULL) return;
    switch (round) {
    case 0: write_pages(m, 0, PAGES); break;
    case 1:
      for (unsigned i = PAGES; i > 0; i--) write_pages(m, i - 1, i);
      break;
    case 2: /* nothing */ break;
    case 3: /* while the run time itself works nothing is said, and afterwards nothing is lost */
      md_pages_busy++;
      write_pages(m, 0, PAGES / 2);
      md_pages_busy--;
      must(s.calls == 0, "nothing is said in the run time");
      write_pages(m, PAGES / 2, PAGES);
      break;
    }
    must(s.twice == 0, "no page is said twice");
    must(pages_said(&s) == (round == 2 ? 0 : PAGES - MD_INCREMENT_PAGES), "all but the increment written last is said");
    must(md_pages_told(r, 0, page) == (round == 0 || round == 3), "told agrees with what was said");
    md_pages_release(r, true);
    for (unsigned i = 0; i < PAGES; i++) must(m[i * page + i] == (round < 1 ? (char)(i + 1) : m[i * page + i]), "writes arrive");
    write_pages(m, 0, PAGES); /* it is open */
  }
  munmap(m, PAGES * page);
}

/* Two messages beside each other; each hears of its own pages, when both are written in turn. */
static void neighbours(void) {
  char *m = memory(2 * PAGES * page);
  struct said a = {.calls = 0}, b = {.calls = 0};
  struct md_watched_pages *ra = md_pages_watch(m, PAGES * page, &all, &a), *rb = md_pages_watch(m + PAGES * page, PAGES * page, &all, &b);
  must(ra != NULL && rb != NULL, "two ranges");
  for (unsigned i = 0; i < PAGES; i++) {
    write_pages(m, i, i + 1);
    write_pages(m + PAGES * page, i, i + 1);
  }
  must(a.twice + b.twice == 0 && pages_said(&a) >= PAGES - MD_INCREMENT_PAGES && pages_said(&b) >= PAGES - MD_INCREMENT_PAGES, "ranges in turn");
  md_pages_release(ra, true);
  write_pages(m, 0, PAGES);
  must(md_pages_at(0) == NULL || md_pages_at(1) == NULL, "one is left");
  md_pages_release(rb, true);
  munmap(m, 2 * PAGES * page);
}

struct job {
  char *m;
  unsigned from, to;
};

static void *writer(void *arg) {
  struct job *j = arg;
  for (unsigned i = j->from; i < j->to; i++) j->m[i * page] = 7;
  return NULL;
}

/* Writes of other threads are noted; what is said is said by the thread that watches. */
static void threads(void) {
  char *m = memory(PAGES * page);
  struct said s = {.calls = 0};
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, &all, &s);
  struct job job[4];
  pthread_t t[4];
  for (unsigned i = 0; i < 4; i++) {
    job[i] = (struct job){m, i * PAGES / 4, (i + 1) * PAGES / 4 - 8};
    pthread_create(&t[i], NULL, writer, &job[i]);
  }
  for (unsigned i = 0; i < 4; i++) pthread_join(t[i], NULL);
  must(s.calls == 0, "other threads say nothing");
  m[(PAGES - 1) * page] = 7;
  must(s.calls > 0 && s.twice == 0 && pages_said(&s) == 4 * (PAGES / 4 - 8), "the next write says what they wrote");
  md_pages_release(r, true);
  for (unsigned i = 0; i < 4; i++)
    for (unsigned k = job[i].from; k < job[i].to; k++) must(m[k * page] == 7, "writes of threads arrive");
  munmap(m, PAGES * page);
}

/* The program gave memory back while it was watched, and somebody has it read-only, or not at all. */
static void memory_that_goes(void) {
  char *m = memory(PAGES * page);
  struct said s = {.calls = 0};
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, &all, &s);
  write_pages(m, 0, 8);
  munmap(m, PAGES * page);
  md_pages_release(r, false);
  m = memory(PAGES * page);
  r = md_pages_watch(m, PAGES * page, &all, &s);
  must(r != NULL, "watched again");
  must(mmap(m, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == m, "a page of somebody else's");
  md_pages_release(r, false);
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  unsigned long lo, hi;
  char rights[8] = "";
  bool kept = false;
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
    if (sscanf(line, "%lx-%lx %7s", &lo, &hi, rights) == 3 && lo <= (unsigned long)m && (unsigned long)m < hi) kept = rights[0] == '-';
  if (maps != NULL) fclose(maps);
  must(kept, "what is somebody else's by now is let alone");
  munmap(m, PAGES * page);
  char here[4 * 4096];
  char *first;
  size_t whole = md_pages_whole(here, sizeof here, &first);
  must(md_pages_watch(first, whole, &all, &s) == NULL, "a stack is not watched");
  must(md_pages_whole(here, 10, &first) == 0, "no whole page");
}

/* If what is said is believed: never what other threads write, nor what lies beside the place of a fault. */
static void sure_writes(void) {
  static const struct md_watcher sure = {.gone = gone, .sure = true, .count = &count};
  char *m = memory(PAGES * page);
  struct said s = {.calls = 0};
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, &sure, &s);
  struct job job = {m, 0, PAGES / 2};
  pthread_t t;
  pthread_create(&t, NULL, writer, &job);
  pthread_join(t, NULL);
  must(r->began == SIZE_MAX, "another thread has not begun");
  write_pages(m, PAGES / 2, PAGES);
  must(r->began == PAGES / 2 / MD_INCREMENT_PAGES, "where this one began");
  must(pages_said(&s) == PAGES / 2 - 2 * MD_INCREMENT_PAGES && s.seen[0] == 0, "what another thread wrote, and what a store may have begun in, is not said");
  md_pages_release(r, true);
  munmap(m, PAGES * page);
}

/* libc writes in any order, and may be inside malloc: nothing is said of it then. */
static void copies(void) {
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__ /* which stand in for it */
  static char from[PAGES * 4096];
  char *m = memory(PAGES * page);
  struct said s = {.calls = 0};
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, &all, &s);
  memcpy(m, from, PAGES * page);
  must(pages_said(&s) == 0, "what memcpy writes is not said");
  md_pages_release(r, true);
  munmap(m, PAGES * page);
#endif
}

/* Memory that is closed: its bytes come from `source`, of which so many are there. */
static struct {
  struct md_watched_pages *range;
  char source[PAGES * 4096];
  size_t here;
  unsigned waits, looks, missing;
} behind;

static bool needed(void *of, size_t lo, size_t hi, bool wait) {
  (void)of;
  *(wait ? &behind.waits : &behind.looks) += 1;
  if (wait && behind.here < hi) behind.here = hi;
  size_t end = behind.here < behind.range->bytes ? behind.here / behind.range->each * behind.range->each : behind.range->bytes;
  if (end > lo) must(md_pages_fill(behind.range, lo, end, behind.source, behind.here), "filled");
  return end >= hi;
}

static sigjmp_buf out;

static void missing(void *of) {
  (void)of;
  behind.missing++;
}

static const struct md_watcher closing = {.needed = needed, .missing = missing, .count = &count};

static char *close_memory(void) {
  char *m = memory(PAGES * page);
  for (size_t i = 0; i < PAGES * page; i++) behind.source[i] = (char)(i / page + 1);
  behind.here = 0;
  behind.waits = behind.looks = behind.missing = 0;
  behind.range = md_pages_watch(m, PAGES * page, &closing, &behind);
  must(behind.range != NULL, "memory can be closed");
  return m;
}

static void open_memory(char *m) {
  md_pages_release(behind.range, true);
  munmap(m, PAGES * page);
}

static void closed(void) {
  char *m = close_memory();
  must(m[5 * page] == 6 && behind.waits == 1, "a touch waits");
  must(m[4 * page] == 5 && m[7 * page] == 8 && behind.waits == 1, "for an increment");
  m[4 * page] = 77;
  must(m[0] == 1 && behind.waits == 2 && m[4 * page] == 77, "what is open is not filled again");
  m[9 * page] = 99; /* a write is a touch */
  must(m[9 * page + 1] == 10 && behind.waits == 3, "what is written to is filled first");
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__ /* which stand in for it */
  char copy[4096];
  memcpy(copy, m + 20 * page, page);
  must(copy[7] == 21 && behind.missing == 0, "memcpy of libc");
#endif
  behind.here = 40 * page + 5; /* the message ended there */
  behind.range->watcher->needed(&behind, 0, 40 * page, false);
  must(m[39 * page] == 40, "what is there is opened at once");
  open_memory(m);
}

static void *toucher(void *m) {
  if (sigsetjmp(out, 1) == 0) return (void *)(uintptr_t)*(volatile char *)m;
  return NULL;
}
static void leave(int sig) {
  (void)sig;
  siglongjmp(out, 1);
}

static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

/* Who may not wait, and finds nothing, is told so, and has a fault: other threads, the middle of a library, a child. */
static void faults(void) {
  struct sigaction a = {.sa_handler = leave, .sa_flags = SA_NODEFER}, before;
  pthread_t t;
  sigaction(SIGSEGV, &a, &before);
  char *m = close_memory();
  pthread_create(&t, NULL, toucher, m);
  pthread_join(t, NULL);
  must(behind.missing == 1 && behind.waits == 0, "another thread");
  if (sigsetjmp(out, 1) == 0) qsort(m, 100, 1, compare);
  must(behind.missing == 2 && behind.waits == 0 && behind.looks == 1, "a library");
  behind.here = 4 * page;
  qsort(m, 100, 1, compare);
  must(behind.missing == 2 && behind.looks == 2, "which finds what is there");
  md_pages_busy++;
  if (sigsetjmp(out, 1) == 0) m[8 * page]++;
  md_pages_busy = 0;
  must(behind.missing == 3 && behind.waits == 0, "the run time itself");
  open_memory(m);
  m = close_memory();
  pid_t p = fork(); /* waits for all */
  if (p == 0) _exit(m[page] == 2 && m[50 * page] == 51 ? 0 : 1);
  int status = 1;
  waitpid(p, &status, 0);
  must(status == 0 && behind.waits == 1, "a child has what was closed");
  open_memory(m);
  sigaction(SIGSEGV, &before, NULL);
}

/* A system call of the program's own waits for all; one in the middle of libc leaves closed what is not there. */
__attribute__((unused)) static void closed_calls(void) {
  int to[2];
  char got[4096];
  if (pipe(to) != 0) exit(2);
  char *m = close_memory();
  if (!md_syscalls_watch()) {
    open_memory(m);
    return;
  }
  ssize_t n = write(to[1], m + 30 * page, page);
  must(n == (ssize_t)page && behind.waits == 1 && md_pages_stops == 0, "a system call waits");
  must(read(to[0], got, sizeof got) == (ssize_t)page && got[5] == 31, "and has the bytes");
  open_memory(m);
  m = close_memory();
  must(md_syscalls_watch(), "again");
  usleep(1);
  must(behind.waits == 0 && behind.missing == 0 && md_pages_stops == 1, "a call in libc goes on");
  must(m[30 * page] == 31 && behind.waits == 1, "and a touch waits as before");
  open_memory(m);
  m = close_memory();
  must(md_syscalls_watch(), "and again");
  usleep(1);
  must(printf("%s", "") == 0 && fflush(stdout) == 0 && behind.waits == 0, "calls in libc go on");
  n = write(to[1], m + 30 * page, page);
  must(n == (ssize_t)page && behind.waits == 1 && md_pages_stops == 0, "one of the program behind them waits as well");
  must(read(to[0], got, sizeof got) == (ssize_t)page && got[5] == 31, "and has the bytes, too");
  open_memory(m);
  md_syscalls_rest();
  close(to[0]);
  close(to[1]);
}

static void full(void) {
  char *m = memory((MD_RANGES + 1) * page);
  struct said s = {.calls = 0};
  struct md_watched_pages *r[MD_RANGES];
  for (unsigned i = 0; i < MD_RANGES; i++) must((r[i] = md_pages_watch(m + i * page, page, &all, &s)) != NULL, "room");
  must(md_pages_watch(m + MD_RANGES * page, page, &all, &s) == NULL, "no more room");
  for (unsigned i = 0; i < MD_RANGES; i++) md_pages_release(r[i], true);
  write_pages(m, 0, MD_RANGES + 1);
  munmap(m, (MD_RANGES + 1) * page);
}

static void children(void) {
  char *m = memory(PAGES * page);
  struct said s = {.calls = 0};
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, &all, &s);
  pid_t p = fork();
  if (p == 0) {
    write_pages(m, 0, PAGES);
    _exit(s.calls == 0 && m[page + 1] == 2 ? 0 : 1);
  }
  int status = 1;
  waitpid(p, &status, 0);
  must(status == 0, "a child writes, and says nothing");
  write_pages(m, 0, PAGES);
  must(s.calls > 0, "the parent is told as ever");
  md_pages_release(r, true);
  munmap(m, PAGES * page);
}

static volatile sig_atomic_t handled;
static void handler(int sig, siginfo_t *i, void *c) {
  (void)sig, (void)i, (void)c;
  handled++;
  siglongjmp(out, 1);
}

/* Faults that are not ours go to the handler that was there before. */
static void handlers(void) {
  struct sigaction a = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO}, before;
  sigaction(SIGSEGV, &a, &before);
  char *m = memory(PAGES * page), *other = memory(page);
  mprotect(other, page, PROT_READ);
  struct said s = {.calls = 0};
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, &all, &s);
  for (int i = 1; i <= 3; i++) {
    if (sigsetjmp(out, 1) == 0) *(volatile char *)other = 1;
    must(handled == i, "the program's handler has its faults");
  }
  write_pages(m, 0, PAGES);
  must(handled == 3, "and none of ours");
  must(s.twice == 0, "said once");
  md_pages_release(r, true);
  munmap(m, PAGES * page);
  munmap(other, page);
}

/* A handler that was installed over ours calls what it found, twice, if that comes back. */
static struct sigaction found[2];
static volatile sig_atomic_t chained;
static void chain(int sig, siginfo_t *i, void *c) {
  if (++chained > 100) _exit(3);
  found[0].sa_sigaction(sig, i, c);
  found[0].sa_sigaction(sig, i, c);
}

static void chain_too(int sig, siginfo_t *i, void *c) {
  if (++chained > 100) _exit(3);
  found[1].sa_sigaction(sig, i, c);
}

static void install(void (*f)(int, siginfo_t *, void *), struct sigaction *old, char *m, struct said *s) {
  struct sigaction a = {.sa_sigaction = f, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &a, old);
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, &all, s);
  must(r != NULL, "watched");
  write_pages(m, 0, PAGES);
  md_pages_release(r, true);
}

/* The end of the chain is `last`, or, without one, that of the process. */
static void chains(void (*last)(int, siginfo_t *, void *), int dies) {
  pid_t p = fork();
  if (p == 0) {
    char *m = memory(PAGES * page), *other = memory(page);
    struct sigaction old, dfl = {.sa_handler = SIG_DFL};
    struct said s = {.calls = 0};
    mprotect(other, page, PROT_READ);
    handled = 0;
    sigaction(SIGSEGV, &dfl, NULL);
    if (last != NULL) install(last, &old, m, &s);
    else md_pages_release(md_pages_watch(m, PAGES * page, &all, &s), true);
    for (int round = 0; round < 20; round++) { /* the same again: no more handlers than there are */
      install(chain, &found[0], m, &s);
      install(chain_too, &found[1], m, &s);
    }
    for (int i = 1; i <= 3; i++) {
      chained = 0;
      if (sigsetjmp(out, 1) == 0) *(volatile char *)other = 1;
      if (handled != i || chained != 2) _exit(4);
    }
    _exit(wrong);
  }
  int status = 1;
  waitpid(p, &status, 0);
  must(dies != 0 ? WIFSIGNALED(status) && WTERMSIG(status) == dies : status == 0, "handlers that call each other");
}

/* What the program ignores it ignores still; of faults nobody can. */
__attribute__((unused)) static void ignored(int flags, int faults) {
  pid_t p = fork();
  if (p == 0) {
    char *m = memory(PAGES * page), *other = memory(page);
    struct sigaction none = {.sa_handler = SIG_IGN, .sa_flags = flags};
    struct said s = {.calls = 0};
    mprotect(other, page, PROT_READ);
    sigaction(SIGSEGV, &none, NULL);
    struct md_watched_pages *r = md_pages_watch(m, PAGES * page, &all, &s);
    raise(SIGSEGV);
    write_pages(m, 0, PAGES);
    md_pages_release(r, true);
    if (faults) *(volatile char *)other = 1;
    _exit(wrong);
  }
  int status = 1;
  waitpid(p, &status, 0);
  must(faults ? WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV : status == 0, "signals that the program ignores");
}

/* The same for SIGSYS. */
__attribute__((unused)) static void calls(int dies) {
  pid_t p = fork();
  if (p == 0) {
    struct sigaction a = {.sa_sigaction = dies ? chain : handler, .sa_flags = SA_SIGINFO}, dfl = {.sa_handler = SIG_DFL};
    sigaction(SIGSYS, dies ? &dfl : &a, NULL);
    if (!md_syscalls_watch()) _exit(7); /* no such kernel */
    a.sa_sigaction = chain;
    sigaction(SIGSYS, &a, &found[0]);
    md_syscalls_watch();
    md_syscalls_rest();
    chained = handled = 0;
    if (sigsetjmp(out, 1) == 0) raise(SIGSYS);
    _exit(handled == 1 && chained == 1 ? 0 : 4);
  }
  int status = 1;
  waitpid(p, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 7) return;
  must(dies != 0 ? WIFSIGNALED(status) && WTERMSIG(status) == dies : status == 0, "handlers of SIGSYS that call each other");
}

#ifdef OWN_ALLOCATOR
/* What allocates memory is part of the executable: the run time may be in the middle of it, so nothing is ever said. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void __libc_free(void *);
void *malloc(size_t n) { return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { return __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { return __libc_realloc(p, n); }
void free(void *p) { __libc_free(p); }

static void silent(void) {
  char *m = memory(PAGES * page);
  struct said s = {.calls = 0};
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, &all, &s);
  write_pages(m, 0, PAGES);
  must(s.calls == 0, "nothing is said where the allocator could be in the middle of something");
  md_pages_release(r, true);
}
#endif

int main(void) {
  page = (size_t)sysconf(_SC_PAGESIZE);
#ifdef OWN_ALLOCATOR
  silent();
  if (wrong == 0) puts("ok");
  return wrong != 0;
#endif
  orders();
  neighbours();
  threads();
  sure_writes();
  copies();
  closed();
#ifndef __SANITIZE_THREAD__ /* which delays signals */
  faults();
#ifndef __SANITIZE_ADDRESS__ /* which stands in for libc */
  closed_calls();
#endif
#endif
  memory_that_goes();
  full();
  children();
  handlers();
  chains(handler, 0);
  chains(NULL, SIGSEGV);
#ifndef __SANITIZE_THREAD__ /* which hands on in its own way what is raised */
  calls(0);
  calls(SIGSYS);
  for (int faults = 0; faults <= 1; faults++) {
    ignored(0, faults);
    ignored(SA_SIGINFO, faults);
  }
#endif
  if (wrong == 0) puts("ok");
  return wrong != 0;
}

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
    struct md_watched_pages *r = md_pages_watch(m, PAGES * page, gone, &s);
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
  struct md_watched_pages *ra = md_pages_watch(m, PAGES * page, gone, &a), *rb = md_pages_watch(m + PAGES * page, PAGES * page, gone, &b);
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
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, gone, &s);
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
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, gone, &s);
  write_pages(m, 0, 8);
  munmap(m, PAGES * page);
  md_pages_release(r, false);
  m = memory(PAGES * page);
  r = md_pages_watch(m, PAGES * page, gone, &s);
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
  must(md_pages_watch(first, whole, gone, &s) == NULL, "a stack is not watched");
  must(md_pages_whole(here, 10, &first) == 0, "no whole page");
}

static void full(void) {
  char *m = memory((MD_RANGES + 1) * page);
  struct said s = {.calls = 0};
  struct md_watched_pages *r[MD_RANGES];
  for (unsigned i = 0; i < MD_RANGES; i++) must((r[i] = md_pages_watch(m + i * page, page, gone, &s)) != NULL, "room");
  must(md_pages_watch(m + MD_RANGES * page, page, gone, &s) == NULL, "no more room");
  for (unsigned i = 0; i < MD_RANGES; i++) md_pages_release(r[i], true);
  write_pages(m, 0, MD_RANGES + 1);
  munmap(m, (MD_RANGES + 1) * page);
}

static void children(void) {
  char *m = memory(PAGES * page);
  struct said s = {.calls = 0};
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, gone, &s);
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

static sigjmp_buf out;
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
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, gone, &s);
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
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, gone, s);
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
    else md_pages_release(md_pages_watch(m, PAGES * page, gone, &s), true);
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

/* The same for SIGSYS. */
__attribute__((unused)) static void calls(int dies) {
  pid_t p = fork();
  if (p == 0) {
    struct sigaction a = {.sa_sigaction = dies ? chain : handler, .sa_flags = SA_SIGINFO}, dfl = {.sa_handler = SIG_DFL};
    sigaction(SIGSYS, dies ? &dfl : &a, NULL);
    if (!md_syscalls_watch(md_pages_open_now)) _exit(7); /* no such kernel */
    a.sa_sigaction = chain;
    sigaction(SIGSYS, &a, &found[0]);
    md_syscalls_watch(md_pages_open_now);
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
  struct md_watched_pages *r = md_pages_watch(m, PAGES * page, gone, &s);
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
  memory_that_goes();
  full();
  children();
  handlers();
  chains(handler, 0);
  chains(NULL, SIGSEGV);
#ifndef __SANITIZE_THREAD__ /* which hands on in its own way what is raised */
  calls(0);
  calls(SIGSYS);
#endif
  if (wrong == 0) puts("ok");
  return wrong != 0;
}

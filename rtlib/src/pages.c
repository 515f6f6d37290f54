/* Pages that tell when they are written to: see pages.h. */
#define _GNU_SOURCE
#include "pages.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "callers.h"
#include "handlers.h"

enum { STACK = 256 * 1024 };

_Thread_local unsigned md_pages_busy;
_Thread_local volatile char md_pages_stop;
_Thread_local char md_pages_stops;
static _Thread_local unsigned long tried; /* changes that the last fault of nobody had seen */

static struct {
  size_t page;
  bool child;               /* of a process that was here before: MPI is not its own */
  char *stack;              /* for handlers of the thread that watches */
  struct md_handlers others; /* whoever had the signal */
  struct md_watched_pages range[MD_RANGES];
  atomic_ulong changes; /* ranges that were released */
} pages;

struct md_watched_pages *md_pages_at(unsigned i) { return atomic_load(&pages.range[i].lo) != NULL ? &pages.range[i] : NULL; }

bool md_pages_any(void) {
  for (unsigned i = 0; i < MD_RANGES; i++)
    if (md_pages_at(i) != NULL) return true;
  return false;
}

static bool on_own_stack(void) {
  char here;
  uintptr_t at = (uintptr_t)&here, stack = (uintptr_t)pages.stack;
  return pages.stack != NULL && at > stack + STACK / 2 && at < stack + STACK;
}

/* ---- faults ---- */

/* Who opened an increment. */
enum { CLOSED, BY_US, BY_OTHERS };

static size_t length(const struct md_watched_pages *r, size_t k) {
  size_t left = r->bytes - k * r->each;
  return left < r->each ? left : r->each;
}

/* Whether a store that faults at byte at may have begun in increment i, or end there: one that crosses into a closed increment has written to
 * neither. Those of an iteration of a loop come in any order. */
static bool beside(const struct md_watched_pages *r, size_t i, size_t at) {
  enum { WIDEST = 256 };
  size_t lo = i * r->each, hi = lo + length(r, i);
  return at + WIDEST > lo && at < hi + WIDEST;
}

static void tell(struct md_watched_pages *r, size_t at) {
  for (size_t i = 0; i * r->each < r->bytes; i++) {
    int by = atomic_load(&r->open[i]);
    if (i == at / r->each || r->told[i] || by == CLOSED) continue;
    if (r->watcher->sure && (by == BY_OTHERS || beside(r, i, at))) continue;
    r->told[i] = true;
    atomic_fetch_add(&r->watcher->count->told, 1);
    r->watcher->gone(r->of, i * r->each, i * r->each + length(r, i));
  }
}

/* Whether MPI may be called for a fault of r at code; within so many frames of libc, too, if its memory is kept. */
static bool may_call(const struct md_watched_pages *r, uintptr_t code, unsigned within) {
  if (md_pages_busy > 0 || r->thread != &md_pages_busy || pages.child || !on_own_stack()) return false;
  return md_callers_may(code, within);
}

enum touch { NOT_OURS, SERVED, MISSING };

static enum touch written(struct md_watched_pages *r, size_t at, uintptr_t code) {
  size_t k = at / r->each;
  bool us = r->thread == &md_pages_busy;
  unsigned char closed = CLOSED;
  if (mprotect(r->lo + k * r->each, length(r, k), PROT_READ | PROT_WRITE) != 0) return NOT_OURS;
  if (!atomic_compare_exchange_strong(&r->open[k], &closed, us ? BY_US : BY_OTHERS)) return SERVED;
  atomic_fetch_add(&r->watcher->count->faults, 1);
  if (us && r->began == SIZE_MAX) r->began = k;
  if (!may_call(r, code, 0)) return SERVED;
  md_pages_busy++;
  tell(r, at);
  md_pages_busy--;
  return SERVED;
}

static enum touch needed(struct md_watched_pages *r, size_t at, uintptr_t code) {
  size_t k = at / r->each;
  bool here = false;
  if (atomic_load(&r->open[k]) != CLOSED) return NOT_OURS;
  if (r->thread == &md_pages_busy) {
    bool wait = may_call(r, code, 1);
    md_pages_busy++;
    here = r->watcher->needed(r->of, k * r->each, k * r->each + length(r, k), wait);
    md_pages_busy--;
  }
  if (here) atomic_fetch_add(&r->watcher->count->faults, 1);
  else r->watcher->missing(r->of);
  return here ? SERVED : MISSING;
}

static enum touch touched(char *at, uintptr_t code) {
  for (unsigned i = 0; i < MD_RANGES; i++) {
    struct md_watched_pages *r = &pages.range[i];
    char *lo = atomic_load(&r->lo);
    if (lo == NULL || at < lo || at >= lo + r->bytes) continue;
    size_t offset = (size_t)(at - lo);
    return r->watcher->needed != NULL ? needed(r, offset, code) : written(r, offset, code);
  }
  return NOT_OURS;
}

/* Another thread may have released the range since the fault: then it is tried once more. */
static bool released(void) {
  unsigned long now = atomic_load(&pages.changes);
  if (tried == now) return false;
  tried = now;
  return true;
}

static uintptr_t code_of(const void *context) {
#if defined __x86_64__
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.pc;
#else
  (void)context; /* faults are only noted */
  return 0;
#endif
}

static void on_fault(int sig, siginfo_t *info, void *context) {
  int saved = errno;
  char stop = md_pages_stop;
  md_pages_stop = 0;
  unsigned level = md_handlers_level(info, __builtin_frame_address(0));
  enum touch t = level == 0 && info->si_code == SEGV_ACCERR ? touched(info->si_addr, code_of(context)) : NOT_OURS;
  bool again = t == NOT_OURS && level == 0 && info->si_code > 0 && released();
  if (t != SERVED && !again) md_handlers_hand_on(&pages.others, sig, info, context, level, stop);
  errno = saved;
  md_pages_stop = stop && md_pages_stops;
}

/* ---- system calls and processes ---- */

void md_pages_yield(const char *from, const char *to) {
  for (unsigned i = 0; i < MD_RANGES; i++) {
    struct md_watched_pages *r = md_pages_at(i);
    if (r == NULL || r->watcher->needed != NULL) continue;
    if (to != NULL && (r->lo >= to || r->lo + r->bytes <= from)) continue;
    mprotect(r->lo, r->bytes, PROT_READ | PROT_WRITE);
    atomic_store(&r->lo, NULL);
    atomic_fetch_add(&pages.changes, 1);
  }
}

static bool fill_all(struct md_watched_pages *r, bool wait) {
  md_pages_busy++;
  bool here = r->watcher->needed(r->of, 0, r->bytes, wait);
  md_pages_busy--;
  return here;
}

/* Whether the system call takes our faults from us, or gives the memory to another thread. libc holds no lock of anybody's then. */
static bool changes_hands(const ucontext_t *u) {
#if defined __x86_64__
  long number = u->uc_mcontext.gregs[REG_RAX], sig = u->uc_mcontext.gregs[REG_RDI];
  const uint64_t *set = (const uint64_t *)(uintptr_t)u->uc_mcontext.gregs[REG_RSI], ours = (uint64_t)1 << (SIGSEGV - 1) | (uint64_t)1 << (SIGSYS - 1);
  switch (number) {
  case SYS_clone:
  case SYS_clone3:
  case SYS_sigaltstack: return true;
  case SYS_rt_sigaction: return sig == SIGSEGV || sig == SIGSYS;
  case SYS_rt_sigprocmask: return set != NULL && (*set & ours) != 0;
  default: return false;
  }
#else
  (void)u;
  return false;
#endif
}

/* Whether the system call is one of those that have a buffer as their second argument, and that is closed. */
static bool leads_to(const struct md_watched_pages *r, const ucontext_t *u) {
#if defined __x86_64__
  static const long buffered[] = {SYS_read, SYS_write, SYS_pread64, SYS_pwrite64, SYS_sendto, SYS_recvfrom};
  uintptr_t at = (uintptr_t)u->uc_mcontext.gregs[REG_RSI] - (uintptr_t)r->lo;
  for (size_t i = 0; i < sizeof buffered / sizeof *buffered; i++)
    if (u->uc_mcontext.gregs[REG_RAX] == buffered[i]) return at < r->bytes && atomic_load(&r->open[at / r->each]) == CLOSED;
#else
  (void)r, (void)u;
#endif
  return false;
}

/* While a message is waited for, signals are the program's as ever. */
bool md_pages_at_call(const void *context) {
  const ucontext_t *u = context;
  bool all = true;
  sigset_t here;
  md_pages_yield(NULL, NULL);
  for (unsigned i = 0; i < MD_RANGES; i++) {
    struct md_watched_pages *r = md_pages_at(i);
    if (r == NULL || r->thread != &md_pages_busy) continue;
    bool wait = may_call(r, code_of(context), changes_hands(u) ? MD_CALLERS_DEEPEST : 1);
    if (wait) pthread_sigmask(SIG_SETMASK, &u->uc_sigmask, &here);
    bool filled = fill_all(r, wait);
    if (wait) pthread_sigmask(SIG_SETMASK, &here, NULL);
    if (!filled && leads_to(r, u)) r->watcher->missing(r->of);
    all = all && filled;
  }
  return all;
}

/* What is closed the child would wait for in vain. */
static void before_fork(void) {
  bool alone = md_pages_any() && md_pages_busy == 0 && md_callers_by_libc();
  char stop = md_pages_stop;
  md_pages_stop = 0;
  for (unsigned i = 0; i < MD_RANGES; i++) {
    struct md_watched_pages *r = md_pages_at(i);
    if (r != NULL && r->watcher->needed != NULL && r->thread == &md_pages_busy) fill_all(r, alone);
  }
  md_pages_stop = stop && md_pages_stops;
}

/* A child has its memory to itself, and sends nothing. */
static void in_child(void) {
  pages.child = true;
  md_pages_yield(NULL, NULL);
}

/* ---- setting up ---- */

static void start(void) {
  pages.page = (size_t)sysconf(_SC_PAGESIZE);
  md_callers_start();
  pthread_atfork(before_fork, NULL, in_child);
  /* A library may have set one, of a few pages: handlers that were written for it have more room on this one. */
  void *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED) return;
  stack_t own = {.ss_sp = stack, .ss_size = STACK};
  if (sigaltstack(&own, NULL) == 0) pages.stack = stack;
}

/* The program may have installed a handler since. */
static bool listen(void) {
  struct sigaction now, ours = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigset_t blocked;
  if (pthread_sigmask(SIG_BLOCK, NULL, &blocked) != 0 || sigismember(&blocked, SIGSEGV)) return false;
  if (sigaction(SIGSEGV, NULL, &now) != 0) return false;
  if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_fault) return true;
  sigemptyset(&ours.sa_mask);
  md_handlers_found(&pages.others, &now);
  return sigaction(SIGSEGV, &ours, NULL) == 0;
}

/* ---- ranges ---- */

/* Whether all of [lo, hi) is mapped with these rights, and is no stack. */
static bool mapped(const char *lo, const char *hi, const char *rights) {
  char line[512], r[8], name[256];
  uintptr_t at = (uintptr_t)lo, from, to;
  FILE *maps = fopen("/proc/self/maps", "re");
  if (maps == NULL) return false;
  while (at < (uintptr_t)hi && fgets(line, sizeof line, maps) != NULL) {
    name[0] = 0;
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %7s %*s %*s %*s %255s", &from, &to, r, name) < 3 || to <= at) continue;
    if (from > at || strncmp(r, rights, 3) != 0 || strncmp(name, "[stack", 6) == 0) break;
    at = to;
  }
  fclose(maps);
  return at >= (uintptr_t)hi;
}

size_t md_pages_whole(char *lo, size_t bytes, char **first) {
  if (pages.page == 0) start();
  size_t head = (pages.page - (uintptr_t)lo % pages.page) % pages.page;
  *first = lo + head;
  return bytes < head ? 0 : (bytes - head) / pages.page * pages.page;
}

bool md_pages_native(void) {
  if (pages.page == 0) start();
  return md_callers_native();
}

bool md_pages_may(void) {
  stack_t now;
  if (pages.page == 0) start();
  return md_callers_known() && pages.stack != NULL && sigaltstack(NULL, &now) == 0 && now.ss_sp == pages.stack;
}

/* Whether some of it is watched: a page has the rights that one of them needs. */
static bool met(const char *lo, size_t bytes) {
  for (unsigned i = 0; i < MD_RANGES; i++) {
    const struct md_watched_pages *r = md_pages_at(i);
    if (r != NULL && r->lo < lo + bytes && lo < r->lo + r->bytes) return true;
  }
  return false;
}

struct md_watched_pages *md_pages_watch(char *first, size_t bytes, const struct md_watcher *watcher, void *of) {
  struct md_watched_pages *r = NULL;
  for (unsigned i = 0; i < MD_RANGES && (r == NULL || r->last != first); i++)
    if (!pages.range[i].taken && (r == NULL || pages.range[i].last == first)) r = &pages.range[i];
  if (r == NULL || bytes == 0 || met(first, bytes) || !listen()) return NULL;
  if ((r->last != first || r->bytes != bytes) && !mapped(first, first + bytes, "rw-")) return NULL;
  r->last = first;
  size_t each = MD_INCREMENT_PAGES * pages.page;
  while (each * MD_INCREMENTS < bytes) each *= 2;
  r->bytes = bytes;
  r->each = each;
  r->thread = &md_pages_busy;
  r->watcher = watcher;
  r->of = of;
  r->began = SIZE_MAX;
  for (unsigned i = 0; i < MD_INCREMENTS; i++) {
    atomic_store(&r->open[i], 0);
    r->told[i] = false;
  }
  r->taken = true;
  atomic_store(&r->lo, first);
  if (mprotect(first, bytes, watcher->needed != NULL ? PROT_NONE : PROT_READ) == 0) return r;
  md_pages_release(r, true);
  return NULL;
}

/* Closed increments from byte at on; the first byte behind them. */
static size_t closed_from(struct md_watched_pages *r, size_t at) {
  while (at < r->bytes && atomic_load(&r->open[at / r->each]) == CLOSED) at += r->each;
  return at < r->bytes ? at : r->bytes;
}

/* No handler of the program may look in between. */
static bool fill(struct md_watched_pages *r, size_t lo, size_t hi, const char *from, size_t have) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool opened = mprotect(r->lo + lo, hi - lo, PROT_READ | PROT_WRITE) == 0;
  if (opened && have > lo) memcpy(r->lo + lo, from + lo, (have < hi ? have : hi) - lo);
  for (size_t at = lo; opened && at < hi; at += r->each) atomic_store(&r->open[at / r->each], BY_US);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return opened;
}

bool md_pages_fill(struct md_watched_pages *r, size_t lo, size_t hi, const char *from, size_t have) {
  for (size_t at = lo, end; at < hi; at = end) {
    end = closed_from(r, at);
    if (end > hi) end = hi;
    if (end == at) end += r->each; /* it is open */
    else if (!fill(r, at, end, from, have)) return false;
  }
  return true;
}

void md_pages_release(struct md_watched_pages *r, bool there) {
  char *lo = r->lo;
  r->taken = false;
  if (lo == NULL) return; /* it was opened at a system call */
  const char *rights = r->watcher->needed != NULL ? "---" : "r--";
  if (there) mprotect(lo, r->bytes, PROT_READ | PROT_WRITE);
  for (size_t at = 0, end; !there && at < r->bytes; at = end + r->each) { /* what was freed may be somebody else's by now */
    end = closed_from(r, at);
    if (end > at && mapped(lo + at, lo + end, rights)) mprotect(lo + at, end - at, PROT_READ | PROT_WRITE);
  }
  if (!there) r->last = NULL;
  atomic_store(&r->lo, NULL);
  atomic_fetch_add(&pages.changes, 1);
}

bool md_pages_told(const struct md_watched_pages *r, size_t lo, size_t hi) {
  for (size_t i = lo / r->each; i * r->each < hi; i++)
    if (!r->told[i]) return false;
  return hi <= r->bytes;
}

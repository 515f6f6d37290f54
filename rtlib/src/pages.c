/* Pages that tell when they are written to: see pages.h. */
#define _GNU_SOURCE
#include "pages.h"

#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

#include "handlers.h"

enum { STACK = 256 * 1024, DEEPEST = 200 };

_Thread_local unsigned md_pages_busy;
_Thread_local volatile char md_pages_stop;
_Thread_local char md_pages_stops;
static _Thread_local unsigned long tried; /* changes that the last fault of nobody had seen */

static struct {
  size_t page;
  uintptr_t text, text_end; /* code of the executable */
  bool apart;               /* MPI, libc and what allocates memory are not part of it */
  char *stack;              /* for handlers of the thread that watches */
  struct md_handlers others; /* whoever had the signal */
  struct md_watched_pages range[MD_RANGES];
  atomic_ulong changes; /* ranges that were released */
  struct md_pages_count count;
} pages;

const struct md_pages_count *md_pages_counted(void) { return &pages.count; }

struct md_watched_pages *md_pages_at(unsigned i) { return atomic_load(&pages.range[i].lo) != NULL ? &pages.range[i] : NULL; }

/* ---- where the fault came from ---- */

struct walk {
  unsigned frames, turns; /* turns: how often the walk went from the executable to others, or back */
  unsigned last;          /* frames since then */
  bool ours;
};

static bool in_text(uintptr_t at) { return at >= pages.text && at < pages.text_end; }

static _Unwind_Reason_Code step(struct _Unwind_Context *c, void *arg) {
  struct walk *w = arg;
  uintptr_t at = _Unwind_GetIP(c);
  if (at == 0) return _URC_NO_REASON;
  bool ours = in_text(at);
  w->turns += ours != w->ours;
  w->last = ours != w->ours ? 1 : w->last + 1;
  w->ours = ours;
  return ++w->frames < DEEPEST ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

/* The walk begins in the handler, which is part of the executable, and meets the frame of the signal, which is
 * libc's. Then: the executable alone, then what started it, and at most one frame of the executable (_start). */
static bool executable_alone(void) {
  struct walk w = {.ours = true};
  if (_Unwind_Backtrace(step, &w) != _URC_END_OF_STACK) return false;
  return w.turns == 3 || (w.turns == 4 && w.last == 1);
}

static bool on_own_stack(void) {
  char here;
  uintptr_t at = (uintptr_t)&here, stack = (uintptr_t)pages.stack;
  return pages.stack != NULL && at > stack + STACK / 2 && at < stack + STACK;
}

/* ---- faults ---- */

static void tell(struct md_watched_pages *r, size_t current) {
  for (size_t i = 0; i * r->each < r->bytes; i++) {
    if (i == current || r->told[i] || !atomic_load(&r->open[i])) continue;
    size_t lo = i * r->each, hi = lo + r->each < r->bytes ? lo + r->each : r->bytes;
    r->told[i] = true;
    atomic_fetch_add(&pages.count.told, 1);
    r->gone(r->of, lo, hi);
  }
}

static bool opened(char *at, uintptr_t code) {
  for (unsigned i = 0; i < MD_RANGES; i++) {
    struct md_watched_pages *r = &pages.range[i];
    char *lo = atomic_load(&r->lo);
    if (lo == NULL || at < lo || at >= lo + r->bytes) continue;
    size_t k = (size_t)(at - lo) / r->each, length = r->bytes - k * r->each;
    if (mprotect(lo + k * r->each, length < r->each ? length : r->each, PROT_READ | PROT_WRITE) != 0) return false;
    bool first = atomic_exchange(&r->open[k], 1) == 0;
    if (first) atomic_fetch_add(&pages.count.faults, 1);
    if (!first || md_pages_busy > 0 || r->thread != &md_pages_busy || !pages.apart || !in_text(code)) return true;
    if (!on_own_stack() || !executable_alone()) return true;
    md_pages_busy++;
    tell(r, k);
    md_pages_busy--;
    return true;
  }
  return false;
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
  bool done = level == 0 && info->si_code == SEGV_ACCERR && opened(info->si_addr, code_of(context));
  if (!done && (level > 0 || info->si_code <= 0 || !released())) md_handlers_hand_on(&pages.others, sig, info, context, level, stop);
  errno = saved;
  md_pages_stop = stop;
}

/* ---- setting up ---- */

static int find_text(struct dl_phdr_info *o, size_t size, void *objects) {
  (void)size;
  if (++*(int *)objects > 1) return 0;
  for (int i = 0; i < o->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &o->dlpi_phdr[i];
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X)) continue;
    pages.text = o->dlpi_addr + p->p_vaddr;
    pages.text_end = pages.text + p->p_memsz;
  }
  return 0;
}

void md_pages_open_now(void) {
  for (unsigned i = 0; i < MD_RANGES; i++)
    if (md_pages_at(i) != NULL) {
      mprotect(pages.range[i].lo, pages.range[i].bytes, PROT_READ | PROT_WRITE);
      atomic_store(&pages.range[i].lo, NULL);
      atomic_fetch_add(&pages.changes, 1);
    }
}

static void start(void) {
  int objects = 0;
  pages.page = (size_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(find_text, &objects);
  uintptr_t others[] = {(uintptr_t)&MPI_Isend, (uintptr_t)&dl_iterate_phdr, (uintptr_t)&malloc, (uintptr_t)&calloc, (uintptr_t)&free};
  pages.apart = objects > 2 && in_text((uintptr_t)&start);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) pages.apart = pages.apart && !in_text(others[i]);
  (void)executable_alone(); /* what the walk loads at its first call is there then */
  pthread_atfork(NULL, NULL, md_pages_open_now); /* a child has its memory to itself, and sends nothing */
  /* A library may have set one, of a few pages: handlers that were written for it have more room on this one. */
  void *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED) return;
  stack_t own = {.ss_sp = stack, .ss_size = STACK};
  if (sigaltstack(&own, NULL) == 0) pages.stack = stack;
}

/* The program may have installed a handler since. */
static bool listen(void) {
  struct sigaction now, ours = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
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

struct md_watched_pages *md_pages_watch(char *first, size_t bytes, void (*gone)(void *of, size_t lo, size_t hi), void *of) {
  struct md_watched_pages *r = NULL;
  for (unsigned i = 0; i < MD_RANGES && (r == NULL || r->last != first); i++)
    if (pages.range[i].lo == NULL && (r == NULL || pages.range[i].last == first)) r = &pages.range[i];
  if (r == NULL || bytes == 0 || !listen()) return NULL;
  if ((r->last != first || r->bytes != bytes) && !mapped(first, first + bytes, "rw-")) return NULL;
  r->last = first;
  size_t each = MD_INCREMENT_PAGES * pages.page;
  while (each * MD_INCREMENTS < bytes) each *= 2;
  r->bytes = bytes;
  r->each = each;
  r->thread = &md_pages_busy;
  r->gone = gone;
  r->of = of;
  for (unsigned i = 0; i < MD_INCREMENTS; i++) {
    atomic_store(&r->open[i], 0);
    r->told[i] = false;
  }
  atomic_store(&r->lo, first);
  if (mprotect(first, bytes, PROT_READ) == 0) return r;
  md_pages_release(r, true);
  return NULL;
}

/* Closed increments from byte at on; the first byte behind them. */
static size_t closed_from(struct md_watched_pages *r, size_t at) {
  while (at < r->bytes && !atomic_load(&r->open[at / r->each])) at += r->each;
  return at < r->bytes ? at : r->bytes;
}

void md_pages_release(struct md_watched_pages *r, bool there) {
  char *lo = r->lo;
  if (there) mprotect(lo, r->bytes, PROT_READ | PROT_WRITE);
  for (size_t at = 0, end; !there && at < r->bytes; at = end + r->each) { /* what was freed may be somebody else's by now */
    end = closed_from(r, at);
    if (end > at && mapped(lo + at, lo + end, "r--")) mprotect(lo + at, end - at, PROT_READ | PROT_WRITE);
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

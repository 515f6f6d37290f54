/* Messages of the API that pages speak for: see bypages.h. */
#define _GNU_SOURCE
#include "bypages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "callers.h"
#include "delta.h"
#include "exchange.h"
#include "memory.h"
#include "numbered.h"
#include "pages.h"
#include "uninstrumented.h"
#include "syscalls.h"
#include "view.h"

static struct md_bypages *const bypages = &md_rt.deltas.bypages;

/* ---- threads ---- */

/* Of this process; 0: not known. */
static long threads(void) {
  struct stat s;
  return stat("/proc/self/task", &s) == 0 && s.st_nlink > 2 ? (long)s.st_nlink - 2 : 0;
}

void md_bypages_prepare(void) { bypages->threads_of_mpi = -threads(); }

void md_bypages_start(void) {
  if (bypages->threads_of_mpi < 0) bypages->threads_of_mpi += threads();
}

static bool one_thread(void) { return threads() - bypages->threads_of_mpi == 1; }

/* ---- why not ---- */

/* The message goes as any other. */
static bool plain(const char *why) {
  const char *none = NULL;
  atomic_fetch_add(&bypages->plain, 1);
  atomic_compare_exchange_strong(&bypages->why, &none, why);
  return false;
}

static const char no_stops[] = "this kernel cannot stop system calls at protected pages, or SIGSYS is blocked";
static const char no_memory[] = "its memory is not plain memory, SIGSEGV is blocked, or too many messages are under way";

static bool suits(const struct mdmp_request *r) {
  if (r->bytes < 0) return plain("its elements do not lie in order");
  if (md_rt.multiple || md_rt.gated) return plain("MPI_THREAD_MULTIPLE");
  return true;
}

/* ---- sends ---- */

/* The bytes before the first whole page have no page of their own. If that was the first to be written they were written before. */
static void gone(void *of, size_t lo, size_t hi) {
  struct mdmp_request *r = of;
  MPI_Aint from = lo == 0 && r->pages->began == 0 ? 0 : (MPI_Aint)(r->pages_at + lo), to = (MPI_Aint)(r->pages_at + hi);
  if (to > r->bytes) to = r->bytes; /* MDMP_Delta_send_size */
  if (r->sequence == NULL || from >= to) return;
  if (r->claims) md_increments_said(r, from, to, r->said_at);
}

static const struct md_watcher writes = {.gone = gone, .sure = true, .count = &md_rt.deltas.bypages.sent};

/* Whole pages of r's buffer are watched from now on; else why not. */
static const char *watch(struct mdmp_request *r) {
  char *first;
  size_t whole = md_pages_whole((char *)(uintptr_t)r->buf.from, (size_t)r->bytes, &first);
  if (whole == 0) return "it has no page of its own";
  if (md_delta_receives(r->buf.from, r->bytes)) return "a receive of the API is under way there";
  if (!md_syscalls_watch()) return no_stops;
  r->pages_at = (size_t)(first - (const char *)r->buf.from);
  r->pages = md_pages_watch(first, whole, &writes, r);
  if (r->pages != NULL) return NULL;
  md_syscalls_rest();
  return no_memory;
}

void md_bypages_send(struct mdmp_request *r, struct md_where at) {
  if (r->peer < 0 || r->bytes == 0 || r->pages != NULL) return;
  if (r->sequence == NULL) {
    plain("the numbers of messages are not known (spec/delta.md)");
    return;
  }
  md_increments_claim(r, at, "MDMP_Delta_send_pages");
  if (!suits(r)) return;
  if (!md_uninstrumented_none()) { /* whose receives may come here, and the message goes whole */
    plain("there may be calls of MPI that are not seen (spec/delta.md)");
    return;
  }
  const char *why = watch(r);
  if (why != NULL) plain(why);
  else bypages->sends++;
}

static void release(struct mdmp_request *r) {
  md_pages_release(r->pages, true);
  r->pages = NULL;
  md_syscalls_rest();
}

void md_bypages_end(struct mdmp_request *r) {
  if (r->pages != NULL) release(r);
}

void md_bypages_yield(const struct md_exchange *ex) {
  for (unsigned k = 0; k < ex->parts; k++) {
    struct md_view v;
    const char *lo, *hi;
    md_view_plain(&v, &ex->part[k]);
    if (md_view_bytes(&v, &lo, &hi)) md_pages_yield(lo, hi);
  }
}

/* ---- receives ---- */

static void fill(struct mdmp_request *r, size_t lo, size_t hi, MPI_Aint came) {
  size_t have = came > (MPI_Aint)r->pages_at ? (size_t)came - r->pages_at : 0;
  if (!md_pages_fill(r->pages, lo, hi, r->copy + r->pages_at, have)) md_fail(r->at, "the memory of a receive by pages cannot be opened again");
}

/* What is here of the range from lo on, without a gap. */
static size_t here_from(const struct mdmp_request *r, size_t lo) {
  size_t each = r->pages->each, at = lo;
  for (size_t n; at < r->pages->bytes; at += n) {
    n = r->pages->bytes - at < each ? r->pages->bytes - at : each;
    if (!md_landing_has(r, (MPI_Aint)(r->pages_at + at), (MPI_Aint)n)) break;
  }
  return at;
}

/* Bytes of the message: so many came, or, while it is not complete, so many at most. */
static MPI_Aint came(const struct mdmp_request *r) {
  if (!r->over) return r->ends > 0 ? r->ends : r->bytes;
  return r->error == MPI_SUCCESS ? r->came : 0;
}

static bool needed(void *of, size_t lo, size_t hi, bool wait) {
  struct mdmp_request *r = of;
  if (wait) md_delta_await(r, (MPI_Aint)(r->pages_at + lo), (MPI_Aint)(hi - lo));
  if (r->over) {
    fill(r, 0, r->pages->bytes, came(r));
    return true;
  }
  size_t end = here_from(r, lo);
  if (end > lo) {
    md_landing_gives(r, (MPI_Aint)(r->pages_at + lo), (MPI_Aint)(end - lo), r->at);
    fill(r, lo, end, came(r));
  }
  return end >= hi;
}

/* The thread may be anywhere, and hold any lock. */
static void missing(void *of) {
  const struct mdmp_request *r = of;
  char text[512];
  int n = snprintf(text, sizeof text,
                   "%s:%d: mdmp: error: rank %d: MPI, a library or another thread uses bytes of a receive by pages that have not come: "
                   "MDMP_Delta_wait_data has to stand before it\n",
                   r->at.file != NULL ? r->at.file : "MDMP_Delta_recv_pages", r->at.line, md_rt.rank);
  if (write(STDERR_FILENO, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1) < 0) return;
}

static const struct md_watcher touches = {.needed = needed, .missing = missing, .count = &md_rt.deltas.bypages.received};

bool md_bypages_aside(struct mdmp_request *r) {
  char *first;
  if (r->peer < 0 || r->bytes == 0 || !suits(r)) return false;
  size_t whole = md_pages_whole(r->buf.to, (size_t)r->bytes, &first);
  if (whole == 0 || first + whole != (char *)r->buf.to + r->bytes)
    return plain("its last bytes share a page with other data: let it begin and end with a page");
  if (!md_numbered()) return plain("the program is not linked with MDMP's flags");
  if (!md_pages_may()) return plain("MPI or what allocates memory is part of the executable, or faults have another stack");
  if (!one_thread()) return plain("there are other threads");
  if (!md_callers_alone()) return plain("code of a library has called what receives");
  r->pages_at = (size_t)(first - (char *)r->buf.to);
  if (r->copy_size < (size_t)r->bytes) {
    free(r->copy);
    r->copy = md_alloc((size_t)r->bytes);
    r->copy_size = (size_t)r->bytes;
  }
  r->into = r->copy;
  return true;
}

bool md_bypages_close(struct mdmp_request *r) {
  char *first = (char *)r->buf.to + r->pages_at;
  if (!md_syscalls_watch()) return plain(no_stops);
  r->pages = md_pages_watch(first, (size_t)r->bytes - r->pages_at, &touches, r);
  if (r->pages == NULL) {
    md_syscalls_rest();
    return plain(no_memory);
  }
  bypages->receives++;
  bypages->closed++;
  md_rt.settle = md_delta_settle;
  if (r->pages_at > 0) {
    if (md_delta_await(r, 0, (MPI_Aint)r->pages_at)) md_landing_gives(r, 0, (MPI_Aint)r->pages_at, r->at);
    size_t have = (size_t)came(r);
    memcpy(r->buf.to, r->copy, have < r->pages_at ? have : r->pages_at);
  }
  return true;
}

void md_bypages_need(struct mdmp_request *r, MPI_Aint offset, MPI_Aint bytes) {
  if (r->pages == NULL || (size_t)(offset + bytes) <= r->pages_at) return;
  size_t each = r->pages->each, from = (size_t)offset > r->pages_at ? (size_t)offset - r->pages_at : 0;
  size_t lo = from / each * each, hi = ((size_t)(offset + bytes) - r->pages_at + each - 1) / each * each;
  needed(r, lo, hi < r->pages->bytes ? hi : r->pages->bytes, true);
}

void md_bypages_over(struct mdmp_request *r) {
  if (r->into == r->buf.to) return;
  r->into = r->buf.to;
  if (r->pages == NULL) {
    memcpy(r->buf.to, r->copy, (size_t)came(r));
    return;
  }
  fill(r, 0, r->pages->bytes, came(r));
  if (--bypages->closed == 0) md_rt.settle = NULL;
  release(r);
}

void md_bypages_leave(void) {
  for (unsigned i = 0; i < MD_RANGES; i++)
    if (md_pages_at(i) != NULL) md_pages_release(md_pages_at(i), true);
  bypages->closed = 0;
  md_rt.settle = NULL;
  md_syscalls_rest();
}

void md_bypages_report(void) {
  const struct md_bypages *b = bypages;
  const char *why = atomic_load(&b->why);
  if (!md_rt.profile || b->sends + b->receives + b->plain == 0) return;
  md_note(MD_NOWHERE,
          "delta send-recv by pages: %lu messages sent, %lu increments opened by a write, %lu said to be complete; %lu received, %lu increments "
          "waited for when they were touched; %lu not by pages%s%s",
          b->sends, b->sent.faults, b->sent.told, b->receives, b->received.faults, b->plain, why != NULL ? ", the first because " : "",
          why != NULL ? why : "");
}

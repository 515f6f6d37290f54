/* Exchanges under construction.
 *
 * Translated code opens an exchange, states its receives and sends, and ends
 * it. Stating only takes notes: which sections (in normal form), which peer,
 * tag, communicator. Everything happens at the end (execute.c). Receives that may be
 * posted before their exchange are stated in the same way, where that is so.
 *
 * The notes are state of the thread. An argument of a directive may be a
 * function that executes an exchange of its own, so exchanges nest: a stack,
 * made of structs that are used again and again and keep their memory. */
#include <ISO_Fortran_binding.h>
#include <string.h>

#include "calls.h"
#include "comm.h"
#include "exchange.h"
#include "execute.h"
#include "owner.h"
#include "memory.h"
#include "pending.h"
#include "preposted.h"
#include "prior.h"
#include "remember.h"
#include "rt.h"
#include "slot.h"
#include "trusted.h"
#include "inherited.h"
#include "tune.h"

/* The exchange that this thread states: MPI calls of another thread may come in between. */
static _Thread_local struct md_exchange *top;

/* ---- stating ---- */

static _Noreturn void not_ready(struct md_where at) {
  int up = 0, down = 0;
  (void)MPI_Initialized(&up);
  (void)MPI_Finalized(&down);
  if (!up) md_fail(at, "an exchange before MPI_Init");
  if (!down) md_check(MPI_Comm_rank(MPI_COMM_WORLD, &md_rt.rank), "MPI_Comm_rank", MD_NOWHERE);
  if (down || md_rt.closed) md_fail(at, "an exchange after MPI_Finalize");
  md_fail(at, "MPI_Init did not go through the run time (the main program was not linked by mdmpf90): "
              "execute \"!$mdmp init\" on all processes, or enter a region on all, before the first exchange");
}

static struct md_exchange *current(const int64_t *x) {
  struct md_exchange *ex = top;
  if (md_unlikely(ex == NULL || ex->x != x)) md_fail(MD_NOWHERE, "a directive outside its exchange: mdmp_begin is missing");
  return ex;
}

static struct md_where where_of(const struct md_exchange *ex, int line) {
  return (struct md_where){ex->site->text.where.file, line};
}

static void open_exchange(int64_t *x, struct md_site *s) {
  struct md_exchange *ex = md_exchange_take();
  ex->outer = top;
  ex->x = x;
  ex->site = s;
  ex->ops = ex->parts = ex->message = 0;
  ex->kind = 0;
  ex->req.n = ex->open = ex->due = ex->framed = ex->crowded = ex->unmet = 0;
  ex->foreign_ops = 0;
  ex->manage = MD_NOT_MANAGED;
  ex->managed = ex->lazy = ex->poison = ex->pending = ex->far = ex->apart = ex->remembered = false;
  ex->prompt = 0;
  ex->deferral = NULL;
  ex->shadows = 0;
  ex->amiss.what = MD_NOTHING_AMISS;
  top = ex;
}

void mdmp_begin(int64_t *x, const char *file, int line, const char *names) {
  const bool only = md_rt.promised;
  if (md_unlikely(only)) md_only_enter((struct md_where){file, line}, md_pending_any());
  struct md_site *s = md_site_of(x, file, line, names);
  if (md_unlikely(!md_rt.ready)) not_ready(s->text.where);
  if (md_unlikely(md_rt.verify > 0)) md_trusted_waits(s->text.where);
  open_exchange(x, s);
  if (md_unlikely(only)) md_only_leave();
}

static struct md_section *new_part(struct md_exchange *ex) {
  ex->part = md_grow(ex->part, &ex->part_room, ex->parts + 1, sizeof *ex->part);
  return &ex->part[ex->parts++];
}

static void add_part(void *arg, const struct md_section *s) { *new_part(arg) = *s; }

/* No neighbour there: any negative peer. MPI_ANY_SOURCE cannot be told from one (it is -1 or -2); the
 * translator refuses it by name. */
static bool nobody(int peer) { return md_unlikely(peer < 0); }

static _Noreturn void no_storage(const struct md_exchange *ex, int line, unsigned index) {
  char name[200];
  md_fail(where_of(ex, line), "%s is not allocated or not associated",
          md_site_name(ex->site, line, index, name, sizeof name));
}

/* Executions that exchange as much are of one kind; a message to nobody counts, so that ranks at an edge see the same. */
static void count_in(struct md_exchange *ex, int line, size_t bytes) {
  ex->kind = (ex->kind * 31 + (uint32_t)line) * 31 + (uint32_t)bytes;
}

/* Makes an op of the parts since the last one. */
static void close_message(struct md_exchange *ex, enum md_direction dir, int line, int peer, int tag,
                          const void *comm) {
  unsigned first = ex->message;
  ex->message = ex->parts;
  size_t bytes = 0;
  for (unsigned i = first; i < ex->parts; i++) {
    bytes += ex->part[i].bytes;
    if (md_unlikely(ex->part[i].bytes > 0 && ex->part[i].base == NULL)) no_storage(ex, line, i - first);
  }
  if (md_unlikely(ex->amiss.what != MD_NOTHING_AMISS)) md_amiss_fail(&ex->amiss, where_of(ex, line), dir == MD_RECV ? "recv" : "send");
  ex->op = md_grow(ex->op, &ex->op_room, ex->ops + 1, sizeof *ex->op);
  struct md_op *op = &ex->op[ex->ops++];
  static const struct md_op fresh;
  memcpy(op, &fresh, offsetof(struct md_op, arrived)); /* the rest is long; a memset would be slower */
  op->arrived.n = 0;
  op->dir = dir;
  op->line = line;
  op->peer = peer;
  op->tag = md_inherited_tag(tag);
  op->bytes = bytes;
  op->handle = md_inherited_comm(comm);
  op->part = first;
  op->parts = ex->parts - first;
  op->prompt = line == ex->prompt;
  op->ex = ex;
  op->foreign = md_comm_foreign(op->handle, op->tag, where_of(ex, line));
  ex->foreign_ops += op->foreign;
  count_in(ex, line, bytes);
}

/* A message that goes nowhere: true. */
static bool to_nobody(struct md_exchange *ex, int line, int peer) {
  if (!nobody(peer)) return false;
  count_in(ex, line, 0);
  return true;
}

static void state(int64_t *x, enum md_direction dir, int line, CFI_cdesc_t *section, int peer, int tag,
                  const void *comm) {
  struct md_exchange *ex = current(x);
  if (to_nobody(ex, line, peer)) return;
  md_section_of(new_part(ex), section, where_of(ex, line));
  close_message(ex, dir, line, peer, tag, comm);
}

static void state_count(int64_t *x, enum md_direction dir, int line, CFI_cdesc_t *array, long long offset,
                        long long count, int peer, int tag, const void *comm) {
  struct md_exchange *ex = current(x);
  if (to_nobody(ex, line, peer)) return;
  md_section_range(array, offset, count, where_of(ex, line), add_part, ex);
  close_message(ex, dir, line, peer, tag, comm);
}

/* The message that was begun is none. */
static void forget_parts(struct md_exchange *ex) {
  md_lock();
  md_sections_release(&ex->part[ex->message], ex->parts - ex->message);
  md_unlock();
  ex->parts = ex->message;
  ex->amiss.what = MD_NOTHING_AMISS;
}

static void state_parts(int64_t *x, enum md_direction dir, int line, int peer, int tag, const void *comm) {
  struct md_exchange *ex = current(x);
  if (to_nobody(ex, line, peer))
    forget_parts(ex);
  else
    close_message(ex, dir, line, peer, tag, comm);
}

void mdmp_recv(int64_t *x, int line, CFI_cdesc_t *section, int peer, int tag, const void *comm) {
  state(x, MD_RECV, line, section, peer, tag, comm);
}

void mdmp_send(int64_t *x, int line, CFI_cdesc_t *section, int peer, int tag, const void *comm) {
  state(x, MD_SEND, line, section, peer, tag, comm);
}

void mdmp_recv_count(int64_t *x, int line, CFI_cdesc_t *array, long long offset, long long count, int peer, int tag,
                     const void *comm) {
  state_count(x, MD_RECV, line, array, offset, count, peer, tag, comm);
}

void mdmp_send_count(int64_t *x, int line, CFI_cdesc_t *array, long long offset, long long count, int peer, int tag,
                     const void *comm) {
  state_count(x, MD_SEND, line, array, offset, count, peer, tag, comm);
}

void mdmp_part(int64_t *x, CFI_cdesc_t *section) {
  struct md_exchange *ex = current(x);
  md_section_of(new_part(ex), section, ex->site->text.where);
}

void mdmp_part_count(int64_t *x, CFI_cdesc_t *array, long long offset, long long count) {
  struct md_exchange *ex = current(x);
  md_section_range(array, offset, count, ex->site->text.where, add_part, ex);
}

void mdmp_recv_parts(int64_t *x, int line, int peer, int tag, const void *comm) {
  state_parts(x, MD_RECV, line, peer, tag, comm);
}

void mdmp_send_parts(int64_t *x, int line, int peer, int tag, const void *comm) {
  state_parts(x, MD_SEND, line, peer, tag, comm);
}

void mdmp_part_list(int64_t *x, int line, CFI_cdesc_t *section, int dim, long long low, CFI_cdesc_t *list, int once) {
  struct md_exchange *ex = current(x);
  struct md_section *s = new_part(ex);
  md_lock();
  md_section_list(s, section, dim - 1, low, list, where_of(ex, line));
  md_unlock();
  if (md_likely(md_rt.verify == 0) || ex->amiss.what != MD_NOTHING_AMISS || section->base_addr == NULL) return;
  ex->amiss = md_list_check(section, dim - 1, low, list, once != 0);
}

void mdmp_keep(CFI_cdesc_t *a) { (void)a; }

void mdmp_touch(MDMP_EIGHT) { MD_UNUSED_EIGHT; }

/* Nothing is proved: as long as history does not predict a send there is nothing to try. */
enum { LAZY = 1, BY_HISTORY = 2 };

void mdmp_manage(int64_t *x, int how) {
  struct md_exchange *ex = current(x);
  ex->manage = MD_MANAGED;
  if (!md_overlaps() || md_elsewhere()) return;
  MD_INSIDE;
  if (!md_tune_inside()) return;
  ex->remembered = true;
  if (how == BY_HISTORY && !ex->site->predicted) return;
  if (md_unlikely(ex->site->tune.executions == 0)) {
    md_prior_tell(ex->site);
    md_remember_tell(ex->site);
  }
  md_tune_begin(&ex->site->tune);
  ex->managed = true;
  ex->lazy = how == LAZY;
}

/* In a procedure: receives may outlive it as far as its deferral goes. */
void mdmp_deferrable(int64_t *x, int64_t *p, const char *name) {
  const struct md_deferral *l = md_calls_deferral(p, name);
  mdmp_manage(x, l != NULL ? LAZY : BY_HISTORY);
  current(x)->deferral = l;
  current(x)->manage = MD_DEFERRABLE_ONLY;
}

void mdmp_prompt(int64_t *x, int line) { current(x)->prompt = line; }

void mdmp_end(int64_t *x) {
  struct md_exchange *ex = current(x);
  const bool only = md_rt.promised;
  if (md_unlikely(only)) md_only_enter(ex->site->text.where, md_pending_any());
  MD_INSIDE;
  struct md_tuner *tuner = md_unlikely(ex->managed) ? &ex->site->tune : NULL;
  if (ex->message != ex->parts) md_fail(ex->site->text.where, "a message was begun and not closed");
  const uint32_t kind = ex->kind;
  top = ex->outer;
  md_execute(ex);
  if (md_unlikely(tuner != NULL)) md_tune_end(tuner, kind);
  if (md_unlikely(only)) md_only_leave();
}

/* Several threads may come in between. */
static bool preposts(const struct md_site *s) {
  if (md_rt.gated || md_rt.promised) return false;
  const struct md_arm *arm = md_arm_of(&s->tune);
  return arm->lazy || arm->pieces || arm->early;
}

int mdmp_prepost(int64_t *x, const char *file, int line) {
  if (md_asleep()) return 0;
  MD_INSIDE;
  struct md_site *s = md_site_of(x, file, line, NULL);
  if (!preposts(s)) return 0;
  open_exchange(x, s);
  return 1;
}

void mdmp_preposted(int64_t *x) {
  struct md_exchange *ex = current(x);
  MD_INSIDE;
  top = ex->outer;
  if (md_unlikely(md_rt.verify > 0)) /* which has second copies and patterns that begin at the exchange */
    md_preposted_claim(ex);
  else
    md_execute_ahead(ex);
}

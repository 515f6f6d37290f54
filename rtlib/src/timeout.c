/* Who waits for whom.
 *
 * A parallel program that hangs tells nothing. A wait that lasts a second
 * looks, once a second, for the reasons that can be seen from here: the peer
 * has finished and will send or receive no more (gone.c); bytes have come for a message of no
 * bytes. It looks at all that is under way, since any of it may be what the wait is for. After MDMP_STALL
 * it says once what it is for. With MDMP_TIMEOUT each rank that has waited too long prints one line
 * for every message it misses: its directive, the peer, the tag, which message
 * of the lane, the size. The ranks of a circle reach the limit at about the
 * same time, so each gives the others a moment to print before it aborts. */
#define _POSIX_C_SOURCE 200809L

#include "timeout.h"

#include <mpi.h>
#include <stdio.h>
#include <time.h>

#include "comm.h"
#include "exchange.h"
#include "gone.h"
#include "outgoing.h"
#include "pending.h"
#include "rt.h"

/* A message that is not complete. */
struct missed {
  struct md_lane *lane;
  uint64_t q;
  struct md_where at;
  size_t bytes; /* SIZE_MAX: not known */
};

struct search {
  const struct md_exchange *ex; /* is seen to first */
  void (*found)(struct search *s, const struct missed *m);
  struct missed first; /* first.lane is NULL: none was found */
  unsigned n;
  long long waited;
};

static void op_found(struct search *s, const struct md_op *op) {
  if (op->lane == NULL || (!op->unmet && md_op_arrived(op) && op->rest == NULL)) return;
  s->found(s, &(struct missed){op->lane, op->unmet ? op->lane->executed : op->q, op->place->where, op->bytes});
}

static void pending_found(void *arg, struct md_op *op) {
  struct search *s = arg;
  if (op->ex != s->ex) op_found(s, op);
}

/* A piece of a message that was executed. */
static void piece_found(void *arg, struct md_lane *l, uint64_t q) {
  struct search *s = arg;
  struct md_where at = l->known_last != NULL ? l->known_last->where : MD_NOWHERE;
  if (s->n == 0) s->found(s, &(struct missed){l, q, at, SIZE_MAX});
}

/* Calls s->found for all that this process has under way and that is not complete. */
static void search(struct search *s) {
  for (unsigned i = 0; s->ex != NULL && i < s->ex->ops; i++) op_found(s, &s->ex->op[i]);
  if (!md_rt.overlap) return;
  md_pending_each(pending_found, s);
  md_outgoing_each(piece_found, s);
}

/* "recv from rank 1, tag 0, message 17, 800 bytes" */
static void describe(const struct missed *m, char *text, size_t room) {
  const struct md_lane *l = m->lane;
  int n = snprintf(text, room, "%s rank %d, tag %d, message %llu", l->dir == MD_RECV ? "recv from" : "send to", l->peer, l->tag,
                   (unsigned long long)m->q + 1);
  if (m->bytes != SIZE_MAX) snprintf(text + n, room - (size_t)n, ", %zu bytes", m->bytes);
}

enum { DESCRIBED = 128 };

static void say(struct search *s, const struct missed *m) {
  char what[DESCRIBED];
  describe(m, what, sizeof what);
  if (s->n++ == 0) s->first = *m;
  md_note(m->at, "waiting for %lld s: %s", s->waited, what);
}

static void count(struct search *s, const struct missed *m) {
  if (s->n++ == 0) s->first = *m;
}

static _Noreturn void give_up(const struct md_exchange *ex) {
  struct search s = {.ex = ex, .found = say, .waited = (long long)md_rt.opt.timeout};
  search(&s);
  nanosleep(&(struct timespec){1, 0}, NULL);
  md_fail(ex != NULL ? ex->site->text.where : s.first.at, "no progress for %lld s (MDMP_TIMEOUT)", s.waited);
}

/* One line. */
static void say_once(const struct md_exchange *ex) {
  struct search s = {.ex = ex, .found = count};
  char what[DESCRIBED], more[32] = "";
  search(&s);
  if (s.n == 0) return;
  describe(&s.first, what, sizeof what);
  if (s.n > 1) snprintf(more, sizeof more, ", and %u more", s.n - 1);
  md_note(s.first.at, "waiting for %lld s: %s%s; MDMP_TIMEOUT=%lld would end this, MDMP_STALL=0 does not say it", (long long)md_rt.opt.stall,
          what, more, (long long)md_rt.opt.stall);
}

/* Has the peer finished? */
static void look_at(struct search *s, const struct missed *m) {
  struct md_lane *l = m->lane;
  const bool recv = l->dir == MD_RECV;
  uint64_t n = 0;
  s->n++;
  if (recv && l->number >= 0) md_read_frames(l);
  md_gone_read(l->comm);
  if (!md_gone_after(l, &n))
    md_gone_ask(l);
  else if (m->q >= n && recv)
    md_fail(m->at, "this recv waits for message %llu from rank %d (tag %d), which has finished or freed the communicator after %llu",
            (unsigned long long)m->q + 1, l->peer, l->tag, (unsigned long long)n);
  else if (m->q >= n)
    md_fail(m->at,
            "this send waits for a receive of message %llu by rank %d (tag %d), which has finished or freed the communicator after %llu",
            (unsigned long long)m->q + 1, l->peer, l->tag, (unsigned long long)n);
}

void md_patience_test(struct md_patience *p, struct md_exchange *ex) {
  struct search s = {.ex = ex, .found = look_at};
  enum md_time now = md_patience(p);
  if (now == MD_WAIT) return;
  if (now == MD_GIVE_UP) give_up(ex);
  if (now == MD_SAY) say_once(ex);
  md_lock();
  search(&s);
  md_unlock();
}

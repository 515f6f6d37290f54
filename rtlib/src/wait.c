/* Completing an exchange.
 *
 * A loop looks at the requests of the exchange and acts on those that are
 * complete. It polls, which costs no more than blocking inside MPI, and lets
 * the run time do what a blocking call could not: yield the processor where
 * ranks outnumber cores, see an error in one request although the others will
 * never complete, find out that the peer has finished, keep a time limit. The
 * lock is not held while looking. */
#include <mpi.h>
#include <sched.h>

#include "comm.h"
#include "exchange.h"
#include "guard.h"
#include "pending.h"
#include "profile.h"
#include "rt.h"
#include "timeout.h"
#include "verify.h"

static _Noreturn void fail_request(const struct md_request *w, int error) {
  int class = MPI_SUCCESS;
  (void)MPI_Error_class(error, &class);
  if (w->op->dir == MD_RECV && class == MPI_ERR_TRUNCATE) {
    md_lock();
    md_fail_size(w->op, SIZE_MAX);
  }
  md_fail_mpi(w->op->place->where, w->op->dir == MD_RECV ? "receiving" : "sending", error);
}

/* All bytes of op have moved through its staging memory. */
void md_unstage(struct md_op *op) {
  if (md_unlikely(op->ex->poison) && op->dir == MD_RECV) md_verify_untouched(op);
  if (op->dir == MD_RECV) md_op_unpack(op, 0, op->bytes, op->stage->data);
}

static void give_stage(struct md_op *op) {
  md_lock();
  md_op_give_stage(op);
  md_unlock();
}

static void turn_to_frames(struct md_op *op) {
  md_lock();
  if (op->stage != NULL && !op->ex->poison) md_op_give_stage(op);
  md_expect_frames(op);
  md_unlock();
}

/* Compares sizes. Nothing where bytes were expected: the message comes in frames, and each of its lengths is nothing. */
static void check_size(const struct md_request *w, const MPI_Status *s) {
  int count = 0;
  md_check(MPI_Get_count(s, MPI_BYTE, &count), "MPI_Get_count", MD_NOWHERE);
  if (md_likely((size_t)count == w->bytes)) return;
  if (count == 0 && md_rt.overlap) {
    if (md_likely(w->op->open == 1)) turn_to_frames(w->op);
    return;
  }
  md_lock();
  md_fail_size(w->op, (size_t)count);
}

/* Headers do not pile up unread, where MPI would look through them for each message: a message
 * that has come takes a look, and as long as there are any so does the next one. */
static void look_for_headers(struct md_op *op) {
  enum { SELDOM = 128 };
  struct md_lane *l = op->lane;
  if (md_likely(op->q < l->look)) return;
  if (md_read_frames(l) > 0)
    l->gap = 1;
  else if (l->gap < SELDOM)
    l->gap = 2 * l->gap;
  l->look = op->q + l->gap;
}

static void finish(const struct md_request *w, const MPI_Status *s) {
  struct md_op *op = w->op;
  if (op->dir == MD_RECV) check_size(w, s);
  if (--op->open > 0) return;
  bool due = false;
  if (op->dir == MD_RECV) {
    md_lock();
    op->lane->direct_open--;
    look_for_headers(op);
    due = op->due;
    md_unlock();
  }
  if (op->framed) return;
  if (op->stage != NULL) {
    md_unstage(op); /* others need not wait for that */
    give_stage(op);
  }
  if (!due) md_profile_came(op);
}

/* Acts on what is complete; says how much that was. */
static int look_at_requests(struct md_exchange *ex) {
  struct md_requests *r = &ex->req;
  int done = 0;
  int code = MPI_Testsome(r->n, r->mpi, &done, r->index, r->status);
  if (md_unlikely(code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS))
    md_fail_mpi(ex->site->text.where, "completing the exchange", code);
  if (done == MPI_UNDEFINED) return 0;
  for (int i = 0; i < done; i++) {
    const struct md_request *w = &ex->what[r->index[i]];
    if (md_unlikely(code != MPI_SUCCESS && r->status[i].MPI_ERROR != MPI_SUCCESS))
      fail_request(w, r->status[i].MPI_ERROR);
    finish(w, &r->status[i]);
  }
  ex->open -= done;
  return done;
}

/* Frames are all that op waits for, and no other receive reads them for it. */
static bool waits_for_frames(const struct md_op *op) {
  return (op->framed && op->lane->framed == op) || (op->due && op->open <= 0);
}

/* Under the lock only where several threads are: reads what has come for receives
 * that wait for frames. Says how many that was. */
static int look_at_frames(struct md_exchange *ex) {
  int read = 0;
  md_lock();
  for (unsigned i = 0; i < ex->ops && (ex->framed > 0 || ex->due > 0); i++)
    if (waits_for_frames(&ex->op[i])) read += md_read_frames(ex->op[i].lane);
  md_unlock();
  return read;
}

int md_look(struct md_exchange *ex) {
  int done = ex->open > 0 ? look_at_requests(ex) : 0;
  return md_unlikely(ex->framed > 0 || ex->due > 0) ? done + look_at_frames(ex) : done;
}

/* Is this request complete? Then it is freed. MPICH looks at the network in
 * MPI_Test even if it is, which costs 0.8 us over TCP: there, MPI_Wait frees what
 * is known to be complete. In shared memory one call costs less than two. */
static int complete(bool far, MPI_Request *r, int *here, MPI_Status *s) {
  if (!far) return MPI_Test(r, here, s);
  int code = MPI_Request_get_status(*r, here, MPI_STATUS_IGNORE);
  return *here && code == MPI_SUCCESS ? MPI_Wait(r, s) : code;
}

/* Asks for one request after the other, in the order they were posted, as long
 * as that takes no patience, and nobody else wants to come in: cheaper than asking
 * for all of them (0.1 us for a pair of messages of 32 KB), and mostly all there
 * is to waiting. */
static void look_in_order(struct md_exchange *ex) {
  const struct md_requests *r = &ex->req;
  int64_t looks = md_rt.opt.spin;
  for (int i = 0; i < r->n; i++) {
    for (int here = 0; !here; looks--) {
      if (looks == 0 || (md_rt.gated && md_gate_wanted())) return;
      int code = complete(ex->far, &r->mpi[i], &here, &r->status[0]);
      if (md_unlikely(code != MPI_SUCCESS)) fail_request(&ex->what[i], code);
    }
    finish(&ex->what[i], &r->status[0]);
    ex->open--;
  }
}

void md_wait(struct md_exchange *ex) {
  md_assert(!md_locked());
  struct md_patience p = {0};
  int64_t idle = 0;
  md_guard_enter();
  md_profile_wait(ex);
  if (md_likely(!md_under_way())) look_in_order(ex);
  while (!md_over(ex)) {
    md_gate_pass();
    if (md_likely(md_look(ex) > 0)) {
      idle = 0;
    } else if (md_unlikely(md_moving()) && md_progress()) {
      idle = 0;
    } else if (md_unlikely(++idle >= md_rt.opt.spin)) {
      idle = 0;
      md_patience_test(&p, ex);
      sched_yield();
    }
  }
  md_profile_waited();
  md_guard_leave();
}

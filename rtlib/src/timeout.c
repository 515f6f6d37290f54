/* Who waits for whom.
 *
 * A parallel program that hangs tells nothing. With MDMP_TIMEOUT each rank
 * that has waited too long in an exchange prints one line for every message it
 * misses: its directive, the peer, the tag, which message of the lane, the
 * size. The ranks of a circle reach the limit at about the same time, so each
 * gives the others a moment to print before it aborts the program. */
#define _POSIX_C_SOURCE 200809L

#include "timeout.h"

#include <mpi.h>
#include <stdio.h>
#include <time.h>

#include "comm.h"
#include "exchange.h"
#include "rt.h"

void md_deadline_start(struct md_deadline *d) {
  d->at = md_rt.opt.timeout > 0 ? MPI_Wtime() + (double)md_rt.opt.timeout : 0;
}

bool md_deadline_over(const struct md_deadline *d) { return d->at > 0 && MPI_Wtime() > d->at; }

static void say(const struct md_op *op) {
  md_warn(op->place->where, "waiting for %lld s: %s %s rank %d, tag %d, message %llu, %zu bytes",
          (long long)md_rt.opt.timeout, op->dir == MD_RECV ? "recv" : "send", op->dir == MD_RECV ? "from" : "to",
          op->peer, op->tag, (unsigned long long)op->q + 1, op->bytes);
}

static bool sending(const struct md_exchange *ex, const struct md_op *op) {
  for (int i = 0; i < ex->own.n; i++) {
    enum md_use use = ex->own.what[i].use;
    if (ex->own.what[i].op == op && ex->own.mpi[i] != MPI_REQUEST_NULL && (use == MD_FRAME_OUT || use == MD_DIRECT_OUT))
      return true;
  }
  return false;
}

void md_timeout(struct md_exchange *ex) {
  md_lock();
  for (unsigned i = 0; i < ex->ops; i++) {
    const struct md_op *op = &ex->op[i];
    if (op->dir == MD_RECV ? op->open > 0 : sending(ex, op)) say(op);
  }
  md_unlock();
  nanosleep(&(struct timespec){1, 0}, NULL);
  md_fail(ex->site->where, "no progress for %lld s (MDMP_TIMEOUT)", (long long)md_rt.opt.timeout);
}

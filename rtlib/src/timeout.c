/* Who waits for whom.
 *
 * A parallel program that hangs tells nothing. A wait that lasts a second
 * looks, once a second, for the reasons that can be seen from here: the peer
 * has finished and will send no more; bytes have come for a message of no
 * bytes. With MDMP_TIMEOUT each rank that has waited too long prints one line
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
#include "rt.h"

static void say(const struct md_op *op) {
  bool recv = op->dir == MD_RECV;
  md_note(op->place->where, "waiting for %lld s: %s rank %d, tag %d, message %llu, %zu bytes",
          (long long)md_rt.opt.timeout, recv ? "recv from" : "send to", op->peer, op->tag,
          (unsigned long long)op->q + 1, op->bytes);
}

static _Noreturn void give_up(const struct md_exchange *ex) {
  for (unsigned i = 0; i < ex->ops; i++)
    if (!md_op_arrived(&ex->op[i])) say(&ex->op[i]);
  nanosleep(&(struct timespec){1, 0}, NULL);
  md_fail(ex->site->text.where, "no progress for %lld s (MDMP_TIMEOUT)", (long long)md_rt.opt.timeout);
}

/* Has the peer of an open receive closed the lane? */
static void look_for_reasons(struct md_exchange *ex) {
  md_lock();
  for (unsigned i = 0; i < ex->ops; i++) {
    const struct md_op *op = &ex->op[i];
    if (op->dir != MD_RECV || md_op_arrived(op)) continue;
    md_read_frames(op->lane);
    if (op->lane->closed && op->q >= op->lane->sent)
      md_fail(op->place->where,
              "this recv waits for message %llu from rank %d (tag %d), which has finished or freed the communicator "
              "after %llu",
              (unsigned long long)op->q + 1, op->peer, op->tag, (unsigned long long)op->lane->sent);
  }
  md_unlock();
}

void md_patience_test(struct md_patience *p, struct md_exchange *ex) {
  double now = MPI_Wtime();
  if (p->since == 0) {
    p->since = now;
    p->next_look = now + 1;
  }
  if (md_rt.opt.timeout > 0 && now - p->since > (double)md_rt.opt.timeout) give_up(ex);
  if (now < p->next_look) return;
  p->next_look = now + 1;
  look_for_reasons(ex);
}

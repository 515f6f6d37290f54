/* Completing an exchange.
 *
 * One loop: wait until some of the exchange's requests are complete, act on
 * each, until nothing is open. It must be "some", never "all of the frames
 * first": a frame may announce direct bytes whose receive must be posted while
 * our own sends still wait for other ranks, or ranks would wait in a circle
 * that plain MPI does not have.
 *
 * Below MPI_THREAD_MULTIPLE the wait blocks inside MPI. With several threads,
 * or with a time limit, it polls: a frame for us may be in the hands of
 * another thread, and the limit must be looked at. */
#include <mpi.h>
#include <sched.h>

#include "comm.h"
#include "exchange.h"
#include "pool.h"
#include "rt.h"
#include "timeout.h"

static void direct_in(struct md_op *op, int error) {
  if (md_unlikely(error != MPI_SUCCESS)) {
    if (op->lane->seen > op->q) md_fail_mpi(op->place->where, "receiving", error);
    op->direct_error = error; /* the header will tell more */
  }
  md_op_step(op);
}

/* Under the lock. Request i is complete. */
static void finish(struct md_exchange *ex, int i, const MPI_Status *status, int error) {
  struct md_request *w = &ex->own.what[i];
  struct md_op *op = w->op;
  int count;
  if (md_unlikely(error != MPI_SUCCESS) && w->use != MD_DIRECT_IN)
    md_fail_mpi(op->place->where, w->use == MD_FRAME_IN ? "receiving" : "sending", error);
  switch (w->use) {
  case MD_FRAME_IN:
    MPI_Get_count(status, MPI_BYTE, &count);
    w->buffer->received = (size_t)count;
    md_dispatch(op->lane, w->buffer, ex);
    break;
  case MD_FRAME_OUT:
    md_pool_give(w->buffer);
    ex->unfinished--;
    break;
  case MD_DIRECT_IN:
    direct_in(op, error);
    break;
  case MD_DIRECT_OUT:
    md_op_step(op);
    ex->unfinished--;
    break;
  }
}

static void finish_some(struct md_exchange *ex, int done, int code) {
  if (md_unlikely(code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS))
    md_fail_mpi(ex->op[0].place->where, "completing the exchange", code);
  for (int k = 0; k < done; k++) {
    const MPI_Status *s = &ex->own.status[k];
    finish(ex, ex->own.index[k], s, code == MPI_SUCCESS ? MPI_SUCCESS : s->MPI_ERROR);
  }
}

static void wait_blocking(struct md_exchange *ex) {
  while (ex->unfinished > 0) {
    struct md_requests *r = &ex->own;
    int done = 0;
    int code = MPI_Waitsome(r->n, r->mpi, &done, r->index, r->status);
    if (md_unlikely(done == MPI_UNDEFINED)) md_fail(ex->site->where, "nothing to wait for, yet not complete");
    finish_some(ex, done, code);
  }
}

/* Under the lock. Takes over what other threads posted for us. */
static void adopt(struct md_exchange *ex) {
  struct md_requests *in = &ex->inbox;
  for (int i = 0; i < in->n; i++) md_request_add(in->what[i].op, ex, in->mpi[i], in->what[i].use, in->what[i].buffer);
  in->n = 0;
}

static void wait_polling(struct md_exchange *ex) {
  struct md_deadline limit;
  md_deadline_start(&limit);
  int64_t idle = 0;
  for (;;) {
    struct md_requests *r = &ex->own;
    int done = 0;
    int code = MPI_Testsome(r->n, r->mpi, &done, r->index, r->status);
    if (done == MPI_UNDEFINED) done = 0;
    md_lock();
    finish_some(ex, done, code);
    adopt(ex);
    bool over = ex->unfinished == 0;
    md_unlock();
    if (over) return;
    if (done > 0) idle = 0;
    if (++idle < md_rt.opt.spin) continue;
    idle = 0;
    if (md_deadline_over(&limit)) md_timeout(ex);
    sched_yield();
  }
}

void md_wait(struct md_exchange *ex) {
  if (md_rt.multiple || md_rt.opt.timeout > 0)
    wait_polling(ex);
  else
    wait_blocking(ex);
}

/* Messages that have no lane.
 *
 * Lanes of a communicator that nobody named run on the commons, whose processes are those of MPI_COMM_WORLD: they do not reach
 * processes of other worlds (MPI_Comm_spawn, MPI_Comm_accept, what is made of these). A communicator that joins worlds does so for all
 * of its processes, so that both sides of a message know it without a word. And a lane on a twin takes two tags, so that there is none
 * for the upper half of the tags, which on communicators that nobody named introduce lanes. Such a message is what it is in mode off: one message of MPI on the program's communicator, with the
 * directive's tag, complete at its exchange. Neither lanes nor histories know of it. */
#include "foreign.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>

#include "comm.h"
#include "memory.h"
#include "patience.h"
#include "pending.h"
#include "profile.h"
#include "rt.h"

/* Bytes at most in one message: MPI counts in int. */
enum { FOREIGN_MOST = 1 << 30 };

static size_t length_at(const struct md_op *op, size_t from) {
  const size_t rest = op->bytes - from;
  return rest < FOREIGN_MOST ? rest : FOREIGN_MOST;
}

/* Under the lock. */
static void begin(struct md_foreign *f, const struct md_comm *c) {
  struct md_op *op = &f->op;
  MPI_Comm on = c == md_rt.world ? MPI_COMM_WORLD : c->user;
  if (op->tag < 0 || op->tag > md_comm_largest_tag()) md_comm_bad_tag(op->tag, op->place->where);
  md_comm_check_peer(c, op->peer, op->place->where);

  f->data = md_alloc(op->bytes > 0 ? op->bytes : 1);
  f->requests = 0;
  f->request = md_alloc((op->bytes / FOREIGN_MOST + 1) * sizeof *f->request);
  if (op->dir == MD_SEND) md_op_pack(op, 0, op->bytes, f->data);
  size_t from = 0;
  do {
    const int n = (int)length_at(op, from);
    MPI_Request *r = &f->request[f->requests++];
    if (op->dir == MD_RECV)
      md_check(MPI_Irecv(f->data + from, n, MPI_BYTE, op->peer, op->tag, on, r), "MPI_Irecv", op->place->where);
    else
      md_check(MPI_Isend(f->data + from, n, MPI_BYTE, op->peer, op->tag, on, r), "MPI_Isend", op->place->where);
    from += (size_t)n;
  } while (from < op->bytes);
}

/* All of one direction. */
static void post(struct md_exchange *ex, enum md_direction dir) {
  for (unsigned i = 0; i < ex->ops; i++) {
    struct md_op *op = &ex->op[i];
    if (!op->foreign || op->dir != dir) continue;
    struct md_foreign *f = &ex->foreign[ex->foreigns++];
    op->place = md_place_of(ex->site, op->line);
    f->op = *op;
    md_profile_posted(op);
    const struct md_comm *c = md_comm_find(op->handle, op->place->where);
    if (md_unlikely(md_rt.profile)) md_profile_why(op->place, c->tag_most < 0 ? MD_WHY_WORLD : MD_WHY_TAG, 0, NULL);
    begin(f, c);
  }
}

void md_foreign_post(struct md_exchange *ex) {
  ex->foreign = md_grow(ex->foreign, &ex->foreign_room, ex->foreign_ops, sizeof *ex->foreign);
  ex->foreigns = 0;
  post(ex, MD_RECV);
  post(ex, MD_SEND);
  unsigned kept = 0;
  for (unsigned i = 0; i < ex->ops; i++)
    if (!ex->op[i].foreign) ex->op[kept++] = ex->op[i];
  ex->ops = kept;
}

/* Who waits for a message that does not come is told so, as in any exchange. */
static void wait_for(const struct md_op *op, MPI_Request *r, MPI_Status *s) {
  struct md_patience p = {0};
  int64_t looks = 0;
  for (int over = 0;;) {
    md_check(MPI_Test(r, &over, s), "MPI_Test", op->place->where);
    if (over) return;
    (void)md_progress();
    if (++looks % md_rt.opt.spin != 0) continue;
    sched_yield();
    const char *what = op->dir == MD_RECV ? "from" : "to";
    enum md_time now = md_patience(&p);
    if (now == MD_GIVE_UP)
      md_fail(op->place->where, "no progress for %lld s (MDMP_TIMEOUT): a message %s rank %d with tag %d, on the program's communicator",
              (long long)md_rt.opt.timeout, what, op->peer, op->tag);
    if (now == MD_SAY)
      md_note(op->place->where,
              "waiting for %lld s: for a message %s rank %d with tag %d, on the program's communicator; MDMP_TIMEOUT=%lld would end this, "
              "MDMP_STALL=0 does not say it",
              (long long)md_rt.opt.stall, what, op->peer, op->tag, (long long)md_rt.opt.stall);
  }
}

static void check_size(const struct md_op *op, size_t from, const MPI_Status *s) {
  int came = 0;
  md_check(MPI_Get_count(s, MPI_BYTE, &came), "MPI_Get_count", op->place->where);
  if ((size_t)came != length_at(op, from))
    md_fail(op->place->where, "this recv takes %zu bytes, but rank %d sent %zu (tag %d)", op->bytes, op->peer, from + (size_t)came, op->tag);
}

static void finish(struct md_foreign *f) {
  const struct md_op *op = &f->op;
  for (unsigned i = 0; i < f->requests; i++) {
    MPI_Status s;
    wait_for(op, &f->request[i], &s);
    if (op->dir == MD_RECV) check_size(op, (size_t)i * FOREIGN_MOST, &s);
  }
  if (op->dir == MD_RECV) md_op_unpack(op, 0, op->bytes, f->data);
  free(f->data);
  free(f->request);
}

void md_foreign_wait(struct md_exchange *ex) {
  for (unsigned i = 0; i < ex->foreigns; i++) finish(&ex->foreign[i]);
  ex->foreigns = 0;
}

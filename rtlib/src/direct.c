/* The bytes of large messages.
 *
 * They go as one message (or several of MDMP_CHUNK bytes, because MPI counts
 * in int) on the direct tag, in the order of the stream. Contiguous memory is
 * handed to MPI as it is; sections with strides and messages of several
 * sections pass through a staging area, which is kept for the next time. */
#include <mpi.h>
#include <stdlib.h>

#include "comm.h"
#include "exchange.h"
#include "pool.h"
#include "rt.h"

/* Staging memory, kept from use to use. */
struct md_stage {
  struct md_stage *next;
  size_t room;
  char *data;
};

static struct md_stage *spare;

static struct md_stage *stage_take(size_t bytes) {
  struct md_stage **at = &spare, **best = NULL;
  for (; *at != NULL; at = &(*at)->next)
    if ((*at)->room >= bytes && (best == NULL || (*at)->room < (*best)->room)) best = at;
  struct md_stage *s;
  if (best != NULL) {
    s = *best;
    *best = s->next;
    return s;
  }
  if (spare != NULL) { /* none is large enough: let one grow */
    s = spare;
    spare = s->next;
    free(s->data);
  } else {
    s = md_alloc(sizeof *s);
  }
  s->data = md_alloc(bytes);
  s->room = bytes;
  return s;
}

static void stage_give(struct md_stage *s) {
  s->next = spare;
  spare = s;
}

void md_direct_close(void) {
  while (spare != NULL) {
    struct md_stage *s = spare;
    spare = s->next;
    free(s->data);
    free(s);
  }
}

/* Where the bytes of op lie or shall lie in one piece; NULL: nowhere. */
static char *in_one_piece(const struct md_op *op) {
  const struct md_section *s = &op->ex->part[op->part];
  return op->parts == 1 && md_section_contiguous(s) ? s->base : NULL;
}

static size_t chunk(const struct md_op *op, size_t from) {
  size_t most = (size_t)md_rt.opt.chunk;
  return op->bytes - from < most ? op->bytes - from : most;
}

void md_direct_recv(struct md_op *op, struct md_exchange *by) {
  struct md_lane *l = op->lane;
  char *to = in_one_piece(op);
  if (to == NULL) {
    op->stage = stage_take(op->bytes);
    to = op->stage->data;
  }
  op->direct_posted = true;
  for (size_t from = 0, n; from < op->bytes; from += n) {
    n = chunk(op, from);
    MPI_Request r;
    int code = MPI_Irecv(to + from, (int)n, MPI_BYTE, l->peer, l->direct_tag, l->comm->comm, &r);
    if (md_unlikely(code != MPI_SUCCESS)) md_fail_mpi(op->place->where, "MPI_Irecv", code);
    op->open++;
    md_request_add(op, by, r, MD_DIRECT_IN, NULL);
  }
}

void md_direct_send(struct md_op *op) {
  struct md_lane *l = op->lane;
  const char *data = in_one_piece(op);
  if (data == NULL) {
    op->stage = stage_take(op->bytes);
    md_op_pack(op, 0, op->bytes, op->stage->data);
    data = op->stage->data;
  }
  for (size_t from = 0, n; from < op->bytes; from += n) {
    n = chunk(op, from);
    MPI_Request r;
    int code = MPI_Isend(data + from, (int)n, MPI_BYTE, l->peer, l->direct_tag, l->comm->comm, &r);
    if (md_unlikely(code != MPI_SUCCESS)) md_fail_mpi(op->place->where, "MPI_Isend", code);
    op->open++;
    md_request_add(op, op->ex, r, MD_DIRECT_OUT, NULL);
  }
}

void md_direct_done(struct md_op *op) {
  if (op->dir == MD_RECV) md_op_unpack(op, 0, op->bytes, op->stage->data);
  stage_give(op->stage);
  op->stage = NULL;
}

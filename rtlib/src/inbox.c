/* Frames as they come: see inbox.h. */
#include "inbox.h"

#include <string.h>

#include "comm.h"
#include "exchange.h"
#include "frame.h"
#include "lane.h"
#include "pool.h"
#include "rt.h"

/* Frames of which it is sure that they are still to come, up to the size of an inbox. */
static int sure(const struct md_lane *l) {
  size_t frames = 0;
  for (const struct md_op *op = l->framed; op != NULL && frames < MD_INBOX; op = op->next_framed)
    frames += op->missing > 0 ? (op->missing + MD_DATA_MAX - 1) / MD_DATA_MAX : 1;
  return frames < MD_INBOX ? (int)frames : MD_INBOX;
}

static struct md_inbox *inbox_of(struct md_lane *l) {
  if (l->inbox != NULL) return l->inbox;
  l->inbox = md_alloc(sizeof *l->inbox);
  l->inbox->first = l->inbox->n = 0;
  return l->inbox;
}

/* Makes room behind the receives that are posted. */
static void close_up(struct md_inbox *in) {
  size_t n = (size_t)in->n;
  if (in->first == 0) return;
  memmove(in->request, in->request + in->first, n * sizeof *in->request);
  memmove(in->buffer, in->buffer + in->first, n * sizeof *in->buffer);
  memmove(in->size, in->size + in->first, n * sizeof *in->size);
  in->first = 0;
}

static void post(struct md_lane *l) {
  struct md_inbox *in = inbox_of(l);
  int n = sure(l);
  if (in->n >= n) return;
  close_up(in);
  for (; in->n < n; in->n++) {
    struct md_buffer *b = md_pool_take();
    int code = MPI_Irecv(b->data, MD_FRAME_MAX, MPI_BYTE, l->peer, l->frame_tag, l->comm->comm, &in->request[in->n]);
    if (code != MPI_SUCCESS) md_fail_mpi(MD_NOWHERE, "MPI_Irecv", code);
    in->buffer[in->n] = b;
    in->size[in->n] = -1;
  }
}

void md_inbox_look(struct md_lane *l) {
  if (l->framed != NULL) post(l);
  struct md_inbox *in = l->inbox;
  if (in == NULL || in->n == 0) return;
  int done = 0, index[MD_INBOX];
  MPI_Status status[MD_INBOX];
  int code = MPI_Testsome(in->n, in->request + in->first, &done, index, status);
  if (code != MPI_SUCCESS) md_fail_mpi(MD_NOWHERE, "receiving a frame", code);
  for (int i = 0; i < done; i++) MPI_Get_count(&status[i], MPI_BYTE, &in->size[in->first + index[i]]);
}

static struct md_buffer *take(struct md_inbox *in, int *size) {
  *size = in->size[in->first];
  if (*size < 0) return NULL;
  in->n--;
  return in->buffer[in->first++];
}

/* Nothing was sure: there may be a frame all the same. */
static struct md_buffer *find(struct md_lane *l, int *size) {
  int here = 0;
  MPI_Status s;
  int code = MPI_Iprobe(l->peer, l->frame_tag, l->comm->comm, &here, &s);
  if (code != MPI_SUCCESS) md_fail_mpi(MD_NOWHERE, "MPI_Iprobe", code);
  if (!here) return NULL;
  MPI_Get_count(&s, MPI_BYTE, size);
  if (*size > MD_FRAME_MAX) md_fail(MD_NOWHERE, "bad frame from rank %d (tag %d): too long", l->peer, l->tag);
  struct md_buffer *b = md_pool_take();
  code = MPI_Recv(b->data, MD_FRAME_MAX, MPI_BYTE, l->peer, l->frame_tag, l->comm->comm, &s);
  if (code != MPI_SUCCESS) md_fail_mpi(MD_NOWHERE, "MPI_Recv", code);
  return b;
}

struct md_buffer *md_inbox_next(struct md_lane *l, int *size) {
  return l->inbox != NULL && l->inbox->n > 0 ? take(l->inbox, size) : find(l, size);
}

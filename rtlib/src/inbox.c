/* Frames as they come: see inbox.h. */
#include "inbox.h"

#include <string.h>

#include "comm.h"
#include "frame.h"
#include "lane.h"
#include "memory.h"
#include "pool.h"
#include "rt.h"

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

static void post(struct md_lane *l, int n) {
  struct md_inbox *in = inbox_of(l);
  if (in->n >= n) return;
  close_up(in);
  for (; in->n < n; in->n++) {
    struct md_buffer *b = md_pool_take(MD_FRAME_MAX);
    md_check(MPI_Irecv(b->data, MD_FRAME_MAX, MPI_BYTE, l->peer, l->frame_tag, l->comm->comm, &in->request[in->n]),
             "MPI_Irecv", MD_NOWHERE);
    in->buffer[in->n] = b;
    in->size[in->n] = -1;
  }
}

void md_inbox_look(struct md_lane *l, int sure) {
  if (sure > 0) post(l, sure);
  struct md_inbox *in = l->inbox;
  if (in == NULL || in->n == 0) return;
  int done = 0, index[MD_INBOX];
  MPI_Status status[MD_INBOX];
  md_check(MPI_Testsome(in->n, in->request + in->first, &done, index, status), "receiving a frame", MD_NOWHERE);
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
  md_check(MPI_Iprobe(l->peer, l->frame_tag, l->comm->comm, &here, &s), "MPI_Iprobe", MD_NOWHERE);
  if (!here) return NULL;
  MPI_Get_count(&s, MPI_BYTE, size);
  if (*size > MD_FRAME_MAX) md_fail(MD_NOWHERE, "bad frame from rank %d (tag %d): too long", l->peer, l->tag);
  struct md_buffer *b = md_pool_take((size_t)*size);
  md_check(MPI_Recv(b->data, *size, MPI_BYTE, l->peer, l->frame_tag, l->comm->comm, &s), "MPI_Recv", MD_NOWHERE);
  return b;
}

struct md_buffer *md_inbox_next(struct md_lane *l, int *size) {
  return l->inbox != NULL && l->inbox->n > 0 ? take(l->inbox, size) : find(l, size);
}

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
  l->inbox->run.length = 0;
  l->inbox->runs = false;
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

static void post(struct md_lane *l, struct md_buffer *b, char *to, size_t size) {
  struct md_inbox *in = inbox_of(l);
  int at = in->first + in->n++;
  md_check(MPI_Irecv(to, (int)size, MPI_BYTE, l->to, l->frame_tag, l->comm->comm, &in->request[at]), "MPI_Irecv",
           MD_NOWHERE);
  in->buffer[at] = b;
  in->size[at] = -1;
}

static void post_frames(struct md_lane *l, int n) {
  struct md_inbox *in = inbox_of(l);
  if (in->runs && n > 1) n = 1;
  if (in->n >= n) return;
  close_up(in);
  while (in->n < n) {
    struct md_buffer *b = md_pool_take(MD_FRAME_MAX);
    post(l, b, b->data, MD_FRAME_MAX);
  }
}

void md_inbox_look(struct md_lane *l, int sure) {
  if (sure > 0) post_frames(l, sure);
  struct md_inbox *in = l->inbox;
  if (in == NULL || in->n == 0) return;
  int done = 0, index[MD_INBOX];
  MPI_Status status[MD_INBOX];
  md_check(MPI_Testsome(in->n, in->request + in->first, &done, index, status), "receiving a frame", MD_NOWHERE);
  for (int i = 0; i < done; i++)
    md_check(MPI_Get_count(&status[i], MPI_BYTE, &in->size[in->first + index[i]]), "MPI_Get_count", MD_NOWHERE);
}

/* ---- runs of bare pieces ---- */

void md_inbox_run(struct md_lane *l, const struct md_header *h) {
  struct md_inbox *in = inbox_of(l);
  in->run = *h;
  in->runs = true;
}

const struct md_header *md_inbox_left(const struct md_lane *l) {
  return l->inbox != NULL && l->inbox->run.length > 0 ? &l->inbox->run : NULL;
}

static size_t next_of(const struct md_header *run) { return run->length < run->each ? run->length : run->each; }

bool md_inbox_wants(const struct md_lane *l, size_t *offset, size_t *length) {
  const struct md_header *run = md_inbox_left(l);
  if (run == NULL || l->inbox->n == MD_INBOX) return false;
  size_t posted = (size_t)l->inbox->n * run->each; /* all that is posted is behind the header */
  if (posted >= run->length) return false;
  *offset = run->offset + posted;
  *length = run->length - posted < run->each ? run->length - posted : run->each;
  return true;
}

void md_inbox_post(struct md_lane *l, char *to, size_t length) {
  close_up(l->inbox);
  post(l, NULL, to, length);
}

static void check_bare(const struct md_lane *l, int size) {
  if ((size_t)size != next_of(&l->inbox->run))
    md_fail(MD_NOWHERE, "bad frame from rank %d (tag %d): a bare piece of another length", l->peer, l->tag);
}

/* A piece of the run was taken. */
static void one_less(struct md_header *run) {
  size_t n = next_of(run);
  run->offset += n;
  run->length -= n;
}

bool md_inbox_bare(struct md_lane *l, size_t *offset, size_t *length) {
  struct md_inbox *in = l->inbox;
  if (in == NULL || in->n == 0 || in->buffer[in->first] != NULL || in->size[in->first] < 0) return false;
  check_bare(l, in->size[in->first]);
  *offset = in->run.offset;
  *length = next_of(&in->run);
  one_less(&in->run);
  in->first++;
  in->n--;
  l->frames++;
  return true;
}

/* A bare piece becomes a frame. */
static struct md_buffer *dress(struct md_lane *l, struct md_buffer *b, int *size) {
  struct md_inbox *in = l->inbox;
  check_bare(l, *size);
  memmove(b->data + sizeof in->run, b->data, (size_t)*size);
  struct md_header h = in->run;
  h.flags = MD_FINAL;
  h.each = 0;
  h.length = (size_t)*size;
  memcpy(b->data, &h, sizeof h);
  one_less(&in->run);
  *size += (int)sizeof h;
  return b;
}

/* ---- */

static struct md_buffer *take(struct md_inbox *in, int *size) {
  *size = in->size[in->first];
  if (*size < 0 || in->buffer[in->first] == NULL) return NULL;
  in->n--;
  return in->buffer[in->first++];
}

/* Nothing was sure: there may be a frame all the same. */
static struct md_buffer *find(struct md_lane *l, int *size) {
  int here = 0;
  MPI_Status s;
  md_check(MPI_Iprobe(l->to, l->frame_tag, l->comm->comm, &here, &s), "MPI_Iprobe", MD_NOWHERE);
  if (!here) return NULL;
  md_check(MPI_Get_count(&s, MPI_BYTE, size), "MPI_Get_count", MD_NOWHERE);
  if (*size > MD_FRAME_MAX) md_fail(MD_NOWHERE, "bad frame from rank %d (tag %d): too long", l->peer, l->tag);
  size_t room = (size_t)*size + (md_inbox_left(l) != NULL ? sizeof(struct md_header) : 0); /* dress() */
  struct md_buffer *b = md_pool_take(room < MD_FRAME_MAX ? room : MD_FRAME_MAX);
  md_check(MPI_Recv(b->data, *size, MPI_BYTE, l->to, l->frame_tag, l->comm->comm, &s), "MPI_Recv", MD_NOWHERE);
  return b;
}

struct md_buffer *md_inbox_next(struct md_lane *l, int *size) {
  struct md_buffer *b = l->inbox != NULL && l->inbox->n > 0 ? take(l->inbox, size) : find(l, size);
  if (b == NULL || l->inbox == NULL) return b;
  if (l->inbox->run.length > 0) return dress(l, b, size);
  if (*size > (int)sizeof(struct md_header) + MD_PLACE_MAX) l->inbox->runs = false;
  return b;
}

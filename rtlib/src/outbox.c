/* The outbox.
 *
 * A frame is read when the other side finds the time, and MPI may complete its
 * send only then (a send to oneself does under MPICH). So no exchange waits
 * for a frame: it lies here until it is gone. Each new frame takes a look at
 * a few of the old ones, in turn. */
#include "outbox.h"

#include <mpi.h>
#include <stdlib.h>

#include "comm.h"
#include "frame.h"
#include "lane.h"
#include "memory.h"
#include "pool.h"
#include "rt.h"

struct md_posted_frame {
  struct md_posted_frame *next;
  struct md_buffer *buffer;
  struct md_comm *comm;
  struct md_lane *lane; /* NULL: none */
  MPI_Request request;
};

static struct md_outbox *const box = &md_rt.transport.outbox;

static struct md_posted_frame *frame_take(void) {
  struct md_posted_frame *m = box->spare;
  if (m == NULL) return md_alloc(sizeof *m);
  box->spare = m->next;
  return m;
}

static void put(struct md_posted_frame *m) {
  m->next = NULL;
  *box->last = m;
  box->last = &m->next;
  box->frames++;
}

static struct md_posted_frame *next_frame(void) {
  struct md_posted_frame *m = box->under_way;
  box->under_way = m->next;
  if (box->under_way == NULL) box->last = &box->under_way;
  box->frames--;
  return m;
}

/* Takes those that are gone out of the first n frames. */
static void reap(unsigned n) {
  md_assert(md_alone());
  box->reaping = true;
  for (; n > 0 && box->under_way != NULL; n--) {
    struct md_posted_frame *m = next_frame();
    int gone = 0;
    md_check(MPI_Test(&m->request, &gone, MPI_STATUS_IGNORE), "sending a frame", MD_NOWHERE);
    if (!gone) {
      put(m);
      continue;
    }
    md_pool_give(m->buffer);
    md_assert(m->lane == NULL || m->lane->posted > 0);
    if (m->lane != NULL) m->lane->posted--;
    m->next = box->spare;
    box->spare = m;
  }
  box->reaping = false;
}

bool md_outbox_reaping(void) { return box->reaping; }

void md_outbox_reap(void) { reap(box->frames); }

static void post(struct md_posted_frame frame, MPI_Comm mpi, int peer, int tag, size_t size, struct md_where at) {
  enum { A_FEW = 4 };
  reap(A_FEW);
  struct md_posted_frame *m = frame_take();
  *m = frame;
  md_check(MPI_Isend(m->buffer->data, (int)size, MPI_BYTE, peer, tag, mpi, &m->request), "MPI_Isend", at);
  put(m);
}

void md_outbox_send(struct md_lane *l, struct md_buffer *b, size_t size, struct md_where at) {
  ((struct md_header *)b->data)->era = l->era;
  l->frames++;
  l->posted++;
  post((struct md_posted_frame){.buffer = b, .comm = l->comm, .lane = l}, l->comm->comm, l->to, l->frame_tag, size, at);
}

void md_outbox_post(struct md_comm *c, int peer, int tag, struct md_buffer *b, size_t size) {
  post((struct md_posted_frame){.buffer = b, .comm = c}, c->comm, peer, tag, size, MD_NOWHERE);
}

void md_outbox_introduce(MPI_Comm user, int peer, int tag, struct md_buffer *b, size_t size) {
  post((struct md_posted_frame){.buffer = b}, user, peer, tag, size, MD_NOWHERE);
  md_outbox_reap(); /* the program may free user, and MPI keeps it as long as this is on its way */
}

bool md_outbox_of(const struct md_comm *c) {
  for (const struct md_posted_frame *m = box->under_way; m != NULL; m = m->next)
    if (m->comm == c) return true;
  return false;
}

void md_outbox_close(void) {
  while (box->spare != NULL) {
    struct md_posted_frame *m = box->spare;
    box->spare = m->next;
    free(m);
  }
}

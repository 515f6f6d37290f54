/* The outbox.
 *
 * A frame is read when the other side finds the time, and MPI may complete its
 * send only then (a send to oneself does under MPICH). So no exchange waits
 * for a frame: it lies here until it is gone. Each new frame takes a look at
 * the old ones. */
#include "outbox.h"

#include <mpi.h>
#include <stdlib.h>

#include "comm.h"
#include "lane.h"
#include "pool.h"
#include "rt.h"

struct letter {
  struct letter *next;
  struct md_buffer *buffer;
  struct md_comm *comm;
  MPI_Request request;
};

/* Nobody waits for letters: they are looked at whenever the run time makes progress. */
static struct letter *under_way, *spare;

static struct letter *letter_take(void) {
  struct letter *m = spare;
  if (m == NULL) return md_alloc(sizeof *m);
  spare = m->next;
  return m;
}

/* Takes the gone letters out. With c: waits for those of c. */
static void reap(const struct md_comm *c) {
  struct letter **at = &under_way;
  while (*at != NULL) {
    struct letter *m = *at;
    int gone = 1;
    int code = m->comm == c ? MPI_Wait(&m->request, MPI_STATUS_IGNORE)
                            : MPI_Test(&m->request, &gone, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) md_fail_mpi(MD_NOWHERE, "sending a frame", code);
    if (!gone) {
      at = &m->next;
      continue;
    }
    *at = m->next;
    md_pool_give(m->buffer);
    m->next = spare;
    spare = m;
  }
}

void md_outbox_send(struct md_lane *l, struct md_buffer *b, size_t size, struct md_where at) {
  reap(NULL);
  struct letter *m = letter_take();
  m->buffer = b;
  m->comm = l->comm;
  int code = MPI_Isend(b->data, (int)size, MPI_BYTE, l->peer, l->frame_tag, l->comm->comm, &m->request);
  if (code != MPI_SUCCESS) md_fail_mpi(at, "MPI_Isend", code);
  m->next = under_way;
  under_way = m;
}

void md_outbox_flush(struct md_comm *c) { reap(c); }

void md_outbox_close(void) {
  while (spare != NULL) {
    struct letter *m = spare;
    spare = m->next;
    free(m);
  }
}

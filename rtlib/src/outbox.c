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
#include "pool.h"
#include "rt.h"

struct letter {
  struct letter *next;
  struct md_buffer *buffer;
  struct md_comm *comm;
  struct md_lane *lane; /* NULL: none */
  MPI_Request request;
};

/* Nobody waits for letters: they are looked at whenever the run time makes progress. */
static struct letter *under_way, **last = &under_way, *spare; /* the one not looked at for longest comes first */
static unsigned letters;

static struct letter *letter_take(void) {
  struct letter *m = spare;
  if (m == NULL) return md_alloc(sizeof *m);
  spare = m->next;
  return m;
}

static void put(struct letter *m) {
  m->next = NULL;
  *last = m;
  last = &m->next;
  letters++;
}

static struct letter *next_letter(void) {
  struct letter *m = under_way;
  under_way = m->next;
  if (under_way == NULL) last = &under_way;
  letters--;
  return m;
}

/* Takes those that are gone out of the first n letters. With c: waits for those of c. */
static void reap(unsigned n, const struct md_comm *c) {
  for (; n > 0 && under_way != NULL; n--) {
    struct letter *m = next_letter();
    int gone = 1;
    int code = m->comm == c ? MPI_Wait(&m->request, MPI_STATUS_IGNORE)
                            : MPI_Test(&m->request, &gone, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) md_fail_mpi(MD_NOWHERE, "sending a frame", code);
    if (!gone) {
      put(m);
      continue;
    }
    md_pool_give(m->buffer);
    if (m->lane != NULL) m->lane->posted--;
    m->next = spare;
    spare = m;
  }
}

void md_outbox_reap(void) { reap(letters, NULL); }

void md_outbox_send(struct md_lane *l, struct md_buffer *b, size_t size, struct md_where at) {
  ((struct md_header *)b->data)->era = l->era;
  l->frames++;
  l->posted++;
  md_outbox_post(l->comm, l->peer, l->frame_tag, b, size, l, at);
}

void md_outbox_post(struct md_comm *c, int peer, int tag, struct md_buffer *b, size_t size, struct md_lane *l,
                    struct md_where at) {
  enum { A_FEW = 4 };
  reap(A_FEW, NULL);
  struct letter *m = letter_take();
  m->buffer = b;
  m->comm = c;
  m->lane = l;
  int code = MPI_Isend(b->data, (int)size, MPI_BYTE, peer, tag, c->comm, &m->request);
  if (code != MPI_SUCCESS) md_fail_mpi(at, "MPI_Isend", code);
  put(m);
}

void md_outbox_flush(struct md_comm *c) { reap(letters, c); }

void md_outbox_close(void) {
  while (spare != NULL) {
    struct letter *m = spare;
    spare = m->next;
    free(m);
  }
}

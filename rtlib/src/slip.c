/* Letters of the API: see slip.h. */
#include "slip.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>

#include "delta.h"
#include "frame.h"
#include "ledger.h"
#include "memory.h"
#include "outgoing.h"
#include "pool.h"
#include "rt.h"

struct md_slip {
  struct md_slip *next;
  struct md_buffer *buffer;
  struct md_ledger *ledger;
  unsigned *unread;
  MPI_Request request;
};

_Static_assert(sizeof(struct md_slip_head) <= MD_FRAME_MAX - MD_DATA_MAX, "a frame has room for a head");

static struct md_slips *const slips = &md_rt.deltas.slips;

static void put(struct md_slip *s) {
  s->next = NULL;
  *(slips->first != NULL ? &slips->last->next : &slips->first) = s;
  slips->last = s;
  slips->n++;
}

static struct md_slip *next_slip(void) {
  struct md_slip *s = slips->first;
  slips->first = s->next;
  slips->n--;
  return s;
}

/* Looks at the first n, the one not looked at for longest first. */
static void reap(unsigned n) {
  for (; n > 0 && slips->first != NULL; n--) {
    struct md_slip *s = next_slip();
    int gone = 0;
    md_check(MPI_Test(&s->request, &gone, MPI_STATUS_IGNORE), "sending a letter", MD_NOWHERE);
    if (!gone) {
      put(s);
      continue;
    }
    if (s->unread != NULL) --*s->unread;
    md_outgoing_release(s->buffer);
    s->next = slips->spare;
    slips->spare = s;
  }
}

void md_slip_reap(void) { reap(slips->n); }

void md_slip_post(struct md_ledger *l, int peer, enum md_slip_kind kind, struct md_buffer *b, size_t size, unsigned *unread) {
  enum { A_FEW = 4 };
  reap(A_FEW);
  struct md_slip *s = slips->spare;
  if (s != NULL) slips->spare = s->next;
  if (s == NULL) s = md_alloc(sizeof *s);
  b->holders = 1;
  *s = (struct md_slip){.buffer = b, .ledger = l, .unread = unread};
  md_ledger_aside(1);
  if (unread != NULL) {
    ++*unread;
    md_check(MPI_Issend(b->data, (int)size, MPI_BYTE, peer, kind, l->wire, &s->request), "MPI_Issend", MD_NOWHERE);
  } else {
    md_check(MPI_Isend(b->data, (int)size, MPI_BYTE, peer, kind, l->wire, &s->request), "MPI_Isend", MD_NOWHERE);
  }
  md_ledger_aside(-1);
  l->posted[peer]++;
  put(s);
}

static bool sound(const struct md_slip_head *h, int size) {
  if (size < (int)sizeof *h) return false;
  return (uint64_t)size == sizeof *h + h->name + (h->each != 0 ? h->bytes : 0);
}

struct md_buffer *md_slip_take(struct md_ledger *l, enum md_slip_kind kind, int *from) {
  MPI_Status s;
  int here = 0, size = 0;
  md_check(MPI_Iprobe(MPI_ANY_SOURCE, kind, l->wire, &here, &s), "MPI_Iprobe", MD_NOWHERE);
  if (!here) return NULL;
  md_check(MPI_Get_count(&s, MPI_BYTE, &size), "MPI_Get_count", MD_NOWHERE);
  if (size < 0 || size > MD_FRAME_MAX) md_fail(MD_NOWHERE, "a letter of %d bytes on a private communicator", size);
  struct md_buffer *b = md_pool_take((size_t)size);
  md_ledger_aside(1);
  md_check(MPI_Recv(b->data, size, MPI_BYTE, s.MPI_SOURCE, kind, l->wire, MPI_STATUS_IGNORE), "MPI_Recv", MD_NOWHERE);
  md_ledger_aside(-1);
  if (!sound((const struct md_slip_head *)b->data, size)) md_fail(MD_NOWHERE, "a letter on a private communicator is damaged");
  *from = s.MPI_SOURCE;
  l->taken++;
  return b;
}

static bool under_way(const struct md_ledger *l) {
  for (const struct md_slip *s = slips->first; s != NULL; s = s->next)
    if (s->ledger == l) return true;
  return false;
}

void md_slip_drain(struct md_ledger *l) {
  unsigned coming = 0;
  md_check(MPI_Reduce_scatter_block(l->posted, &coming, 1, MPI_UNSIGNED, MPI_SUM, l->wire), "MPI_Reduce_scatter_block", MD_NOWHERE);
  for (int from; l->taken != coming; md_slip_reap(), sched_yield()) {
    md_delta_look(l);
    for (struct md_buffer *b; (b = md_slip_take(l, MD_ANNOUNCE, &from)) != NULL;) md_pool_give(b);
  }
  while (under_way(l)) {
    md_slip_reap();
    sched_yield();
  }
}

void md_slip_close(void) {
  for (struct md_slip *s; (s = slips->spare) != NULL;) {
    slips->spare = s->next;
    free(s);
  }
}

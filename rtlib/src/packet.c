/* Packets of the API: see packet.h. */
#include "packet.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>

#include "delta.h"
#include "frame.h"
#include "sequence.h"
#include "memory.h"
#include "outgoing.h"
#include "pool.h"
#include "rt.h"

struct md_packet {
  struct md_packet *next;
  struct md_buffer *buffer;
  struct md_sequences *sequences;
  unsigned *unread;
  MPI_Request request;
};

_Static_assert(sizeof(struct md_packet_head) <= MD_FRAME_MAX - MD_DATA_MAX, "a frame has room for a head");

static struct md_packets *const packets = &md_rt.deltas.packets;

static void put(struct md_packet *s) {
  s->next = NULL;
  *(packets->first != NULL ? &packets->last->next : &packets->first) = s;
  packets->last = s;
  packets->n++;
}

static struct md_packet *next_packet(void) {
  struct md_packet *s = packets->first;
  packets->first = s->next;
  packets->n--;
  return s;
}

/* Looks at the first n, the one not looked at for longest first. */
static void reap(unsigned n) {
  for (; n > 0 && packets->first != NULL; n--) {
    struct md_packet *s = next_packet();
    int gone = 0;
    md_check(MPI_Test(&s->request, &gone, MPI_STATUS_IGNORE), "sending a packet", MD_NOWHERE);
    if (!gone) {
      put(s);
      continue;
    }
    if (s->unread != NULL) --*s->unread;
    md_outgoing_release(s->buffer);
    s->next = packets->spare;
    packets->spare = s;
  }
}

void md_packet_reap(void) { reap(packets->n); }

void md_packet_post(struct md_sequences *l, int peer, enum md_packet_kind kind, struct md_buffer *b, size_t size, unsigned *unread) {
  enum { A_FEW = 4 };
  reap(A_FEW);
  struct md_packet *s = packets->spare;
  if (s != NULL) packets->spare = s->next;
  if (s == NULL) s = md_alloc(sizeof *s);
  b->holders = 1;
  *s = (struct md_packet){.buffer = b, .sequences = l, .unread = unread};
  md_sequences_aside(1);
  if (unread != NULL) {
    ++*unread;
    md_check(MPI_Issend(b->data, (int)size, MPI_BYTE, peer, kind, l->wire, &s->request), "MPI_Issend", MD_NOWHERE);
  } else {
    md_check(MPI_Isend(b->data, (int)size, MPI_BYTE, peer, kind, l->wire, &s->request), "MPI_Isend", MD_NOWHERE);
  }
  md_sequences_aside(-1);
  l->posted[peer]++;
  put(s);
}

static bool sound(const struct md_packet_head *h, int size) {
  if (size < (int)sizeof *h) return false;
  return (uint64_t)size == sizeof *h + h->name + (h->each != 0 ? h->bytes : 0);
}

struct md_buffer *md_packet_take(struct md_sequences *l, enum md_packet_kind kind, int *from) {
  MPI_Status s;
  int here = 0, size = 0;
  md_check(MPI_Iprobe(MPI_ANY_SOURCE, kind, l->wire, &here, &s), "MPI_Iprobe", MD_NOWHERE);
  if (!here) return NULL;
  md_check(MPI_Get_count(&s, MPI_BYTE, &size), "MPI_Get_count", MD_NOWHERE);
  if (size < 0 || size > MD_FRAME_MAX) md_fail(MD_NOWHERE, "a packet of %d bytes on a private communicator", size);
  struct md_buffer *b = md_pool_take((size_t)size);
  md_sequences_aside(1);
  md_check(MPI_Recv(b->data, size, MPI_BYTE, s.MPI_SOURCE, kind, l->wire, MPI_STATUS_IGNORE), "MPI_Recv", MD_NOWHERE);
  md_sequences_aside(-1);
  if (!sound((const struct md_packet_head *)b->data, size)) md_fail(MD_NOWHERE, "a packet on a private communicator is damaged");
  *from = s.MPI_SOURCE;
  l->taken++;
  return b;
}

static bool under_way(const struct md_sequences *l) {
  for (const struct md_packet *s = packets->first; s != NULL; s = s->next)
    if (s->sequences == l) return true;
  return false;
}

void md_packet_drain(struct md_sequences *l) {
  unsigned coming = 0;
  md_check(MPI_Reduce_scatter_block(l->posted, &coming, 1, MPI_UNSIGNED, MPI_SUM, l->wire), "MPI_Reduce_scatter_block", MD_NOWHERE);
  for (int from; l->taken != coming; md_packet_reap(), sched_yield()) {
    md_delta_look(l);
    for (struct md_buffer *b; (b = md_packet_take(l, MD_ANNOUNCE, &from)) != NULL;) md_pool_give(b);
  }
  while (under_way(l)) {
    md_packet_reap();
    sched_yield();
  }
}

void md_packet_close(void) {
  for (struct md_packet *s; (s = packets->spare) != NULL;) {
    packets->spare = s->next;
    free(s);
  }
}

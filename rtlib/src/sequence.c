/* Numbers of messages: see sequence.h. */
#define _POSIX_C_SOURCE 200809L

#include "sequence.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "comm.h"
#include "delta.h"
#include "memory.h"
#include "near.h"
#include "rt.h"
#include "packet.h"
#include "uninstrumented.h"

enum { SEQUENCES_MOST = 1 << 16 }; /* of a communicator; a program that has more uses tags as numbers */

static struct md_numbering *const numbering = &md_rt.deltas.numbering;

/* ---- finding ---- */

static unsigned slot(MPI_Comm comm) {
  uintptr_t h = (uintptr_t)comm;
  return (unsigned)(h ^ h >> 4 ^ h >> 9) % MD_SEQUENCES_SEEN;
}

static void see(struct md_sequences *l) { numbering->seen[slot(l->user)] = l; }

static void forget(const struct md_sequences *l) {
  struct md_sequences **s = &numbering->seen[slot(l->user)];
  if (*s == l) *s = NULL;
}

/* A table for comm, which has none. */
static struct md_sequences *attach(MPI_Comm comm) {
  struct md_sequences *l = md_zeroed(sizeof *l);
  l->user = comm;
  l->wire = MPI_COMM_NULL;
  l->next = numbering->first;
  numbering->first = l;
  md_check(MPI_Comm_set_attr(comm, numbering->keyval, l), "MPI_Comm_set_attr", MD_NOWHERE);
  see(l);
  return l;
}

static struct md_sequences *attached(MPI_Comm comm) {
  struct md_sequences *l = numbering->seen[slot(comm)];
  if (md_likely(l != NULL && l->user == comm)) return l;
  int flag = 0;
  md_check(MPI_Comm_get_attr(comm, numbering->keyval, &l, &flag), "MPI_Comm_get_attr", MD_NOWHERE);
  if (!flag) return NULL;
  see(l);
  return l;
}

struct md_sequences *md_sequences_of(MPI_Comm comm) {
  if (!numbering->counting || comm == MPI_COMM_NULL) return NULL;
  struct md_sequences *l = attached(comm);
  return l != NULL && l->wire != MPI_COMM_NULL ? l : NULL;
}

/* The same for a message of the program: that there was one is remembered, for a communicator that is named too late. Not of
 * MPI_COMM_SELF: its attributes are on their way out when ours is asked to go. */
static struct md_sequences *noted(MPI_Comm comm) {
  if (!numbering->counting || numbering->aside > 0 || comm == MPI_COMM_NULL || comm == MPI_COMM_SELF) return NULL;
  struct md_sequences *l = attached(comm);
  if (md_unlikely(l == NULL)) l = attach(comm);
  l->used = true;
  return l->wire != MPI_COMM_NULL ? l : NULL;
}

static uint64_t key_of(int tag, int peer, bool sends) { return md_key((uint64_t)tag << 1 | sends, (uint64_t)peer); }

struct md_sequence *md_sequence_there(const struct md_sequences *l, int tag, int peer, bool sends) {
  struct md_entry *e = md_table_find(&l->sequences, key_of(tag, peer, sends));
  for (; e != NULL; e = md_table_again(e)) {
    struct md_sequence *c = (struct md_sequence *)e;
    if (c->tag == tag && c->peer == peer && c->sends == sends) return c;
  }
  return NULL;
}

struct md_sequence *md_sequence(struct md_sequences *l, int tag, int peer, bool sends) {
  if (sends ? !l->sends : !l->receives) return NULL;
  struct md_sequence *c = md_sequence_there(l, tag, peer, sends);
  if (md_likely(c != NULL)) return c;
  if (l->n == SEQUENCES_MOST) {
    l->sends = l->receives = false;
    return NULL;
  }
  c = md_zeroed(sizeof *c);
  c->tag = tag;
  c->peer = peer;
  c->sends = sends;
  c->near = peer < l->size && md_near(l->wire, peer);
  md_table_add(&l->sequences, &c->entry, key_of(tag, peer, sends));
  l->n++;
  return c;
}

/* ---- the program's own messages ---- */

static void count(struct md_sequence *c, bool begun) {
  c->number++;
  if (begun) c->loose = c->number;
}

bool md_sequence_firm(const struct md_sequence *c) { return c->loose <= c->settled; }

void md_sequences_sends(MPI_Comm comm, int dest, int tag, const char *what, bool begun) {
  struct md_sequences *l = noted(comm);
  if (md_likely(l == NULL) || dest < 0 || tag < 0) return;
  struct md_sequence *c = md_sequence(l, tag, dest, true);
  if (c == NULL) return;
  if (md_unlikely(c->first != NULL)) md_delta_passed(c, what, MD_NOWHERE);
  count(c, begun);
}

void md_sequences_receives(MPI_Comm comm, int source, int tag, bool begun) {
  struct md_sequences *l = noted(comm);
  if (md_likely(l == NULL) || source == MPI_PROC_NULL) return;
  if (source < 0 || tag < 0) { /* whatever it will match, its number is not known now */
    l->receives = false;
    return;
  }
  struct md_sequence *c = md_sequence(l, tag, source, false);
  if (c != NULL) count(c, begun);
}

void md_sequences_received(MPI_Comm comm, int source, int tag) {
  struct md_sequences *l = noted(comm);
  if (md_likely(l == NULL) || source < 0 || tag < 0) return;
  struct md_sequence *c = md_sequence(l, tag, source, false);
  if (c != NULL) c->settled = c->number;
}

void md_sequences_lose_sends(MPI_Comm comm) {
  struct md_sequences *l = noted(comm);
  if (l != NULL) l->sends = false;
}

void md_sequences_lose_receives(MPI_Comm comm) {
  struct md_sequences *l = noted(comm);
  if (l != NULL) l->receives = false;
}

void md_sequences_lose_all(void) {
  for (struct md_sequences *l = numbering->first; l != NULL; l = l->next) l->sends = l->receives = false;
}

void md_sequences_aside(int more) {
  if (numbering->counting) numbering->aside += more;
}

/* ---- naming ---- */

/* Not to be met in what a program sends by chance. */
static uint64_t draw(void) {
  struct timespec t = {0, 0};
  clock_gettime(CLOCK_REALTIME, &t);
  uint64_t x = md_key((uint64_t)t.tv_sec, (uint64_t)t.tv_nsec);
  return md_key(x, md_key((uint64_t)getpid(), (uint64_t)(uintptr_t)&t));
}

static void open_wire(struct md_sequences *l, struct md_where at) {
  int rank = 0;
  l->wire = md_comm_twin(l->user, at);
  md_check(MPI_Comm_size(l->wire, &l->size), "MPI_Comm_size", MD_NOWHERE);
  md_check(MPI_Comm_rank(l->wire, &rank), "MPI_Comm_rank", MD_NOWHERE);
  if (rank == 0) l->nonce = draw();
  md_check(MPI_Bcast(&l->nonce, (int)sizeof l->nonce, MPI_BYTE, 0, l->wire), "MPI_Bcast", at);
  l->posted = md_zeroed((size_t)l->size * sizeof *l->posted);
  l->sends = l->receives = true;
}

static int on_delete(MPI_Comm user, int key, void *value, void *extra);

void md_sequences_start(bool all, struct md_where at) {
  if (!all) return;
  md_check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &numbering->keyval, NULL), "MPI_Comm_create_keyval", at);
  numbering->counting = true;
  md_uninstrumented_start();
  open_wire(attach(MPI_COMM_WORLD), at);
}

int md_sequences_name(MPI_Comm comm, bool here, struct md_where at) {
  int inter = 0;
  int code = MPI_Comm_test_inter(comm, &inter);
  if (code != MPI_SUCCESS || inter || md_sequences_of(comm) != NULL) return code;
  struct md_sequences *l = numbering->counting ? attached(comm) : NULL;
  int lacks = !here || !numbering->counting || comm == MPI_COMM_SELF || (l != NULL && l->used), any = 0;
  code = MPI_Allreduce(&lacks, &any, 1, MPI_INT, MPI_MAX, comm);
  if (code != MPI_SUCCESS || any) return code;
  open_wire(l != NULL ? l : attach(comm), at);
  return MPI_SUCCESS;
}

/* ---- the end ---- */

static void free_sequence(struct md_sequence *c) {
  free(c->announced);
  free(c);
}

static void free_all(struct md_sequences *l) {
  for (unsigned i = 0; i < l->sequences.size; i++)
    for (struct md_entry *e = l->sequences.bucket[i], *next; e != NULL; e = next) {
      next = e->next;
      free_sequence((struct md_sequence *)e);
    }
  md_table_free(&l->sequences);
}

/* In MPI_Comm_free, collective over user. */
static int on_delete(MPI_Comm user, int key, void *value, void *extra) {
  (void)user, (void)key, (void)extra;
  MD_UNSTOPPED; /* calls of MPI in here are ours */
  struct md_sequences *l = value, **at = &numbering->first;
  forget(l);
  if (l->wire != MPI_COMM_NULL) {
    md_packet_drain(l);
    md_delta_leave(l);
    free_all(l);
    free(l->posted);
    md_check(MPI_Comm_free(&l->wire), "MPI_Comm_free", MD_NOWHERE);
  }
  while (*at != l) at = &(*at)->next;
  *at = l->next;
  free(l);
  return MPI_SUCCESS;
}

void md_sequences_close(void) {
  if (!numbering->counting) return;
  while (numbering->first != NULL) md_check(MPI_Comm_delete_attr(numbering->first->user, numbering->keyval), "MPI_Comm_delete_attr", MD_NOWHERE);
  md_check(MPI_Comm_free_keyval(&numbering->keyval), "MPI_Comm_free_keyval", MD_NOWHERE);
  numbering->counting = false;
}

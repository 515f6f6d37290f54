/* Receives of the API.
 *
 * Whether a message comes whole or in increments the receiver learns when it is there: its sender has heeded the announcement,
 * or not. So what is posted on the program's communicator must take either. Its type has two blocks. The first, as long as a tail, lands
 * beside the buffer; the second is the buffer behind as many bytes. A tail stays where it lands. What lands there and is no
 * tail is the beginning of a whole message, and is copied into the buffer.
 *
 * Frames come on the wire, before or after the tail: no order holds between two communicators. The tail says how many there are. Each
 * names the message by its number; one for a message that is not announced, or that came whole, shows that the two sides
 * number differently, and then the program must not go on.
 */
#include <mpi.h>
#include <string.h>

#include "delta.h"
#include "sequence.h"
#include "memory.h"
#include "pool.h"
#include "rt.h"
#include "packet.h"
#include "uninstrumented.h"

static _Noreturn void fail_numbers(const struct mdmp_request *r, int tag, int from) {
  md_fail(r != NULL ? r->at : MD_NOWHERE,
          "messages from rank %d with tag %d are not numbered alike by sender and receiver: is there a library that is not linked "
          "with MDMP's flags and sends or receives on this communicator, or calls of PMPI?",
          from, tag);
}

/* ---- posting ---- */

/* Announced are receives of more than an increment, of elements of which a tail is a whole number. */
static bool worth(const struct mdmp_request *r) {
  if (r->sequence == NULL || r->bytes <= md_rt.opt.piece || r->sequence->unread >= MD_ANNOUNCED_UNREAD) return false;
  if (r->bytes < 2 * MD_TAIL || MD_TAIL % (r->bytes / r->count) != 0) return false;
  return md_sequence_firm(r->sequence) && md_uninstrumented_none();
}

static void make_type(struct mdmp_request *r) {
  struct md_posted *p = &r->posted;
  if (p->type != MPI_DATATYPE_NULL && p->to == r->into && p->count == r->count && p->of == r->datatype) return;
  if (p->type != MPI_DATATYPE_NULL) md_check(MPI_Type_free(&p->type), "MPI_Type_free", r->at);
  int first = (int)(MD_TAIL / (r->bytes / r->count));
  int blocks[2] = {first, r->count - first};
  MPI_Aint at[2];
  md_check(MPI_Get_address(r->landing, &at[0]), "MPI_Get_address", r->at);
  md_check(MPI_Get_address(r->into + MD_TAIL, &at[1]), "MPI_Get_address", r->at);
  md_check(MPI_Type_create_hindexed(2, blocks, at, r->datatype, &p->type), "MPI_Type_create_hindexed", r->at);
  md_check(MPI_Type_commit(&p->type), "MPI_Type_commit", r->at);
  p->of = r->datatype;
  p->to = r->into;
  p->count = r->count;
}

static void announce(struct mdmp_request *r) {
  struct md_sequence *c = r->sequence;
  const struct md_packet_head h = {.tag = r->tag, .number = r->number, .offset = c->settled, .bytes = (uint64_t)r->bytes};
  struct md_buffer *b = md_pool_take(sizeof h);
  memcpy(b->data, &h, sizeof h);
  r->announced = true;
  r->behind = NULL;
  *(c->first != NULL ? &c->last->behind : &c->first) = r;
  c->last = r;
  md_packet_post(r->sequences, r->peer, MD_ANNOUNCE, b, sizeof h, &c->unread);
  md_delta_sums()->announced++;
}

int md_landing_post(struct mdmp_request *r) {
  bool landing = worth(r);
  if (landing) make_type(r);
  int own = r->sequence != NULL; /* else the wrapper sees to its number */
  md_sequences_aside(own);
  int code = landing ? MPI_Irecv(MPI_BOTTOM, 1, r->posted.type, r->peer, r->tag, r->comm, &r->mpi)
                   : MPI_Irecv(r->into, r->count, r->datatype, r->peer, r->tag, r->comm, &r->mpi);
  md_sequences_aside(-own);
  if (code != MPI_SUCCESS) {
    if (r->sequences != NULL) r->sequences->receives = false;
    return code;
  }
  if (r->sequence != NULL) r->number = r->sequence->number++;
  if (landing) announce(r);
  return code;
}

/* No frame can be for r any more. */
static void withdraw(struct mdmp_request *r) {
  if (!r->announced) return;
  r->announced = false;
  struct md_sequence *c = r->sequence;
  if (c == NULL) return;
  struct mdmp_request *before = NULL;
  for (struct mdmp_request *q = c->first; q != r; q = q->behind) before = q;
  *(before != NULL ? &before->behind : &c->first) = r->behind;
  if (c->last == r) c->last = before;
}

/* ---- frames ---- */

static void cut_up(struct mdmp_request *r, uint32_t each) {
  r->each = each;
  r->increments = (unsigned)((r->bytes + each - 1) / each);
  r->increment = md_grow(r->increment, &r->room, r->increments, sizeof *r->increment);
  memset(r->increment, 0, r->increments * sizeof *r->increment);
}

/* Bytes that went before come again: too late if the program has them. */
static void check_again(const struct mdmp_request *r, const struct md_packet_head *h, const char *name, const char *data) {
  const struct md_increment *p = &r->increment[h->offset / r->each];
  if (!p->given) return;
  const char *here = r->into + h->offset;
  uint64_t i = 0;
  while (i < h->bytes && here[i] == data[i]) i++;
  if (i == h->bytes) return; /* of an increment that is sent again only some bytes are others */
  char where[64] = "";
  if (p->at.file == NULL) strcpy(where, " (place not known)");
  md_fail(p->at,
          "%s%s has given bytes to the program that the sender wrote to after it had said that they are complete: "
          "byte %llu of the message from rank %d with tag %d, address 0x%llx there, said to be complete at %.*s:%d",
          r->into == r->buf.to ? "MDMP_Delta_wait_data" : "a touch of what MDMP_Delta_recv_pages receives", where,
          (unsigned long long)(h->offset + i), r->peer, r->tag, (unsigned long long)(h->address + i), (int)h->name, name, (int)h->line);
}

static const char *data_of(const struct md_packet_head *h) { return (const char *)(h + 1) + h->name; }

static void check(const struct mdmp_request *r, const struct md_packet_head *h) {
  if (h->each == 0 || (r->each != 0 && h->each != r->each) || h->offset >= (uint64_t)r->bytes ||
      h->bytes > (uint64_t)r->bytes - h->offset || h->offset % h->each + h->bytes > h->each)
    md_fail(r->at, "a packet of rank %d on a private communicator is damaged", r->peer);
}

static void place(struct mdmp_request *r, const struct md_packet_head *h) {
  const char *name = (const char *)(h + 1), *data = data_of(h);
  if (r->each == 0) cut_up(r, h->each);
  if (h->again) check_again(r, h, name, data);
  memcpy(r->into + h->offset, data, h->bytes);
  if (!h->again && h->bytes < r->each) r->ends = (MPI_Aint)(h->offset + h->bytes);
  r->increment[h->offset / r->each].done = true;
  r->frames++;
}

/* The announced receive of a number. */
static struct mdmp_request *receive(struct md_sequences *l, int from, const struct md_packet_head *h) {
  struct md_sequence *c = md_sequence_there(l, h->tag, from, false);
  struct mdmp_request *r = c != NULL ? c->first : NULL;
  while (r != NULL && r->number != h->number) r = r->behind;
  return r;
}

void md_delta_look(struct md_sequences *l) {
  struct md_buffer *b;
  for (int from; (b = md_packet_take(l, MD_FRAME, &from)) != NULL;) {
    const struct md_packet_head *h = (const struct md_packet_head *)b->data;
    struct mdmp_request *r = receive(l, from, h);
    if (r == NULL) fail_numbers(NULL, h->tag, from);
    check(r, h);
    place(r, h);
    md_pool_give(b);
  }
}

/* ---- completion ---- */

static bool is_tail(const struct mdmp_request *r, const char *data, MPI_Count n, struct md_tail *t) {
  if (n != MD_TAIL || r->nonce == 0) return false;
  memcpy(t, data, sizeof *t);
  return t->nonce == r->nonce;
}

/* MPI has completed what was posted. */
static void match(struct mdmp_request *r) {
  struct md_tail t;
  MPI_Count n = 0;
  r->matched = true;
  if (r->sequence != NULL && r->sequence->settled <= r->number) r->sequence->settled = r->number + 1;
  md_check(MPI_Get_elements_x(&r->status, MPI_BYTE, &n), "MPI_Get_elements_x", MD_NOWHERE);
  r->came = (MPI_Aint)n;
  if (!r->announced) {
    if (r->bytes >= MD_TAIL && is_tail(r, r->into, n, &t)) fail_numbers(r, r->tag, r->peer);
    return;
  }
  if (is_tail(r, r->landing, n, &t)) {
    if (t.number != r->number) fail_numbers(r, r->tag, r->peer);
    r->expected = t.frames;
    r->came = (MPI_Aint)t.bytes;
    md_check(MPI_Status_set_elements_x(&r->status, MPI_BYTE, (MPI_Count)t.bytes), "MPI_Status_set_elements_x", MD_NOWHERE);
    return;
  }
  if (r->frames > 0) fail_numbers(r, r->tag, r->peer);
  memcpy(r->into, r->landing, n < MD_TAIL ? (size_t)n : MD_TAIL);
  withdraw(r);
}

bool md_landing_over(struct mdmp_request *r, bool block) {
  if (r->over) return true;
  if (r->announced && r->sequences != NULL) md_delta_look(r->sequences);
  if (!r->matched && r->error == MPI_SUCCESS) {
    int flag = 1;
    r->error = block ? MPI_Wait(&r->mpi, &r->status) : MPI_Test(&r->mpi, &flag, &r->status);
    if (flag && r->error == MPI_SUCCESS) match(r);
    if (r->error != MPI_SUCCESS && r->sequences != NULL) r->sequences->receives = false;
  }
  r->over = r->error != MPI_SUCCESS || (r->matched && r->frames == r->expected);
  if (r->over) withdraw(r);
  return r->over;
}

bool md_landing_has(const struct mdmp_request *r, MPI_Aint offset, MPI_Aint bytes) {
  if (r->each == 0) return false;
  MPI_Aint end = r->ends > 0 && r->ends < offset + bytes ? r->ends : offset + bytes; /* nothing comes behind the message */
  for (MPI_Aint i = offset / r->each; i * r->each < end; i++)
    if (!r->increment[i].done) return false;
  return true;
}

void md_landing_gives(struct mdmp_request *r, MPI_Aint offset, MPI_Aint bytes, struct md_where at) {
  md_delta_sums()->given++;
  for (MPI_Aint i = offset / r->each; i * r->each < offset + bytes; i++) {
    if (r->increment[i].given) continue;
    r->increment[i].given = true;
    r->increment[i].at = at;
  }
}

static void leave(struct mdmp_request *r) {
  r->sequences = NULL;
  r->sequence = NULL;
}

void md_delta_leave(struct md_sequences *l) {
  for (struct mdmp_request *r = md_delta_receiving(); r != NULL; r = r->next)
    if (r->sequences == l) leave(r);
  for (unsigned i = 0; i < l->sequences.size; i++)
    for (struct md_entry *e = l->sequences.bucket[i]; e != NULL; e = e->next) {
      struct md_sequence *c = (struct md_sequence *)e;
      for (struct mdmp_request *r = c->first; r != NULL; r = r->behind) leave(r);
    }
}

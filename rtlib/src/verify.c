/* Messages a second time.
 *
 * What travels early, in pieces and by proof has to arrive as what the send
 * holds when it is executed. With MDMP_VERIFY every message is packed at its
 * exchange and sent again, plainly, on a communicator of its own, behind a
 * label that says which directive sent it. A receive counts as complete only
 * when this shadow has come, too, and they agree. Shadows go in parts that any
 * MPI sends at once: it may need the sender for a longer one, who may wait for
 * the receiver by other means (a file), which plain MPI allows for a message
 * that is complete.
 *
 * That finds wrong bytes. It does not find accesses that come too early, for
 * instance a read of a halo before it has arrived: these see what was there
 * before. So with MDMP_VERIFY=2 the sections of pending receives are filled
 * with a pattern (NaN for reals). A read too early then spoils results, and a
 * write too early spoils the pattern, which is looked at before the bytes that
 * came are put in its place. */
#include "verify.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "comm.h"
#include "element.h"
#include "exchange.h"
#include "frame.h"
#include "lane.h"
#include "memory.h"

/* Stands before the bytes. */
struct label {
  uint64_t q;
  uint64_t bytes; /* of the message */
  int32_t line;
  char file[108]; /* the end of its name */
};

struct md_shadow {
  struct md_shadow *next;
  struct md_op *op; /* receives; NULL: a send */
  struct md_comm *comm;
  const char *thread; /* that posted it */
  bool self;          /* the peer is this process */
  MPI_Request *part;  /* one for each MD_NEAR_MAX bytes of data */
  int parts, gone;    /* gone: so many, from the first on, are complete */
  size_t bytes;
  char *data; /* label, then bytes */
};

static struct md_verify *const verify = &md_rt.messages.verify;

enum { PATTERN = 0xff };

void md_verify_comm(struct md_comm *c) {
  if (md_rt.verify == 0) return;
  c->shadow = md_comm_twin(c->comm, MD_NOWHERE);
}

static int parts_of(size_t bytes) { return (int)((sizeof(struct label) + bytes + MD_NEAR_MAX - 1) / MD_NEAR_MAX); }

static struct md_shadow *new_shadow(struct md_op *op) {
  struct md_shadow *s = md_alloc(sizeof *s);
  *s = (struct md_shadow){.comm = op->lane->comm, .thread = &md_thread, .bytes = op->bytes, .parts = parts_of(op->bytes)};
  s->self = op->peer == op->lane->comm->rank;
  s->data = md_alloc(sizeof(struct label) + op->bytes);
  s->part = md_alloc((size_t)s->parts * sizeof *s->part);
  struct md_shadow **last = &verify->shadows;
  while (*last != NULL) last = &(*last)->next;
  *last = s;
  md_tell();
  return s;
}

static int part_size(const struct md_shadow *s, int k) {
  size_t from = (size_t)k * MD_NEAR_MAX, left = sizeof(struct label) + s->bytes - from;
  return left < MD_NEAR_MAX ? (int)left : MD_NEAR_MAX;
}

static void write_label(struct label *l, const struct md_op *op) {
  const char *file = op->place->where.file;
  size_t length = strlen(file), most = sizeof l->file - 1;
  memset(l, 0, sizeof *l);
  l->q = op->q;
  l->bytes = op->bytes;
  l->line = op->place->where.line;
  memcpy(l->file, length > most ? file + length - most : file, length > most ? most : length);
}

/* The copy of more than 2 GiB is not made. */
static bool countable(const struct md_op *op) { return op->bytes <= INT32_MAX - sizeof(struct label); }

static void post(struct md_shadow *s, const struct md_lane *l, bool send) {
  for (int k = 0; k < s->parts; k++) {
    char *data = s->data + (size_t)k * MD_NEAR_MAX;
    if (send)
      md_check(MPI_Isend(data, part_size(s, k), MPI_BYTE, l->to, l->direct_tag, l->comm->shadow, &s->part[k]),
               "MPI_Isend", MD_NOWHERE);
    else
      md_check(MPI_Irecv(data, part_size(s, k), MPI_BYTE, l->to, l->direct_tag, l->comm->shadow, &s->part[k]),
               "MPI_Irecv", MD_NOWHERE);
  }
}

void md_verify_posted(struct md_op *op) {
  if (!countable(op)) return;
  struct md_shadow *s = new_shadow(op);
  if (op->dir == MD_SEND) {
    write_label((struct label *)s->data, op);
    md_op_pack(op, 0, op->bytes, s->data + sizeof(struct label));
  } else {
    s->op = op;
    op->shadow = s;
    op->ex->shadows++;
  }
  post(s, op->lane, op->dir == MD_SEND);
}

/* ---- comparing ---- */

/* Element of op that holds byte at of the message: its section, and where it begins. */
static const struct md_section *section_at(const struct md_op *op, size_t at, size_t *start) {
  const struct md_section *s = &op->ex->part[op->part];
  *start = 0;
  while (at >= *start + s->bytes) *start += (s++)->bytes;
  return s;
}

/* Which element, in words: "element 5 of 100" and of which section, if there are several. */
static void name_element(const struct md_op *op, const struct md_section *s, size_t at, size_t start, char *text, size_t room) {
  int n = snprintf(text, room, "element %zu of %zu", (at - start) / s->elem + 1, s->bytes / s->elem);
  if (op->parts > 1 && n > 0 && (size_t)n < room)
    snprintf(text + n, room - (size_t)n, " of section %d", (int)(s - &op->ex->part[op->part]) + 1);
}

static _Noreturn void fail(const struct md_op *op, const struct md_shadow *s, const char *have, size_t at) {
  const struct label *l = (const struct label *)s->data;
  const char *want = s->data + sizeof *l;
  char which[96], got[64], sent[64];
  size_t start;
  const struct md_section *part = section_at(op, at, &start);
  size_t first = start + (at - start) / part->elem * part->elem;
  name_element(op, part, at, start, which, sizeof which);
  md_element_text(part, have + first, got, sizeof got);
  md_element_text(part, want + first, sent, sizeof sent);
  md_fail(op->place->where,
          "MDMP_VERIFY: what was received is not what the send at %s:%d of rank %d holds (tag %d, message %llu between "
          "the two): %s is %s, should be %s",
          l->file, md_line((int)l->line), op->peer, op->tag, (unsigned long long)op->q + 1, which, got, sent);
}

static void compare(const struct md_op *op, const struct md_shadow *s) {
  const char *want = s->data + sizeof(struct label);
  if (op->bytes == 0) return;
  char *have = md_alloc(op->bytes);
  md_op_pack(op, 0, op->bytes, have);
  if (memcmp(have, want, op->bytes) != 0) {
    size_t at = 0;
    while (have[at] == want[at]) at++;
    fail(op, s, have, at);
  }
  free(have);
}

/* The messages themselves agreed in size; their shadows then do, unless they do not belong together. */
static void check_label(const struct md_op *op, const struct md_shadow *s) {
  const struct label *l = (const struct label *)s->data;
  if (l->bytes != op->bytes || l->q != op->q)
    md_fail(op->place->where, "MDMP_VERIFY: message %llu from rank %d has %zu bytes, its second copy is that of %llu with %llu",
            (unsigned long long)op->q + 1, op->peer, op->bytes, (unsigned long long)l->q + 1, (unsigned long long)l->bytes);
}

/* Asks for one part after another: if the label in the first is not that of op, the others may not come. */
static bool complete(struct md_shadow *s) {
  for (int here; s->gone < s->parts; s->gone++) {
    md_check(MPI_Test(&s->part[s->gone], &here, MPI_STATUS_IGNORE), "MPI_Test (MDMP_VERIFY)", MD_NOWHERE);
    if (!here) return false;
    if (s->op != NULL && s->gone == 0) check_label(s->op, s);
  }
  return true;
}

/* True if s is done with. */
static bool look(struct md_shadow *s) {
  if (s->op != NULL && !md_op_arrived(s->op)) return false;
  if (!complete(s)) return false;
  if (s->op == NULL) return true;
  compare(s->op, s);
  s->op->shadow = NULL;
  s->op->ex->shadows--;
  return true;
}

static void take_out(struct md_shadow **at) {
  struct md_shadow *s = *at;
  *at = s->next;
  free(s->part);
  free(s->data);
  free(s);
}

bool md_verify_progress(void) {
  bool moved = false;
  for (struct md_shadow **at = &verify->shadows; *at != NULL;) {
    if (!look(*at)) {
      at = &(*at)->next;
      continue;
    }
    take_out(at);
    moved = true;
  }
  return moved;
}

/* As in outgoing.c: what this process sends to itself needs nobody else, and nobody waits for what another thread sends
 * at the same time. */
static bool needs_us(const struct md_shadow *s) { return s->op == NULL && !s->self && !(md_rt.gated && s->thread != &md_thread); }

bool md_verify_needs_us(void) {
  for (const struct md_shadow *s = verify->shadows; s != NULL; s = s->next)
    if (needs_us(s)) return true;
  return false;
}

/* ---- poison ---- */

void md_verify_poison(struct md_exchange *ex) {
  char pattern[4096];
  memset(pattern, PATTERN, sizeof pattern);
  for (unsigned i = 0; i < ex->ops; i++) {
    const struct md_op *op = &ex->op[i];
    if (op->dir != MD_RECV) continue;
    for (size_t from = 0, n; from < op->bytes; from += n) {
      n = op->bytes - from < sizeof pattern ? op->bytes - from : sizeof pattern;
      md_op_unpack(op, from, n, pattern);
    }
  }
}

void md_verify_untouched(struct md_op *op) {
  char data[4096];
  for (size_t from = 0, n; from < op->bytes; from += n) {
    n = op->bytes - from < sizeof data ? op->bytes - from : sizeof data;
    md_op_pack(op, from, n, data);
    for (size_t i = 0; i < n; i++) {
      if ((unsigned char)data[i] == PATTERN) continue;
      char which[96];
      size_t start;
      const struct md_section *part = section_at(op, from + i, &start);
      name_element(op, part, from + i, start, which, sizeof which);
      md_fail(op->place->where,
              "MDMP_VERIFY=2: the program wrote to the section of this recv before it was complete: %s "
              "(a fault of mdmpf90 unless the section is written in a way Fortran forbids, or by a procedure that was said "
              "to be harmless)",
              which);
    }
  }
}

/* ---- the end ---- */

/* Takes in one part, and says how many bytes it has. */
static int drop_part(struct md_lane *l, char *data) {
  MPI_Status s;
  int size = 0;
  md_check(MPI_Recv(data, MD_NEAR_MAX, MPI_BYTE, l->to, l->direct_tag, l->comm->shadow, &s), "MPI_Recv", MD_NOWHERE);
  md_check(MPI_Get_count(&s, MPI_BYTE, &size), "MPI_Get_count", MD_NOWHERE);
  return size;
}

void md_verify_drop(struct md_lane *l, unsigned long long n) {
  if (md_rt.verify == 0) return;
  for (; n > 0; n--) {
    char data[MD_NEAR_MAX];
    struct label label;
    if (drop_part(l, data) < (int)sizeof label) continue;
    memcpy(&label, data, sizeof label);
    for (int k = 1; k < parts_of(label.bytes); k++) drop_part(l, data);
  }
}

void md_verify_close(struct md_comm *c) {
  if (md_rt.verify == 0) return;
  for (struct md_shadow **at = &verify->shadows; *at != NULL;) {
    if ((*at)->comm != c) {
      at = &(*at)->next;
      continue;
    }
    for (int k = 0; k < (*at)->parts; k++) md_check(MPI_Wait(&(*at)->part[k], MPI_STATUS_IGNORE), "MPI_Wait", MD_NOWHERE);
    take_out(at);
  }
  if (c->commons == NULL) md_check(MPI_Comm_free(&c->shadow), "MPI_Comm_free", MD_NOWHERE);
}

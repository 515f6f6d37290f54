/* A send and a receive that do not fit.
 *
 * The k-th send meets the k-th receive of a lane; if their sizes differ, one
 * of the two is wrong or the counting is, and only both directives together
 * let the user see which. The receiver knows its own, and the other side's from
 * its headers. MPI says how many bytes came, unless they were too many. Where
 * several directives of the sender fit what is known, all are named. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "comm.h"
#include "exchange.h"
#include "rt.h"

/* Could this directive have sent received bytes (SIZE_MAX: more than op takes)? */
static bool suspect(const struct md_known *k, const struct md_op *op, size_t received) {
  if (k->varies) return true;
  return received == SIZE_MAX ? k->total > op->bytes : k->total == received;
}

static void name_suspects(const struct md_op *op, size_t received, char *text, size_t room) {
  const struct md_lane *l = op->lane;
  size_t used = 0;
  *text = '\0';
  for (unsigned i = 0; i < l->knowns && used + 1 < room; i++) {
    const struct md_known *k = &l->known[i];
    if (!suspect(k, op, received)) continue;
    int n = snprintf(text + used, room - used, "%sthe send at %s:%d", used > 0 ? " or " : "", k->where.file,
                     k->where.line);
    if (n > 0 && !k->varies && (size_t)n < room - used)
      n += snprintf(text + used + n, room - used - (size_t)n, " (%llu bytes)", (unsigned long long)k->total);
    used += n > 0 ? (size_t)n : 0;
  }
  if (used == 0) snprintf(text, room, "its send");
}

/* The header was sent before the bytes, but may be reported after them. */
static void let_headers_come(struct md_op *op) {
  double until = MPI_Wtime() + 0.2;
  do
    md_read_frames(op->lane);
  while (MPI_Wtime() < until);
}

void md_fail_size(struct md_op *op, size_t received) {
  char came[64], who[1024];
  struct md_op *due = op->lane->due;
  op->lane->due = NULL; /* the headers are read for their names only */
  let_headers_come(op);
  op->lane->due = due;
  if (received == SIZE_MAX)
    snprintf(came, sizeof came, "more than that");
  else
    snprintf(came, sizeof came, "%zu", received);
  name_suspects(op, received, who, sizeof who);
  md_fail(op->place->where, "this recv takes %zu bytes from rank %d, but %s came: %s (tag %d, message %llu from it)",
          op->bytes, op->peer, came, who, op->tag, (unsigned long long)op->q + 1);
}

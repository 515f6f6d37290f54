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

/* "160 at heat.f90:41 or more at heat.f90:60" */
static void name_suspects(const struct md_op *op, size_t received, char *text, size_t room) {
  const struct md_lane *l = op->lane;
  char bytes[32] = "more";
  size_t used = 0;
  if (received != SIZE_MAX) snprintf(bytes, sizeof bytes, "%zu", received);
  snprintf(text, room, "%s", bytes);
  for (const struct md_known *k = l->known; k != NULL && used < room; k = k->next) {
    if (!suspect(k, op, received)) continue;
    if (received == SIZE_MAX) {
      snprintf(bytes, sizeof bytes, "more");
      if (!k->varies) snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)k->total);
    }
    int n = snprintf(text + used, room - used, "%s%s at %s:%d", used > 0 ? " or " : "", bytes, k->where.file,
                     md_line(k->where.line));
    used += n > 0 ? (size_t)n : 0;
  }
}

/* The header was sent before the bytes, but may be reported after them. */
static void let_headers_come(struct md_op *op) {
  double until = MPI_Wtime() + 0.2;
  do
    md_read_frames(op->lane);
  while (MPI_Wtime() < until);
}

void md_fail_size(struct md_op *op, size_t received) {
  char who[1024];
  struct md_op *due = op->lane->due;
  op->lane->due = NULL; /* the headers are read for their names only */
  let_headers_come(op);
  op->lane->due = due;
  name_suspects(op, received, who, sizeof who);
  md_fail(op->place->where, "this recv takes %zu bytes, but rank %d sent %s (tag %d, message %llu between the two)",
          op->bytes, op->peer, who, op->tag, (unsigned long long)op->q + 1);
}

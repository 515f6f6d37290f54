/* The collective calls of random.c. */
#include "random.h"

enum { RANKS = 16 };

/* A piece of so many bytes as elements of some type; on other ranks it may be another one. */
static MPI_Datatype type_of(const struct event *e, int rank, int bytes, int *count) {
  MPI_Datatype t;
  bool derived = e->recv >= 8 && (rank + e->recv) % 2 == 0 && bytes > 0;
  *count = derived ? 1 : bytes;
  if (!derived) return MPI_BYTE;
  OK(MPI_Type_contiguous(bytes, MPI_BYTE, &t));
  OK(MPI_Type_commit(&t));
  return t;
}

static void put(MPI_Datatype t) {
  if (t != MPI_BYTE) OK(MPI_Type_free(&t));
}

/* Calls in which each rank has counts for all. */
static void by_counts(const struct event *e, unsigned char *p, MPI_Comm c, int here, int size, int piece) {
  int out[RANKS], out_at[RANKS], in_n[RANKS], in_at[RANKS];
  for (int i = 0; i < size; i++) {
    out[i] = piece - (here + i + e->tag) % 3 * (piece / 3), in_n[i] = piece - (i + here + e->tag) % 3 * (piece / 3);
    out_at[i] = i * piece, in_at[i] = (size - 1 - i) * piece;
  }
  int mine = piece - (here + e->from + e->tag) % 3 * (piece / 3); /* what the root has for this rank, and wants of it */
  switch (e->send) {
    case 5: OK(MPI_Scatterv(p, out, out_at, MPI_BYTE, in, mine, MPI_BYTE, e->from, c)); break;
    case 6: OK(MPI_Gatherv(p, mine, MPI_BYTE, in, in_n, in_at, MPI_BYTE, e->from, c)); break;
    case 7:
      for (int i = 0; i < size; i++) in_n[i] = piece - (i + e->tag) % 3 * (piece / 3);
      OK(MPI_Allgatherv(p, in_n[here], MPI_BYTE, in, in_n, in_at, MPI_BYTE, c));
      break;
    default: OK(MPI_Alltoallv(p, out, out_at, MPI_BYTE, in, in_n, in_at, MPI_BYTE, c));
  }
}

static void by_pieces(const struct event *e, unsigned char *p, MPI_Comm c, int here, int piece) {
  int n, m;
  bool root = here == e->from, own = e->recv % 3 == 1;
  MPI_Datatype t = type_of(e, here, piece, &n), u = type_of(e, here + 1, piece, &m);
  if (own) memcpy(in, p, (size_t)e->bytes);
  switch (e->send) {
    case 0: OK(MPI_Bcast(root ? p : in, n, t, e->from, c)); break;
    case 1: OK(MPI_Scatter(p, n, t, root && own ? MPI_IN_PLACE : in, m, u, e->from, c)); break;
    case 2: OK(MPI_Gather(root && own ? MPI_IN_PLACE : p, n, t, in, m, u, e->from, c)); break;
    case 9: OK(MPI_Reduce(root && own && e->from == 0 ? MPI_IN_PLACE : p, in, piece / 4, MPI_INT, e->tag % 2 ? MPI_SUM : MPI_BXOR, e->from, c)); break;
    case 3: OK(MPI_Allgather(own ? MPI_IN_PLACE : p, n, t, in, m, u, c)); break;
    default: OK(MPI_Alltoall(own ? MPI_IN_PLACE : p, n, t, in, m, u, c));
  }
  put(t), put(u);
}

void collective_event(const struct event *e, uint64_t content) {
  int here, size;
  MPI_Comm c = comms[e->comm];
  unsigned char *p = slots[e->slot] + e->shift;
  OK(MPI_Comm_rank(c, &here)), OK(MPI_Comm_size(c, &size));
  memset(in, 0xcd, MOST + BEHIND);
  usleep((useconds_t)((here + e->tag) % 2 * e->pause));
  if (e->change < 3) produce(p, (size_t)e->bytes, content + (uint64_t)here, e->change);
  int piece = e->bytes / size;
  if (e->send >= 5 && e->send <= 8) by_counts(e, p, c, here, size, piece);
  else by_pieces(e, p, c, here, piece);
  mix_bytes(in, MOST + BEHIND);
}

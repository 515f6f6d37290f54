/* More of hostile.c: collective calls whose messages are asked for before they begin. What comes next is another call, or one with another
 * type, length or place, or into other memory. */
#include "hostile.h"

enum { PIECE = 24000, PARTS = 8 };

static unsigned char *from, *to;

/* Written from the first to the last byte, with pauses: there is time to fetch. */
static void work(int round) {
  produce(from, (size_t)(PIECE * all), (uint64_t)(round * 64 + me), 4);
  memset(to, 0xcd, PARTS * PIECE * 2);
  usleep(500);
}

static void see(void) { mix_bytes(to, PARTS * PIECE * 2); }

/* Whose elements lie apart: what is received must not be scattered before it is whole. */
static MPI_Datatype apart(void) {
  MPI_Datatype t, wide;
  OK(MPI_Type_vector(PIECE / 8, 1, 2, MPI_DOUBLE, &t));
  OK(MPI_Type_create_resized(t, 0, 2 * PIECE, &wide));
  OK(MPI_Type_commit(&wide));
  OK(MPI_Type_free(&t));
  return wide;
}

void early(void) {
  if (all > PARTS) MPI_Abort(MPI_COMM_WORLD, 4);
  from = calloc(PARTS, PIECE * 2), to = calloc(PARTS, PIECE * 2);
  MPI_Datatype wide = apart();
  MPI_Comm half, c = MPI_COMM_WORLD;
  OK(MPI_Comm_dup(c, &half));
  for (int r = 0; r < 5 * ROUNDS; r++) {
    bool odd = r > 8 && r % 5 == 3;
    int n = r > 20 && r % 7 == 4 ? PIECE / 2 : PIECE;
    if (r % 9) work(r);
    else from[r] ^= 1, memset(to, 0xcd, PARTS * PIECE * 2); /* nothing else is new */
    if (odd && (me + r) % 2) OK(MPI_Alltoall(from, n, MPI_BYTE, to, n / 8, MPI_DOUBLE, c));
    else if (odd && n == PIECE) OK(MPI_Alltoall(from, n, MPI_BYTE, to, 1, wide, c));
    else OK(MPI_Alltoall(from, n, MPI_BYTE, to, n, MPI_BYTE, c));
    see();
    if (r % 6 == 5) { /* another kind, a message of the program's, then the first again */
      work(r + 1000);
      OK(MPI_Allgather(r % 4 ? from : from + PIECE / 2, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, half)), see();
      if (me == 0) OK(MPI_Send(from, PIECE, MPI_BYTE, 1, 1, c));
      if (me == 1) take(PIECE, 0, 1, c);
    }
    if (r % 20 == 19) OK(MPI_Comm_free(&half)), OK(MPI_Comm_dup(c, &half));
  }
  OK(MPI_Type_free(&wide)), OK(MPI_Comm_free(&half));
  free(from), free(to);
}

enum { N = 3000 }; /* doubles of most messages */

/* Memory that programs write and nobody can look at, as that of a device; read: now all can. */
static void blind(double *p, bool read) {
  if (mprotect(p, 2 * N * sizeof *p, read ? PROT_READ | PROT_WRITE : PROT_WRITE) != 0) MPI_Abort(MPI_COMM_WORLD, 5);
}

/* What is sent is twice as long for three calls, of a type that is not understood there: so the first rank asks for more than the next
 * message, as the others know it. That goes where its type scatters it, or into memory that cannot be looked at. */
void stretched(void) {
  size_t room = 2 * N * sizeof(double);
  double *mine = calloc(1, room), *joined = calloc(PARTS, room), *dark = mmap(NULL, room, PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int counts[PARTS], displs[PARTS];
  MPI_Datatype twice, wide;
  if (all > PARTS || dark == MAP_FAILED) MPI_Abort(MPI_COMM_WORLD, 4);
  OK(MPI_Type_vector(2, N, N, MPI_DOUBLE, &twice));
  OK(MPI_Type_vector(N, 1, 2, MPI_DOUBLE, &wide));
  OK(MPI_Type_commit(&twice)), OK(MPI_Type_commit(&wide));
  for (int r = 0; r < 70; r++) {
    int at = r % 10, cycle = r / 10 % 3;
    bool last = at == 9, scattered = last && cycle == 0, unseen = last && cycle > 0 && all == 2;
    bool more = at > 5 && last == (cycle == 2), apart = more && !last;
    if (last) mine[N / 2] = r; /* all else may be fetched at once */
    else produce(mine, room, (uint64_t)(r * 64 + me), 3);
    memset(joined, 0xcd, PARTS * room);
    blind(dark, true), memset(dark, 0xcd, room), blind(dark, false);
    for (int i = 0; i < all; i++) counts[i] = scattered ? 1 : more ? 2 * N : N, displs[i] = scattered ? i : unseen ? 0 : i * 2 * N;
    usleep(3000);
    OK(MPI_Gatherv(me == 0 ? MPI_IN_PLACE : mine, apart ? 1 : more ? 2 * N : N, apart ? twice : MPI_DOUBLE, unseen ? dark : joined, counts, displs,
                   scattered ? wide : MPI_DOUBLE, 0, MPI_COMM_WORLD));
    blind(dark, true);
    mix_bytes(joined, PARTS * room), mix_bytes(dark, room);
  }
  OK(MPI_Type_free(&twice)), OK(MPI_Type_free(&wide));
  munmap(dark, room), free(mine), free(joined);
}

/* More of hostile.c: collective calls, and waits for several receives. */
#include "hostile.h"

enum { PIECE = 20000, PARTS = 8 }; /* up to so many ranks */

static unsigned char *from, *to;

static void rooms(void) {
  from = calloc(PARTS, PIECE + 64);
  to = calloc(PARTS, PIECE + 64);
  if (all > PARTS) MPI_Abort(MPI_COMM_WORLD, 4);
}

static void gone(void) {
  mix_bytes(to, PARTS * (PIECE + 64));
  free(from);
  free(to);
}

/* Something to send, which takes the ranks different times. */
static void work(int round, size_t n) {
  usleep((useconds_t)((round + me) % 3 * 500));
  produce(from, n, (uint64_t)(round * 64 + me), 3);
  memset(to, 0xcd, PARTS * (PIECE + 64));
}

static void see(void) { mix_bytes(to, PARTS * (PIECE + 64)); }

void every(void) { /* all kinds, by turns, roots too */
  int counts[PARTS], displs[PARTS];
  rooms();
  for (int i = 0; i < PARTS; i++) counts[i] = PIECE - 100 * i, displs[i] = i * PIECE;
  for (int r = 0; r < 8 * ROUNDS; r++) {
    int root = r / 8 % all;
    MPI_Comm c = MPI_COMM_WORLD;
    work(r, (size_t)(PIECE * all));
    switch (r % 8) {
      case 0: OK(MPI_Bcast(me == root ? from : to, PIECE, MPI_BYTE, root, c)); break;
      case 1: OK(MPI_Scatter(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, root, c)); break;
      case 2: OK(MPI_Gather(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, root, c)); break;
      case 3: OK(MPI_Allgather(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, c)); break;
      case 4: OK(MPI_Alltoall(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, c)); break;
      case 5: OK(MPI_Scatterv(from, counts, displs, MPI_BYTE, to, counts[me], MPI_BYTE, root, c)); break;
      case 6: OK(MPI_Gatherv(from, counts[me], MPI_BYTE, to, counts, displs, MPI_BYTE, root, c)); break;
      default: OK(MPI_Allgatherv(from, counts[me], MPI_BYTE, to, counts, displs, MPI_BYTE, c));
    }
    see();
  }
  gone();
}

void in_place(void) {
  int counts[PARTS], displs[PARTS];
  rooms();
  for (int i = 0; i < PARTS; i++) counts[i] = PIECE, displs[i] = (PARTS - 1 - i) * PIECE;
  for (int r = 0; r < 5 * ROUNDS; r++) {
    int root = (r / 5) % 2;
    MPI_Comm c = MPI_COMM_WORLD;
    work(r, PIECE * PARTS);
    memcpy(to, from, PIECE * PARTS);
    switch (r % 5) {
      case 0: OK(MPI_Scatter(from, PIECE, MPI_BYTE, me == root ? MPI_IN_PLACE : to, PIECE, MPI_BYTE, root, c)); break;
      case 1: OK(MPI_Gather(me == root ? MPI_IN_PLACE : from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, root, c)); break;
      case 2: OK(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, PIECE, MPI_BYTE, c)); break;
      case 3: OK(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, counts, displs, MPI_BYTE, c)); break;
      default: OK(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, PIECE, MPI_BYTE, c));
    }
    see();
  }
  gone();
}

void mixed_types(void) { /* one signature, other types on each rank */
  MPI_Datatype pair, apart, wide;
  OK(MPI_Type_contiguous(2, MPI_DOUBLE, &pair));
  OK(MPI_Type_vector(550, 1, 2, MPI_DOUBLE, &apart));
  OK(MPI_Type_create_resized(apart, 0, 8800, &wide));
  OK(MPI_Type_commit(&pair));
  OK(MPI_Type_commit(&wide));
  rooms();
  for (int r = 0; r < 4 * ROUNDS; r++) {
    bool odd = (me + r / 8) % 2; /* 2200 doubles: as they are, in pairs, or 4 times 550 with holes */
    int n = odd ? 1100 : 2200;
    MPI_Datatype t = odd ? pair : MPI_DOUBLE;
    work(r, PIECE * PARTS);
    switch (r % 4) {
      case 0: OK(MPI_Bcast(me == 0 ? from : to, n, t, 0, MPI_COMM_WORLD)); break;
      case 1: OK(MPI_Scatter(from, n, t, to, 4, wide, 0, MPI_COMM_WORLD)); break;
      case 2: OK(MPI_Allgather(from, 4, wide, to, n, t, MPI_COMM_WORLD)); break;
      default: OK(MPI_Alltoall(from, n, t, to, 2200, MPI_DOUBLE, MPI_COMM_WORLD));
    }
    see();
  }
  OK(MPI_Type_free(&pair)), OK(MPI_Type_free(&apart)), OK(MPI_Type_free(&wide));
  gone();
}

void unequal(void) { /* counts that change, and are nothing for some; only pairs know them */
  int out[PARTS], out_at[PARTS], in[PARTS], in_at[PARTS];
  rooms();
  for (int r = 0; r < 2 * ROUNDS; r++) {
    for (int i = 0; i < all; i++) {
      out[i] = (me + i + r / 6) % 3 * (PIECE / 2), out_at[i] = i * PIECE;
      in[i] = (i + me + r / 6) % 3 * (PIECE / 2), in_at[i] = (all - 1 - i) * PIECE;
    }
    work(r, (size_t)(PIECE * all));
    OK(MPI_Alltoallv(from, out, out_at, MPI_BYTE, to, in, in_at, MPI_BYTE, MPI_COMM_WORLD));
    see();
    OK(MPI_Gatherv(from, out[0], MPI_BYTE, to, in, in_at, MPI_BYTE, 0, MPI_COMM_WORLD));
    see();
    OK(MPI_Scatter(from, 0, MPI_BYTE, to, 0, MPI_BYTE, 0, MPI_COMM_WORLD));
  }
  gone();
}

void many_comms(void) { /* made, used and freed while others may still be in the last call on it */
  rooms();
  for (int k = 0; k < 4; k++) {
    MPI_Comm half, cart;
    int n = all, periodic = 1, here;
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &half));
    OK(MPI_Cart_create(half, 1, &n, &periodic, 1, &cart));
    OK(MPI_Comm_rank(half, &here));
    for (int r = 0; r < 6; r++) {
      work(r, (size_t)(PIECE * all));
      OK(MPI_Scatter(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, 0, half)), see();
      OK(MPI_Gather(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, all - 1, cart)), see();
    }
    if (here == 0) usleep(3000);
    OK(MPI_Comm_free(&half));
    work(k, (size_t)(PIECE * all));
    OK(MPI_Alltoall(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, cart)), see();
    OK(MPI_Comm_free(&cart));
  }
  gone();
}

static int copies;

static int copied(MPI_Comm c, int key, void *extra, void *value, void *made, int *flag) {
  (void)c, (void)key, (void)extra;
  *(void **)made = value;
  *flag = 1;
  return ++copies, MPI_SUCCESS;
}

void attributes(void) { /* nobody else duplicates the program's communicators */
  int key;
  MPI_Comm two;
  rooms();
  OK(MPI_Comm_create_keyval(copied, MPI_COMM_NULL_DELETE_FN, &key, NULL));
  OK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, &copies));
  OK(MPI_Comm_dup(MPI_COMM_WORLD, &two));
  for (int r = 0; r < ROUNDS; r++) {
    work(r, (size_t)(PIECE * all));
    OK(MPI_Alltoall(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, r % 2 ? two : MPI_COMM_WORLD));
    see();
  }
  mix((uint64_t)copies);
  OK(MPI_Comm_free(&two));
  OK(MPI_Comm_free_keyval(&key));
  gone();
}

static int handled;

static void handler(MPI_Comm *c, int *code, ...) {
  (void)c, (void)code;
  handled++;
}

void wrong(void) { /* calls that are wrong on all ranks alike */
  MPI_Errhandler h;
  rooms();
  OK(MPI_Comm_create_errhandler(handler, &h));
  for (int r = 0; r < ROUNDS; r++) {
    int class = 0;
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, r % 2 ? h : MPI_ERRORS_RETURN));
    int code = MPI_Bcast(to, PIECE, MPI_BYTE, r % 4 < 2 ? all : -5, MPI_COMM_WORLD);
    OK(MPI_Error_class(code, &class)), mix((uint64_t)class);
    code = MPI_Allgather(from, PIECE, MPI_DATATYPE_NULL, to, PIECE, MPI_DATATYPE_NULL, MPI_COMM_WORLD);
    OK(MPI_Error_class(code, &class)), mix((uint64_t)class);
    code = MPI_Alltoall(from, -1, MPI_BYTE, to, -1, MPI_BYTE, MPI_COMM_WORLD);
    OK(MPI_Error_class(code, &class)), mix((uint64_t)class);
    mix((uint64_t)handled);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    work(r, (size_t)(PIECE * all));
    OK(MPI_Scatter(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, 1, MPI_COMM_WORLD)), see();
  }
  OK(MPI_Errhandler_free(&h));
  gone();
}

void between(void) { /* nonblocking ones, messages and reductions under way meanwhile */
  rooms();
  for (int r = 0; r < 2 * ROUNDS; r++) {
    MPI_Request q[4];
    int next = (me + 1) % all, before = (me + all - 1) % all;
    double x = me + r, sum = 0;
    work(r, (size_t)(PIECE * all));
    OK(MPI_Irecv(other, LONG, MPI_BYTE, before, 3, MPI_COMM_WORLD, &q[0]));
    OK(MPI_Iallreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &q[1]));
    OK(MPI_Ibcast(buf, LONG, MPI_BYTE, 0, MPI_COMM_WORLD, &q[2]));
    if (r % 2) OK(MPI_Alltoall(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, MPI_COMM_WORLD));
    else OK(MPI_Gather(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, 0, MPI_COMM_WORLD));
    OK(MPI_Isend(from, LONG < PIECE * all ? LONG : PIECE, MPI_BYTE, next, 3, MPI_COMM_WORLD, &q[3]));
    OK(MPI_Waitall(4, q, MPI_STATUSES_IGNORE));
    mix((uint64_t)sum), mix_bytes(other, LONG), see();
  }
  gone();
}

/* Neighbours exchange as codes with halos do. */
void halos(void) {
  int next = (me + 1) % all, before = (me + all - 1) % all;
  rooms();
  for (int r = 0; r < 3 * ROUNDS; r++) {
    MPI_Request q[6];
    MPI_Status s[6];
    work(r, 4 * PIECE);
    OK(MPI_Irecv(to, PIECE, MPI_BYTE, before, 1, MPI_COMM_WORLD, &q[0]));
    OK(MPI_Irecv(to + PIECE, PIECE, MPI_BYTE, next, 2, MPI_COMM_WORLD, &q[1]));
    OK(MPI_Irecv(to + 2 * PIECE, PIECE, MPI_BYTE, before, r % 5 == 4 ? 1 : 3, MPI_COMM_WORLD, &q[2]));
    OK(MPI_Isend(from, PIECE, MPI_BYTE, next, 1, MPI_COMM_WORLD, &q[3]));
    OK(MPI_Isend(from + PIECE, PIECE - r % 7 / 6 * 512, MPI_BYTE, before, 2, MPI_COMM_WORLD, &q[4]));
    OK(MPI_Isend(from + 2 * PIECE, PIECE, MPI_BYTE, next, r % 5 == 4 ? 1 : 3, MPI_COMM_WORLD, &q[5]));
    if (r % 4 < 2) {
      OK(MPI_Waitall(6, q, s));
    } else {
      for (int i = 5; i >= 0; i--) OK(MPI_Wait(&q[i], &s[i]));
    }
    for (int i = 0; i < 3; i++) mix_status(&s[i]);
    see();
  }
  gone();
}

void wait_errors(void) { /* one of several receives is too short */
  rooms();
  OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  for (int r = 0; r < 2 * ROUNDS; r++) {
    MPI_Request q[2];
    MPI_Status s[2];
    work(r, 2 * PIECE);
    if (me == 1) {
      OK(MPI_Irecv(to, PIECE, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &q[0]));
      OK(MPI_Irecv(to + PIECE, r % 4 == 3 ? 100 : PIECE, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &q[1]));
      int code = MPI_Waitall(2, q, s);
      mix((uint64_t)(code != MPI_SUCCESS));
      for (int i = 0; i < 2; i++)
        if (q[i] != MPI_REQUEST_NULL) MPI_Wait(&q[i], &s[i]);
      mix_bytes(to, PIECE);
      if (code == MPI_SUCCESS) mix_status(&s[0]), mix_status(&s[1]), see();
    }
    if (me == 0) {
      OK(MPI_Send(from, PIECE, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
      OK(MPI_Send(from + PIECE, PIECE, MPI_BYTE, 1, 2, MPI_COMM_WORLD));
    }
  }
  gone();
}

void across(void) { /* between groups; no rank may take such a call for another */
  MPI_Comm half, inter, one;
  rooms();
  OK(MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half));
  OK(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 7, &inter));
  OK(MPI_Intercomm_merge(inter, me % 2, &one));
  for (int r = 0; r < ROUNDS; r++) {
    work(r, (size_t)(PIECE * all));
    OK(MPI_Allgather(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, inter)), see();
    OK(MPI_Alltoall(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, one)), see();
    OK(MPI_Bcast(me % 2 ? from : to, PIECE, MPI_BYTE, me % 2 ? (me == 1 ? MPI_ROOT : MPI_PROC_NULL) : 0, inter)), see();
    OK(MPI_Allgather(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, MPI_COMM_SELF)), see();
    OK(MPI_Allgather(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, MPI_COMM_WORLD)), see();
  }
  OK(MPI_Comm_free(&one)), OK(MPI_Comm_free(&inter)), OK(MPI_Comm_free(&half));
  gone();
}

/* Calls enough for all that is tried; communicators that end while ranks still compare how it went. */
void phases(void) {
  MPI_Info info;
  rooms();
  OK(MPI_Info_create(&info));
  OK(MPI_Info_set(info, "anything", "true"));
  for (int n = 19; n < 24; n++) {
    MPI_Comm c;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &c));
    for (int r = 0; r < n; r++) work(r, 2), OK(MPI_Gather(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, n % all, c)), see();
    OK(MPI_Comm_set_info(c, info));
    for (int r = 0; r < 3; r++) work(r, 2), OK(MPI_Gather(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, n % all, c)), see();
    if (n % 2) OK(MPI_Comm_free(&c));
    else OK(MPI_Comm_disconnect(&c));
  }
  for (int r = 0; r < 100; r++) work(r, (size_t)(PIECE * all)), OK(MPI_Alltoall(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, MPI_COMM_WORLD)), see();
  for (int r = 0; r < 21; r++) work(r, 2), OK(MPI_Scatter(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, 0, MPI_COMM_WORLD)), see();
  OK(MPI_Info_free(&info));
  gone();
}

void wide(void) { /* one call, with counts of two kinds */
#if MPI_VERSION >= 4
  int counts[PARTS], displs[PARTS];
  MPI_Count long_counts[PARTS];
  MPI_Aint long_displs[PARTS];
  MPI_Comm c = MPI_COMM_WORLD;
  rooms();
  for (int i = 0; i < PARTS; i++) long_counts[i] = counts[i] = PIECE - 100 * i, long_displs[i] = displs[i] = i * PIECE;
  for (int r = 0; r < 4 * ROUNDS; r++) {
    bool is = (me + r / 4) % 2 == 0;
    work(r, (size_t)(PIECE * all));
    switch (r % 4) {
      case 0:
        if (is) OK(MPI_Gatherv_c(from, counts[me], MPI_BYTE, to, long_counts, long_displs, MPI_BYTE, 0, c));
        else OK(MPI_Gatherv(from, counts[me], MPI_BYTE, to, counts, displs, MPI_BYTE, 0, c));
        break;
      case 1:
        if (is) OK(MPI_Alltoall_c(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, c));
        else OK(MPI_Alltoall(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, c));
        break;
      case 2:
        if (is) OK(MPI_Allgatherv_c(from, counts[me], MPI_BYTE, to, long_counts, long_displs, MPI_BYTE, c));
        else OK(MPI_Allgatherv(from, counts[me], MPI_BYTE, to, counts, displs, MPI_BYTE, c));
        break;
      default:
        if (is) OK(MPI_Scatter_c(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, 0, c));
        else OK(MPI_Scatter(from, PIECE, MPI_BYTE, to, PIECE, MPI_BYTE, 0, c));
    }
    see();
  }
  gone();
#endif
}

void reduces(void) { /* those whose order may be another one, and those whose order may not */
  const MPI_Op ops[] = {MPI_SUM, MPI_MAX, MPI_BXOR, MPI_PROD, MPI_MIN, MPI_LAND, MPI_BOR, MPI_LXOR, MPI_BAND, MPI_LOR};
  enum { OPS = sizeof ops / sizeof ops[0] };
  rooms();
  for (int r = 0; r < 6 * ROUNDS; r++) {
    int root = r / 8 % all, n = PIECE / 4;
    bool own = me == root && root == 0 && r % 4 == 1; /* in place on another root MPICH 4.0 may crash */
    work(r, PIECE);
    if (own) memcpy(to, from, PIECE);
    void *mine = own ? MPI_IN_PLACE : (void *)from;
    switch (r % 6) {
      case 0: OK(MPI_Reduce(mine, to, PIECE, MPI_UNSIGNED_CHAR, ops[r / 6 % OPS], root, MPI_COMM_WORLD)); break;
      case 1: OK(MPI_Reduce(mine, to, PIECE / 8, MPI_INT64_T, ops[r / 6 % OPS], root, MPI_COMM_WORLD)); break;
      case 2: OK(MPI_Reduce(mine, to, PIECE, MPI_BYTE, ops[r / 6 % 2 ? 6 : 2], root, MPI_COMM_WORLD)); break;
      case 3:
        for (int i = 0; i < n; i++) ((float *)(own ? to : from))[i] = (float)(i % 97 - 40) * 1e-3f / (float)(me + 1);
        OK(MPI_Reduce(mine, to, n, MPI_FLOAT, ops[r / 6 % 2], root, MPI_COMM_WORLD));
        break;
      default: OK(MPI_Reduce(mine, to, n, MPI_INT, ops[r / 6 % OPS], root, MPI_COMM_WORLD));
    }
    see();
  }
  gone();
}

/* More of hostile.c: kinds of sends and receives, types, threads. */
#include "hostile.h"

static void send_as(int kind, const void *data, int n, int dest, int tag, MPI_Comm comm) {
  MPI_Request r;
  switch (kind) {
    case 0: OK(MPI_Send(data, n, MPI_BYTE, dest, tag, comm)); break;
    case 1: OK(MPI_Ssend(data, n, MPI_BYTE, dest, tag, comm)); break;
    case 2: OK(MPI_Bsend(data, n, MPI_BYTE, dest, tag, comm)); break;
    case 3: OK(MPI_Isend(data, n, MPI_BYTE, dest, tag, comm, &r)), OK(MPI_Wait(&r, MPI_STATUS_IGNORE)); break;
    case 4: OK(MPI_Issend(data, n, MPI_BYTE, dest, tag, comm, &r)), OK(MPI_Wait(&r, MPI_STATUS_IGNORE)); break;
    case 5: OK(MPI_Ibsend(data, n, MPI_BYTE, dest, tag, comm, &r)), OK(MPI_Wait(&r, MPI_STATUS_IGNORE)); break;
    default: OK(MPI_Sendrecv(data, n, MPI_BYTE, dest, tag, NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, MPI_STATUS_IGNORE)); break;
  }
}

void sendrecvs(void) {
  int next = (me + 1) % all, before = (me + all - 1) % all;
  MPI_Status s;
  for (int r = 0; r < ROUNDS; r++) {
    produce(buf, LONG, (uint64_t)(r * all + me), 2);
    if (r % 4 == 1) {
      OK(MPI_Sendrecv_replace(buf, LONG, MPI_BYTE, next, 1, before, 1, MPI_COMM_WORLD, &s));
      mix_bytes(buf, LONG);
    } else {
      OK(MPI_Sendrecv(buf, LONG, MPI_BYTE, next, 1, other, LONG, MPI_BYTE, before, 1, MPI_COMM_WORLD, &s));
      mix_bytes(other, LONG);
    }
    mix_status(&s);
    if (me == 0) { /* and round by turns */
      produce(other, LONG, (uint64_t)r, 2);
      OK(MPI_Send(other, LONG, MPI_BYTE, next, 1, MPI_COMM_WORLD));
      take(LONG, before, 1, MPI_COMM_WORLD);
    } else {
      take(LONG, before, 1, MPI_COMM_WORLD);
      OK(MPI_Sendrecv(buf, LONG, MPI_BYTE, next, 1, NULL, 0, MPI_BYTE, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &s));
    }
  }
}

void self(void) {
  for (int r = 0; r < ROUNDS; r++) {
    MPI_Request q;
    produce(other, LONG, (uint64_t)r, 1);
    OK(MPI_Isend(other, LONG, MPI_BYTE, me, 1, MPI_COMM_WORLD, &q));
    take(LONG, me, 1, MPI_COMM_WORLD);
    OK(MPI_Wait(&q, MPI_STATUS_IGNORE));
    OK(MPI_Isend(other, LONG, MPI_BYTE, 0, 1, MPI_COMM_SELF, &q));
    take(LONG, 0, 1, MPI_COMM_SELF);
    OK(MPI_Wait(&q, MPI_STATUS_IGNORE));
  }
}

void leaves(void) { /* the sender is through while the receiver still works */
  for (int r = 0; r < ROUNDS; r++) {
    if (me == 1) take(LONG, 0, 1, MPI_COMM_WORLD);
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 2);
    OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  }
  if (me == 0) memset(buf, 0, LONG);
  if (me == 1) usleep(300000);
}

void nothing(void) {
  for (int r = 0; r < ROUNDS; r++) {
    int n = r % 4 == 3 ? 0 : LONG;
    if (me == 1) {
      take(LONG, 0, 1, MPI_COMM_WORLD);
      take(0, 0, 2, MPI_COMM_WORLD);
      take(100, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    }
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 2);
    OK(MPI_Send(buf, n, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
    OK(MPI_Send(NULL, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD));
    OK(MPI_Send(buf, LONG, MPI_BYTE, MPI_PROC_NULL, 1, MPI_COMM_WORLD));
  }
}

void types(void) { /* one signature, several types */
  MPI_Datatype pair, apart;
  OK(MPI_Type_contiguous(2, MPI_DOUBLE, &pair));
  OK(MPI_Type_vector(LONG / 32, 1, 2, MPI_DOUBLE, &apart));
  OK(MPI_Type_commit(&pair));
  OK(MPI_Type_commit(&apart));
  enum { N = LONG / 32 * 2 };
  for (int r = 0; r < 2 * ROUNDS; r++) {
    int how = r < 5 ? 0 : r % 4;
    if (me == 1) {
      MPI_Status s;
      int n = -1, parts = -1;
      memset(buf, 0xcd, MOST);
      if (how == 1) OK(MPI_Recv(buf, N / 2, pair, 0, 1, MPI_COMM_WORLD, &s));
      else if (how == 2) OK(MPI_Recv(buf, 2, apart, 0, 1, MPI_COMM_WORLD, &s));
      else OK(MPI_Recv(buf, N + 5, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &s));
      OK(MPI_Get_count(&s, MPI_DOUBLE, &n)), OK(MPI_Get_elements(&s, pair, &parts));
      mix((uint64_t)n), mix((uint64_t)parts), mix_status(&s), mix_bytes(buf, MOST);
    }
    if (me != 0) continue;
    produce(buf, 8 * N, (uint64_t)r, 3);
    if (how == 3) OK(MPI_Send(buf, N / 2, pair, 1, 1, MPI_COMM_WORLD));
    else OK(MPI_Send(buf, N, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD));
  }
  OK(MPI_Type_free(&pair));
  OK(MPI_Type_free(&apart));
}

void persistent(void) {
  MPI_Request q;
  MPI_Status s;
  if (me == 0) OK(MPI_Send_init(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &q));
  if (me == 1) OK(MPI_Recv_init(buf, LONG, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &q));
  for (int r = 0; r < 2 * ROUNDS; r++) {
    if (me == 1) {
      if (r % 4 == 2) OK(MPI_Start(&q)), OK(MPI_Wait(&q, &s)), mix_status(&s), mix_bytes(buf, LONG);
      else take(LONG, 0, 1, MPI_COMM_WORLD);
    }
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 3);
    if (r % 5 == 4) OK(MPI_Startall(1, &q)), OK(MPI_Wait(&q, &s));
    else OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  }
  if (me < 2) OK(MPI_Request_free(&q));
}

void kinds(void) {
  char *room = malloc(4 * MOST);
  int size;
  OK(MPI_Buffer_attach(room, 4 * MOST));
  for (int r = 0; r < 3 * ROUNDS; r++) {
    if (me == 1) take(LONG, 0, 1, MPI_COMM_WORLD);
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 3);
    send_as(r % 7, buf, LONG, 1, 1, MPI_COMM_WORLD);
  }
  OK(MPI_Buffer_detach(&room, &size));
  free(room);
}

void ready(void) {
  for (int r = 0; r < ROUNDS; r++) {
    int go = r;
    if (me == 1) {
      MPI_Request q;
      MPI_Status s;
      if (r % 2) {
        take(LONG, 0, 1, MPI_COMM_WORLD);
        continue;
      }
      OK(MPI_Irecv(buf, LONG, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &q));
      OK(MPI_Send(&go, 1, MPI_INT, 0, 2, MPI_COMM_WORLD));
      OK(MPI_Wait(&q, &s)), mix_status(&s), mix_bytes(buf, LONG);
    }
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 3);
    if (r % 2 == 0) OK(MPI_Recv(&go, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    if (r % 2 == 0) OK(MPI_Rsend(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
    else OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  }
}

void unmapped(void) { /* the memory of the last message is gone for a while */
  void *place = NULL;
  for (int r = 0; r < ROUNDS; r++) {
    if (me == 1) take(LONG, 0, 1, MPI_COMM_WORLD);
    if (me != 0) continue;
    unsigned char *b = mmap(place, MOST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (place != NULL ? MAP_FIXED : 0), -1, 0);
    if (b == MAP_FAILED) abort();
    place = b;
    produce(b, LONG, (uint64_t)r, 3);
    OK(MPI_Send(b, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
    munmap(b, MOST);
    usleep(3000);
  }
}

void inter(void) {
  MPI_Comm half, across;
  OK(MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half));
  OK(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 7, &across));
  for (int r = 0; r < ROUNDS; r++) {
    if (me == 1) take(LONG, 0, 1, across), take(LONG, 0, 1, MPI_COMM_WORLD);
    if (me != 0) continue;
    produce(buf, LONG, (uint64_t)r, 3);
    OK(MPI_Send(buf, LONG, MPI_BYTE, 0, 1, across));
    buf[5]++;
    OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  }
  OK(MPI_Comm_free(&across));
  OK(MPI_Comm_free(&half));
}

void any_order(void) { /* nonblocking receives of all kinds of ends, between blocking ones */
  for (int r = 0; r < ROUNDS; r++) {
    MPI_Request q[4];
    MPI_Status s[4];
    int which[4], n = 0, flag = 0;
    if (me == 1) {
      for (int k = 0; k < 4; k++) OK(MPI_Irecv(buf + k * LONG, LONG, MPI_BYTE, k % 2 ? 0 : MPI_ANY_SOURCE, 10 + k, MPI_COMM_WORLD, &q[k]));
      switch (r % 6) {
        case 0: OK(MPI_Waitall(4, q, MPI_STATUSES_IGNORE)); break;
        case 1: for (int k = 0; k < 4; k++) OK(MPI_Waitany(4, q, &n, s)); break;
        case 2: for (int left = 4; left > 0; left -= n) OK(MPI_Waitsome(4, q, &n, which, s)); break;
        case 3: while (!flag) OK(MPI_Testall(4, q, &flag, s)); break;
        case 4: for (int left = 4; left > 0; left -= n) OK(MPI_Testsome(4, q, &n, which, MPI_STATUSES_IGNORE)); break;
        default: for (int k = 0; k < 4; k++) for (flag = 0; !flag;) OK(MPI_Testany(4, q, &n, &flag, MPI_STATUS_IGNORE));
      }
      mix_bytes(buf, 4 * LONG > MOST ? MOST : 4 * LONG);
      take(LONG, 0, 1, MPI_COMM_WORLD);
    }
    if (me != 0) continue;
    for (int k = 3; k >= 0; k--) {
      produce(buf, LONG, (uint64_t)(r * 8 + k), 0);
      OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 10 + k, MPI_COMM_WORLD));
    }
    produce(buf, LONG, (uint64_t)(r * 8 + 7), 3);
    OK(MPI_Send(buf, LONG, MPI_BYTE, 1, 1, MPI_COMM_WORLD));
  }
}

/* Each thread has a tag of its own. */
static void *threaded(void *arg) {
  int tag = *(int *)arg;
  unsigned char *b = calloc(1, LONG);
  uint64_t h = 1;
  for (int r = 0; r < ROUNDS; r++) {
    if (me == 1) OK(MPI_Recv(b, LONG, MPI_BYTE, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    if (me == 0) produce(b, LONG, (uint64_t)(r * 2 + tag), 1), OK(MPI_Send(b, LONG, MPI_BYTE, 1, tag, MPI_COMM_WORLD));
    for (int i = 0; i < LONG; i++) h = h * 31 + b[i];
  }
  free(b);
  *(int *)arg = (int)(h >> 32);
  return NULL;
}

void threads(void) {
  pthread_t t[2];
  int arg[2] = {1, 2};
  for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, threaded, &arg[k]);
  for (int k = 0; k < 2; k++) pthread_join(t[k], NULL), mix((uint64_t)arg[k]);
}


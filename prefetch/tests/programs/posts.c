/* More of hostile.c: receives that are posted long before they are waited for, so that they are asked for while the program does other
 * things. They end in all ways in which a receive can end, and some are given up. */
#include "hostile.h"

enum { TAGS = 3, PIECE = 40000 };

static unsigned char *places[TAGS];

static void rooms(void) {
  for (int k = 0; k < TAGS; k++) places[k] = calloc(1, PIECE + 64);
}

static void gone(void) {
  for (int k = 0; k < TAGS; k++) free(places[k]);
}

static void clean(void) {
  for (int k = 0; k < TAGS; k++) memset(places[k], 0xcd, PIECE + 64);
}

static void see(int k, const MPI_Status *s) {
  if (s != NULL) mix_status(s);
  mix_bytes(places[k], PIECE + 64);
}

/* What rank 0 sends with each tag: the last tag first, in every other round. */
static void send_all(int round, MPI_Comm c) {
  for (int k = 0; k < TAGS; k++) produce(buf + k * PIECE, PIECE, (uint64_t)(round * 8 + k), 2);
  for (int k = 0; k < TAGS; k++) {
    int tag = round % 2 ? TAGS - 1 - k : k;
    OK(MPI_Send(buf + tag * PIECE, PIECE, MPI_BYTE, 1, tag, c));
    if (round % 3 == 2) usleep(500);
  }
}

/* Completes them one by one. What is seen does not depend on the order. */
static void complete(int how, MPI_Request *q) {
  MPI_Status s[TAGS], all_of[TAGS];
  int which[TAGS], n = 0, flag = 0;
  for (int left = TAGS; left > 0; left -= n) {
    n = 1;
    switch (how) {
      case 0: OK(MPI_Waitany(TAGS, q, which, s)); break;
      case 1: OK(MPI_Waitsome(TAGS, q, &n, which, s)); break;
      case 2: for (flag = 0; !flag;) OK(MPI_Testany(TAGS, q, which, &flag, s)); break;
      case 3: OK(MPI_Testsome(TAGS, q, &n, which, s)); break;
      case 4: for (flag = 0; !flag;) OK(MPI_Testall(TAGS, q, &flag, all_of)); break;
      case 5: OK(MPI_Waitall(TAGS, q, all_of)); break;
      case 6:
        which[0] = TAGS - left;
        for (flag = 0; !flag;) OK(MPI_Request_get_status(q[which[0]], &flag, s));
        mix_status(s), mix_bytes(places[which[0]], PIECE + 64); /* it is there already */
        for (flag = 0; !flag;) OK(MPI_Test(&q[which[0]], &flag, s));
        break;
      default: which[0] = left - 1, OK(MPI_Wait(&q[left - 1], s));
    }
    if (how == 4 || how == 5) n = left;
    for (int i = 0; i < n; i++) all_of[how == 4 || how == 5 ? i : which[i]] = how == 4 || how == 5 ? all_of[i] : s[i];
  }
  for (int k = 0; k < TAGS; k++) see(k, &all_of[k]);
}

/* Receives are under way while the receiver works. */
void ahead(void) {
  MPI_Request last[TAGS], q[TAGS];
  rooms();
  for (int k = 0; k < TAGS && me == 1; k++) OK(MPI_Recv_init(places[k], PIECE, MPI_BYTE, 0, k, MPI_COMM_WORLD, &last[k]));
  for (int r = 0; r < 4 * ROUNDS; r++) {
    if (me == 0) send_all(r, MPI_COMM_WORLD);
    if (me != 1) continue;
    clean();
    bool lasts = r % 5 == 4;
    for (int k = 0; k < TAGS; k++) {
      if (lasts) OK(MPI_Start(&last[k])), q[k] = last[k];
      else OK(MPI_Irecv(places[k], PIECE, MPI_BYTE, 0, k, MPI_COMM_WORLD, &q[k]));
    }
    usleep((useconds_t)(r % 4 * 700));
    complete(r % 8, q);
  }
  for (int k = 0; k < TAGS && me == 1; k++) OK(MPI_Request_free(&last[k]));
  gone();
}

/* The receiver says when rank 0 shall send. */
static void go(void) {
  char c = 0;
  if (me == 1) OK(MPI_Send(&c, 1, MPI_CHAR, 0, 77, MPI_COMM_WORLD));
  if (me == 0) OK(MPI_Recv(&c, 1, MPI_CHAR, 1, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

/* Cancels a receive; what it was to take is received in another way then, if it was not there. */
static void cancel(MPI_Request *q, int how, MPI_Comm c) {
  MPI_Status s;
  int cancelled;
  OK(MPI_Cancel(q)), OK(MPI_Wait(q, &s)), OK(MPI_Test_cancelled(&s, &cancelled));
  if (how == 0) mix((uint64_t)cancelled), go();
  if (cancelled && how % 2) OK(MPI_Probe(0, MPI_ANY_TAG, c, &s)), mix_status(&s);
  else if (how % 2) mix_status(&s);
  if (cancelled) OK(MPI_Recv(places[0], PIECE + 64, MPI_BYTE, how % 2 ? MPI_ANY_SOURCE : 0, 0, c, &s));
  see(0, &s);
}

/* A receive is left over when the sender is through, and in MPI_Finalize perhaps. */
static void left_over(void) {
  MPI_Comm c;
  MPI_Request q;
  MPI_Status s;
  int cancelled;
  OK(MPI_Comm_dup(MPI_COMM_WORLD, &c));
  for (int r = 0; r < ROUNDS; r++) {
    if (me == 0) produce(buf, PIECE, (uint64_t)r, 3), OK(MPI_Send(buf, PIECE, MPI_BYTE, 1, 0, c));
    if (me == 1) clean(), OK(MPI_Irecv(places[0], PIECE, MPI_BYTE, 0, 0, c, &q)), OK(MPI_Wait(&q, &s)), see(0, &s);
  }
  if (me == 1) {
    OK(MPI_Irecv(places[0], PIECE, MPI_BYTE, 0, 0, c, &q));
    usleep(20000);
    OK(MPI_Cancel(&q)), OK(MPI_Wait(&q, &s)), OK(MPI_Test_cancelled(&s, &cancelled)), mix((uint64_t)cancelled);
  }
  OK(MPI_Comm_free(&c));
}

/* Receives that are asked for and then given up: before the message is sent, or when it may be on its way. What is freed may be the last on
 * a communicator that is asked for. */
void given_up(void) {
  MPI_Comm c = MPI_COMM_NULL;
  rooms();
  for (int r = 0; r < 8 * ROUNDS; r++) {
    int how = r % 16 == 15 ? 3 : r % 8 > 3 && r % 8 < 7 ? r % 8 - 4 : 9;
    MPI_Request q;
    if (r % 16 == 0 && c != MPI_COMM_NULL) OK(MPI_Comm_free(&c));
    if (r % 16 == 0) OK(MPI_Comm_dup(MPI_COMM_WORLD, &c));
    if (me == 0) {
      if (how == 0) go();
      produce(buf, PIECE, (uint64_t)r, 3);
      OK(MPI_Send(buf, PIECE, MPI_BYTE, 1, 0, c));
    }
    if (me == 1) {
      clean();
      OK(MPI_Irecv(places[0], PIECE, MPI_BYTE, 0, 0, c, &q));
      usleep(how == 9 ? 0 : (useconds_t)(r % 5 * 800));
      if (how < 3) {
        cancel(&q, how, c);
      } else if (how == 3) { /* nobody will say when it is complete */
        OK(MPI_Request_free(&q));
        produce(buf, PIECE, (uint64_t)r, 0);
        for (int flag; memcmp(*(unsigned char *volatile *)&places[0], buf, PIECE) != 0; usleep(100))
          OK(MPI_Iprobe(0, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
        see(0, NULL);
      } else {
        MPI_Status s;
        OK(MPI_Wait(&q, &s)), see(0, &s);
      }
    }
  }
  OK(MPI_Comm_free(&c));
  left_over();
  gone();
}

/* Communicators end while receives on them are under way. */
void outlived(void) {
  rooms();
  for (int k = 0; k < 8; k++) {
    MPI_Comm c;
    MPI_Request q[TAGS];
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &c));
    for (int r = 0; r < 6; r++) {
      bool last = r == 5;
      if (me == 1) {
        clean();
        for (int i = 0; i < TAGS; i++) OK(MPI_Irecv(places[i], PIECE, MPI_BYTE, 0, i, c, &q[i]));
        if (last) usleep(2000), OK(MPI_Comm_free(&c));
        complete((k + r) % 8, q);
      }
      if (me == 0) {
        for (int i = 0; i < TAGS; i++) produce(buf + i * PIECE, PIECE, (uint64_t)(k * 64 + r * 8 + i), 2);
        for (int i = 0; i < TAGS; i++) OK(MPI_Isend(buf + i * PIECE, PIECE, MPI_BYTE, 1, i, c, &q[i]));
        if (last) OK(MPI_Comm_free(&c));
        OK(MPI_Waitall(TAGS, q, MPI_STATUSES_IGNORE));
      }
      if (me > 1 && last) OK(MPI_Comm_free(&c));
    }
  }
  gone();
}

/* One of three messages is too long for its receive; the others are there, however that is said. */
void mishaps(void) {
  MPI_Request lasts, q[TAGS];
  rooms();
  OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  if (me == 1) OK(MPI_Recv_init(places[0], PIECE, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &lasts));
  for (int r = 0; r < 4 * ROUNDS; r++) {
    if (me == 0) send_all(r, MPI_COMM_WORLD);
    if (me != 1) continue;
    bool wrong = r % 4 == 3;
    int which[TAGS], n = 0, flag = 0;
    clean();
    if (r % 8 > 5) OK(MPI_Start(&lasts)), q[0] = lasts;
    else OK(MPI_Irecv(places[0], PIECE, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &q[0]));
    OK(MPI_Irecv(places[1], wrong ? 100 : PIECE, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &q[1]));
    OK(MPI_Irecv(places[2], PIECE, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &q[2]));
    usleep(1500);
    if (r % 3 == 0) {
      for (int i = 0; i < TAGS && n != MPI_UNDEFINED; i++) MPI_Waitsome(TAGS, q, &n, which, MPI_STATUSES_IGNORE);
    } else if (r % 3 == 1) {
      while (MPI_Testall(TAGS, q, &flag, MPI_STATUSES_IGNORE) == MPI_SUCCESS && !flag) continue;
    } else {
      for (int i = 0; i < TAGS && n != MPI_UNDEFINED; i++) MPI_Waitany(TAGS, q, &n, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < TAGS; i++)
      if (q[i] != MPI_REQUEST_NULL) MPI_Wait(&q[i], MPI_STATUS_IGNORE);
    mix_bytes(places[0], PIECE + 64), mix_bytes(places[2], PIECE + 64);
  }
  if (me == 1) OK(MPI_Request_free(&lasts));
  gone();
}
